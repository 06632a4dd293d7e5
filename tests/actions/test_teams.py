"""Seats held by teams: who joins, who is captain, whose sealed numbers make the order, who leaves."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from games.actions import keys, lobby, orders, seats, turns
from games.actions.refusals import (
    AlreadySeated,
    IllegalTable,
    NotAllowed,
    NotCaptain,
    NothingOwed,
    NotInvited,
    NotYourSeat,
    SeatsEmpty,
    TeamFull,
)
from games.models import Match, Member, Order, Seat
from games.models.audit import findings_of
from games.models.record import document_of
from games.own_data import own_data
from games.rules import record
from games.rules.game import IllegalOrder
from tests.actions.tables import (
    NEXT,
    NOW,
    SECOND,
    last_turn,
    open_turn,
    opened,
    order,
    person,
    play,
    told,
)

pytestmark = pytest.mark.django_db

STRICT = {"grace": False}
POOLED = {"pooled": "all", "turns": 2}


def teams(
    *sides: str, options: dict[str, Any] | None = None, now: datetime.datetime = NOW, **more: Any
) -> Match:
    """A running match of teams, each named as people parted by blanks; the first opens it."""
    sides_of = [side.split() for side in sides]
    size = max(map(len, sides_of))
    match = opened(sides_of[0][0], len(sides), options=options, team=size, now=now, **more)
    for index, names in enumerate(sides_of):
        for name in names:
            if (index, name) != (0, sides_of[0][0]):
                lobby.join(person(name), match, f"word of {name}", now, index)
    match.refresh_from_db()
    if match.status == Match.Status.OPEN:
        lobby.start_now(person(sides_of[0][0]), match, now)
        match.refresh_from_db()
    return match


def sides(match: Match) -> list[list[str]]:
    """Who is in which team, by seat; the acting captain first."""
    return [
        sorted(
            seat.members.filter(active=True).values_list("user__username", flat=True),
            key=lambda name: (name != (seat.user.username if seat.user else ""), name),
        )
        for seat in match.seats.select_related("user")
    ]


def played(match: Match, number: int) -> dict[int, tuple[str, str]]:
    """The orders that counted in a closed turn."""
    slots = match.turns.get(number=number).orders.of_seats().select_related("seat")
    return {slot.seat.index: (slot.line, slot.by) for slot in slots}


def test_everybody_chooses_a_team_and_the_match_starts_when_all_are_full() -> None:
    match = opened("ann", 2, team=2)
    lobby.join(person("bob"), match, "", NOW, 1)
    lobby.join(person("amy"), match, "", NOW, 0)
    match.refresh_from_db()
    assert (match.status, sides(match)) == ("open", [["ann", "amy"], ["bob"]])
    lobby.join(person("ben"), match, "", NOW)
    match.refresh_from_db()
    assert (match.status, sides(match)) == ("running", [["ann", "amy"], ["bob", "ben"]])
    assert told(match, "start") == [(name, "start", "1") for name in ("amy", "ann", "ben", "bob")]


def test_without_a_choice_the_smallest_team_gets_whoever_joins() -> None:
    match = opened("ann", 3, team=2, bots=1)
    for name in ("bob", "amy"):
        lobby.join(person(name), match, "", NOW)
    assert sides(match) == [["ann", "amy"], ["bob"], []]


def test_a_full_team_a_bot_and_a_seat_that_is_not_there_take_nobody() -> None:
    match = opened("ann", 3, team=2, bots=1)
    lobby.join(person("amy"), match, "", NOW, 0)
    for index in (0, 2, 3, -1):
        with pytest.raises(TeamFull):
            lobby.join(person("eve"), match, "", NOW, index)
    assert sides(match) == [["ann", "amy"], []]


def test_nobody_joins_two_teams_of_a_match() -> None:
    match = opened("ann", 2, team=3)
    lobby.join(person("amy"), match, "", NOW, 0)
    for name in ("ann", "amy"):
        with pytest.raises(AlreadySeated):
            lobby.join(person(name), match, "", NOW, 1)


def test_the_creator_may_start_with_teams_of_any_size_but_with_nobody_missing() -> None:
    match = opened("ann", 2, team=8)
    with pytest.raises(SeatsEmpty):
        lobby.start_now(person("ann"), match, NOW)
    lobby.join(person("bob"), match, "", NOW)
    with pytest.raises(NotAllowed):
        lobby.start_now(person("bob"), match, NOW)
    lobby.start_now(person("ann"), match, NOW)
    match.refresh_from_db()
    assert match.status == "running"


@pytest.mark.parametrize(("team", "captain"), [(0, "first"), (9, "first"), (2, "nobody")])
def test_a_table_that_no_teams_could_play_at_is_refused(team: int, captain: str) -> None:
    with pytest.raises(IllegalTable):
        opened("ann", 2, team=team, captain=captain)


def test_a_private_match_of_teams_takes_only_the_invited() -> None:
    match = opened("ann", 2, team=2, visibility="private", invite=[person("amy").username])
    with pytest.raises(NotInvited):
        lobby.join(person("eve"), match, "", NOW, 0)
    lobby.join(person("amy"), match, "", NOW, 0)
    assert Match.objects.visible_to(person("amy")).get() == match
    assert not Match.objects.visible_to(person("eve")).exists()


def test_leaving_before_the_start_hands_the_captaincy_on_and_frees_the_seat_in_the_end() -> None:
    match = opened("ann", 2, team=2)
    lobby.join(person("amy"), match, "", NOW, 0)
    lobby.leave(person("ann"), match)
    assert sides(match) == [["amy"]]
    lobby.leave(person("amy"), match)
    assert not match.seats.exists()
    with pytest.raises(NotYourSeat):
        lobby.leave(person("amy"), match)


def test_the_captain_orders_and_another_member_owes_nothing() -> None:
    match = teams("ann amy", "bob ben")
    with pytest.raises(NothingOwed):
        order("amy", match, "5")
    with pytest.raises(NotYourSeat):
        order("eve", match, "5")
    play(match, {"ann": "7", "bob": "3"})
    assert played(match, 1) == {0: ("7", "player"), 1: ("3", "player")}


def test_of_a_pooled_decision_the_members_are_asked_and_their_order_is_made_of_all() -> None:
    match = teams("ann amy", "bob ben", options=POOLED)
    assert [slot.turn.number for slot in Order.objects.owing(person("amy"))] == [1]
    for name, line in {"ann": "9", "amy": "4", "bob": "5"}.items():
        assert not order(name, match, line).closed
    assert order("ben", match, "2").closed
    assert played(match, 1) == {0: ("6", "team"), 1: ("3", "team")}
    assert told(match, "turn") == [(name, "turn", "2") for name in ("amy", "ann", "ben", "bob")]


def test_a_voice_that_does_not_count_is_taken_and_left_out() -> None:
    match = teams("ann amy", "bob ben", options=POOLED)
    play(match, {"ann": "99", "amy": "4", "bob": "99", "ben": "99"})
    assert played(match, 1) == {0: ("4", "team"), 1: ("1", "team")}
    with pytest.raises(IllegalOrder):
        order("amy", match, "10")


def test_a_voice_is_changed_and_taken_back_until_the_turn_closes() -> None:
    match = teams("ann amy", "bob ben", options=POOLED)
    first, second = order("amy", match, "4"), order("amy", match, "5")
    assert (first.version, second.version) == (1, 2)
    assert order("amy", match, "5") == second
    assert orders.own_order(person("amy"), open_turn(match)) == "5"
    orders.withdraw(person("amy"), match.code, 1)
    assert orders.own_order(person("amy"), open_turn(match)) is None


def test_the_same_voice_again_gives_its_receipt_again_when_the_turn_has_closed() -> None:
    match = teams("ann amy", "bob", options=POOLED)
    order("ann", match, "9")
    order("bob", match, "2")
    last = order("amy", match, "4")
    assert (last.closed, order("amy", match, "4", number=1)) == (True, last)


def test_at_the_deadline_the_voices_that_are_in_make_the_order() -> None:
    match = teams("ann amy", "bob ben", options=POOLED, pace=STRICT)
    order("amy", match, "8")
    turns.close_due(NEXT)
    assert played(match, 1) == {0: ("8", "team"), 1: ("1", "default")}
    assert list(match.seats.values_list("misses", flat=True)) == [0, 1]


def test_whoever_of_a_team_is_silent_is_reminded() -> None:
    match = teams("ann amy", "bob", options=POOLED)
    order("ann", match, "8")
    turns.remind_due(open_turn(match).remind_at or NOW)
    assert told(match, "reminder") == [("amy", "reminder", "1"), ("bob", "reminder", "1")]


def test_a_team_of_one_orders_as_a_seat_does() -> None:
    match = teams("ann amy", "bob", options=POOLED)
    play(match, {"ann": "9", "amy": "4", "bob": "5"})
    assert played(match, 1)[1] == ("5", "player")


def test_with_rotate_each_turn_has_the_next_captain() -> None:
    match = teams("ann amy", "bob ben", captain="rotate", options={"turns": 4})
    play(match, {"ann": "7", "bob": "3"}, {"amy": "7", "ben": "3"}, {"ann": "1", "bob": "2"})
    assert sides(match) == [["amy", "ann"], ["ben", "bob"]]


def test_a_pooled_turn_leaves_the_captain_in_place() -> None:
    match = teams("ann amy", "bob ben", captain="rotate", options={"turns": 4, "pooled": "even"})
    assert sides(match) == [["ann", "amy"], ["bob", "ben"]]
    play(match, {"ann": "7", "bob": "3"})
    assert sides(match) == [["amy", "ann"], ["ben", "bob"]]
    play(match, {"ann": "7", "amy": "7", "bob": "3", "ben": "1"})
    assert sides(match) == [["amy", "ann"], ["ben", "bob"]]


def test_a_captain_who_stays_away_makes_way_for_the_next_before_a_bot_does() -> None:
    match = teams("ann amy", "bob", pace={"grace": False, "misses": 1}, options={"turns": 9})
    order("bob", match, "3")
    turns.close_due(NEXT)
    assert sides(match)[0] == ["amy"]
    assert told(match, "missed") == [("ann", "missed", "1")]
    order("bob", match, "3", now=NEXT)
    turns.close_due(NEXT + (NEXT - NOW) + SECOND)
    assert match.seats.get(index=0).bot


def test_a_member_who_resigns_leaves_the_team_and_the_last_one_the_match() -> None:
    match = teams("ann amy", "bob ben")
    seats.resign(person("ann"), match, NOW)
    assert sides(match) == [["amy"], ["bob", "ben"]]
    with pytest.raises(NotYourSeat):
        seats.resign(person("ann"), match, NOW)
    seats.resign(person("amy"), match, NOW)
    match.refresh_from_db()
    assert match.outcome is not None
    assert (match.status, match.outcome["winners"]) == ("finished", [1])


def test_the_turn_closes_when_only_the_voice_of_one_who_resigns_was_missing() -> None:
    match = teams("ann amy", "bob", options=POOLED)
    order("ann", match, "9")
    order("bob", match, "2")
    seats.resign(person("amy"), match, NOW)
    assert played(match, 1) == {0: ("9", "team"), 1: ("2", "player")}


def test_whoever_leaves_the_site_leaves_their_teams() -> None:
    running = teams("ann amy", "bob ben", options=POOLED)
    waiting = opened("ann", 2, team=2)
    lobby.join(person("amy"), waiting, "", NOW, 0)
    seats.vacate(person("ann"), NOW)
    assert (sides(running)[0], sides(waiting)) == (["amy"], [["amy"]])
    seats.vacate(person("amy"), NOW)
    assert running.seats.get(index=0).bot
    assert not waiting.seats.exists()
    assert not Member.objects.filter(user__in=[person("ann"), person("amy")]).exists()


def test_every_member_talks_and_hears_and_a_guest_does_not() -> None:
    match = teams("ann amy", "bob")
    seats.say(person("amy"), match, "hello", NOW)
    assert [name for name, _kind, _about in told(match, "talk")] == ["ann", "bob"]
    with pytest.raises(NotYourSeat):
        seats.say(person("eve"), match, "hello", NOW)


def test_the_plan_of_a_team_is_its_captains() -> None:
    match = teams("ann amy", "bob")
    with pytest.raises(NotCaptain):
        orders.plan(person("amy"), match.code, "then 5", NOW)
    with pytest.raises(NotYourSeat, match="You hold no seat"):
        orders.plan(person("eve"), match.code, "then 5", NOW)
    orders.plan(person("ann"), match.code, "then 7 6", NOW)
    assert orders.own_order(person("ann"), open_turn(match)) == "7"


def test_a_plan_is_the_captains_voice_in_a_pooled_turn_and_the_others_are_still_asked() -> None:
    match = teams("ann amy", "bob", options={"turns": 9, "pooled": "even"})
    orders.plan(person("ann"), match.code, "then 7 6", NOW)
    order("bob", match, "2")
    assert orders.own_order(person("ann"), open_turn(match)) == "6"
    order("amy", match, "4")
    order("bob", match, "1")
    assert played(match, 2) == {0: ("5", "team"), 1: ("1", "player")}


def test_a_rematch_asks_everybody_again() -> None:
    match = teams("ann amy", "bob", options={"turns": 1})
    play(match, {"ann": "7", "bob": "2"})
    again = lobby.rematch(person("amy"), match, NOW)
    assert (again.team, again.captain) == (2, "first")
    assert {i.user.username for i in again.invitations.select_related("user")} == {"ann", "bob"}
    assert lobby.rematch(person("bob"), match, NOW) == again


def test_the_record_holds_the_voices_and_verifies() -> None:
    match = teams("ann amy", "bob ben", options=POOLED)
    play(
        match,
        {"ann": "9", "amy": "99", "bob": "5", "ben": "2"},
        {"ann": "1", "amy": "2", "bob": "3", "ben": "4"},
    )
    document = document_of(match)
    assert record.verify(document) == []
    assert findings_of(match) == []
    heard = document.turns[0].orders["0"].voices
    assert heard
    assert [(voice.member, voice.line) for voice in heard] == [(1, "9"), (2, "99")]


def test_the_captains_voice_comes_first_in_the_record() -> None:
    match = teams("ann amy", "bob", captain="rotate", options={"turns": 3, "pooled": "even"})
    play(match, {"ann": "7", "bob": "2"}, {"ann": "1", "amy": "2", "bob": "3"}, {"amy": "7", "bob": "1"})
    assert record.verify(document_of(match)) == []
    seat = match.seats.get(index=0)
    assert seat.user == person("amy")


def test_tampering_with_voices_is_found() -> None:
    match = teams("ann amy", "bob ben", options=POOLED)
    play(
        match,
        {"ann": "9", "amy": "4", "bob": "5", "ben": "2"},
        {"ann": "1", "amy": "2", "bob": "3", "ben": "4"},
    )
    voice = match.turns.get(number=1).orders.voices().filter(seat__index=0).first()
    assert voice is not None
    voice.line = "8"
    voice.save()
    checks = {finding.check for finding in record.verify(document_of(match))}
    assert {"commitments", "hashes"} <= checks
    voice.delete()
    found = [str(finding) for finding in record.verify(document_of(match))]
    assert any("make another order" in sentence for sentence in found)


def test_the_keys_of_voices_are_changed_with_those_of_orders() -> None:
    match = teams("ann amy", "bob", options=POOLED)
    order("amy", match, "4")
    before = Order.objects.voices().sealed().get().sealed
    resealed = {rotation.kind: rotation.resealed for rotation in keys.rotate()}
    assert resealed["orders"] == 1
    assert Order.objects.voices().sealed().get().sealed != before
    assert orders.own_order(person("amy"), open_turn(match)) == "4"


def test_nobody_reads_a_voice_before_its_turn_closes() -> None:
    match = teams("ann amy", "bob", options=POOLED)
    order("amy", match, "8")
    for name in ("ann", "bob", "eve"):
        assert orders.own_order(person(name), open_turn(match)) is None
    assert own_data(person("amy"))["orders"] == []
    slot = Order.objects.voices().given().get()
    assert (slot.line, slot.salt) == ("", "")


def test_what_one_gave_in_a_team_is_in_the_data_one_takes_along() -> None:
    match = teams("ann amy", "bob", options=POOLED)
    play(match, {"ann": "9", "amy": "4", "bob": "5"})
    assert [row["line"] for row in own_data(person("amy"))["orders"]] == ["4"]
    assert [row["line"] for row in own_data(person("ann"))["orders"]] == ["9"]
    assert [row["match__code"] for row in own_data(person("amy"))["seats"]] == [match.code]


def test_a_voice_for_a_position_that_changed_is_dropped() -> None:
    match = teams("ann amy", "bob ben", "cid", options={**POOLED, "jealous": True})
    order("ann", match, "9")
    order("amy", match, "4")
    order("bob", match, "2")
    seats.resign(person("cid"), match, NOW)
    order("ben", match, "2")
    assert played(match, 1) == {0: ("4", "team"), 1: ("2", "team")}
    assert last_turn(match).number == 2


def test_a_seat_that_a_bot_took_over_asks_no_former_member() -> None:
    match = teams("ann amy", "bob", options={**POOLED, "turns": 9}, pace={"grace": False, "misses": 1})
    order("bob", match, "3")
    turns.close_due(NEXT)
    order("bob", match, "3", now=NEXT)
    turns.close_due(NEXT + (NEXT - NOW) + SECOND)
    assert Seat.objects.get(match=match, index=0).bot
    assert not Order.objects.owing(person("amy")).exists()


def test_the_next_captain_is_asked_when_one_resigns_who_owed() -> None:
    match = teams("ann amy", "bob")
    seats.resign(person("ann"), match, NOW)
    assert told(match, "turn") == [("amy", "turn", "1")]
    order("amy", match, "5")

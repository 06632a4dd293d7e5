"""Captains in turn: whose order it stays, whose silence counts, who is next, who keeps their team."""

from __future__ import annotations

import pytest

from games.actions import lobby, orders, seats, turns
from games.actions.refusals import NothingOwed, TooLate
from games.models import Match, Member, Order
from games.own_data import own_data
from tests.actions.tables import NEXT, NOW, SECOND, open_turn, opened, order, person, play
from tests.actions.test_teams import POOLED, played, sides, teams

pytestmark = pytest.mark.django_db

SPAN = NEXT - NOW


def givers(match: Match, number: int) -> dict[int, str]:
    """Who gave the order of each seat in a closed turn, or was silent."""
    found = {}
    for slot in match.turns.get(number=number).orders.of_seats().select_related("seat"):
        member = Member.objects.get(seat=slot.seat, position=slot.giver)
        found[slot.seat.index] = member.user.username
    return found


def silent(match: Match, times: int, *others: str) -> None:
    """Let so many deadlines pass in which only these people order."""
    for _n in range(times):
        turn = open_turn(match)
        assert turn.due_at is not None
        for name in others:
            if Order.objects.owing(person(name)).filter(turn=turn).exists():
                order(name, match, "3", turn.opened_at, turn.number)
        if turn.pk == open_turn(match).pk:
            turns.close_due(turn.due_at + SECOND)


def test_an_order_stays_with_the_captain_who_gave_it() -> None:
    match = teams("ann amy", "bob ben", captain="rotate", options={"turns": 4})
    play(match, {"ann": "7", "bob": "3"}, {"amy": "6", "ben": "2"})
    assert (givers(match, 1), givers(match, 2)) == ({0: "ann", 1: "bob"}, {0: "amy", 1: "ben"})
    assert [row["line"] for row in own_data(person("ann"))["orders"]] == ["7"]
    assert [row["line"] for row in own_data(person("amy"))["orders"]] == ["6"]


def test_an_order_stays_with_a_captain_who_left_before_the_turn_closed() -> None:
    match = teams("ann amy", "bob")
    order("ann", match, "7")
    seats.resign(person("ann"), match, NOW)
    order("bob", match, "3")
    assert (played(match, 1)[0], givers(match, 1)[0]) == (("7", "player"), "ann")
    assert [row["line"] for row in own_data(person("amy"))["orders"]] == []


def test_a_seat_of_a_team_has_one_name_from_the_start_to_the_end() -> None:
    match = teams("ann amy", "bob", captain="rotate")
    names = [seat.name for seat in match.seats.all()]
    play(match, {"ann": "7", "bob": "3"})
    seats.vacate(person("amy"), NOW)
    seats.vacate(person("ann"), NOW)
    assert match.seats.get(index=0).bot
    assert [seat.name for seat in match.seats.all()] == names == ["Team 1", "Team 2"]


def test_a_bot_and_the_teams_beside_it_are_told_apart() -> None:
    match = opened("ann", 2, team=2, bots=1)
    lobby.join(person("amy"), match, "", NOW, 0)
    assert [seat.full_name for seat in match.seats.all()] == ["Team 1 (ann, amy)", "Bot 2"]


def test_the_first_captain_is_who_took_the_seat_first_also_where_they_change() -> None:
    match = teams("ann amy", "bob ben", captain="rotate")
    assert sides(match) == [["ann", "amy"], ["bob", "ben"]]
    play(match, {"ann": "7", "bob": "3"})
    assert sides(match) == [["amy", "ann"], ["ben", "bob"]]


def test_each_captain_misses_deadlines_for_themselves() -> None:
    match = teams(
        "ann amy", "bob", captain="rotate", options={"turns": 20}, pace={"grace": False, "misses": 2}
    )
    silent(match, 2, "amy", "bob")  # ann is silent, then amy orders
    assert [seat.misses for seat in match.seats.all()] == [1, 0]
    silent(match, 1, "bob")  # ann is silent again, and leaves
    assert sides(match)[0] == ["amy"]
    assert match.seats.get(index=0).misses == 0


def test_an_order_takes_back_the_misses_of_who_gave_it_alone() -> None:
    match = teams(
        "ann amy", "bob", captain="rotate", options={"turns": 20}, pace={"grace": False, "misses": 3}
    )
    silent(match, 2, "bob")
    silent(match, 1, "ann", "bob")
    members = match.members.filter(seat__index=0)
    assert [(m.user.username, m.misses) for m in members.order_by("position")] == [("ann", 0), ("amy", 1)]
    assert match.seats.get(index=0).misses == 1  # amy is captain again


def test_nobody_is_skipped_where_a_captain_who_was_silent_makes_way() -> None:
    match = teams(
        "ann amy art", "bob", captain="rotate", options={"turns": 20}, pace={"grace": False, "misses": 1}
    )
    silent(match, 1, "bob")
    assert sides(match)[0] == ["amy", "art"]
    silent(match, 1, "amy", "bob")
    assert sides(match)[0] == ["art", "amy"]
    assert [givers(match, number)[0] for number in (1, 2)] == ["ann", "amy"]


def test_nobody_is_skipped_where_a_captain_orders_and_leaves() -> None:
    match = teams("ann amy art", "bob", captain="rotate")
    order("ann", match, "7")
    seats.resign(person("ann"), match, NOW)
    order("bob", match, "3")
    assert sides(match)[0] == ["amy", "art"]


def test_a_captain_who_was_silent_where_all_are_asked_keeps_their_misses() -> None:
    match = teams(
        "ann amy", "bob", options={"pooled": "even", "turns": 20}, pace={"grace": False, "misses": 9}
    )
    silent(match, 2, "bob", "amy")
    assert match.seats.get(index=0).misses == 1
    silent(match, 1, "ann", "bob")
    silent(match, 1, "ann", "bob")
    assert match.seats.get(index=0).misses == 0


def test_all_of_a_team_silent_where_each_is_asked_is_a_miss_of_their_captain() -> None:
    match = teams("ann amy", "bob", options={**POOLED, "turns": 9}, pace={"grace": False, "misses": 9})
    silent(match, 1, "bob")
    assert (match.seats.get(index=0).misses, sides(match)[0]) == (1, ["ann", "amy"])


def test_a_repeat_after_the_captain_has_changed_gets_the_first_receipt() -> None:
    match = teams("ann amy", "bob ben", captain="rotate")
    order("bob", match, "3")
    first = order("ann", match, "7")
    assert sides(match)[0] == ["amy", "ann"]
    again = order("ann", match, "7", number=1)
    assert (again.version, again.commitment, again.closed) == (first.version, first.commitment, True)
    with pytest.raises(TooLate):
        order("amy", match, "7", number=1)


def test_a_member_who_orders_is_told_who_does() -> None:
    match = teams("ann amy", "bob")
    with pytest.raises(NothingOwed) as refused:
        order("amy", match, "5")
    assert refused.value.data == {"turn": 1, "captain": "ann"}
    order("ann", match, "7")
    order("bob", match, "3")
    with pytest.raises(TooLate):
        order("amy", match, "5", number=1)


def test_what_a_captain_planned_is_their_order_too() -> None:
    match = teams("ann amy", "bob", options={"turns": 9})
    orders.submit(person("ann"), match.code, 1, "7; then 9", NOW, "web")
    order("bob", match, "3")
    order("bob", match, "3")
    assert (played(match, 2)[0], givers(match, 2)[0]) == (("9", "plan"), "ann")


def test_a_rematch_puts_everybody_into_the_team_of_before() -> None:
    match = teams("ann amy art", "bob ben", captain="rotate", options={"turns": 1})
    play(match, {"ann": "7", "bob": "2"})
    again = lobby.rematch(person("ben"), match, NOW)
    for name in ("art", "bob", "amy"):
        lobby.rematch(person(name), match, NOW)
    lobby.join(person("ann"), again, "", NOW)
    assert [sorted(side) for side in sides(again)] == [["amy", "ann", "art"], ["ben", "bob"]]
    again.refresh_from_db()
    assert (again.captain, again.team, again.status) == ("rotate", 3, "running")


def test_a_rematch_takes_newcomers_as_long_as_somebody_is_missing() -> None:
    match = teams("ann amy art", "bob ben", options={"turns": 1})
    play(match, {"ann": "7", "bob": "2"})
    again = lobby.rematch(person("ann"), match, NOW)
    for name in ("bob", "eve"):
        lobby.join(person(name), again, "", NOW)
    again.refresh_from_db()
    assert (sorted(map(len, sides(again))), again.status) == ([1, 2], "open")


def test_a_rematch_puts_bots_behind_the_teams() -> None:
    match = teams("ann", "bob ben", "cid", options={"turns": 9})
    seats.vacate(person("ann"), NOW)
    seats.resign(person("bob"), match, NOW)
    seats.resign(person("ben"), match, NOW)
    match.refresh_from_db()
    if match.status == "running":
        seats.resign(person("cid"), match, NOW)
        match.refresh_from_db()
    again = lobby.rematch(person("cid"), match, NOW)
    lobby.rematch(person("bob"), match, NOW)
    assert [seat.full_name for seat in again.seats.order_by("index")] == [
        "Team 1 (bob)",
        "Team 2 (cid)",
        "Bot 3",
    ]


@pytest.mark.parametrize(("places", "found"), [(1, 1), (3, 1), (4, 0)])
def test_room_is_counted_in_people(places: int, found: int) -> None:
    match = opened("ann", 3, team=2, bots=1)
    assert Match.objects.with_room(places).count() == found
    assert match.places(list(match.seats.all()), 1) == 3
    lobby.join(person("bob"), match, "", NOW)
    lobby.join(person("amy"), match, "", NOW)
    lobby.join(person("ben"), match, "", NOW)
    assert not Match.objects.with_room().exists()
    match.refresh_from_db()
    assert match.places(list(match.seats.all()), 4) == 0


def test_room_without_teams_is_the_free_seats() -> None:
    match = opened("ann", 3, bots=1)
    assert (Match.objects.with_room(1).get(), match.places(list(match.seats.all()), 0)) == (match, 1)
    assert not Match.objects.with_room(2).exists()

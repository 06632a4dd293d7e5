"""Deserted seats that others take over: who may, what passes on, and what stays with whom."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from accounts.models import Vacation
from games.actions import lobby, orders, pausing, seats, turns
from games.actions.refusals import (
    IllegalTable,
    NotInvited,
    NotReliable,
    NotRunning,
    NotYourSeat,
    SatElsewhere,
    SeatTaken,
    TooLate,
)
from games.actions.successors import take_over
from games.links import order_token, slot_of
from games.models import Match, Member, Order, Seat, Tenure
from games.models.audit import findings_of
from games.models.record import document_of
from games.models.reliability import Reliability, reliability_of
from games.own_data import own_data
from games.rules import GAMES, record
from tests.actions.tables import (
    DAY,
    HOUR,
    NEXT,
    NOW,
    lines,
    open_turn,
    opened,
    order,
    person,
    play,
    seat,
    started,
    told,
)
from tests.actions.test_teams import sides, teams
from tests.actions.toy import Hush

pytestmark = pytest.mark.django_db

MINUTE = datetime.timedelta(minutes=1)
SUBSTITUTE = {"grace": False, "misses": 1, "deserted": "substitute"}
BANK = {"kind": "bank", "interval": 3600, "misses": 1, "deserted": "substitute"}


def deserted(*names: str, pace: dict[str, Any] | None = None, **proposal: Any) -> Match:
    """A match whose last player has deserted a seat at the end of turn 1; turn 2 is open since ``NEXT``."""
    names = names or ("ann", "bob")
    match = started(*names, pace=pace or SUBSTITUTE, **proposal)
    for name in names[:-1]:
        order(name, match, "7")
    turns.close_due(NEXT)
    match.refresh_from_db()
    return match


def state(one: Seat) -> tuple[Any, ...]:
    return (one.user and one.user.username, one.bot, one.state, one.since, one.until)


def test_a_seat_that_is_silent_too_often_is_free_for_anyone() -> None:
    match = deserted()
    assert state(seat(match, "bob")) == ("bob", False, "deserted", 1, 1)
    assert list(Match.objects.with_vacancy()) == [match]
    assert [slot.seat.index for slot in open_turn(match).orders.select_related("seat")] == [0]


def test_a_deserted_seat_gets_its_default_and_holds_up_no_turn() -> None:
    """Seats already abandoned used up extensions and stalled the phase for ever."""
    match = deserted()
    assert order("ann", match, "3", NEXT).closed is True
    assert lines(match.turns.get(number=2)) == {0: ("3", "player"), 1: ("1", "default")}
    assert (seat(match, "bob").misses, seat(match, "bob").missed) == (1, 1)
    assert open_turn(match).due_at == NEXT + 3 * DAY


def test_a_table_that_everybody_has_deserted_keeps_its_pace_for_who_comes_back() -> None:
    """It played itself to its end within the second in which the mails said that the seats were free."""
    match = started("ann", "bob", pace=SUBSTITUTE, options={"turns": 5})
    turns.close_due(NEXT)
    turn = open_turn(match)
    assert (turn.number, turn.due_at, turn.remind_at, turn.orders.count()) == (2, NEXT + 3 * DAY, None, 0)
    turns.close_due(NEXT + 3 * DAY)
    assert lines(match.turns.get(number=2)) == {0: ("1", "default"), 1: ("1", "default")}
    take_over(person("ann"), match, 0, NEXT + 4 * DAY)
    assert order("ann", match, "7", NEXT + 4 * DAY).closed is True
    assert open_turn(match).due_at == NEXT + 7 * DAY


def test_a_table_of_bots_keeps_its_pace_for_the_one_seat_that_is_free() -> None:
    match = started("ann", bots=1, pace=SUBSTITUTE)
    turns.close_due(NEXT)
    assert (open_turn(match).number, open_turn(match).due_at) == (2, NEXT + 3 * DAY)


def test_a_table_that_everybody_has_deserted_ends_at_its_pace() -> None:
    match = started("ann", "bob", pace=SUBSTITUTE)
    now = NEXT
    while turns.close_due(now):
        now += 3 * DAY
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert record.verify(document_of(match)) == []


def test_a_seat_given_up_for_good_is_not_to_be_taken_over() -> None:
    match = started("ann", "bob", "cid", pace=SUBSTITUTE)
    seats.resign(person("cid"), match, NOW)
    with pytest.raises(SeatTaken):
        take_over(person("dan"), match, 2, NOW)


@pytest.mark.parametrize("then", ["bot", "out"])
def test_other_paces_offer_no_seat(then: str) -> None:
    match = deserted("ann", "bob", "cid", pace=SUBSTITUTE | {"deserted": then})
    with pytest.raises(SeatTaken):
        take_over(person("dan"), match, 2, NEXT)
    assert list(Match.objects.with_vacancy()) == []


def test_a_successor_owes_the_open_turn_at_once() -> None:
    match = deserted()
    taken = take_over(person("cid"), match, 1, NEXT + HOUR)
    assert state(taken) == state(seat(match, "cid")) == ("cid", False, "playing", 2, None)
    assert [(one.since, one.until, one.user.username, one.missed) for one in Tenure.objects.all()] == [
        (1, 1, "bob", 1)
    ]
    order("cid", match, "9", NEXT + HOUR)
    order("ann", match, "3", NEXT + HOUR)
    assert lines(match.turns.get(number=2)) == {0: ("3", "player"), 1: ("9", "player")}


def test_a_successor_begins_with_no_misses_and_with_grace() -> None:
    match = deserted(pace={"misses": 2, "deserted": "substitute"})
    turns.close_due(NEXT + 1.5 * DAY)
    order("ann", match, "3", NEXT + 1.5 * DAY)
    turns.close_due(NEXT + 10 * DAY)
    before = seat(match, "bob")
    assert (before.misses, before.missed, before.grace_used) == (2, 2, True)
    taken = take_over(person("cid"), match, 1, NEXT + 10 * DAY)
    assert (taken.misses, taken.missed, taken.grace_used) == (0, 0, False)


def test_a_successor_gets_the_hand_of_the_seat() -> None:
    match = deserted()
    card = match.rules.view(open_turn(match).state(), 1).card
    take_over(person("cid"), match, 1, NEXT)
    turn = open_turn(match)
    assert turn.orders.get(seat__user__username="cid").seat.index == 1
    assert match.rules.view(turn.state(), 1).card == card


def test_orders_ahead_of_who_deserted_are_dropped() -> None:
    match = started("ann", "bob", pace=SUBSTITUTE)
    orders.plan(person("bob"), match.code, "then 97 5", NOW)
    order("ann", match, "7")
    turns.close_due(NEXT)
    assert seat(match, "bob").sealed_plan != b""
    assert take_over(person("cid"), match, 1, NEXT).sealed_plan == b""


@pytest.mark.parametrize(
    ("after", "due"),
    [
        (HOUR, NEXT + 3 * DAY),
        (1.5 * DAY, NEXT + 3 * DAY),
        (2 * DAY, NEXT + 3.5 * DAY),
        (3 * DAY - HOUR, NEXT + 4.5 * DAY - HOUR),
        (4 * DAY, NEXT + 5.5 * DAY),
    ],
)
def test_a_successor_has_at_least_half_a_turn(after: datetime.timedelta, due: datetime.datetime) -> None:
    match = deserted()
    take_over(person("cid"), match, 1, NEXT + after)
    turn = open_turn(match)
    assert turn.due_at == due
    late = due != NEXT + 3 * DAY
    assert turn.remind_at == (NEXT + after + 0.8 * (due - NEXT - after) if late else NEXT + 0.8 * 3 * DAY)


def test_a_slot_is_moved_along_its_grid_for_a_successor() -> None:
    pace = SUBSTITUTE | {"kind": "slot", "at": "20:00", "weekdays": [0, 3], "zone": "Europe/Warsaw"}
    match = started("ann", "bob", pace=pace)
    first = open_turn(match).due_at
    assert first is not None
    order("ann", match, "7")
    turns.close_due(first)
    due = open_turn(match).due_at
    assert due is not None
    take_over(person("cid"), match, 1, due - HOUR)
    later = open_turn(match).due_at
    assert later is not None
    assert (later - due) in (3 * DAY, 4 * DAY)


def test_a_deadline_waits_for_the_vacation_of_a_successor() -> None:
    match = deserted()
    Vacation.objects.create(
        person=person("cid"), begins_at=NEXT + 2 * DAY, ends_at=NEXT + 5 * DAY, zone="UTC"
    )
    take_over(person("cid"), match, 1, NEXT + HOUR)
    assert open_turn(match).due_at == NEXT + 6 * DAY
    assert [stop[:2] for stop in seat(match, "cid").away] == [
        [(NEXT + 2 * DAY).isoformat(), (NEXT + 5 * DAY).isoformat()]
    ]


def test_while_the_table_pauses_the_time_of_a_successor_stands_still_too() -> None:
    match = deserted()
    stopped = NEXT + 2 * DAY
    match.turns.open().update(paused_at=stopped, paused_due=NEXT + 3 * DAY, due_at=None, remind_at=None)
    take_over(person("cid"), match, 1, NEXT + 9 * DAY)
    turn = open_turn(match)
    assert (turn.due_at, turn.paused_due) == (None, stopped + 1.5 * DAY)


def test_the_clock_of_a_seat_is_topped_up_and_no_other_changes() -> None:
    """After a rewind the player's clock could already be nearly empty; swapping charged the wrong player."""
    match = started("ann", "bob", pace=BANK)
    order("ann", match, "7", NOW + 10 * MINUTE)
    turns.close_due(NOW + HOUR)
    opened = NOW + HOUR
    assert (seat(match, "ann").clock, seat(match, "bob").clock) == (3000, 0)
    take_over(person("cid"), match, 1, opened + 40 * MINUTE)
    turn = open_turn(match)
    assert turn.due_at == opened + 70 * MINUTE
    order("cid", match, "9", opened + 45 * MINUTE)
    order("ann", match, "3", opened + 46 * MINUTE)
    assert (seat(match, "ann").clock, seat(match, "cid").clock) == (3000 - 46 * 60, 1800 - 5 * 60)


def test_a_clock_that_holds_more_is_left_as_it_is() -> None:
    match = started("ann", "bob", "cid", pace=BANK | {"deserted": "substitute"})
    seats.vacate(person("cid"), NOW + 10 * MINUTE)
    turn = open_turn(match)
    taken = take_over(person("dan"), match, 2, NOW + 20 * MINUTE)
    assert taken.clock == 3600 + 20 * 60
    assert open_turn(match).due_at == NOW + 80 * MINUTE
    assert turn.due_at == NOW + HOUR


def test_a_seat_that_owes_nothing_is_asked_when_it_does() -> None:
    match = deserted(options={"solo": True})
    take_over(person("cid"), match, 1, NEXT)
    assert [slot.seat.index for slot in open_turn(match).orders.select_related("seat")] == [0]
    order("ann", match, "3", NEXT)
    assert open_turn(match).orders.filter(seat__user__username="cid", commitment="").count() == 1
    assert told(match, "turn")[-1] == ("cid", "turn", "3")


def test_nobody_is_asked_for_the_only_legal_order(hush: Hush) -> None:
    hush.quick = False
    match = deserted("ann", "bob", bots=1, options={"forced": True})
    take_over(person("cid"), match, 1, NEXT)
    assert (open_turn(match).number, open_turn(match).orders.count()) == (2, 0)


def test_a_turn_that_waited_for_bots_alone_lasts_its_time_for_a_successor(hush: Hush) -> None:
    hush.quick = False
    match = deserted("bob", bots=1)
    assert open_turn(match).due_at == NEXT + 3 * DAY
    take_over(person("cid"), match, 0, NEXT + HOUR)
    assert open_turn(match).due_at == NEXT + HOUR + 3 * DAY


def test_who_deserted_may_come_back_as_long_as_nobody_else_has() -> None:
    match = deserted()
    assert state(take_over(person("bob"), match, 1, NEXT)) == ("bob", False, "playing", 2, None)
    order("bob", match, "9", NEXT)
    order("ann", match, "3", NEXT)
    assert lines(match.turns.get(number=2))[1] == ("9", "player")
    assert told(match, "seat") == [("ann", "seat", "1:free:1"), ("ann", "seat", "2:taken:1")]


def test_taking_a_seat_twice_is_taking_it_once() -> None:
    match = deserted()
    for _click in range(2):
        assert take_over(person("cid"), match, 1, NEXT).user == person("cid")
    assert (Tenure.objects.count(), open_turn(match).orders.count()) == (1, 2)


def test_a_successor_has_half_a_turn_of_days_on() -> None:
    pace = {**SUBSTITUTE, "interval": 2 * 86_400, "off_days": [5, 6]}
    match = started("ann", "bob", pace=pace)
    order("ann", match, "7")
    thursday = NOW + 2 * DAY
    turns.close_due(thursday)
    assert open_turn(match).due_at == thursday + 4 * DAY
    take_over(person("cid"), match, 1, thursday + 2 * DAY)
    assert open_turn(match).due_at == thursday + 4 * DAY + 12 * HOUR


def test_a_seat_of_a_match_that_pauses_and_was_put_aside_is_waited_for_when_it_is_taken() -> None:
    match = deserted(options={"boom": 2})
    pausing.begin(match.code, NEXT)
    order("ann", match, "7", NEXT + HOUR)
    assert open_turn(match).due_at == NEXT + HOUR + turns.ANOTHER_TRY
    take_over(person("cid"), match, 1, NEXT + 2 * HOUR)
    turn = open_turn(match)
    assert (turn.due_at, turn.paused_due) == (None, NEXT + 3 * DAY)


def test_a_seat_that_was_taken_over_is_taken() -> None:
    match = deserted()
    take_over(person("cid"), match, 1, NEXT)
    for name in ("dan", "bob"):
        with pytest.raises(SeatTaken):
            take_over(person(name), match, 1, NEXT)
    with pytest.raises(SeatTaken):
        take_over(person("dan"), match, 7, NEXT)


def test_a_match_that_is_over_has_no_seat_to_take() -> None:
    match = deserted(options={"turns": 2})
    order("ann", match, "3", NEXT)
    with pytest.raises(NotRunning):
        take_over(person("cid"), match, 1, NEXT)
    assert list(Match.objects.with_vacancy()) == []


def test_nobody_holds_two_seats_one_after_the_other() -> None:
    match = deserted("ann", "bob", "cid")
    with pytest.raises(SatElsewhere):
        take_over(person("ann"), match, 2, NEXT)
    take_over(person("dan"), match, 2, NEXT)
    order("dan", match, "7", NEXT)
    order("ann", match, "7", NEXT)
    turns.close_due(NEXT + 3 * DAY)
    with pytest.raises(SatElsewhere):
        take_over(person("cid"), match, 1, NEXT + 3 * DAY)
    take_over(person("eve"), match, 1, NEXT + 3 * DAY)


def test_a_former_holder_may_take_the_same_seat_again() -> None:
    match = deserted(options={"turns": 9})
    take_over(person("cid"), match, 1, NEXT)
    order("ann", match, "7", NEXT)
    turns.close_due(NEXT + 3 * DAY)
    take_over(person("bob"), match, 1, NEXT + 3 * DAY)
    held = Tenure.objects.values_list("user__username", "since", "until")
    assert list(held) == [("bob", 1, 1), ("cid", 2, 2)]
    assert state(seat(match, "bob")) == ("bob", False, "playing", 3, None)


def test_a_private_match_takes_only_who_is_invited() -> None:
    for name in ("bob", "cid"):
        person(name)
    match = deserted(visibility="private", invite=["bob", "cid"])
    with pytest.raises(NotInvited):
        take_over(person("dan"), match, 1, NEXT)
    assert take_over(person("cid"), match, 1, NEXT).user == person("cid")


def test_orders_and_misses_belong_to_who_held_the_seat() -> None:
    match = deserted(options={"turns": 9})
    order("ann", match, "3", NEXT)
    take_over(person("cid"), match, 1, NEXT)
    play(match, {"ann": "3", "cid": "9"}, {"ann": "3", "cid": "8"}, now=NEXT)
    people = [person(name) for name in ("ann", "bob", "cid")]
    assert [reliability_of(people)[one.pk] for one in people] == [
        Reliability(4, 4),
        Reliability(1, 0),
        Reliability(2, 2),
    ]
    given = [[o.turn.number for o in Order.objects.by(one).order_by("turn__number")] for one in people]
    assert given == [[1, 2, 3, 4, 5], [1], [3, 4, 5]]


def test_own_data_tells_of_seats_that_were_held() -> None:
    match = started("ann", "bob", pace=SUBSTITUTE, options={"turns": 9})
    play(match, {"ann": "7", "bob": "3"})
    order("ann", match, "7")
    turns.close_due(NEXT)
    take_over(person("cid"), match, 1, NEXT)
    play(match, {"ann": "3", "cid": "9"}, now=NEXT)
    assert [one["line"] for one in own_data(person("bob"))["orders"]] == ["3"]
    assert [one["line"] for one in own_data(person("cid"))["orders"]] == ["9"]
    assert own_data(person("bob"))["seats"] == []
    assert own_data(person("bob"))["seats_before"] == [
        {
            "seat__match__code": match.code,
            "seat__match__game": "hush",
            "seat__index": 1,
            "since": 1,
            "until": 2,
        }
        | {"missed": 1}
    ]


def test_the_same_text_again_gets_its_receipt_from_who_gave_it_alone() -> None:
    match = started("ann", "bob", pace=SUBSTITUTE, options={"turns": 9})
    play(match, {"ann": "7", "bob": "3"})
    order("ann", match, "7")
    turns.close_due(NEXT)
    take_over(person("cid"), match, 1, NEXT)
    assert order("cid", match, "3", NEXT, 3).closed is False
    for name, refusal in (("cid", TooLate), ("bob", NotYourSeat)):
        with pytest.raises(refusal):
            orders.submit(person(name), match.code, 1, "5", NEXT, "web")
    assert order("bob", match, "3", NEXT, 1).closed is True


def test_the_button_in_the_mail_of_a_former_holder_is_dead() -> None:
    match = started("ann", "bob", pace=SUBSTITUTE)
    before = order_token(Order.objects.get(seat=seat(match, "bob")))
    order("ann", match, "7")
    turns.close_due(NEXT)
    take_over(person("cid"), match, 1, NEXT)
    assert slot_of(before) is None
    after = slot_of(order_token(open_turn(match).orders.get(seat=seat(match, "cid"))))
    assert after is not None
    assert after.holder == person("cid")


def test_notes_and_plans_stay_with_their_person() -> None:
    """A successor could read the predecessor's private messages."""
    match = started("ann", "bob", pace=SUBSTITUTE)
    seats.note(person("bob"), match, "ann bids high")
    orders.plan(person("bob"), match.code, "then 97", NOW)
    order("ann", match, "7")
    turns.close_due(NEXT)
    take_over(person("cid"), match, 1, NEXT)
    assert [(note.user, note.text) for note in match.notes.all()] == [(person("bob"), "ann bids high")]
    for name in ("bob", "cid"):
        assert orders.own_plan(person(name), match).plan == ""
    with pytest.raises(NotYourSeat):
        seats.say(person("bob"), match, "hello", NEXT)
    with pytest.raises(NotYourSeat):
        seats.resign(person("bob"), match, NEXT)


def test_records_hold_after_a_seat_was_taken_over() -> None:
    match = deserted("ann", "bob", "cid", options={"turns": 5})
    take_over(person("dan"), match, 2, NEXT)
    play(match, {"ann": "7", "bob": "3", "dan": "9"}, now=NEXT)
    order("ann", match, "7", NEXT)
    turns.close_due(NEXT + 3 * DAY)
    take_over(person("dan"), match, 2, NEXT + 3 * DAY)
    play(match, *[{"ann": "7", "dan": "9"}] * 2, now=NEXT + 3 * DAY)
    assert match.status == Match.Status.FINISHED
    assert (record.verify(document_of(match)), findings_of(match)) == ([], [])


@pytest.mark.parametrize("slug", sorted(slug for slug, game in GAMES.items() if max(game.seats) > 2))
def test_a_seat_of_every_game_of_several_is_taken_over_and_its_record_holds(slug: str) -> None:
    match = started("ann", "bob", "cid", game=slug, pace=SUBSTITUTE)
    for _turn in range(6):
        turn = open_turn(match)
        decisions = turn.match.rules.decisions(turn.state())
        for slot in list(turn.orders.filter(commitment="").select_related("seat__user")):
            if slot.seat.user and slot.seat.user.username != "cid":
                line = decisions[slot.seat.index].default
                order(slot.seat.user.username, match, line, turn.opened_at, turn.number)
        if open_turn(match).pk == turn.pk:
            turns.close_due(turn.due_at or NOW)
        if vacant := match.seats.vacant().first():
            take_over(person("dan"), match, vacant.index, open_turn(match).opened_at)
    assert [one.name for one in Tenure.objects.all()] == ["cid"]
    assert match.seats.get(user=person("dan")).state == "playing"
    assert findings_of(match) == []


def test_the_seat_of_who_leaves_the_site_is_free_at_such_a_table() -> None:
    match = started("ann", "bob", pace=SUBSTITUTE)
    order("bob", match, "9")
    seats.vacate(person("bob"), NOW)
    assert state(match.seats.get(index=1)) == (None, False, "deserted", 1, 0)
    assert told(match, "seat") == [("ann", "seat", "1:free:1")]
    take_over(person("cid"), match, 1, NOW)
    assert (Tenure.objects.count(), open_turn(match).orders.count()) == (0, 2)


def test_who_leaves_the_site_leaves_no_name_at_a_seat_held_before() -> None:
    match = deserted()
    seats.vacate(person("bob"), NEXT)
    assert state(match.seats.get(index=1)) == (None, False, "deserted", 1, 1)
    take_over(person("cid"), match, 1, NEXT)
    seats.vacate(person("cid"), NEXT)
    take_over(person("dan"), match, 1, NEXT)
    assert [(one.user, one.since, one.until) for one in Tenure.objects.all()] == [(None, 1, 1)]


def test_the_table_is_told_once_of_seats_that_became_free_together() -> None:
    match = started("ann", "bob", "cid", pace=SUBSTITUTE)
    order("ann", match, "7")
    turns.close_due(NEXT)
    assert told(match, "seat") == [("ann", "seat", "1:free:1")]
    assert told(match, "missed") == [("bob", "missed", "1"), ("cid", "missed", "1")]
    assert told(match, "turn") == [("ann", "turn", "2")]


def of_teams(**more: Any) -> Match:
    """Ann and bob against cid and dot; cid has left the team, dot has deserted it; turn 3 is open."""
    options = {"turns": 9} | more.pop("options", {})
    match = teams("ann bob", "cid dot", pace=SUBSTITUTE, options=options, **more)
    for number in (1, 2):
        order("ann", match, "7", number=number)
        turns.close_due(NOW + 3 * number * DAY)
    match.refresh_from_db()
    return match


LATER = NOW + 6 * DAY


def test_the_seat_of_a_team_is_free_when_nobody_of_the_team_is_left() -> None:
    match = of_teams()
    assert state(match.seats.get(index=1)) == ("dot", False, "deserted", 1, 2)
    assert told(match, "seat") == [("ann", "seat", "2:free:1"), ("bob", "seat", "2:free:1")]
    order("ann", match, "3", LATER)
    assert lines(match.turns.get(number=3))[1] == ("1", "default")


def test_a_successor_of_a_team_is_its_only_member() -> None:
    match = of_teams()
    assert take_over(person("eve"), match, 1, LATER).name == "Team 2"
    assert sides(match) == [["ann", "bob"], ["eve"]]
    play(match, {"eve": "9", "ann": "3"}, now=LATER)
    assert [(o.turn.number, o.giver) for o in Order.objects.filter(seat__index=1).order_by("turn")] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 0),
    ]
    people = [person(name) for name in ("cid", "dot", "eve")]
    assert [reliability_of(people)[one.pk] for one in people] == [
        Reliability(1, 0),
        Reliability(1, 0),
        Reliability(1, 1),
    ]
    assert findings_of(match) == []


def test_who_left_a_team_may_take_its_seat_but_no_other_member() -> None:
    match = of_teams()
    with pytest.raises(SatElsewhere):
        take_over(person("bob"), match, 1, LATER)
    take_over(person("cid"), match, 1, LATER)
    assert sides(match) == [["ann", "bob"], ["cid"]]
    assert Member.objects.get(user=person("cid")).position == 1


def test_the_last_captain_of_a_team_may_come_back() -> None:
    match = of_teams()
    take_over(person("dot"), match, 1, LATER)
    assert sides(match) == [["ann", "bob"], ["dot"]]
    assert Member.objects.get(user=person("dot")).position == 2


def test_the_seat_of_a_team_whose_last_member_left_the_site_is_free() -> None:
    match = teams("ann bob", "cid", pace=SUBSTITUTE)
    seats.vacate(person("cid"), NOW)
    take_over(person("eve"), match, 1, NOW)
    assert sides(match) == [["ann", "bob"], ["eve"]]


# What a table asks of those who join.


def unreliable(name: str, given: int, missed: int) -> None:
    """Somebody with so many orders in time and so many missed deadlines."""
    match = started(name, "zoe", pace={"grace": False, "misses": 20}, options={"turns": 50})
    for number in range(1, given + missed + 1):
        if number <= given:
            order(name, match, "3", number=number)
        order("zoe", match, "3", number=number)
        if number > given:
            turns.close_due(open_turn(match).due_at or NOW)


def test_a_table_may_ask_for_reliable_people() -> None:
    unreliable("bob", 8, 2)
    match = opened("ann", 3, reliability=81)
    with pytest.raises(NotReliable) as refused:
        lobby.join(person("bob"), match, "", NOW)
    assert refused.value.data == {"least": 81, "percent": 80, "owed": 10}
    lobby.join(person("zoe"), match, "", NOW)


def test_who_is_reliable_enough_joins() -> None:
    unreliable("bob", 8, 2)
    lobby.join(person("bob"), opened("ann", 3, reliability=80), "", NOW)


def test_newcomers_have_no_figure_yet_and_are_let_in() -> None:
    unreliable("bob", 1, 8)
    lobby.join(person("bob"), opened("ann", 3, reliability=100), "", NOW)


def test_who_is_invited_is_let_in_however_reliable() -> None:
    unreliable("bob", 0, 10)
    lobby.join(person("bob"), opened("ann", 3, reliability=100, invite=["bob"]), "", NOW)


def test_taking_over_is_for_reliable_people_too() -> None:
    unreliable("cid", 8, 2)
    match = deserted(reliability=90)
    with pytest.raises(NotReliable):
        take_over(person("cid"), match, 1, NEXT)
    take_over(person("bob"), match, 1, NEXT)


def test_a_rematch_asks_for_as_much() -> None:
    match = started("ann", "bob", options={"turns": 1}, reliability=70)
    play(match, {"ann": "7", "bob": "3"})
    assert lobby.rematch(person("ann"), match, NOW).reliability == 70


@pytest.mark.parametrize("percent", [-1, 101])
def test_no_table_asks_for_what_is_no_percentage(percent: int) -> None:
    with pytest.raises(IllegalTable) as refused:
        opened(reliability=percent)
    assert (refused.value.code, refused.value.field) == ("illegal_reliability", "reliability")

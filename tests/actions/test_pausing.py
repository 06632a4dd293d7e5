"""A pause: all agree, the clocks stand, anybody lets the match go on, or it goes on by itself."""

from __future__ import annotations

from typing import Any

import pytest

from games import tasks
from games.actions import lobby, orders, pausing, seats, turns
from games.actions.refusals import AlreadyPaused, NoClock, NotPaused, NotRunning, NotYourSeat
from games.actions.vacations import follow
from games.models import Match, Turn
from tests.actions.tables import (
    DAY,
    HOUR,
    NEXT,
    NOW,
    SECOND,
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
from tests.actions.test_vacations import away

pytestmark = pytest.mark.django_db

BANK = {"kind": "bank", "interval": 10 * 86_400, "gain": 0}
MONTH = 30 * DAY


def ask(name: str, match: Match, now: Any = NOW) -> bool:
    return pausing.ask(person(name), match.code, now)


def paused(*names: str, now: Any = NOW, **proposal: Any) -> Match:
    """A match of these people that they let pause at this moment."""
    match = started(*names, **proposal)
    assert [ask(name, match, now) for name in names] == [False] * (len(names) - 1) + [True]
    return match


def clock(turn: Turn) -> tuple[Any, ...]:
    return turn.due_at, turn.remind_at, turn.paused_at, turn.paused_due


def test_a_match_pauses_when_the_last_person_agrees() -> None:
    match = started("ann", "bob", "cid", bots=1)
    before = clock(open_turn(match))
    assert [ask("ann", match), ask("bob", match)] == [False, False]
    assert clock(open_turn(match)) == before
    assert ask("cid", match, NOW + HOUR) is True
    assert clock(open_turn(match)) == (None, None, NOW + HOUR, NEXT)
    assert set(match.seats.values_list("pause_wish", flat=True)) == {0}


def test_somebody_who_plays_against_bots_alone_may_pause_at_once() -> None:
    match = started("ann", bots=1)
    assert ask("ann", match) is True


def test_a_seat_that_was_deserted_or_has_left_is_not_asked() -> None:
    match = started("ann", "bob", "cid", "dan")
    match.seats.filter(user=person("cid")).update(state="deserted", bot=True)
    seats.resign(person("dan"), match, NOW)
    assert [ask("ann", match), ask("bob", match)] == [False, True]
    with pytest.raises(NotYourSeat):
        pausing.go_on(match.code, NOW, person("cid"))


def test_nothing_closes_and_nobody_is_reminded_during_a_pause() -> None:
    match = paused("ann", "bob", now=NOW + DAY)
    assert (turns.close_due(NEXT + DAY), turns.remind_due(NEXT + DAY)) == (0, 0)
    assert open_turn(match).number == 1


def test_what_was_left_when_it_began_is_left_when_it_goes_on() -> None:
    match = paused("ann", "bob", now=NOW + DAY)
    pausing.go_on(match.code, NOW + 11 * DAY, person("bob"))
    turn = open_turn(match)
    assert clock(turn) == (NOW + 13 * DAY, NOW + 13 * DAY - 0.6 * DAY, None, None)
    assert turn.stops == [[(NOW + DAY).isoformat(), (NOW + 11 * DAY).isoformat()]]


def test_a_fair_time_is_left_when_it_goes_on() -> None:
    match = paused("ann", "bob", now=NEXT - HOUR)
    pausing.go_on(match.code, NOW + 11 * DAY, person("bob"))
    turn = open_turn(match)
    assert (turn.due_at, turn.remind_at) == (NOW + 12 * DAY, NOW + 12 * DAY - 0.6 * DAY)


def test_a_turn_that_was_overdue_when_it_paused_gets_a_fair_time_too() -> None:
    match = paused("ann", "bob", now=NEXT + HOUR)
    pausing.go_on(match.code, NOW + 11 * DAY, person("bob"))
    assert open_turn(match).due_at == NOW + 12 * DAY


def test_a_slot_moves_to_the_grid_after_a_pause() -> None:
    slots = {"kind": "slot", "at": "18:00", "weekdays": [0, 1, 2, 3, 4, 5, 6], "zone": "UTC"}
    match = paused("ann", "bob", now=NOW + 6 * HOUR, pace=slots)
    assert open_turn(match).paused_due == NOW + 30 * HOUR
    pausing.go_on(match.code, NOW + 11 * DAY, person("bob"))
    assert open_turn(match).due_at == NOW + 12 * DAY + 6 * HOUR


def test_a_slot_that_is_too_near_after_a_pause_is_left_out() -> None:
    slots = {"kind": "slot", "at": "18:00", "weekdays": [0, 1, 2, 3, 4, 5, 6], "zone": "UTC"}
    match = paused("ann", "bob", now=NOW + 29 * HOUR, pace=slots)
    pausing.go_on(match.code, NOW + 11 * DAY + 4 * HOUR, person("bob"))
    assert open_turn(match).due_at == NOW + 12 * DAY + 6 * HOUR


def test_a_clock_stands_during_a_pause() -> None:
    match = paused("ann", "bob", now=NOW + DAY, pace=BANK)
    pausing.go_on(match.code, NOW + 11 * DAY, person("bob"))
    assert open_turn(match).due_at == NOW + 20 * DAY
    order("ann", match, "7", NOW + 12 * DAY)
    order("bob", match, "6", NOW + 13 * DAY)
    assert [one.clock for one in match.seats.all()] == [8 * 86_400, 7 * 86_400]


def test_a_turn_that_gets_complete_closes_and_the_next_one_pauses_too() -> None:
    match = paused("ann", "bob", now=NOW + DAY, pace=BANK)
    play(match, {"ann": "7", "bob": "6"}, now=NOW + 5 * DAY)
    turn = open_turn(match)
    assert turn.number == 2
    assert [one.clock for one in match.seats.all()] == [9 * 86_400, 9 * 86_400]
    assert clock(turn) == (None, None, NOW + DAY, NOW + 14 * DAY)
    pausing.go_on(match.code, NOW + 10 * DAY, person("ann"))
    turn = open_turn(match)
    assert clock(turn)[0] == NOW + 19 * DAY
    assert turn.stops == [[(NOW + 5 * DAY).isoformat(), (NOW + 10 * DAY).isoformat()]]


def test_what_waits_for_nobody_is_played_on_during_a_pause() -> None:
    match = paused("ann", "bob", "cid", options={"forced": True})
    play(match, {"ann": "7", "bob": "6", "cid": "5"}, now=NOW + DAY)
    turn = open_turn(match)
    assert (turn.number, turn.paused_at, turn.due_at) == (3, NOW, None)


def test_a_pause_goes_on_where_a_turn_waits_for_nobody() -> None:
    match = paused("ann", "bob")
    match.turns.update(due_at=NOW, paused_due=None)
    pausing.go_on(match.code, NOW + DAY, person("bob"))
    turn = open_turn(match)
    assert (turn.due_at, turn.paused_at) == (NOW, None)


def test_a_pause_that_nobody_ends_ends_by_itself() -> None:
    match = paused("ann", "bob", now=NOW + DAY)
    assert pausing.end_due(NOW + DAY + MONTH - SECOND) == 0
    assert pausing.end_due(NOW + DAY + MONTH) == 1
    assert clock(open_turn(match))[0] == NOW + 3 * DAY + MONTH
    assert pausing.end_due(NOW + DAY + MONTH) == 0


def test_the_clock_ends_pauses(settings: Any, time_machine: Any) -> None:
    match = paused("ann", "bob", now=NOW + DAY)
    time_machine.move_to(NOW + DAY + MONTH, tick=False)
    tasks.tick()
    assert open_turn(match).paused_at is None


def test_a_wish_may_be_taken_back() -> None:
    match = started("ann", "bob")
    ask("ann", match)
    pausing.take_back(person("ann"), match.code)
    assert ask("bob", match) is False


def test_a_wish_holds_for_the_next_turn_and_no_longer() -> None:
    match = started("ann", "bob")
    ask("ann", match)
    play(match, {"ann": "7", "bob": "6"})
    assert pausing.wishes(seat(match, "ann"), 2)
    play(match, {"ann": "5", "bob": "4"})
    assert not pausing.wishes(seat(match, "ann"), 3)
    assert ask("bob", match) is False
    assert ask("ann", match) is True


def test_any_member_speaks_for_a_team() -> None:
    match = opened("ann", 2, team=2)
    for name, index in (("bob", 1), ("cid", 0), ("dan", 1)):
        lobby.join(person(name), match, "", NOW, index)
    assert [ask("cid", match), ask("ann", match), ask("dan", match)] == [False, False, True]
    pausing.go_on(match.code, NOW, person("bob"))
    assert told(match, "pause") == sorted(
        [
            (name, "pause", f"{NOW.timestamp():.3f}:{what}")
            for name in ("ann", "bob", "cid", "dan")
            for what in ("begun", "over")
        ]
        + [(name, "pause", "1:asked") for name in ("bob", "dan")]
    )


def test_everybody_is_told_once() -> None:
    match = started("ann", "bob", "cid")
    for name in ("ann", "ann", "bob"):
        ask(name, match)
    pausing.take_back(person("ann"), match.code)
    for name in ("ann", "cid"):
        ask(name, match)
    assert told(match, "pause") == sorted(
        [("bob", "pause", "1:asked"), ("cid", "pause", "1:asked")]
        + [(name, "pause", f"{NOW.timestamp():.3f}:begun") for name in ("ann", "bob", "cid")]
    )


def test_who_is_in_charge_may_let_a_match_pause_and_go_on() -> None:
    match = started("ann", "bob")
    pausing.begin(match.code, NOW + DAY)
    with pytest.raises(AlreadyPaused):
        pausing.begin(match.code, NOW + DAY)
    pausing.go_on(match.code, NOW + 2 * DAY)
    assert open_turn(match).due_at == NOW + 4 * DAY


def test_what_can_not_be_done_is_refused() -> None:
    match = started("ann", "bob")
    with pytest.raises(NotPaused):
        pausing.go_on(match.code, NOW, person("ann"))
    with pytest.raises(NotYourSeat):
        ask("eve", match)
    with pytest.raises(NotYourSeat):
        pausing.take_back(person("eve"), match.code)
    with pytest.raises(NotRunning):
        ask("ann", opened("ann"))
    with pytest.raises(NoClock):
        ask("ann", started("ann", game="foursquare"))
    ask("ann", match)
    ask("bob", match)
    with pytest.raises(AlreadyPaused):
        ask("ann", match)
    with pytest.raises(AlreadyPaused):
        pausing.take_back(person("ann"), match.code)
    with pytest.raises(NotYourSeat):
        pausing.go_on(match.code, NOW, person("eve"))


def test_a_vacation_during_a_pause_takes_nothing_twice() -> None:
    match = started("ann", "bob")
    away("bob", NOW + DAY, NOW + 6 * DAY)
    assert [ask("ann", match, NOW + 2 * DAY), ask("bob", match, NOW + 2 * DAY)] == [False, True]
    assert open_turn(match).paused_due == NOW + 4 * DAY
    pausing.go_on(match.code, NOW + 20 * DAY, person("ann"))
    turn = open_turn(match)
    assert (turn.due_at, turn.stretched) == (NOW + 22 * DAY, 0)
    play(match, {"ann": "7", "bob": "6"}, now=NOW + 21 * DAY)
    assert seat(match, "bob").away_used == 86_400


def test_a_pause_uses_up_nothing_of_what_vacations_may_hold_up_a_match() -> None:
    match = started("ann", "bob")
    away("bob", NOW + DAY, NOW + 10 * DAY)
    pausing.begin(match.code, NOW + 2 * DAY)
    play(match, {"ann": "7", "bob": "6"}, now=NOW + 8 * DAY)
    assert seat(match, "bob").away_used == 86_400
    play(match, {"ann": "5", "bob": "4"}, now=NOW + 9 * DAY)
    assert seat(match, "bob").away_used == 86_400


def test_a_vacation_that_goes_on_after_a_pause_goes_on_counting() -> None:
    match = started("ann", "bob")
    away("bob", NOW + DAY, NOW + 10 * DAY)
    assert [ask("ann", match, NOW + 2 * DAY), ask("bob", match, NOW + 2 * DAY)] == [False, True]
    pausing.go_on(match.code, NOW + 5 * DAY, person("ann"))
    turn = open_turn(match)
    assert (turn.due_at, turn.stretched) == (NOW + 12 * DAY, 5 * 86_400)
    follow(person("bob"), NOW + 5 * DAY)
    assert open_turn(match).due_at == NOW + 12 * DAY


def test_a_vacation_that_is_booked_during_a_pause_counts_when_it_goes_on() -> None:
    match = paused("ann", "bob", now=NOW + DAY)
    away("bob", NOW + 4 * DAY, NOW + 8 * DAY, NOW + 2 * DAY)
    assert open_turn(match).due_at is None
    pausing.go_on(match.code, NOW + 5 * DAY, person("ann"))
    assert open_turn(match).due_at == NOW + 10 * DAY


def test_orders_may_be_changed_and_taken_back_during_a_pause() -> None:
    match = paused("ann", "bob")
    receipt = order("ann", match, "7", NEXT + DAY)
    assert (receipt.due_at, receipt.closed) == (None, False)
    orders.withdraw(person("ann"), match.code, 1)
    turns.close_due(NEXT + DAY)
    assert lines(open_turn(match)) == {}


WEEKENDS = {"off_days": [5, 6]}


def test_a_fair_time_is_none_of_days_off() -> None:
    match = paused("ann", "bob", now=NEXT - HOUR, pace=WEEKENDS)
    pausing.go_on(match.code, NEXT + HOUR)
    assert open_turn(match).due_at == NEXT + HOUR + 3 * DAY


def test_a_pause_before_a_vacation_and_days_off_keeps_what_was_left() -> None:
    thursday, saturday = NOW + 2 * DAY, NOW + 3 * DAY + 12 * HOUR
    match = started("ann", "bob", now=thursday, pace=WEEKENDS)
    due_at = open_turn(match).due_at
    away("bob", saturday, saturday + 4 * DAY, thursday)
    assert open_turn(match).due_at == saturday + 5 * DAY + 12 * HOUR
    pausing.begin(match.code, thursday + HOUR)
    assert open_turn(match).paused_due == due_at


def test_a_pause_within_a_vacation_keeps_what_was_left_when_that_began() -> None:
    match = started("ann", "bob", pace=BANK)
    away("bob", NOW + DAY, NOW + 5 * DAY)
    pausing.begin(match.code, NOW + 2 * DAY)
    assert open_turn(match).paused_due == NOW + 11 * DAY

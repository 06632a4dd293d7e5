"""Pauses and vacations on real connections: whoever comes first, the clocks stop and run once."""

from __future__ import annotations

import pytest

from accounts import vacations
from accounts.models import Vacation
from games.actions import clock, lobby, pausing, seats, turns
from games.actions.refusals import NotPaused
from tests.actions.tables import (
    DAY,
    NEXT,
    NOW,
    open_turn,
    opened,
    order,
    person,
    play,
    seat,
    started,
    told,
)
from tests.actions.test_races import at_once, held_up, refused
from tests.actions.test_teams import teams

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = (NOW + DAY).date()
LAST = (NOW + 6 * DAY).date()


def test_the_last_two_who_agree_at_once_let_the_match_pause_once() -> None:
    match = started("ann", "bob", "cid")
    pausing.ask(person("cid"), match.code, NOW)
    people = [person("ann"), person("bob")]
    results = at_once([lambda user=user: pausing.ask(user, match.code, NOW + DAY) for user in people])
    assert sorted(results) == [False, True]
    turn = open_turn(match)
    assert (turn.paused_at, turn.paused_due, turn.due_at) == (NOW + DAY, NEXT, None)
    begun = f"{(NOW + DAY).timestamp():.3f}:begun"
    assert [one for one in told(match, "pause") if one[2] == begun] == [
        (name, "pause", begun) for name in ("ann", "bob", "cid")
    ]


def test_a_match_goes_on_once() -> None:
    match = started("ann", "bob")
    pausing.begin(match.code, NOW + DAY)
    people = [person("ann"), person("bob")] * 3
    results = at_once([lambda user=user: pausing.go_on(match.code, NOW + 3 * DAY, user) for user in people])
    assert refused(results) == [NotPaused] * 5
    turn = open_turn(match)
    assert (turn.due_at, len(turn.stops)) == (NEXT + 2 * DAY, 1)
    assert len(told(match, "pause")) == 4


def test_a_pause_and_the_closing_of_a_due_turn_at_once_lose_neither() -> None:
    match = started("ann", "bob", pace={"grace": False})
    at_once([lambda: pausing.begin(match.code, NEXT), lambda: turns.close_due(NEXT)] * 3)
    turn = open_turn(match)
    assert (turn.due_at, turn.paused_at) == (None, NEXT)
    # Either the turn paused, or it closed first and the next one pauses.
    assert (turn.number, turn.paused_due) in ((1, NEXT), (2, NEXT + 3 * DAY))


def test_a_pause_that_waits_for_a_closing_is_one_of_the_next_turn() -> None:
    match = started("ann", "bob", pace={"grace": False})
    ann = person("ann")
    held_up(lambda: pausing.ask(ann, match.code, NEXT), lambda: turns.close_due(NEXT))
    assert seat(match, "ann").pause_wish == 2


def test_a_pause_that_begins_first_lets_nothing_close() -> None:
    match = started("ann", "bob", pace={"grace": False})
    order("ann", match, "7")
    closed = held_up(lambda: order("bob", match, "6", NEXT).closed, lambda: pausing.begin(match.code, NEXT))
    assert (closed, open_turn(match).number, open_turn(match).paused_at) == (True, 2, NEXT)


def test_a_vacation_booked_while_a_turn_closes_counts_for_the_next_one() -> None:
    match = started("ann", "bob")
    bob = person("bob")
    order("ann", match, "7")
    booked = held_up(lambda: vacations.book(bob, FIRST, LAST, NOW), lambda: order("bob", match, "6", NOW))
    assert isinstance(booked, Vacation)
    turn = open_turn(match)
    assert (turn.number, turn.stretched) == (2, 6 * 86_400)


def test_a_vacation_booked_while_a_match_starts_counts_for_its_first_turn() -> None:
    match = opened("ann")
    bob = person("bob")
    held_up(lambda: lobby.join(bob, match, "", NOW), lambda: vacations.book(bob, FIRST, LAST, NOW))
    assert open_turn(match).stretched == 6 * 86_400


def test_an_outage_a_booking_and_somebody_who_leaves_the_site_wait_for_each_other_in_one_order() -> None:
    matches = [
        started("ann", "bob", "cid", pace={"kind": "bank", "interval": 10 * 86_400}) for _n in range(8)
    ]
    for match in matches[:4]:  # their open turns are younger than those of the others
        play(match, {"ann": "7", "bob": "6", "cid": "5"})
    ann, cid = person("ann"), person("cid")
    clock.stamp(NOW)
    results = at_once(
        [
            lambda: clock.stamp(NOW + DAY),
            lambda: vacations.book(ann, FIRST, LAST, NOW),
            lambda: seats.vacate(cid, NOW),
        ]
    )
    assert [error for error in results if isinstance(error, Exception)] == []
    assert {open_turn(match).moved for match in matches} == {86_400}
    assert {open_turn(match).stretched for match in matches} == {6 * 86_400}


def test_a_vacation_booked_while_one_becomes_captain_counts() -> None:
    match = teams("ann amy", "bob")
    ann, amy = person("ann"), person("amy")
    held_up(lambda: vacations.book(amy, FIRST, LAST, NOW), lambda: seats.resign(ann, match, NOW))
    assert open_turn(match).stretched == 6 * 86_400


def test_going_on_and_the_last_order_at_once_leave_one_turn_whose_clock_runs() -> None:
    match = started("ann", "bob")
    pausing.begin(match.code, NOW + DAY)
    order("ann", match, "7", NOW + 2 * DAY)
    ann = person("ann")
    at_once(
        [
            lambda: order("bob", match, "6", NOW + 2 * DAY, number=1),
            lambda: pausing.go_on(match.code, NOW + 2 * DAY, ann),
        ]
    )
    turn = open_turn(match)
    assert (turn.number, turn.paused_at, turn.due_at) == (2, None, NOW + 5 * DAY)


def test_two_bookings_at_once_take_the_allowance_once() -> None:
    bob = person("bob")
    spans = [(NOW + n * 30 * DAY).date() for n in range(1, 5)]
    results = at_once([lambda day=day: vacations.book(bob, day, day + 19 * DAY, NOW) for day in spans])
    assert sum(isinstance(result, Vacation) for result in results) == 1
    assert {result.code for result in results if isinstance(result, vacations.NoVacation)} == {
        "vacation_too_long"
    }

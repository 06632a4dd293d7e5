"""Tables where no turn closes before its deadline: all may change their orders until then."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.actions import orders, seats, turns
from games.models import Match
from tests.actions.tables import (
    HOUR,
    NEXT,
    NOW,
    SECOND,
    lines,
    open_turn,
    opened,
    order,
    person,
    seat,
    started,
    told,
)

pytestmark = pytest.mark.django_db

LATE = {"early": False, "grace": False}


def late(*names: str, **proposal: object) -> Match:
    return started(*names, pace=LATE, options={"turns": 9, **proposal})


def test_a_complete_turn_waits_for_its_deadline() -> None:
    match = late("ann", "bob")
    receipts = [order("ann", match, "7"), order("bob", match, "3")]
    assert [receipt.closed for receipt in receipts] == [False, False]
    turn = open_turn(match)
    assert (turn.number, turn.due_at) == (1, NEXT)
    turns.close_due(NEXT - SECOND)
    assert open_turn(match).number == 1
    turns.close_due(NEXT)
    assert lines(match.turns.get(number=1)) == {0: ("7", "player"), 1: ("3", "player")}
    assert (open_turn(match).number, open_turn(match).due_at) == (2, NEXT + (NEXT - NOW))


def test_an_order_may_be_changed_and_taken_back_in_a_complete_turn() -> None:
    match = late("ann", "bob")
    order("ann", match, "7"), order("bob", match, "3")
    order("ann", match, "8", NOW + HOUR)
    orders.withdraw(person("bob"), match.code, 1)
    turns.close_due(NEXT)
    assert lines(match.turns.get(number=1)) == {0: ("8", "player"), 1: ("1", "default")}
    assert (seat(match, "ann").misses, seat(match, "bob").misses) == (0, 1)


def test_nobody_who_has_ordered_is_reminded_or_blamed() -> None:
    match = late("ann", "bob")
    order("ann", match, "7"), order("bob", match, "3")
    assert turns.remind_due(NEXT - SECOND) == 1
    turns.close_due(NEXT)
    assert told(match, "reminder") == told(match, "missed") == []
    assert [seat(match, name).missed for name in ("ann", "bob")] == [0, 0]


def test_an_order_that_comes_after_the_deadline_but_before_the_clock_closes_the_turn() -> None:
    match = late("ann", "bob")
    order("ann", match, "7")
    assert order("bob", match, "3", NEXT + SECOND).closed
    assert open_turn(match).number == 2


def test_a_last_order_costs_no_statement_more() -> None:
    def statements(match: Match) -> int:
        order("ann", match, "7")
        with CaptureQueriesContext(connection) as asked:
            order("cid", match, "3")
        return len(asked)

    names = ("ann", "bob", "cid")
    assert statements(late(*names)) == statements(started(*names))


def test_a_turn_that_asks_nobody_goes_on_at_once() -> None:
    match = late("ann", "bob", forced=True)
    order("ann", match, "7"), order("bob", match, "3")
    turns.close_due(NEXT)
    assert [turn.closed_at for turn in match.turns.closed()] == [NEXT, NEXT]
    assert open_turn(match).number == 3


def test_bots_alone_play_on_at_once() -> None:
    match = opened("ann", 2, bots=2, pace=LATE)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


def test_a_turn_that_plans_complete_waits_and_its_orders_may_be_changed() -> None:
    match = late("ann", "bob")
    order("ann", match, "7; then 5"), order("bob", match, "3; then 4")
    turns.close_due(NEXT)
    second = open_turn(match)
    assert (second.number, second.due_at, second.orders.given().count()) == (2, NEXT + (NEXT - NOW), 2)
    # Nobody is asked for anything, and everybody hears how the turn before ended.
    assert told(match, "result") == [("ann", "result", "2"), ("bob", "result", "2")]
    assert told(match, "turn") == []
    order("bob", match, "9", NEXT + HOUR)
    turns.close_due(second.due_at)
    assert lines(match.turns.get(number=2)) == {0: ("5", "plan"), 1: ("9", "player")}


def test_a_plan_that_comes_last_closes_no_turn() -> None:
    match = late("ann", "bob")
    order("ann", match, "7")
    receipt = orders.plan(person("bob"), match.code, "then 5", NOW)
    assert (receipt.line, receipt.closed, open_turn(match).number) == ("5", False, 1)


def test_resigning_leaves_a_complete_turn_open() -> None:
    match = late("ann", "bob", "cid")
    order("ann", match, "7"), order("bob", match, "3")
    seats.resign(person("cid"), match, NOW)
    assert (open_turn(match).number, open_turn(match).due_at) == (1, NEXT)
    turns.close_due(NEXT)
    assert lines(match.turns.get(number=1)) == {0: ("7", "player"), 1: ("3", "player")}


def test_resigning_closes_a_turn_that_asks_nobody_else() -> None:
    match = late("ann", "bob", "cid", solo=True)
    for name in ("ann", "bob", "cid"):
        order(name, match, "7")
    turns.close_due(NEXT)
    seats.resign(person("ann"), match, NEXT + HOUR)
    assert open_turn(match).number == 3


def test_leaving_the_site_leaves_a_complete_turn_open() -> None:
    match = late("ann", "bob", "cid")
    order("ann", match, "7"), order("bob", match, "3")
    seats.vacate(person("cid"), NOW)
    assert open_turn(match).due_at == NEXT


def test_leaving_the_site_makes_a_turn_due_that_asks_nobody_else() -> None:
    match = started("ann", bots=1, pace=LATE)
    seats.vacate(person("ann"), NOW)
    turns.close_due(NOW)
    assert match.turns.get(number=1).closed_at == NOW

"""Outages and time-outs found by many at once, on real connections: made up for and booked once."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine

from games import tasks
from games.actions import clock, telling, turns
from games.models import Clock, Match, Outage, Turn
from tests.actions.tables import HOUR, NEXT, NOW, SECOND, open_turn, order, started, told
from tests.actions.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)

STRICT = {"grace": False}
MOST = NOW + 0.8 * (NEXT - NOW)


def failed(results: list[Any]) -> list[Any]:
    return [result for result in results if isinstance(result, Exception)]


def test_an_outage_found_by_ten_workers_at_once_moves_deadlines_once() -> None:
    match = started("ann", "bob", pace=STRICT)
    clock.stamp(NEXT - HOUR)
    found = at_once([lambda n=n: clock.stamp(NEXT + HOUR + n * SECOND) for n in range(10)])
    assert failed(found) == []
    gaps = sum((outage.ended_at - outage.began_at).total_seconds() for outage in Outage.objects.all())
    assert Outage.objects.count() == 1
    assert open_turn(match).moved == gaps
    assert Clock.last_tick() == NEXT + HOUR + 9 * SECOND


def test_a_first_start_with_ten_workers_is_no_outage() -> None:
    match = started("ann", "bob")
    assert failed(at_once([lambda: clock.stamp(NEXT)] * 10)) == []
    assert (Clock.objects.count(), Outage.objects.count(), open_turn(match).moved) == (1, 0, 0)


def test_ten_ticks_at_once_after_an_outage_close_nothing_that_it_moved() -> None:
    match = started("ann", "bob", pace=STRICT)
    clock.stamp(NEXT - HOUR)
    with time_machine.travel(NEXT + HOUR, tick=False):
        assert failed(at_once([tasks.tick] * 10)) == []
    assert (open_turn(match).number, open_turn(match).due_at) == (1, NEXT + 2 * HOUR)


def test_a_time_out_found_by_ten_workers_at_once_is_one_end_and_one_mail_each() -> None:
    """Two page loads noticed the same time-out and both booked the result."""
    match = started("ann", "bob", pace=STRICT, options={"turns": 1})
    order("ann", match, "7")
    with time_machine.travel(NEXT, tick=False):
        assert failed(at_once([tasks.tick] * 10)) == []
    match.refresh_from_db()
    assert (match.status, match.ended_at) == (Match.Status.FINISHED, NEXT)
    assert match.turns.count() == 1
    assert list(match.seats.values_list("missed", flat=True)) == [0, 1]
    assert told(match, "end") == [("ann", "end", "1"), ("bob", "end", "1")]


def test_an_order_and_the_end_of_an_outage_at_once_lose_nothing() -> None:
    match = started("ann", "bob", pace=STRICT)
    order("ann", match, "7")
    clock.stamp(NEXT - HOUR)
    found = at_once([lambda: clock.stamp(NEXT + HOUR), lambda: order("bob", match, "3", NEXT + HOUR)])
    assert failed(found) == []
    assert open_turn(match).number == 2
    assert Turn.objects.get(match=match, number=1).orders.filter(by="player").count() == 2


def test_a_worker_killed_while_it_reminds_leaves_exactly_one_reminder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The alarm was lost when the process began anew inside its window."""
    match = started("ann", "bob")
    tell = telling.tell

    def dying(*told: Any) -> None:
        tell(*told)
        raise SystemExit("killed")

    monkeypatch.setattr(telling, "tell", dying)
    with pytest.raises(SystemExit):
        turns.remind_due(MOST)
    monkeypatch.undo()
    assert told(match, "reminder") == []
    assert failed(at_once([lambda: turns.remind_due(MOST + HOUR)] * 3)) == []
    assert told(match, "reminder") == [("ann", "reminder", "1"), ("bob", "reminder", "1")]

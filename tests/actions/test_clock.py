"""The clock's tick: it stamps, reminds, closes what is due, and shares a storm with few messages."""

import datetime
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import tasks
from games.actions import clock, turns
from games.models import Clock, Match, Turn
from games.rules import GAMES
from tests.actions.tables import NEXT, NOW, open_turn, opened, started, told

pytestmark = pytest.mark.django_db


def test_the_clock_says_when_it_last_ticked() -> None:
    assert Clock.last_tick() is None
    clock.stamp(NOW)
    clock.stamp(NEXT)
    assert Clock.last_tick() == NEXT
    assert Clock.objects.count() == 1


def test_a_tick_stamps_reminds_and_closes() -> None:
    match = started("ann", "bob", pace={"grace": False})
    with time_machine.travel(NEXT - datetime.timedelta(seconds=1), tick=False):
        tasks.tick()
        assert Clock.last_tick() == timezone.now()
    assert (open_turn(match).number, len(told(match, "reminder"))) == (1, 2)
    with time_machine.travel(NEXT, tick=False):
        tasks.tick()
    assert open_turn(match).number == 2


def test_an_overdue_turn_closes_without_any_visit() -> None:
    """Winners heard about it days later, when somebody happened to open the game."""
    match = started("ann", "bob", pace={"grace": False})
    with time_machine.travel(NEXT + datetime.timedelta(days=1), tick=False):
        tasks.tick()
    assert match.turns.get(number=1).closed_at == NEXT + datetime.timedelta(days=1)


def test_a_storm_needs_few_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "BATCH", 2)
    monkeypatch.setattr(tasks, "close_due", lambda now: turns.close_due(now, most=2))
    sent: list[Any] = []
    monkeypatch.setattr(tasks.close_all_due, "apply_async", lambda **call: sent.append(call))
    for number in range(12):
        started(f"a{number}", f"b{number}", pace={"grace": False})
    with time_machine.travel(NEXT, tick=False):
        tasks.tick()
    assert [call["args"] for call in sent] == [[NEXT.isoformat()]] * tasks.HELPERS
    assert Turn.objects.open().filter(number=2).count() == 12


def test_the_clock_plays_on_what_waits_for_slow_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES["bid_chess"], "budget", 20)
    match = opened("ann", 2, game="bid_chess", bots=2, options={"pool": "3"})
    assert open_turn(match).number == 1
    with time_machine.travel(NOW, tick=False):
        tasks.tick()
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


def test_a_slow_bot_is_left_alone_at_the_next_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks.settings, "CLOCK_TICK", datetime.timedelta(seconds=-1))
    match = opened("ann", 2, game="bid_chess", bots=2)
    with time_machine.travel(NOW, tick=False):
        assert tasks.close_all_due(NOW.isoformat()) == 1
    assert open_turn(match).number == 2


def test_a_task_makes_room_for_others_after_many_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "BATCH", 1)
    monkeypatch.setattr(tasks, "MOST_BATCHES", 2)
    monkeypatch.setattr(tasks, "close_due", lambda now: turns.close_due(now, most=1))
    for number in range(3):
        started(f"a{number}", f"b{number}", pace={"grace": False})
    assert tasks.close_all_due(NEXT.isoformat()) == 2
    assert Turn.objects.due(NEXT).count() == 1

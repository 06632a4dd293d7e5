"""The clock's door to contests: a task of their own, called only where something is due."""

from __future__ import annotations

from typing import Any

import pytest

from games import tasks
from games.actions import lobby
from games.models import Contest, Match
from tests.actions.contests.cups import START, begun, called, entered, running, ticked, win
from tests.actions.tables import DAY, HOUR, NOW, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which tasks the tick asked for."""
    found: list[str] = []
    for name in ("step_contests", "rate_finished"):
        task = getattr(tasks, name)
        monkeypatch.setattr(task, "apply_async", lambda name=name, **_how: found.append(name))
    return found


def test_a_tick_asks_for_contests_only_where_one_is_due(asked: list[str], time_machine: Any) -> None:
    contest = entered(called(), "ann", "bob")
    time_machine.move_to(NOW, tick=False)
    tasks.tick()
    assert asked == []
    time_machine.move_to(START + HOUR, tick=False)
    tasks.tick()
    assert asked == ["step_contests"]
    assert tasks.step_contests() > 0
    contest.refresh_from_db()
    assert contest.status == Contest.Status.RUNNING
    win(running(contest)[0], 0, START + HOUR)
    tasks.tick()
    assert asked.count("step_contests") == 2
    tasks.step_contests()
    contest.refresh_from_db()
    assert contest.status == Contest.Status.FINISHED
    assert tasks.step_contests() == 0


def test_a_long_day_of_contests_makes_room_for_others(
    monkeypatch: pytest.MonkeyPatch, time_machine: Any
) -> None:
    contest = entered(called(), "ann", "bob")
    time_machine.move_to(START, tick=False)
    monkeypatch.setattr(tasks, "LONGEST_STRIDE", -DAY)
    assert tasks.step_contests() == 0
    contest.refresh_from_db()
    assert contest.status == Contest.Status.REGISTRATION


def test_a_rematch_of_a_table_is_no_table_of_the_contest() -> None:
    contest = begun("ann", "bob", "cid", "dot")
    match = running(contest)[0]
    win(match, 0)
    again = lobby.rematch(person("ann"), match, START)
    assert (again.pairing_id, again.name, again.status) == (None, "", "open")
    lobby.join(person("dot"), again, "", START)
    contest = ticked(contest)
    assert Match.objects.filter(pairing__isnull=False).count() == 2
    assert contest.status == Contest.Status.RUNNING

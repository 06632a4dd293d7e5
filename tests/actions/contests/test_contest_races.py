"""Contests taken on by many workers at once, or killed half-way: one of everything, whatever comes first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import Notice
from games.actions import turns
from games.actions.contests import booking, steps
from games.models import Contest, Group, Match, Pairing, Round, Seat, Turn
from tests.actions.contests.cups import (
    START,
    begun,
    called,
    entered,
    points,
    running,
    ticked,
    win,
)
from tests.actions.tables import SECOND
from tests.actions.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)

WORKERS = 6
FOUR = ("ann", "bob", "cid", "dot")


class Killed(BaseException):
    """A worker died: nothing catches this."""


def killing(after: int) -> Callable[..., Any]:
    """Let the worker die instead of running the statement after so many."""
    left = [after]

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if left[0] == 0:
            raise Killed
        left[0] -= 1
        return execute(sql, params, many, context)

    return wrapper


def survived(act: Callable[[], Any]) -> int:
    """Do this, killed one statement later each time until it comes through; how often it died."""
    deaths = 0
    while True:
        try:
            with connection.execute_wrapper(killing(deaths)):
                act()
        except Killed:
            deaths += 1
        else:
            return deaths


def tick_all(contest: Contest, now: Any) -> None:
    booking.count_ended(now)
    steps.step(contest.pk, now)


def many_take_on(contest: Contest) -> Contest:
    at_once([lambda: ticked(contest, START)] * WORKERS)
    return ticked(contest, START)


def shape(contest: Contest) -> dict[str, Any]:
    """What there is one of, whoever did it."""
    matches = Match.objects.filter(pairing__isnull=False)
    return {
        "groups": Group.objects.count(),
        "rounds": Round.objects.count(),
        "pairings": Pairing.objects.count(),
        "matches": matches.count(),
        "pairs": matches.values("pairing", "leg").distinct().count(),
        "seats": Seat.objects.count(),
        "first turns": Turn.objects.filter(number=1).count(),
        "notices": sorted(Notice.objects.values_list("user__username", "kind", "subject")),
        "points": points(contest),
    }


def test_a_contest_whose_worker_dies_between_any_two_statements_goes_on_as_if_nothing_had_been() -> None:
    contest = entered(called(), *FOUR)
    now, deaths = START, 0
    while contest.status != Contest.Status.FINISHED:
        deaths += survived(lambda: tick_all(contest, now))
        contest.refresh_from_db()
        if contest.wake_at is None:
            for match in running(contest):
                win(match, 0, now)
    assert deaths > 100
    notices = Notice.objects.exclude(subject__startswith="c:")
    assert Match.objects.filter(counted=True).count() == 6
    assert notices.filter(kind="start").count() == 12
    assert notices.filter(kind="end").count() == 12
    found = shape(contest)
    assert {name: found[name] for name in ("groups", "rounds", "pairings", "matches", "pairs", "seats")} == {
        "groups": 1,
        "rounds": 3,
        "pairings": 6,
        "matches": 6,
        "pairs": 6,
        "seats": 12,
    }
    assert sum(found["points"].values()) == 6
    told = [
        (name, subject.rpartition(":")[2]) for name, _kind, subject in found["notices"] if subject[:2] == "c:"
    ]
    assert sorted(told) == sorted((name, what) for name in FOUR for what in ("drawn", "ended", "1", "2", "3"))


def test_a_contest_that_many_workers_take_on_at_once_has_one_of_everything() -> None:
    """Two games were created for each pairing of a round, and somebody was banned for the one never seen."""
    contest = entered(called(), *FOUR)
    for number in (1, 2, 3):
        contest = many_take_on(contest)
        matches = running(contest)
        assert [match.pairing.round.number for match in matches] == [number, number]  # type: ignore[union-attr]
        for match in matches:
            win(match, 0)
    contest = many_take_on(contest)
    assert contest.status == Contest.Status.FINISHED
    found = shape(contest)
    assert (found["matches"], found["first turns"], found["seats"]) == (6, 6, 12)
    assert sum(found["points"].values()) == 6
    assert Notice.objects.filter(subject__endswith=":ended").count() == 4


def test_one_end_that_many_workers_notice_is_booked_once() -> None:
    """Two page loads noticed the same time-out and both booked the result, so scores counted twice."""
    contest = begun("ann", "bob", pace={"kind": "interval", "grace": False, "misses": 1})
    late = running(contest)[0].turns.open().get().due_at + SECOND  # type: ignore[operator]
    at_once([lambda: turns.close_due(late)] * WORKERS)
    results = at_once([lambda: booking.count_ended(late)] * WORKERS)
    assert sum(results) == 1
    contest = ticked(contest, late)
    assert sum(points(contest).values()) == 0
    assert contest.status == Contest.Status.FINISHED


def test_a_contest_that_somebody_holds_is_booked_when_they_are_done() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("one writer at a time: nobody can hold it meanwhile")
    contest = begun("ann", "bob")
    win(running(contest)[0], 0)
    with transaction.atomic():
        Contest.objects.select_for_update().get(pk=contest.pk)
        assert at_once([lambda: booking.count_ended(START)]) == [0]
    assert booking.count_ended(START) == 1

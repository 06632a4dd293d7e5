"""A contest from its call to its end, by the clock alone."""

from __future__ import annotations

import pytest

from accounts.models import Notice
from games.models import Contest, Match, Pairing
from tests.actions.contests.cups import begun, boards, called, entered, played, points, running, ticked
from tests.actions.tables import NOW

pytestmark = pytest.mark.django_db


def test_a_round_robin_goes_from_its_call_to_its_end_by_the_clock_alone() -> None:
    contest = entered(called(), "ann", "bob", "cid", "dot")
    assert ticked(contest, NOW).status == Contest.Status.REGISTRATION
    contest = ticked(contest)
    assert (contest.status, contest.wake_at) == (Contest.Status.RUNNING, None)
    assert boards(contest) == [["ann", "dot"], ["bob", "cid"]]
    assert [match.name for match in running(contest)] == ["Spring Cup 1.1", "Spring Cup 1.2"]
    contest = played(contest)
    assert contest.status == Contest.Status.FINISHED
    assert points(contest) == {"ann": 3, "bob": 2, "cid": 1, "dot": 0}
    assert Match.objects.finished().filter(counted=True).count() == 6
    assert Pairing.objects.filter(how="played").count() == 6
    assert contest.seed
    assert [berth.place for berth in contest.groups.get().berths.all()] == [1, 2, 3, 4]
    assert Notice.objects.filter(kind="contest").count() == 8


def test_a_contest_with_too_few_entries_is_called_off() -> None:
    contest = ticked(entered(called(least=3), "ann", "bob"))
    assert contest.status == Contest.Status.CALLED_OFF
    assert Match.objects.count() == 0


def test_nothing_is_begun_before_its_time() -> None:
    contest = begun("ann", "bob", now=NOW)
    assert contest.status == Contest.Status.REGISTRATION

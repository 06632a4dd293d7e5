"""Matches of contests and ratings: what was played counts, what was decided otherwise doesn't."""

from __future__ import annotations

import pytest

from games.actions import ratings, turns
from games.contests.ratings import NEW
from games.models import Contest, Match, Pairing, RatedMatch
from tests.actions.contests.cups import START, begun, plan_of, played, running, ticked, win
from tests.actions.contests.directing import LATER, do, take_back
from tests.actions.tables import DAY
from tests.actions.test_ratings import known, log, sound

pytestmark = pytest.mark.django_db

LEAVING = {"kind": "interval", "interval": 86400, "grace": False, "misses": 1, "deserted": "bot"}


def rated(contest: Contest) -> list[str | None]:
    """The codes of rated matches once the clock has come by."""
    ticked(contest, LATER)
    ratings.rate_due(LATER)
    assert sound()
    return log()


def test_matches_of_a_contest_are_rated_whoever_may_see_them() -> None:
    contest = begun("ann", "bob", visibility="private")
    played(contest)
    assert rated(contest) == [Match.objects.get().code]
    assert [count for _skill, count in known("ann", "bob")] == [1, 1]


def test_a_match_waits_until_its_contest_has_counted_it() -> None:
    contest = begun("ann", "bob", "cid")
    win(running(contest)[0], 0)
    assert not ratings.is_due()
    assert ratings.rate_due(START) == 0
    ticked(contest)
    assert ratings.rate_due(START) == 1
    assert RatedMatch.objects.count() == 1


def test_a_forfeit_counts_in_the_standings_and_not_in_the_ratings() -> None:
    contest = begun("ann", "bob", pace=LEAVING)
    turns.close_due(START + 30 * DAY)
    ticked(contest, START + 30 * DAY)
    assert Pairing.objects.get().how == Pairing.How.FORFEIT
    assert rated(contest) == []


@pytest.mark.parametrize(
    ("verb", "data"), [("annul", {}), ("adjudicate", {"places": [1, 1]})], ids=["annulled", "adjudicated"]
)
def test_a_result_that_a_director_changes_leaves_the_ratings_and_comes_back(verb: str, data: dict) -> None:
    contest = begun("ann", "bob", "cid", "dan", plan=plan_of(at_once=1))
    first, second = running(contest)
    for match in (first, second):
        win(match, 0)
    assert rated(contest) == [first.code, second.code]
    before = known("ann", "bob", "cid", "dan")
    table = first.pairing
    assert table is not None
    act = do(contest, verb, pairing=table.pk, **data)
    ratings.rate_due(LATER)
    assert log() == [second.code]
    people = [seat.user.username for seat in first.seats.select_related("user") if seat.user]
    assert known(*people) == [(NEW, 0), (NEW, 0)]
    take_back(act)
    ratings.rate_due(LATER)
    assert log() == [second.code, first.code]
    assert known("ann", "bob", "cid", "dan") == before
    assert sound()


def test_what_no_longer_counts_is_taken_back_by_the_clock_too() -> None:
    contest = begun("ann", "bob", "cid", "dan", plan=plan_of(at_once=1))
    first, second = running(contest)
    for match in (first, second):
        win(match, 0)
    rated(contest)
    Pairing.objects.filter(pk=first.pairing_id).update(how=Pairing.How.ANNULLED)
    ratings.look_again(Match.objects.all())
    assert ratings.rate_due(LATER) == 2
    assert log() == [second.code]
    assert sound()

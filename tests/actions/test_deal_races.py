"""Deals with many at once, on real connections: one deal a day, one try each, nothing begun too late."""

from __future__ import annotations

from functools import partial

import pytest

from games.actions import deals
from games.actions.refusals import DealOver
from games.models import Deal, Match
from games.models.audit import findings_of
from games.models.ranking import table_of
from tests.actions.dealing import NOW, TONIGHT, begun, dealt, played
from tests.actions.tables import SECOND, person
from tests.actions.test_races import at_once, held_up

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_try_asked_for_many_times_at_once_is_one() -> None:
    deal, ann = dealt(), person("ann")
    tries = at_once([partial(deals.attempt, ann, deal, NOW)] * 4)
    assert {match.pk for match in tries} == {Match.objects.get().pk}
    assert Match.objects.get().turns.count() == 2


def test_two_people_begin_at_once() -> None:
    deal, people = dealt(), [person(name) for name in ("ann", "bob", "cid")]
    at_once([partial(deals.attempt, user, deal, NOW) for user in people])
    assert sorted(Match.objects.values_list("creator__username", flat=True)) == ["ann", "bob", "cid"]


def test_deals_made_by_two_workers_at_once_are_made_once() -> None:
    assert at_once([partial(deals.prepare, NOW)] * 3) == [None] * 3
    assert Deal.objects.count() == 2


def test_deals_published_by_two_workers_at_once_are_published_once() -> None:
    deal = dealt()
    for name in ("ann", "bob", "cid"):
        played(begun(name, deal), name, 3)
    done = played(begun("dan", deal), "dan")
    assert at_once([partial(deals.publish, TONIGHT)] * 3) == [None] * 3
    deal.refresh_from_db()
    assert set(Match.objects.values_list("status", "seed")) == {("finished", deal.seed)}
    assert [line.match for line in table_of(deal)] == [done]
    assert [findings_of(match) for match in Match.objects.all()] == [[]] * 4


def test_a_try_asked_for_while_its_deal_is_published_is_refused() -> None:
    deal, ann = dealt(), person("ann")
    late = held_up(partial(deals.attempt, ann, deal, TONIGHT - SECOND), partial(deals.publish, TONIGHT))
    assert isinstance(late, DealOver)
    assert Match.objects.count() == 0


def test_a_try_that_begins_in_the_last_moment_ends_before_the_seed_is_out() -> None:
    deal, ann = dealt(), person("ann")
    held_up(partial(deals.publish, TONIGHT), partial(deals.attempt, ann, deal, TONIGHT - SECOND))
    match = Match.objects.get()
    deal.refresh_from_db()
    assert (match.status, match.seed, match.ended_at) == ("finished", deal.seed, TONIGHT)
    assert table_of(deal) == []

"""Ratings with several workers at once, on real connections: every match is rated once, none in between."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import connection, transaction

from games.actions import ratings
from games.models import Match, RatedMatch, RatingBook
from tests.actions.tables import HOUR, NOW
from tests.actions.test_races import at_once, held_up
from tests.actions.test_ratings import log, played, sound

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_match_that_many_workers_find_at_once_is_rated_once() -> None:
    matches = [played("ann 9", "bob 1", now=NOW + n * HOUR) for n in range(3)]
    found = at_once([partial(ratings.rate_due, NOW)] * 4)
    assert all(isinstance(number, int) for number in found)
    ratings.rate_due(NOW)
    assert log() == [match.code for match in matches]
    assert sound()


def test_a_worker_passes_over_a_game_that_another_one_is_at() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("one writer at a time")
    played("ann 9", "bob 1")
    RatingBook.objects.create(game="hush")
    with transaction.atomic():
        RatingBook.objects.select_for_update().get(game="hush")
        assert at_once([partial(ratings.rate_due, NOW)]) == [0]
    assert ratings.rate_due(NOW) == 1


def test_a_match_taken_back_while_others_are_rated_leaves_a_sound_log() -> None:
    first = played("ann 9", "bob 1")
    ratings.rate_due(NOW)
    played("bob 9", "cid 1", now=NOW + HOUR)
    assert held_up(partial(ratings.unrate, first), partial(ratings.rate_due, NOW)) is True
    assert RatedMatch.objects.count() == 1
    assert sound()


def test_a_worker_that_is_killed_half_way_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    played("ann 9", "bob 1")

    def killed(*_rows: object, **_names: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(RatingBook, "save", killed)
        with pytest.raises(KeyboardInterrupt):
            ratings.rate_due(NOW)
    assert not Match.objects.get().rated
    assert RatedMatch.objects.count() == 0
    assert ratings.rate_due(NOW) == 1
    assert sound()

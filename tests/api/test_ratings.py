"""Ratings for programs."""

from __future__ import annotations

import pytest

from games.actions import ratings
from tests.actions.tables import NOW
from tests.actions.test_ratings import played
from tests.api.answers import problem, told
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db


def test_anybody_may_read_how_strong_somebody_is(guest: Caller):
    played("ann 9", "bob 1")
    ratings.rate_due(NOW)
    assert told(guest.get("people/ann"))["ratings"] == [
        {"game": "hush", "rating": 1658, "margin": 1452, "matches": 1}
    ]


def test_anybody_may_read_who_is_best_rated_in_a_game(guest: Caller):
    played("ann 9", "bob 1")
    ratings.rate_due(NOW)
    assert told(guest.get("games/hush/ratings")) == {
        "results": [
            {"place": 1, "username": "ann", "rating": 1658, "margin": 1452, "matches": 1},
            {"place": 2, "username": "bob", "rating": 1342, "margin": 1452, "matches": 1},
        ]
    }


@pytest.mark.parametrize("slug", ["foursquare", "nothing"])
def test_games_for_one_have_no_ratings(guest: Caller, slug: str):
    problem(guest.get(f"games/{slug}/ratings"), 404, "not_found")

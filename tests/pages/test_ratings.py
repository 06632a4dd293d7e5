"""Ratings as people read them: on the page of a person, and in the list of a game."""

from __future__ import annotations

import pytest

from accounts import actions as accounts
from games.actions import ratings
from tests.actions.tables import DAY, HOUR, NOW
from tests.pages.visits import browser, finished, person, queries, said

pytestmark = pytest.mark.django_db


def test_a_person_has_their_ratings_on_their_page():
    finished("ann", "bob")
    ratings.rate_due(NOW)
    page = said(browser().get("/people/ann/"))
    assert "Fourbid 1658 ± 1452 after 1 match" in page
    assert "Ratings" not in said(browser().get(f"/people/{person('cid').username}/"))


def test_a_game_has_a_list_with_what_a_rating_is_in_words():
    finished("ann", "bob")
    ratings.rate_due(NOW)
    page = said(browser("ann").get("/games/fourbid/ratings/"))
    assert "1 ann 1658 ± 1452 1 2 bob 1342 ± 1452 1" in page
    assert "Everybody begins at 1500 ± 1500." in page
    accounts.erase(person("ann"), NOW)
    page = said(browser("bob").get("/games/fourbid/ratings/"))
    assert "1 bob 1342 ± 1452 1" in page
    assert "ann" not in page


def test_a_list_without_anybody_says_so():
    assert "No match of this game has been rated yet." in said(browser().get("/games/bids/ratings/"))


@pytest.mark.parametrize("slug", ["foursquare", "nothing"])
def test_games_for_one_have_no_list(slug: str):
    assert browser().get(f"/games/{slug}/ratings/").status_code == 404


def test_a_list_takes_as_many_queries_for_many_as_for_one():
    finished("ann", "bob")
    ratings.rate_due(NOW)
    few = queries(browser(), "/games/fourbid/ratings/")
    for number in range(8):
        finished(f"p{number}", f"q{number}")
    ratings.rate_due(NOW + DAY + HOUR)
    assert queries(browser(), "/games/fourbid/ratings/") == few

"""A person's way in pictures: ratings, results and opponents, of matches that the reader may see."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.actions import ratings, seats
from games.models import Match
from games.models.career import Result, longest_run, opponents_of, ratings_of, results_of
from games.pages import career
from tests.actions.tables import NOW, order, person, started
from tests.pages.visits import browser, finished, running, said

pytestmark = pytest.mark.django_db


def result(won: bool, *met: tuple[str, int], place: int = 1, seats: int = 2) -> Result:
    return Result("c", "t", "fourbid", NOW, seats, place, won, met)


def rated(count: int) -> None:
    """So many rated matches that ann won against bob."""
    for _match in range(count):
        match = running("ann", "bob", visibility="public")
        order("bob", match, "2", timezone.now())
        seats.resign(person("bob"), match, timezone.now())
    ratings.rate_due(timezone.now())


def test_ratings_are_drawn_from_two_matches_on_with_a_band_and_links() -> None:
    rated(1)
    assert "Rating in Fourbid" not in said(browser().get("/people/ann/"))
    rated(2)
    page = browser().get("/people/ann/")
    html = page.content.decode()
    assert "Rating in Fourbid" in said(page)
    assert html.count('class="band"') == 2
    codes = Match.objects.values_list("code", flat=True)
    assert all(f'<th scope="row"><a href="/m/{code}/">' in html for code in codes)
    assert "over 3 rated matches" in html


def test_matches_that_are_not_listed_are_in_nobody_elses_picture() -> None:
    finished("ann", "bob", name="whispered", visibility="private")
    for reader in ("", "bob"):
        html = browser(reader).get("/people/ann/").content.decode()
        assert "By game" not in html
        assert "whispered" not in html
    own = browser("ann").get("/people/ann/").content.decode()
    assert "whispered: place 1 of 2" in own
    assert "Opponents" in own


def test_a_rated_match_is_left_out_for_those_who_may_not_see_it() -> None:
    rated(2)
    Match.objects.update(visibility="unlisted")
    ann = person("ann")
    assert ratings_of(ann, Match.objects.listed().of(ann)) == {}
    (found,) = ratings_of(ann, Match.objects.of(ann)).values()
    assert [one.game for one in found] == ["fourbid", "fourbid"]
    assert found[0].figure < found[1].figure
    assert found[0].margin > found[1].margin


def test_results_are_the_oldest_first_with_whom_was_met() -> None:
    first, second = finished("ann", "bob"), finished("cid", "ann")
    found = results_of(person("ann"), Match.objects.all())
    assert [one.code for one in found] == [first.code, second.code]
    assert [(one.place, one.won, one.met) for one in found] == [
        (1, True, (("bob", 2),)),
        (2, False, (("cid", 1),)),
    ]


def test_somebody_in_a_team_has_its_place() -> None:
    match = started("ann", "bob", game="fourbid", team=1)
    seats.resign(person("bob"), match, NOW)
    assert [one.place for one in results_of(person("bob"), Match.objects.all())] == [2]


def test_opponents_are_those_met_most_and_runs_are_counted() -> None:
    played = [
        result(True, ("bob", 2), ("cid", 1)),
        result(True, ("bob", 2)),
        result(False, ("bob", 1), place=2),
        result(True, ("dan", 2)),
    ]
    (bob, cid) = opponents_of(played, 2)
    assert (bob.name, bob.matches, bob.ahead, bob.behind) == ("bob", 3, 2, 1)
    assert (cid.name, cid.matches, cid.ahead, cid.behind) == ("cid", 1, 0, 0)
    assert longest_run(played) == 2
    assert longest_run([]) == 0


def test_results_of_one_say_won_or_not() -> None:
    assert career._standing(result(True, seats=1)) == "won"
    assert career._standing(result(False, seats=1)) == "not won"
    strip = career._strip("foursquare", [result(True, seats=1), result(False, seats=1)])
    assert strip.count("✓") == 1
    assert strip.count("<a ") == 2

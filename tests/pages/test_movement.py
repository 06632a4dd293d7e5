"""Pictures of contests: an entry's place after each round, the movement of a league over its seasons."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Contest
from games.rules import GAMES
from tests.actions.contests.cups import begun, called, plan_of, played
from tests.actions.toy import Hush
from tests.pages.visits import browser, said

pytestmark = pytest.mark.django_db

NAMES = ("ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal")
LEAGUE = plan_of("league", division=3, least=3, most=5, up=1)


@pytest.fixture(autouse=True)
def _hush(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose matches have one turn."""
    monkeypatch.setitem(GAMES, "hush", Hush())


def seasons(count: int) -> Contest:
    """A league of so many seasons that are over; in each the stronger win."""
    contest = played(begun(*NAMES[:6], plan=LEAGUE, league=True))
    for number in range(2, count + 1):
        following = Contest.objects.get(league=contest.league_id, season=number)
        contest = played(following, following.starts_at)
    return contest


def entry_page(contest: Contest, name: str, reader: str = "") -> str:
    entry = contest.entries.get(user__username=name)
    return browser(reader).get(f"/c/{contest.code}/entries/{entry.pk}/").content.decode()


def test_an_entry_is_drawn_among_those_that_lead_with_links_to_its_rounds() -> None:
    contest = played(begun(*NAMES, plan=plan_of("swiss", rounds=3)))
    html = entry_page(contest, "hal")
    assert "The place after each round" in html
    assert len(re.findall(r'class="line own"', html)) == 2
    assert html.count('class="line quiet"') == 2 * 6
    assert re.search(
        r"<desc>hal: place \d after the first of these rounds, place \d of 8 after the last\.", html
    )
    assert f'<a href="/c/{contest.code}/rounds/1/1/2/">2</a>' in html


def test_a_single_round_and_a_knockout_have_no_picture_of_places() -> None:
    for plan, rounds in ((plan_of("swiss", rounds=3), 1), (plan_of("knockout"), 30)):
        contest = played(begun(*NAMES[:4], plan=plan), rounds=rounds)
        assert "The place after each round" not in entry_page(contest, "ann")


def test_a_league_is_drawn_from_its_second_season_on_with_the_readers_own_line() -> None:
    contest = seasons(1)
    address = f"/c/{contest.code}/history/"
    assert "<figure" not in browser().get(address).content.decode()
    contest = seasons(2)
    page = browser("dan").get(f"/c/{contest.code}/history/")
    html = page.content.decode()
    assert "The league over its seasons" in said(page)
    assert html.count('class="line own"') == 2
    assert html.count('class="cut"') == 2
    assert "dan: place 3 in division 1 in season 2." in html
    assert "<td>1 in division 2</td>" in html
    assert 'class="line own"' not in browser().get(f"/c/{contest.code}/history/").content.decode()


def test_who_has_left_the_site_has_no_line_and_leaves_room() -> None:
    contest = seasons(2)
    contest.entries.filter(user__username="ann").update(user=None)
    html = browser().get(f"/c/{contest.code}/history/").content.decode()
    assert "bob: place 2 in division 1 in season 2." in html
    assert "ann: place 1 in division 1 in season 2." not in html


def test_the_history_takes_as_many_queries_for_more_seasons() -> None:
    counts = []
    for number in (2, 3):
        contest = seasons(number)
        with CaptureQueriesContext(connection) as seen:
            browser().get(f"/c/{contest.code}/history/")
        counts.append(len(seen))
    assert counts[0] == counts[1]


def test_a_duplicate_says_what_a_deal_is_worth() -> None:
    contest = played(begun(*NAMES[:4], plan=plan_of("duplicate", rounds=2)))
    worth = "A deal is worth up to 1 point"
    assert worth in said(browser().get(f"/c/{contest.code}/rounds/1/1/1/"))
    assert worth in said(browser().get(contest.get_absolute_url()))
    scored = played(begun(*NAMES[:4], plan=plan_of("duplicate", rounds=2, points="score")))
    assert "A deal is worth the score that was made in it." in said(
        browser().get(f"/c/{scored.code}/rounds/1/1/1/")
    )
    assert worth not in said(browser().get(called().get_absolute_url()))

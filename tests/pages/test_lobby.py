"""The lobby: what is listed, the filters, paging, and what a page costs."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone

from tests.pages.visits import browser, finished, person, queries, running, said, waiting

pytestmark = pytest.mark.django_db

MOST_QUERIES = 5


def listed(path: str, name: str = "") -> set[str]:
    """The names of the tables a lobby page lists."""
    return {row.match.title for row in browser(name).get(path).context["rows"]}


def test_only_public_matches_are_listed():
    waiting(name="seen")
    waiting("bob", name="half hidden", visibility="unlisted")
    waiting("cid", name="hidden", visibility="private")
    assert listed("/matches/") == {"seen"}
    assert listed("/matches/", "cid") == {"seen"}


def test_the_filters_narrow_the_list():
    person("bob")
    waiting(name="small")
    waiting(name="large", seats=4, bots=1, pace={"interval": 3600})
    running(name="in play")
    finished(name="over")
    assert listed("/matches/") == {"small", "large"}
    assert listed("/matches/?status=running") == {"in play"}
    assert listed("/matches/?status=finished") == {"over"}
    assert listed("/matches/?seats=4") == {"large"}
    assert listed("/matches/?pace=quick") == {"large"}
    assert listed("/matches/?pace=slow") == {"small"}
    assert listed("/matches/?pace=day") == set()
    assert listed("/matches/?free=1") == {"small", "large"}
    assert listed("/matches/?free=2") == {"large"}
    assert listed("/matches/?game=fourbid&seats=2&pace=slow&free=1") == {"small"}


@pytest.mark.parametrize(
    ("query", "unfolded"),
    [
        ("", False),
        ("?status=open&seats=", False),
        ("?after=x", False),
        ("?seats=4", True),
        ("?free=99", True),
    ],
)
def test_the_filters_are_unfolded_where_one_is_set(query, unfolded):
    page = browser().get(f"/matches/{query}").content.decode()
    assert ('<details class="panel fold" open>' in page) == unfolded


def test_clocks_and_slots_are_not_taken_for_turns_of_a_certain_length():
    """A clock that starts with an hour does not make a turn of an hour at the most."""
    waiting(name="hour", pace={"interval": 3600})
    waiting(name="clock", pace={"kind": "bank", "interval": 3600})
    waiting(name="daily", pace={"kind": "slot", "at": "20:00", "weekdays": list(range(7)), "zone": "UTC"})
    kinds = {pace: listed(f"/matches/?pace={pace}") for pace in ("quick", "day", "slow", "slot", "bank")}
    assert kinds == {"quick": {"hour"}, "day": set(), "slow": set(), "slot": {"daily"}, "bank": {"clock"}}
    page = said(browser().get("/matches/"))
    assert "a clock of 1 hour each" in page
    assert "turns end at 20:00 (UTC)" in page


@pytest.mark.parametrize("query", ["seats=x", "pace=never", "free=99", "status=aborted", "game=chess"])
def test_a_filter_that_makes_no_sense_is_refused_with_a_sentence(query):
    answer = browser().get(f"/matches/?{query}")
    if answer.status_code != 200:
        assert answer.status_code == 400
        assert "Select a valid choice" in said(answer)


def test_older_matches_are_a_page_away_and_none_is_missed():
    start = timezone.now()
    for number in range(70):
        waiting(name=f"table {number}", now=start + datetime.timedelta(seconds=number // 2))
    path, seen = "/matches/?status=open", []
    while path:
        page = browser().get(path)
        seen += [row.match.title for row in page.context["rows"]]
        path = f"/matches/?{page.context['older']}" if page.context["older"] else ""
    assert sorted(seen) == sorted(f"table {number}" for number in range(70))
    assert len(seen) == 70


def test_a_page_costs_the_same_for_1_match_and_for_30():
    cost = []
    for count in (1, 29):
        for _match in range(count):
            running(pace={"interval": 3600})
        cost.append(queries(browser(), "/matches/?status=running"))
    assert cost[0] == cost[1]
    assert cost[0] <= MOST_QUERIES


def test_an_unknown_place_in_the_list_is_its_beginning():
    waiting(name="one")
    assert listed("/matches/?after=nowhere") == {"one"}


def test_table_names_are_escaped():
    waiting(name="<script>alert(1)</script>")
    page = browser().get("/matches/").content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page

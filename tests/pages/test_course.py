"""The course of a match in pictures: what all may know, in few queries, honest about what is left out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.actions import seats
from games.models import Match
from games.models import course as courses
from games.models.course import course_of
from games.pages import course as pages
from games.rules import GAMES
from games.rules.game import Gauge, Tally
from tests.actions.tables import NOW, open_turn, order, person, started, walked
from tests.pages.visits import browser, pass_turn, queries, running, said, waiting

pytestmark = pytest.mark.django_db

PEOPLE = {"fourbid": 3, "foursquare": 1, "bid_n_bet": 3, "bids": 3, "bid_chess": 2}


@pytest.fixture(autouse=True)
def _thinks_little_and_remembers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES["bid_chess"], "budget", 20)
    pages._courses.clear()
    pages._figures.clear()


def address(match: Match) -> str:
    return f"/m/{match.code}/course/"


def played(slug: str, **proposal: Any) -> Match:
    return walked(started(*[f"p{n}" for n in range(PEOPLE[slug])], game=slug, **proposal))


@pytest.mark.parametrize("slug", ["fourbid", "foursquare", "bid_n_bet"])
def test_each_gauge_has_lines_for_wide_and_narrow_and_a_table_that_leads_to_the_turns(slug: str) -> None:
    match = played(slug)
    html = browser("p0").get(address(match)).content.decode()
    course = course_of(match, None)
    assert course is not None
    assert html.count('class="chart wide"') == html.count('class="chart narrow"') == len(course.gauges[0])
    assert html.count("<details>") >= len(course.gauges[0])
    assert f'<th scope="row"><a href="/m/{match.code}/turn/1/">Turn 1</a></th>' in html
    assert "style=" not in html
    assert 'href="/static/bidplay/charts.css"' in html or "charts" in html


def test_the_words_of_a_chart_say_what_its_lines_do() -> None:
    match = played("fourbid")
    html = browser("p0").get(address(match)).content.decode()
    assert re.search(r"<desc>p0: from 0 to \d+, between 0 and \d+\. p1: from", html)


def test_a_match_without_a_closed_turn_has_no_pictures_yet() -> None:
    match = running("ann", "bob")
    assert "No turn has closed yet" in said(browser("ann").get(address(match)))
    assert "No turn has closed yet" in said(browser("cid").get(address(waiting())))
    pass_turn(match)
    assert "<figure" in browser("ann").get(address(match)).content.decode()


def test_the_course_is_followed_turn_by_turn_and_nothing_old_is_shown() -> None:
    match = running("ann", "bob")
    pass_turn(match)
    first = browser().get(address(match)).content.decode()
    pass_turn(match)
    second = browser().get(address(match)).content.decode()
    assert f"/m/{match.code}/turn/2/" not in first
    assert f"/m/{match.code}/turn/2/" in second
    seats.resign(person("bob"), match, NOW)
    assert "The end" in said(browser().get(address(match)))


def test_the_turn_that_one_comes_from_is_marked() -> None:
    match = running("ann", "bob")
    pass_turn(match, 3)
    assert 'class="here"' in browser().get(f"{address(match)}?turn=2").content.decode()
    for given in ("", "?turn=0", "?turn=99", "?turn=x", "?turn=" + "9" * 30):
        assert 'class="here"' not in browser().get(address(match) + given).content.decode()


def test_a_private_match_shows_its_course_to_those_who_see_it() -> None:
    match = running("ann", "bob", visibility="private")
    pass_turn(match)
    assert browser("ann").get(address(match)).status_code == 200
    assert browser("eve").get(address(match)).status_code == 404
    assert browser().get(address(match)).status_code == 404


def test_a_game_of_memory_shows_its_course_after_the_end_only() -> None:
    match = started("ann", game="foursquare", options={"memory": "on"})
    order("ann", match, "d4")
    assert "game of memory" in said(browser("ann").get(address(match)))
    assert course_of(match, open_turn(match)) is None
    seats.resign(person("ann"), match, NOW)
    assert "<figure" in browser("ann").get(address(match)).content.decode()


@pytest.mark.parametrize("slug", ["bids", "bid_n_bet"])
def test_the_course_is_what_a_guest_may_know_whoever_looks(slug: str) -> None:
    match = started(*[f"p{n}" for n in range(PEOPLE[slug])], game=slug)
    pass_turn(match, 3)
    pictures = set()
    for name in ("", "p0", "p1"):
        pages._courses.clear()
        pages._figures.clear()
        html = browser(name).get(address(match)).content.decode()
        pictures.add(html[html.index('<div class="course">') : html.index("</main>")])
    assert len(pictures) == 1


def test_events_that_some_may_not_see_count_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = running("ann", "bob")
    pass_turn(match)
    turn = match.turns.closed().get()
    turn.events = [event | {"seen_by": [0]} for event in turn.events]
    turn.save()
    course = course_of(match, open_turn(match))
    assert course is not None
    cards = next(sheet for sheet in course.sheets if sheet.key == "cards")
    assert {value for row in cards.values for value in row} == {0}


def test_a_long_match_is_looked_at_in_even_steps_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    match = running("ann", "bob")
    pass_turn(match, 9)
    monkeypatch.setattr(courses, "MOST", 4)
    course = course_of(match, open_turn(match))
    assert course is not None
    assert course.numbers == (1, 4, 7, 10)
    assert len(course.gauges) == 4
    assert "every 3th" not in (text := said(browser().get(address(match))))
    assert "Of 9 turns one in 3 is drawn" in text


def test_the_queries_are_as_many_for_long_matches_and_few_once_drawn() -> None:
    short, long = running("ann", "bob"), running("cid", "dan")
    pass_turn(short, 2)
    pass_turn(long, 12)
    counts = []
    for match in (short, long):
        pages._courses.clear()
        counts.append(queries(browser("ann"), address(match)))
    assert counts[0] == counts[1] <= 9


def test_bars_of_many_rows_are_the_last_and_the_table_has_all() -> None:
    rows = tuple(str(number) for number in range(15))
    tally = Tally("bids", "Bids", "What.", "Turn", "bars", rows, tuple((n, None) for n in range(15)))
    html = pages._sheet(tally, ("ann", "bob"))
    assert "The last 10 of 15 are drawn; the table has all." in html
    assert html.count('class="bar s0"') == 10
    assert html.count("<tr>") == 16
    empty = Tally("bids", "Bids", "What.", "Turn", "bars", (), ())
    assert pages._sheet(empty, ("ann",)) == ""


def test_the_goal_is_drawn_from_when_somebody_is_half_way_there() -> None:
    far = [Gauge("row", "Row", (4, 2), goal=10)]
    near = [Gauge("row", "Row", (5, None), goal=10)]
    assert pages._goal(far) is None
    assert pages._goal(near) == (10, "goal: 10")
    assert pages.sentence("ann", [None, None]) == "ann: nothing."


def test_the_match_page_and_those_of_turns_lead_to_the_course_once_there_is_one() -> None:
    match = running("ann", "bob")
    link = f'href="{address(match)}'
    assert link not in browser("ann").get(match.get_absolute_url()).content.decode()
    pass_turn(match)
    assert f'{link}"' in browser("ann").get(match.get_absolute_url()).content.decode()
    assert f'{link}?turn=1"' in browser().get(f"/m/{match.code}/turn/1/").content.decode()

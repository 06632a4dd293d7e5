"""Contests as everybody sees them: the list, the page of a contest, standings, rounds, crosstable, entries."""

from __future__ import annotations

import pytest

from games.rules import GAMES
from tests.actions.contests.cups import begun, called, entered, plan_of, played
from tests.actions.toy import Hush
from tests.pages.visits import browser, said

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hush(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small game that contests of tests are held in."""
    monkeypatch.setitem(GAMES, "hush", Hush())


def test_a_contest_is_listed_with_its_format_and_its_places():
    entered(called(plan_of("swiss", rounds=5), most=8), "ann", "bob")
    page = said(browser().get("/contests/"))
    assert "Spring Cup" in page
    assert "Swiss, 5 rounds · 2 of 8 places taken" in page


def test_every_page_of_a_contest_that_runs_can_be_read():
    contest = played(begun("ann", "bob", "cid", "dan"), rounds=2)
    key = contest.entries.first().pk
    at = f"/c/{contest.code}/"
    for path in (
        "",
        "standings/",
        "standings/1/1/",
        "crosstable/1/1/",
        "rounds/",
        "rounds/1/1/1/",
        "entries/",
        f"entries/{key}/",
        "log/",
    ):
        assert browser().get(at + path).status_code == 200, path
        assert browser("ann").get(at + path).status_code == 200, path

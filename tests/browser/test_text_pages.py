"""Whole matches on the page of words, without scripts: each order is written from what the page says."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Match
from games.rules import GAMES
from tests.actions.tables import open_turn, started
from tests.browser.test_playing import PHONE, Visit, visit

__all__ = ["visit"]
pytestmark = pytest.mark.django_db(transaction=True)

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
SHORT: dict[str, dict[str, Any]] = {
    "fourbid": {"auction_cap": 6},
    "bids": {"rounds": 1},
    "bid_n_bet": {"track": 6, "turn_cap": 6},
}
"""Options with which a match is soon over."""
MOST = 90
MATE = ("f2f3", "e7e5", "g2g4", "d8h4")


def write(page: Page, line: str) -> None:
    """Type an order and send it."""
    page.get_by_label("Your order as one line").fill(line)
    page.get_by_role("button", name=re.compile("Seal|Play it")).click()


def suggested(page: Page) -> str:
    """An order that the page itself names: what silence would play, else the first legal value."""
    silent = page.locator("#line-hint code")
    if silent.count():
        return silent.inner_text()
    return page.locator("[aria-labelledby=legal] li code").first.inner_text()


@pytest.mark.parametrize("slug", [slug for slug in sorted(GAMES) if slug != "bid_chess"])
def test_a_whole_match_is_played_to_its_end_on_the_page_of_words(visit: Visit, slug: str) -> None:
    bots = max(0, min(GAMES[slug].seats) - 1)
    match = started("ann", bots=bots, game=slug, now=timezone.now(), options=SHORT.get(slug, {}))
    page = visit("ann", f"/m/{match.code}/text/", java_script_enabled=False)
    for _turn in range(MOST):
        if not page.get_by_label("Your order as one line").count():
            break
        write(page, suggested(page))
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    page.goto(f"/m/{match.code}/text/")
    expect(page.get_by_role("heading", name="Finished")).to_be_visible()


def test_a_duel_is_played_to_mate_on_the_page_of_words(visit: Visit) -> None:
    match = started("ann", "bob", game="bid_chess", options={"pool": "28"}, now=timezone.now())
    pages = {
        name: visit(name, f"/m/{match.code}/text/", java_script_enabled=False) for name in ("ann", "bob")
    }
    for line in ("bid 0", ""):
        for page in pages.values():
            page.reload()
            example = page.locator("[aria-labelledby=legal] p code").last
            write(page, line or example.inner_text())
    names = ("ann", "bob")
    white = open_turn(match).state().white
    for ply, move in enumerate(MATE):
        page = pages[names[white ^ (ply % 2)]]
        page.reload()
        expect(page.locator("dl.ways code", has_text=re.compile(f"^{move}$"))).to_have_count(1)
        write(page, move)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_checker_of_accessibility_finds_nothing_on_the_page_of_words(visit: Visit, slug: str) -> None:
    seats = ("ann", "bob", "cid")[: max(1, min(GAMES[slug].seats))]
    match = started(*seats, game=slug, now=timezone.now())
    for screen in (PHONE, {"width": 1280, "height": 900}):
        page = visit("ann", f"/m/{match.code}/text/", screen)
        found = Axe().run(page, options=RULES).response["violations"]
        assert [(fault["id"], fault["nodes"][0]["html"][:200]) for fault in found] == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

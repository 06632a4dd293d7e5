"""Whole matches by two browsers, from the first order to the end: on a desk and a phone, and without scripts.

The duel of Bid Chess is played in ``test_bid_chess.py``.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Match, Turn
from games.rules.chance import Chance
from tests.actions.tables import started
from tests.browser.test_playing import DESK, PHONE, Visit, visit

__all__ = ["visit"]
pytestmark = pytest.mark.django_db(transaction=True)

MOST = 150
"""No match of these lasts as many turns."""
TABLES: dict[str, dict[str, Any]] = {
    "fourbid": {"options": {"pieces": 9, "auction_cap": 4}},
    "foursquare": {},
    "bids": {"bots": 1, "options": {"rounds": 1, "bidding": "sealed"}},
    "bid_n_bet": {"options": {"track": 8, "turn_cap": 3}},
}


def table(slug: str) -> tuple[Match, list[str]]:
    """A short match, and who plays it."""
    names = ["ann"] if slug == "foursquare" else ["ann", "bob"]
    return started(*names, game=slug, now=timezone.now(), **TABLES[slug]), names


def asked(match: Match) -> dict[str, str]:
    """Who is asked in the open turn, and what the game's own bot would order for them."""
    turn = Turn.objects.open().filter(match=match).select_related("match").first()
    if turn is None:
        return {}
    game, state = match.rules, turn.state()
    decisions, found = game.decisions(state), {}
    for slot in turn.orders.filter(commitment="").select_related("seat__user"):
        index = slot.seat.index
        assert slot.seat.user is not None
        luck = Chance(b"whole", 8 * turn.number + index)
        found[slot.seat.user.username] = game.choose(game.view(state, index), index, decisions[index], luck)
    return found


def order(page: Page, match: Match, line: str) -> None:
    """Write an order into the form of the page, and send it."""
    page.goto(match.get_absolute_url())
    by_hand = page.locator("#order .by-hand > summary")
    (by_hand if by_hand.is_visible() else page.locator("#order [data-write]")).click()
    page.locator("#line").fill(line)
    with page.expect_response(re.compile("/order/$")) as answer:
        page.locator("#line").press("Enter")
    assert answer.value.status in (200, 302), page.locator("[role=alert]").all_inner_texts()


def play(match: Match, pages: dict[str, Page]) -> int:
    """Play by pages until the match ends; how many orders that took."""
    orders = 0
    for _turn in range(MOST):
        wanted = asked(match)
        if not wanted:
            break
        for name, line in wanted.items():
            order(pages[name], match, line)
            orders += 1
    match.refresh_from_db()
    return orders


def is_over(page: Page, match: Match) -> None:
    """The page says how it ended, fits the screen, and leads to the replay."""
    page.goto(match.get_absolute_url())
    expect(page.locator("#live .notice-success")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Check the record").first.click()
    expect(page.get_by_text("Everything fits.")).to_be_visible()


@pytest.mark.parametrize("slug", TABLES)
def test_a_whole_match_is_played_on_a_desk_and_on_a_phone_in_the_dark(visit: Visit, slug: str) -> None:
    match, names = table(slug)
    screens: list[dict[str, Any]] = [
        {"viewport": PHONE, "has_touch": True, "is_mobile": True, "color_scheme": "dark"},
        {"viewport": DESK},
    ]
    pages = {
        name: visit(name, match.get_absolute_url(), **screen)
        for name, screen in zip(names, screens, strict=False)
    }
    complaints: list[str] = []
    for page in pages.values():
        page.on("pageerror", lambda error: complaints.append(error.message))
    assert play(match, pages) > 5
    assert (match.status, complaints) == (Match.Status.FINISHED, [])
    for page in pages.values():
        is_over(page, match)


@pytest.mark.parametrize("slug", TABLES)
def test_a_whole_match_is_played_without_scripts(visit: Visit, slug: str) -> None:
    match, names = table(slug)
    pages = {name: visit(name, match.get_absolute_url(), PHONE, java_script_enabled=False) for name in names}
    assert play(match, pages) > 5
    assert match.status == Match.Status.FINISHED
    for page in pages.values():
        is_over(page, match)

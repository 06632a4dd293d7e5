"""Bid Chess in a real browser: a whole duel by forms, on the board, by keyboard, and without scripts."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from games.actions import orders
from games.models import Match
from tests.actions.tables import open_turn, order, started
from tests.browser.test_playing import PHONE, Visit, visit
from tests.pages.visits import person

__all__ = ["visit"]
pytestmark = pytest.mark.django_db(transaction=True)

MATE = ("f2f3", "e7e5", "g2g4", "d8h4")
"""The shortest way to a mate: Black gives it."""


@pytest.fixture
def match() -> Match:
    """A match for King's Leap, which is no man and stands in nobody's way."""
    return started("ann", "bob", game="bid_chess", options={"pool": "28"}, now=timezone.now())


def sides(match: Match) -> tuple[str, str]:
    """Who has White, and who has Black."""
    names = ("ann", "bob")
    white = open_turn(match).state().white
    return names[white], names[1 - white]


def set_up(match: Match) -> tuple[str, str]:
    """Play up to the first move; who has White, and who has Black."""
    now = timezone.now()
    for name in ("ann", "bob"):
        order(name, match, "bid 0", now, 1)
    for name in ("ann", "bob"):
        order(name, match, "setup RNBQKBNR/PPPPPPPP/........", now, 2)
    return sides(match)


def square(page: Page, name: str) -> Locator:
    return page.locator(f".table-board [data-pick={name}]")


def faults(page: Page) -> list[str]:
    """What a checker of accessibility finds, and whether the page is too wide."""
    found = [
        f"{fault['id']}: {fault['nodes'][0]['html'][:200]}"
        for fault in Axe().run(page).response["violations"]
    ]
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return [*found, "too wide"] if wide else found


def seal(page: Page) -> None:
    """Send the order and wait for the answer."""
    with page.expect_response(re.compile("/order/$")):
        page.get_by_role("button", name="Seal this order").click()


def test_a_duel_is_played_from_bids_to_mate_by_clicks_on_the_board(visit: Visit, match: Match) -> None:
    white, black = (visit(name, match.get_absolute_url()) for name in sides(match))
    white.get_by_label("Your bid for King's Leap").fill("-1")
    seal(white)
    black.get_by_label("Your bid for King's Leap").fill("5")
    black.get_by_label("Men to pay with").fill("RP")
    expect(black.get_by_text("RP is worth 6, but your bid is 5.")).to_be_visible()
    black.get_by_label("Men to pay with").fill("ask")
    seal(black)
    black.get_by_role("radio", name="Bishop, 2 Pawns").check()
    seal(black)
    white.reload()
    board = white.get_by_role("group", name="Your three ranks")
    board.get_by_role("button", name="b1, Knight").drag_to(board.get_by_role("button", name="c3, empty"))
    expect(white.get_by_text("Knight on c3.")).to_be_visible()
    seal(white)
    seal(black)  # as the board shows it
    for at, move in enumerate(MATE):
        page = (white, black)[at % 2]
        page.reload()
        square(page, move[:2]).click()
        expect(page.get_by_role("status").filter(has_text="choose one of")).to_be_visible()
        square(page, move[2:]).click()
        page.keyboard.press("Enter")
        expect(page.get_by_text("Your order was played at once.")).to_be_visible()
    expect(black.get_by_text(f"The match is over. {sides_then(match)[1]} wins.")).to_be_visible()
    last = black.locator(".moves a[aria-current]")
    expect(last).to_have_text("Qh4#")
    black.get_by_role("link", name="f3").click()
    expect(black.locator(".moves a[aria-current]")).to_have_text("f3")


def sides_then(match: Match) -> tuple[str, str]:
    """Who had White and who had Black in a match that is over."""
    names, white = ("ann", "bob"), match.turns.get(number=1).state().white
    return names[white], names[1 - white]


def test_a_duel_is_played_from_bids_to_mate_without_scripts(visit: Visit, match: Match) -> None:
    white, black = (
        visit(name, match.get_absolute_url(), PHONE, java_script_enabled=False) for name in sides(match)
    )
    for page in (white, black):
        page.get_by_label("Your bid for King's Leap").fill("0")
        seal(page)
    for page in (white, black):
        page.goto(match.get_absolute_url())
        expect(page.get_by_label("Your setup as text")).to_have_value("RNBQKBNR\nPPPPPPPP\n........")
        seal(page)
    for at, move in enumerate(MATE):
        page = (white, black)[at % 2]
        page.goto(match.get_absolute_url())
        page.get_by_label("Your move").select_option(move)
        seal(page)
    expect(black.get_by_text(f"The match is over. {sides_then(match)[1]} wins.")).to_be_visible()


def test_a_man_and_its_goal_are_chosen_by_keyboard(visit: Visit, match: Match) -> None:
    white, _black = set_up(match)
    page = visit(white, match.get_absolute_url(), PHONE)
    spot = square(page, "e2")
    expect(spot).to_have_attribute("aria-label", "Pawn e2")
    spot.focus()
    page.keyboard.press("Enter")
    expect(spot).to_have_attribute("aria-pressed", "true")
    expect(square(page, "e4")).to_have_attribute("aria-label", "e4, can be reached")
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(square(page, "e4")).to_have_attribute("aria-label", "e4")
    page.keyboard.press("ArrowLeft")
    expect(square(page, "d2")).to_be_focused()
    for key in ("Enter", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_label("Your move")).to_have_value("d2d4")
    expect(page.get_by_role("button", name="Seal this order")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your order was played at once.")).to_be_visible()


def test_a_pawn_asks_what_it_becomes_and_a_draw_may_be_offered(visit: Visit, match: Match) -> None:
    white, black = set_up(match)
    now = timezone.now()
    for at, line in enumerate(("a2a4", "b7b5", "a4b5", "a7a6", "b5a6", "c8b7", "a6b7", "h7h6")):
        order((white, black)[at % 2], match, line, now)
    page = visit(white, match.get_absolute_url())
    square(page, "b7").click()
    square(page, "a8").click()
    page.get_by_role("group", name="The pawn becomes").get_by_role("button", name="Knight").click()
    expect(page.get_by_label("Your move")).to_have_value("b7a8N")
    page.get_by_label("Offer a draw with this move").check()
    seal(page)
    expect(page.get_by_role("listitem").filter(has_text=f"{white} offers a draw.")).to_be_visible()
    other = visit(black, match.get_absolute_url())
    expect(other.get_by_text("Your opponent offers a draw.")).to_be_visible()
    other.get_by_label("Your move").select_option("agree to a draw")
    seal(other)
    expect(other.get_by_role("listitem").filter(has_text="agrees: the match is drawn.")).to_be_visible()


def test_men_are_set_up_by_taps_and_keys_and_what_is_wrong_is_said(visit: Visit, match: Match) -> None:
    for name in ("ann", "bob"):
        order(name, match, "bid 0", timezone.now(), 1)
    name, _other = sides(match)
    page = visit(name, match.get_absolute_url(), PHONE, has_touch=True)
    board = page.get_by_role("group", name="Your three ranks")
    tray = page.get_by_role("group", name="Beside the board")
    assert board.bounding_box()["width"] > 300
    board.get_by_role("button", name="a2, Pawn").tap()
    tray.tap()
    expect(page.get_by_text("Still to be placed: 1 × Pawn.")).to_be_visible()
    tray.get_by_role("button", name="Pawn").tap()
    board.get_by_role("button", name="a3, empty").tap()
    expect(page.get_by_text("This can be sent.")).to_be_visible()
    board.get_by_role("button", name="a1, Rook").tap()
    board.get_by_role("button", name="b2, Pawn").tap()
    expect(page.get_by_text("A pawn may not stand on your first rank: a1.")).to_be_visible()
    board.get_by_role("button", name="a1, Pawn").focus()
    for key in ("Delete", "ArrowUp", "p"):
        page.keyboard.press(key)
    expect(page.get_by_text("This can be sent.")).to_be_visible()
    board.get_by_role("button", name="c1, Bishop").tap()
    board.get_by_role("button", name="d1, Queen").tap()
    expect(page.get_by_text("0 on dark and 2 on light")).to_be_visible()
    assert faults(page) == []
    seal(page)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Bishops stand on squares of both colours")
    field = page.get_by_label("Your setup as text")
    expect(field).to_have_value(re.compile("^.NQBKBNR\nPRPPPPPP\nP"))
    field.fill("RNBQKBNR/PPPPPPPP/........")
    expect(board.get_by_role("button", name="c1, Bishop")).to_be_visible()
    seal(page)
    assert orders.own_order(person(name), open_turn(match)) == "setup RNBQKBNR/PPPPPPPP/........"
    page.get_by_text("Change it", exact=True).tap()
    board.get_by_role("button", name="b1, Knight").tap()
    board.get_by_role("button", name="a3, empty").tap()
    with page.expect_response(re.compile("/order/$")):
        page.get_by_role("button", name="Seal the new order").click()
    assert orders.own_order(person(name), open_turn(match)) == "setup R.BQKBNR/PPPPPPPP/N......."

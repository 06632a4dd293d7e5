"""Every game by keyboard alone: focus is always seen, nothing holds it, and three turns are played."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Match
from games.rules import GAMES
from tests.actions.tables import open_turn, person, started
from tests.browser.test_playing import Visit, visit

__all__ = ["visit"]
pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "a long walk by the river"
MOST = 160
"""So many times Tab is pressed at most before a part of a page must be reached."""
SEEN = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return "";  // between the last link and the first
  const frame = one.querySelector?.("rect.cell");
  if (frame && parseFloat(getComputedStyle(frame).strokeWidth) >= 3) return "";
  const wears = [one, one.closest("label"), one.nextElementSibling, one.parentElement].filter(Boolean);
  const seen = wears.some((part) => {
    const look = getComputedStyle(part);
    return look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 1.5;
  });
  return seen ? "" : one.outerHTML.slice(0, 200);
}"""


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def tab_to(page: Page, selector: str, key: str = "Tab") -> None:
    """Press Tab until something that fits has the focus, which must be seen at every step."""
    for _step in range(MOST):
        press(page, key)
        assert page.evaluate(SEEN) == ""
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} is not reached by Tab")


def closed(match: Match) -> int:
    return match.turns.closed().count()


def send(page: Page) -> None:
    """Go on to the button that sends the order, and press it."""
    tab_to(page, "#order form button:not([type=button])")
    with page.expect_response(re.compile("/order/$")):
        press(page, "Enter")
    expect(page.locator("#main")).to_have_count(1)


def sign_in(visit: Visit, name: str) -> Page:
    who = person(name)
    who.set_password(PASSWORD)
    who.save()
    EmailAddress.objects.create(user=who, email=who.email, verified=True, primary=True)
    page = visit("", "/accounts/login/")
    if not page.evaluate("document.activeElement.matches('[name=login]')"):
        tab_to(page, "[name=login]")
    page.keyboard.type(name)
    tab_to(page, "[name=password]")
    page.keyboard.type(PASSWORD)
    with page.expect_navigation():
        press(page, "Enter")
    return page


@pytest.mark.parametrize("slug", ["fourbid", "foursquare", "bids", "bid_n_bet"])
def test_three_turns_are_played_from_signing_in_by_keyboard_alone(visit: Visit, slug: str) -> None:
    bots = max(0, min(GAMES[slug].seats) - 1)
    options = {"rounds": 1} if slug == "bids" else {}
    match = started("ann", bots=bots, game=slug, now=timezone.now(), options=options, name="By keys")
    page = sign_in(visit, "ann")
    page.goto("/")
    tab_to(page, f"main a[href='/m/{match.code}/']")
    with page.expect_navigation():
        press(page, "Enter")
    before = closed(match)
    for _order in range(40):
        if closed(match) >= before + 3:
            break
        page.reload()
        number = open_turn(match).number
        tab_to(page, "#order input[type=radio], #order input[type=checkbox], #order input[type=number]")
        if page.evaluate("document.activeElement.type") == "number":
            page.keyboard.type("0")
        else:
            press(page, "Space")
        send(page)
        expect(page.locator("#live")).to_be_visible()
        assert open_turn(match).number > number
    assert closed(match) >= before + 3


def test_a_duel_begins_by_keyboard_alone(visit: Visit) -> None:
    match = started("ann", "bob", game="bid_chess", options={"pool": "28"}, now=timezone.now())
    pages = {name: visit(name, match.get_absolute_url()) for name in ("ann", "bob")}
    for page in pages.values():
        tab_to(page, "#order input[type=number]")
        page.keyboard.type("0")
        send(page)
    for page in pages.values():
        page.reload()
        tab_to(page, "#order textarea")
        send(page)
    page = pages[("ann", "bob")[open_turn(match).state().white]]
    page.reload()
    tab_to(page, "#order select")
    press(page, "ArrowDown")
    send(page)
    assert closed(match) == 3


def test_skip_links_lead_to_the_board_and_to_the_order(visit: Visit) -> None:
    match = started("ann", "bob", game="fourbid", now=timezone.now())
    page = visit("ann", match.get_absolute_url())
    tab_to(page, "a.skip[href='#main']")
    press(page, "Enter")
    for part in ("board", "order"):
        tab_to(page, f"a.skip[href='#{part}']")
        assert page.locator(f"a.skip[href='#{part}']").evaluate(
            "link => link.getBoundingClientRect().top >= 0"
        )
    press(page, "Enter")
    assert page.evaluate("document.activeElement.id") == "order"
    tab_to(page, "#order input")


def test_after_an_order_the_focus_is_on_what_came_of_it(visit: Visit) -> None:
    match = started("ann", game="foursquare", now=timezone.now())
    page = visit("ann", match.get_absolute_url())
    tab_to(page, "#order input[type=radio]")
    press(page, "Space")
    send(page)
    expect(page.locator("#last-title")).to_be_focused()
    tab_to(page, "#order input[type=radio]", "Shift+Tab")


def test_nothing_on_a_match_page_holds_the_focus(visit: Visit) -> None:
    match = started("ann", "bob", "cid", game="bids", now=timezone.now())
    page = visit("ann", match.get_absolute_url())
    tab_to(page, ".foot a")
    tab_to(page, ".top a", "Shift+Tab")

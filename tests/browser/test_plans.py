"""Orders ahead in a real browser: an example is a tap away, and a second click plays nothing twice."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Match
from tests.actions.tables import open_turn, order, started
from tests.browser.test_playing import PHONE, Visit, visit

__all__ = ["visit"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Match:
    match = started("ann", game="foursquare")
    order("ann", match, "d5")
    return match


def opened(page: Page) -> None:
    """Unfold the orders ahead, which are folded as long as there are none."""
    page.locator(".ahead > summary").click()


def test_an_example_is_put_into_the_field_by_a_tap_and_kept_by_another(visit: Visit, match: Match) -> None:
    page = visit("ann", match.get_absolute_url(), PHONE)
    opened(page)
    box = page.locator("#ahead")
    example = box.locator("button.example").first
    text = example.inner_text()
    example.click()
    expect(box.get_by_role("textbox")).to_have_value(text)
    box.get_by_role("button", name="Keep these orders").click()
    expect(page.get_by_role("status").first).to_contain_text("Your orders ahead are kept")
    expect(page.locator("#plan")).to_have_value(f"from 4; {text}")


def test_orders_ahead_that_are_not_kept_yet_outlast_an_order(visit: Visit) -> None:
    match = started("ann", "bob", game="bid_chess", now=timezone.now())
    page = visit("ann", match.get_absolute_url())
    opened(page)
    page.locator("#plan").fill("setup lose RNBQKBNR/PPPPPPPP/........")
    for paid, role in (("Q", "alert"), ("B", "status")):  # refused at first, for a queen is worth 9
        page.get_by_label("Your bid for").fill("3")
        page.get_by_label("Men to pay with").fill(paid)
        page.get_by_role("button", name="Seal this order").click()
        told = page.get_by_role(role).filter(has_text=re.compile("due exactly|is in, sealed"))
        expect(told).to_be_visible()
        expect(page.locator("#plan")).to_have_value("setup lose RNBQKBNR/PPPPPPPP/........")
    page.get_by_role("button", name="Keep these orders").click()
    expect(page.get_by_role("status").first).to_contain_text("Your orders ahead are kept")


def test_the_form_of_an_old_page_sent_again_plays_nothing_twice(visit: Visit, match: Match) -> None:
    first, second = (visit("ann", match.get_absolute_url(), PHONE) for _page in range(2))
    for page in (first, second):
        opened(page)
        page.locator("#plan").fill("from 3; next *:e5; next *:e4; next *:stop")
        page.get_by_role("button", name="Keep these orders").click()
        expect(page.get_by_role("status").first).to_contain_text(
            "2 of your orders ahead were played at once."
        )
    assert open_turn(match).number == 5


def test_without_scripts_the_examples_are_text_and_the_field_takes_orders(visit: Visit, match: Match) -> None:
    page = visit("ann", match.get_absolute_url(), PHONE, java_script_enabled=False)
    opened(page)
    text = page.locator("#ahead code[data-fill]").first.inner_text()
    page.locator("#plan").fill(text)
    page.get_by_role("button", name="Keep these orders").click()
    expect(page.locator("#plan")).to_have_value(f"from 4; {text}")
    assert open_turn(match).number == 3

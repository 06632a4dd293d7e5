"""The site in its three languages: every page is in one, and the rest of it says so."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser.test_playing import PHONE, Visit, visit
from tests.pages.visits import running

__all__ = ["visit"]
pytestmark = pytest.mark.django_db(transaction=True)

ENGLISH = ("Your order", "Table talk", "Matches", "Sign in", "Your turn", "Seal this order", "Rules")
"""Words of the pages below that no translation leaves as they are."""
OTHERS = [code for code, _name in settings.LANGUAGES if code != "en"]


def speak(page: Page, language: str) -> None:
    """Choose a language at the foot of the page."""
    page.locator(f".languages button[value={language}]").click()
    expect(page.locator("html")).to_have_attribute("lang", language)


def visible(page: Page) -> str:
    """What there is to read on a page, but for what is marked as being in another language."""
    return page.evaluate(
        "() => { const all = document.body.cloneNode(true);"
        " all.querySelectorAll('script, style, [lang], code, pre').forEach(one => one.remove());"
        " return all.textContent; }"
    )


@pytest.mark.parametrize("language", OTHERS)
def test_a_guest_and_a_player_read_one_language_and_nothing_else(visit: Visit, language: str) -> None:
    match = running("ann", "bob")
    guest = visit("", "/", PHONE)
    speak(guest, language)
    for path in ("/", "/matches/", "/games/fourbid/", "/contests/", match.get_absolute_url(), "/nowhere/"):
        guest.goto(path)
        expect(guest.locator("html")).to_have_attribute("lang", language)
        read = visible(guest)
        assert [word for word in ENGLISH if re.search(rf"\\b{word}\\b", read)] == [], path
    player = visit("ann", match.get_absolute_url(), PHONE)
    speak(player, language)
    player.goto(match.get_absolute_url())
    assert player.locator("#order-title").inner_text() not in ENGLISH
    player.locator(".pick:has([value=K])").first.click()
    player.locator("#order .order-form .button:not(.button-small)").last.click()
    expect(player.locator(".own-order")).to_have_text("K")
    player.goto(match.get_absolute_url() + "turn/1/")
    expect(player.locator("html")).to_have_attribute("lang", language)


@pytest.mark.parametrize("language", OTHERS)
def test_a_refused_order_is_told_in_the_language_of_its_reader(visit: Visit, language: str) -> None:
    match = running("ann", "bob")
    page = visit("ann", match.get_absolute_url(), java_script_enabled=False)
    speak(page, language)
    page.goto(match.get_absolute_url())
    page.locator("#order .by-hand > summary").click()
    page.locator("#line").fill("K 3")
    page.locator("#line").press("Enter")
    alert = page.get_by_role("alert").first
    expect(alert).to_be_visible()
    assert not re.search(r"\\b(the|than|and|is|at most)\\b", alert.inner_text())

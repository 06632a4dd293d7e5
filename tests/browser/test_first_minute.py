"""A visitor’s first minute: from the front page to a first order, played and explained, in few clicks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import Match
from games.rules import GAMES
from tests.browser.test_playing import DESK, PHONE

pytestmark = pytest.mark.django_db(transaction=True)
Visit = Callable[..., "Visitor"]
MOST = 6
"""Clicks from the front page to an order that is explained."""
CHOICE = {
    "fourbid": "#order .pick:has(input[value^='8'])",
    "foursquare": "#order .pick >> nth=0",
    "bids": "#order .pick >> nth=0",
    "bid_n_bet": "#order .pick >> nth=0",
    "bid_chess": "#order input[type=number]",
}
"""What the guide proposes for a start."""
PASSWORD = "a long pass phrase"


class Visitor:
    """Somebody without an account, whose clicks are counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0

    def click(self, what: Locator) -> None:
        what.click()
        self.clicks += 1

    def sit_down(self, slug: str) -> None:
        """Press the button of a game on the front page."""
        self.page.goto("/")
        self.click(self.page.locator(f"#try-now .of-{slug}").get_by_role("button"))
        expect(self.page.locator("#guide > summary")).to_have_text("Your first turn")

    def order(self, slug: str) -> None:
        """Order what the guide proposes."""
        choice = self.page.locator(CHOICE[slug])
        self.click(choice)
        if slug == "bid_chess":
            choice.fill("3")
        self.click(self.page.locator("#order .order-form > button"))
        expect(self.page.locator("#guide > summary")).to_have_text("How to go on")


@pytest.fixture
def visitor(chromium: Browser, live_server: Any, settings: Settings) -> Iterator[Visit]:
    """Somebody who has never been here, with a browser of their own."""
    settings.ACCOUNT_RATE_LIMITS = {"guest": "1000/h/ip"}
    contexts = []

    def arrive(**options: Any) -> Visitor:
        contexts.append(chromium.new_context(base_url=live_server.url, **options))
        page = contexts[-1].new_page()
        page.set_default_timeout(15_000)
        return Visitor(page)

    yield arrive
    for context in contexts:
        context.close()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("slug", GAMES)
def test_a_visitor_plays_and_is_told_what_happened(visitor: Visit, slug: str, scripts: bool) -> None:
    complaints: list[str] = []
    who = visitor(viewport=PHONE, java_script_enabled=scripts)
    who.page.on("pageerror", lambda error: complaints.append(error.message))
    who.sit_down(slug)
    who.order(slug)
    assert Match.objects.get().turns.count() > 1
    last = who.page.locator(".log-entry:has(> #last-title)")
    expect(last.get_by_role("listitem").first).to_contain_text(re.compile(r"\w"))
    who.click(who.page.locator("#guide a[href^='#']").first)
    target = who.page.locator(":target")
    expect(target).to_be_in_viewport()
    assert (who.clicks <= MOST, complaints) == (True, [])


def test_every_step_leads_to_what_it_speaks_of(visitor: Visit) -> None:
    for slug in GAMES:
        who = visitor(viewport=DESK)
        who.sit_down(slug)
        steps = who.page.locator("#guide a[href^='#']")
        for at in range(steps.count()):
            steps.nth(at).focus()
            who.page.keyboard.press("Enter")
            expect(who.page.locator(":target")).to_be_in_viewport()


def test_a_guide_that_was_folded_stays_folded_in_its_game(visitor: Visit) -> None:
    who = visitor(viewport=DESK)
    who.sit_down("fourbid")
    who.page.locator("#guide > summary").click()
    who.order("fourbid")
    expect(who.page.locator("#guide ol")).to_be_hidden()
    who.page.reload()
    expect(who.page.locator("#guide ol")).to_be_hidden()
    who.page.locator("#guide > summary").click()
    who.page.reload()
    expect(who.page.locator("#guide ol")).to_be_visible()
    who.page.locator("#guide > summary").click()
    who.page.goto("/games/")
    who.page.get_by_role("button", name="Play Foursquare now").click()
    expect(who.page.locator("#guide > summary")).to_have_text("Your first turn")
    expect(who.page.locator("#guide ol")).to_be_visible()


def test_a_visitor_who_signs_up_plays_on(visitor: Visit) -> None:
    who = visitor(viewport=PHONE)
    who.sit_down("fourbid")
    who.order("fourbid")
    address = who.page.url
    who.page.get_by_role("link", name="Sign up to keep your matches").click()
    who.page.locator("[name=username]").fill("ada")
    who.page.locator("[name=email]").fill("ada@example.org")
    who.page.locator("[name=password1]").fill(PASSWORD)
    who.page.get_by_role("button", name="Sign up").click()
    expect(who.page).to_have_url(re.compile("/confirm-email/$"))
    who.page.goto(address)
    expect(who.page.locator("#order .order-form > button")).to_be_visible()
    EmailAddress.objects.update(verified=True)
    who.page.goto("/accounts/login/")
    who.page.locator("[name=login]").fill("ada")
    who.page.locator("[name=password]").fill(PASSWORD)
    who.page.locator("[name=password]").press("Enter")
    expect(who.page.get_by_role("link", name="Sign in")).to_have_count(0)
    assert Match.objects.get().seats.get(bot=False).user == User.objects.get(username="ada")
    who.page.goto(address)
    expect(who.page.locator("#guide > summary")).to_have_text("How to go on")
    expect(who.page.locator("#order .order-form > button")).to_be_visible()

"""Walking through the turns of a match, and news that come while a page is open, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from games.actions import lobby, orders
from games.models import Match
from tests.pages.visits import finished, open_turn, pass_turn, person, running, waiting

pytestmark = pytest.mark.django_db(transaction=True)
Visit = Callable[..., Page]


@pytest.fixture
def visit(chromium: Browser, live_server: Any) -> Iterator[Visit]:
    """Opens a page for a person, signed in; the same person has the same browser."""
    contexts: dict[str, Any] = {}

    def open_page(name: str, path: str, **options: Any) -> Page:
        if name not in contexts:
            contexts[name] = chromium.new_context(base_url=live_server.url, **options)
            if name:
                client = Client()
                client.force_login(person(name))
                value = client.cookies[settings.SESSION_COOKIE_NAME].value
                cookie = {"name": settings.SESSION_COOKIE_NAME, "value": value, "url": live_server.url}
                contexts[name].add_cookies([cookie])
        page: Page = contexts[name].new_page()
        page.set_default_timeout(15_000)
        page.goto(path)
        return page

    yield open_page
    for context in contexts.values():
        context.close()


def turns(count: int) -> Match:
    """A match with so many turns behind it."""
    match = running("ann", "bob", pace={"misses": 20})
    pass_turn(match, count)
    return match


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_turns_are_walked_by_keys_without_leaving_the_page(visit: Visit, motion: str) -> None:
    match = turns(3)
    page = visit("", f"/m/{match.code}/turn/1/", reduced_motion=motion)
    page.evaluate("window.stays = true")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="Turn 2")).to_be_visible()
    expect(page).to_have_url(f"{page.url.partition('/m/')[0]}/m/{match.code}/turn/2/")
    expect(page.locator("[data-heard]")).to_contain_text("Turn 2 of")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name="Turn 1")).to_be_visible()
    assert page.evaluate("window.stays")
    page.go_back()
    expect(page.get_by_role("heading", name="Turn 2")).to_be_visible()


def test_any_turn_is_a_pull_away(visit: Visit) -> None:
    match = turns(5)
    page = visit("", f"/m/{match.code}/turn/1/")
    page.get_by_role("slider").fill("4")
    expect(page.get_by_role("heading", name="Turn 4")).to_be_visible()
    expect(page.get_by_role("slider")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name="Turn 3")).to_be_visible()
    page.reload()
    expect(page.get_by_role("slider")).to_have_value("3")


def test_a_match_plays_by_itself_and_stops_at_the_last_turn(visit: Visit) -> None:
    match = turns(2)
    page = visit("", f"/m/{match.code}/turn/1/")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("heading", name="Turn 2")).to_be_visible()
    expect(page.locator("[data-play]")).to_be_disabled()


def test_turns_lead_to_each_other_without_scripts(visit: Visit) -> None:
    match = turns(2)
    page = visit("", f"/m/{match.code}/turn/1/", java_script_enabled=False)
    page.get_by_role("link", name="Turn 2").click()
    expect(page.get_by_role("heading", name="Turn 2")).to_be_visible()
    expect(page.get_by_role("heading", name="After")).to_be_visible()


def test_the_eyes_of_a_seat_stay_while_turns_are_walked(visit: Visit) -> None:
    match = finished("ann", "bob")
    page = visit("", f"/m/{match.code}/turn/1/?as=2")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="Turn 2")).to_be_visible()
    assert page.url.endswith("/turn/2/?as=2")


def test_the_walk_begins_after_the_last_turn_that_was_seen(visit: Visit) -> None:
    match = turns(2)
    first = visit("ann", match.get_absolute_url())
    expect(first.get_by_role("link", name="Watch what happened")).to_be_visible()
    first.close()
    pass_turn(match, 3)
    again = visit("ann", match.get_absolute_url())
    watch = again.get_by_role("link", name="Watch what happened")
    expect(watch).to_have_attribute("href", re.compile(r"/turn/3/#play$"))


def test_news_wait_while_an_order_is_being_chosen(visit: Visit) -> None:
    match = running("ann", "bob", "cid", pace={"interval": 600})
    page = visit("ann", match.get_absolute_url())
    queen = page.get_by_role("checkbox", name="queen of spades", exact=True)
    queen.check()
    orders.submit(person("bob"), match.code, open_turn(match).number, "3", timezone.now(), "web")
    expect(page.get_by_text("Something new happened at the table.")).to_be_visible()
    expect(queen).to_be_checked()
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_text("order is in", exact=True)).to_have_count(1)
    expect(queen).to_be_checked()


def test_whoever_waits_for_players_sees_the_match_begin(visit: Visit) -> None:
    match = waiting("ann", pace={"interval": 600})
    page = visit("ann", match.get_absolute_url())
    lobby.join(person("bob"), match, "", timezone.now())
    expect(page.get_by_role("button", name="Seal this order")).to_be_visible()


def test_a_page_that_nobody_looks_at_asks_for_nothing(visit: Visit) -> None:
    match = running("ann", "bob", pace={"interval": 600})
    page = visit("", match.get_absolute_url())
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/live/" in request.url else None)
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    page.wait_for_timeout(5_000)
    assert asked == []
    page.evaluate("Object.defineProperty(document, 'hidden', { value: false })")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(1_000)
    assert asked

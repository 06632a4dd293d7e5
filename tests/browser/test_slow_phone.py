"""A slow phone on a slow network: every match page comes, stands still, and takes an order by touch.

How long that takes is told at the end of the run, and asserted nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, expect

from games.actions import orders
from games.models import Match
from games.rules import GAMES
from tests.actions.tables import open_turn, order, started
from tests.browser.gallery.looking import SETTLED, UNSEEN, WATCH, signed_in
from tests.browser.gallery.sheet import tell
from tests.browser.served import serving
from tests.browser.test_playing import PHONE
from tests.browser.test_whole_matches import asked
from tests.pages.visits import person

pytestmark = pytest.mark.django_db(transaction=True)

NETWORKS = {"slow 4G": (150, 1_600_000), "3G": (400, 400_000)}
"""How long a packet is on its way and back, in ms, and how many bits a second there are."""
SLOWER = 4
"""So many times slower than this machine is the phone."""
BUSY = {"bids": {"bots": 2}, "bid_n_bet": {"bots": 1}}


def table(slug: str) -> tuple[Match, str]:
    """A match with an order that somebody owes, and who."""
    names = ["ann"] if slug == "foursquare" else ["ann", "bob"]
    match = started(*names, game=slug, now=timezone.now(), **BUSY.get(slug, {}))
    for _turn in range(2 if slug in ("fourbid", "foursquare") else 0):
        for name, line in asked(match).items():
            order(name, match, line, timezone.now())
    return match, next(iter(asked(match)))


@contextmanager
def phone(chromium: Browser, base: str, name: str, network: str = "") -> Iterator[Page]:
    """A phone in somebody's hands."""
    context = chromium.new_context(base_url=base, viewport=PHONE, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    context.add_cookies([signed_in(name, base), {"name": "zone", "value": "UTC", "url": base}])
    context.add_init_script(WATCH)
    page = context.new_page()
    page.set_default_timeout(60_000)
    if network:
        latency, bits = NETWORKS[network]
        slow = {"latency": latency, "downloadThroughput": bits / 8, "uploadThroughput": bits / 16}
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", {"offline": False, **slow})
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield page
    context.close()


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("slug", GAMES)
def test_a_match_page_comes_and_takes_an_order_by_touch_on_a_slow_phone(
    chromium: Browser, slug: str, network: str
) -> None:
    match, name = table(slug)
    turn = open_turn(match)
    with serving() as base, phone(chromium, base, name, network) as page:
        page.goto(match.get_absolute_url(), wait_until="load")
        seen: dict[str, Any] = page.evaluate(SETTLED)
        tell(
            f"{slug} on a phone {SLOWER} times slower, {network}: first paint after {seen['fcp']:.0f} ms,"
            f" largest after {seen['lcp']:.0f} ms, shift {seen['shift']:.3f}"
        )
        assert seen["wide"] <= 0
        assert seen["shift"] <= UNSEEN, seen["moved"]
        by_hand = page.locator("#order .by-hand > summary")
        writing = page.locator("#order [data-write]")
        if slug == "bid_chess":
            page.get_by_label(re.compile("^Your bid for")).first.fill("0")
        else:
            (by_hand if by_hand.is_visible() else writing).tap()
            page.locator("#line").fill(asked(match)[name])
        with page.expect_response(re.compile("/order/$")):
            page.locator("#order .order-form .button:not(.button-small)").last.tap()
        page.wait_for_load_state("load")
    match.refresh_from_db()
    moved = turn.number < match.turns.latest("number").number
    assert moved or orders.own_order(person(name), turn) is not None


def test_a_match_page_can_be_used_before_its_scripts_have_come(chromium: Browser) -> None:
    match = started("ann", "bob", game="fourbid", now=timezone.now())
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with serving() as base, phone(chromium, base, "ann") as page:
        page.route("**/*.js", hold)
        page.goto(match.get_absolute_url(), wait_until="commit")
        page.locator(".pick:has(input)").first.tap()
        page.locator("#order .order-form .button:not(.button-small)").last.tap()
        expect(page.get_by_role("heading", name="Your sealed order")).to_be_visible()
        assert held
        for route in held:
            route.abort()
    assert orders.own_order(person("ann"), open_turn(match)) is not None

"""The button of a mail on a phone: an order of every game that asks by mail, without signing in."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.actions import orders
from games.links import order_token
from games.models import Order
from games.rules import GAMES
from tests.actions.tables import open_turn, started
from tests.browser.test_playing import PHONE, Visit, visit
from tests.browser.test_whole_matches import asked
from tests.pages.visits import person

__all__ = ["visit"]
pytestmark = pytest.mark.django_db(transaction=True)

BOTS = {"bids": 2}
MAILED = [slug for slug, game in GAMES.items() if game.seats != (1,) and list(game.seats) != [1]]


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
@pytest.mark.parametrize("slug", MAILED)
def test_the_button_of_a_mail_takes_an_order_of_each_game(visit: Visit, slug: str, scripts: bool) -> None:
    match = started("ann", "bob", game=slug, now=timezone.now(), bots=BOTS.get(slug, 0))
    turn = open_turn(match)
    name, line = next(iter(asked(match).items()))
    slot = Order.objects.select_related("seat").get(turn=turn, seat__user=person(name))
    page = visit("", f"/o/{order_token(slot)}/", PHONE, java_script_enabled=scripts)
    by_hand, writing = page.locator(".by-hand > summary"), page.locator("[data-write]")
    if slug == "bid_chess":
        page.get_by_label(re.compile("^Your bid for")).first.fill("0")
    else:
        (by_hand if by_hand.is_visible() else writing).click()
        page.locator("#line").fill(line)
    page.get_by_role("button", name="Seal this order").click()
    expect(page.get_by_role("heading", name=re.compile("^Your order is (in|played)$"))).to_be_visible()
    assert {cookie["name"] for cookie in page.context.cookies()} <= {"zone"}
    moved = turn.number < match.turns.latest("number").number
    assert moved or orders.own_order(person(name), turn) is not None

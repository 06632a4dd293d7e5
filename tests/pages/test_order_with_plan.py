"""Orders ahead that come through the form of an order: with an order, or alone."""

from __future__ import annotations

import html

import pytest
from django.http import HttpResponse
from django.test import Client

from games.links import order_token
from games.models import Match, Order
from tests.actions.nonsense import default
from tests.actions.tables import open_turn, started
from tests.pages.visits import browser

pytestmark = pytest.mark.django_db

PLAN = "standing bid 40; standing horse red"


@pytest.fixture
def race() -> tuple[Match, Order]:
    """A race, and the slot of the first to move."""
    match = started("ann", "bob", game="bid_n_bet")
    return match, open_turn(match).orders.select_related("seat__user").get()


def sent(race: tuple[Match, Order], line: str, *, by_link: bool = False) -> str:
    """What is said to somebody who sends this line by the form of the page, or by that of a mail."""
    match, slot = race
    answer: HttpResponse
    if by_link:
        answer = Client().post(f"/o/{order_token(slot)}/", {"line": line})
    else:
        form = f"/m/{match.code}/turn/1/order/"
        answer = browser(slot.seat.user.username).post(form, {"line": line}, follow=True)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def test_a_line_of_orders_ahead_alone_is_not_called_an_order(race):
    text = sent(race, PLAN)
    assert "Your orders ahead are kept; the one you owe is not among them." in text
    assert "Your order is in" not in text
    assert PLAN in text
    assert open_turn(race[0]).number == 1


def test_an_order_with_orders_ahead_is_told_as_both(race):
    text = sent(race, f"{default(race[0])}; {PLAN}")
    assert "Your order was played at once. Your orders ahead are kept." in text


def test_a_mail_takes_orders_ahead_alone_and_says_so(race):
    text = sent(race, PLAN, by_link=True)
    assert "<h1>Your orders ahead are kept</h1>" in text
    assert "Your order is in" not in text
    assert PLAN in text
    race[1].refresh_from_db()
    assert race[1].commitment == ""


def test_a_mail_takes_an_order_with_orders_ahead_and_shows_both(race):
    line = default(race[0])
    text = sent(race, f"{line}; {PLAN}", by_link=True)
    assert "<h1>Your order is played</h1>" in text
    assert f"<code>{line}</code>" in text
    assert PLAN in text


def test_a_match_that_takes_no_orders_ahead_has_no_place_for_them():
    match = started("ann", "bob", "cyd", game="bids", options={"bidding": "sealed"})
    assert 'id="ahead"' not in browser("ann").get(match.get_absolute_url()).content.decode()
    other = started("ann", "bob", "cyd", game="bids", options={"bidding": "sealed", "thief": "on"})
    assert 'id="ahead"' in browser("ann").get(other.get_absolute_url()).content.decode()

"""What a page says of an order that was sealed, and where a refusal stands."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from games.actions import orders
from games.links import order_token
from games.models import Order
from tests.pages.visits import browser, open_turn, order_path, person, running, said

pytestmark = pytest.mark.django_db


def test_a_receipt_says_what_was_sealed_when_and_how_many_are_in():
    match = running("ann", "bob", "cid")
    page = browser("ann").post(order_path(match), {"c0": ["K"]}, follow=True)
    text = said(page)
    slot = open_turn(match).orders.get(seat__user=person("ann"))
    assert re.search(r"Sealed \w+ \d+ \w+ \d{4}, \d\d:\d\d \(\w+\)\. Version 1\.", text)
    assert "1 of 3 orders are in." in text
    assert f"<span data-copied>{slot.commitment}</span>" in page.content.decode()
    assert f'data-sealed="{match.code}"' in page.content.decode()


def test_what_is_sealed_is_told_to_its_owner_with_the_moment():
    match, now = running("ann", "bob"), timezone.now()
    orders.submit(person("ann"), match.code, 1, "K", now, "web")
    assert orders.own_sealed(person("ann"), open_turn(match)) == orders.OwnOrder("K", now)
    assert orders.own_sealed(person("bob"), open_turn(match)) is None


def test_a_draft_is_of_one_person_turn_and_version():
    match = running("ann", "bob")
    names = {}
    for name in ("ann", "bob"):
        page = browser(name).get(match.get_absolute_url()).content.decode()
        names[name] = re.findall(r'data-draft="(.*?)"', page)
    assert names == {name: [f"{match.code}-1-0-{person(name).pk}"] for name in ("ann", "bob")}
    page = browser("ann").post(order_path(match), {"c0": ["K"]}, follow=True).content.decode()
    assert re.findall(r'data-draft="(.*?)"', page) == [f"{match.code}-1-1-{person('ann').pk}"]


def test_a_refusal_names_its_field_on_the_page_and_behind_the_button_of_a_mail():
    match = running("ann", "bob")
    slot = Order.objects.select_related("seat").get(seat__user=person("ann"))
    for page in (
        browser("ann").post(order_path(match), {"c0": ["K", "3"]}),
        browser().post(f"/o/{order_token(slot)}/", {"c0": ["K", "3"]}),
    ):
        assert page.status_code == 422
        assert 'id="order-error" data-wrong="c0"' in page.content.decode()
    page = browser("ann").post(order_path(match), {"line": "K 3"})
    assert 'id="order-error" data-wrong="line"' in page.content.decode()

"""Two matches that differ only in a sealed order look the same, byte for byte, to all but its owner."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.actions import orders
from games.links import order_token
from games.models import Match, Order
from games.pages import history, kept, order_form, parts, scene
from tests.pages.visits import browser, open_turn, pass_turn, person, running

pytestmark = pytest.mark.django_db

ORDERS = ("3", "10 5; low 5 6 best; ask")


class _Undone(Exception):
    """Takes a world back."""


def fetched(client: Client, path: str) -> tuple[int, int, bytes, dict[str, str]]:
    """Everything of an answer; what is drawn by chance for each (commitments, form tokens) is blanked."""
    response = client.get(path)
    body = re.sub(rb"\b[0-9a-f]{64}\b", b"H" * 64, response.content)
    body = re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"T", body)
    return response.status_code, len(response.content), body, dict(response.items())


def world(match: Match, line: str, look: Callable[[], Any]) -> Any:
    """What is seen in a world in which ann sealed this line."""
    seen = None
    made = history._entries, history._shown, order_form._forms, scene._faces, parts._parts
    for memory in (*made, parts._frames, kept._frames, kept._pages):
        memory.clear()
    try:
        with transaction.atomic():
            orders.submit(person("ann"), match.code, open_turn(match).number, line, timezone.now(), "web")
            seen = look()
            raise _Undone
    except _Undone:
        return seen


@pytest.mark.parametrize("reader", ["bob", "cid", "eve", ""])
def test_a_sealed_order_changes_no_byte_of_what_others_fetch(reader, settings, time_machine):
    time_machine.move_to("2030-01-01T12:00:00Z", tick=False)
    person("eve", is_staff=True, is_superuser=True)
    match = running("ann", "bob", "dan")
    pass_turn(match)
    time_machine.move_to(open_turn(match).opened_at, tick=False)
    link = order_token(
        Order.objects.select_related("seat").get(turn=open_turn(match), seat__user=person("bob"))
    )
    client = browser(reader)
    base = match.get_absolute_url()
    paths = [
        base,
        f"{base}live/",
        f"{base}live/?seen=x",
        f"{base}turn/1/",
        f"{base}turn/2/",
        f"{base}log/?before=9",
        f"{base}record.json",
        f"{base}check/",
        f"/o/{link}/",
        "/",
        "/matches/?status=running",
        "/people/ann/",
        "/games/fourbid/",
    ]
    one, other = (world(match, line, lambda: [fetched(client, path) for path in paths]) for line in ORDERS)
    assert one == other


def test_the_owner_sees_the_difference(time_machine):
    time_machine.move_to("2030-01-01T12:00:00Z", tick=False)
    match = running("ann", "bob")
    client = browser("ann")
    one, other = (world(match, line, lambda: fetched(client, match.get_absolute_url())) for line in ORDERS)
    assert one != other
    assert b"low 5 6 best" in other[2]

"""Ordering by the link of a mail where one plays alone: the answer is the next question."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from games.actions import lobby
from games.links import order_token
from games.models import Match, Order
from tests.actions.dealing import played
from tests.actions.tables import open_turn
from tests.pages.visits import person, said

pytestmark = pytest.mark.django_db


def practice() -> Match:
    """A match for one that has just begun."""
    return lobby.open_match(person("ann"), lobby.Proposal("foursquare", 1), timezone.now())


def link(match: Match) -> str:
    """The address behind the button of a mail about the open turn."""
    return f"/o/{order_token(Order.objects.select_related('seat').get(turn=open_turn(match)))}/"


def test_an_order_by_link_is_answered_with_the_next_question() -> None:
    match = practice()
    number = open_turn(match).number
    line = match.rules.decisions(open_turn(match).state())[0].default
    answer = Client().post(link(match), {"line": line})
    assert open_turn(match).number == number + 1
    assert answer["Location"] == link(match)
    assert answer["Referrer-Policy"] == "no-referrer"
    page = said(Client().get(answer["Location"]))
    assert f"Turn {number + 1}" in page
    assert " is drawn; " in page
    assert "Play it" in page


def test_the_link_of_a_turn_that_is_over_still_changes_nothing() -> None:
    match = practice()
    old, number = link(match), open_turn(match).number
    line = match.rules.decisions(open_turn(match).state())[0].default
    Client().post(old, {"line": line})
    assert Client().post(old, {"line": "a1"}).status_code == 410
    assert open_turn(match).number == number + 1


def test_the_last_order_by_link_is_answered_with_a_receipt() -> None:
    match = practice()
    for _n in range(60):
        address, turn = link(match), open_turn(match)
        answer = Client().post(address, {"line": match.rules.decisions(turn.state())[0].default})
        match.refresh_from_db()
        if match.ended_at:
            break
    assert answer.status_code == 200
    assert "Your order is in" in said(answer)
    assert played(match, "ann").status == Match.Status.FINISHED

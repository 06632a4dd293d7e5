"""A move that can’t be paid, at every door: marked, refused without the mark, told once it is made."""

from __future__ import annotations

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from accounts.actions import issue
from accounts.models import User
from games.links import order_token
from games.models import Match, Order
from games.models.position import pack
from tests.actions.tables import open_turn, started
from tests.notices.mails import mail_to
from tests.pages.visits import browser, said
from tests.rules import bid_n_bet_table

pytestmark = pytest.mark.django_db
REFUSED = "Space 10 costs $20 and you have $10: write 2! to go there, out of the race."
MARKED = "you can’t pay: “!” means that you go out of the race"


@pytest.fixture
def slot() -> Order:
    """What is owed by somebody with $10, one space before a corner and two before an Advance."""
    match = started("ann", "bob", "cid", game="bid_n_bet", now=timezone.now())
    turn = open_turn(match)
    slot = turn.orders.select_related("seat__user", "turn__match").get()
    state = bid_n_bet_table.table(3, active=slot.seat.index)
    poor = msgspec.structs.replace(state, money=(10, 10, 10), token=(8, 8, 8))
    turn.position = pack(match.rules, poor)
    turn.save(update_fields=["position"])
    return slot


def owner(slot: Order) -> User:
    """Who is to move."""
    assert slot.seat.user is not None
    return slot.seat.user


def is_out(match: Match, slot: Order) -> bool:
    """Whether that seat is out of the race."""
    return slot.seat.index in open_turn(match).state().out


def test_on_the_page(slot: Order) -> None:
    visitor, path = browser(owner(slot).username), f"/m/{slot.turn.match.code}/turn/1/order/"
    page = visitor.get(slot.turn.match.get_absolute_url())
    assert f"2! Advance $20 pay $20, any horse one length forward {MARKED}" in said(page)
    refused = visitor.post(path, {"line": "2"})
    assert (refused.status_code, REFUSED in said(refused)) == (422, True)
    assert not is_out(slot.turn.match, slot)
    told = said(visitor.post(path, {"c0": "2!", "c1": "red"}, follow=True))
    assert f"{owner(slot).username} owes $20 and has $10." in told
    assert is_out(slot.turn.match, slot)


def test_by_the_link_of_a_mail(slot: Order) -> None:
    mail = mail_to(owner(slot).username, "start")
    assert f"2!: Advance $20; pay $20, any horse one length forward; {MARKED}" in " ".join(mail.text.split())
    path = f"/o/{order_token(slot)}/"
    assert MARKED in said(Client().get(path))
    refused = Client().post(path, {"line": "2"})
    assert (refused.status_code, REFUSED in said(refused)) == (422, True)
    assert Client().post(path, {"c0": "2!"}).status_code == 200
    assert is_out(slot.turn.match, slot)


def test_through_the_api(slot: Order) -> None:
    token = issue(owner(slot), "test", timezone.now())
    client = Client(headers={"Authorization": f"Token {token}"})
    address = f"/api/v1/matches/{slot.turn.match.code}"
    move, horse = client.get(address).json()["decision"]["clauses"]
    assert move["values"] == ["1", "2!", "3!", "4", "5"]
    assert [meaning[-1] == MARKED for meaning in move["meanings"]] == [False, True, True, False, False]
    assert (horse["only"], horse["without"]) == (["1"], "you are asked if you win")
    refused = client.put(f"{address}/turns/1/order", {"order": "2"}, content_type="application/json")
    assert (refused.status_code, REFUSED in refused.content.decode()) == (400, True)
    taken = client.put(f"{address}/turns/1/order", {"order": "2!"}, content_type="application/json")
    assert taken.json()["order"] == "2!"
    assert is_out(slot.turn.match, slot)

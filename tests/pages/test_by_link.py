"""The page behind the button of a mail: one seat, one turn, no session, nothing changed by looking."""

from __future__ import annotations

import re

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.actions import erase
from accounts.models import User
from games.actions import orders, seats
from games.links import order_token
from games.models import Match, Order
from tests.actions import tables
from tests.actions.nonsense import default
from tests.pages.visits import browser, open_turn, pass_turn, person, running, said

pytestmark = pytest.mark.django_db


def link(match: Match, name: str) -> str:
    """The address in the mail to a person about the open turn."""
    slot = Order.objects.select_related("seat").get(turn=open_turn(match), seat__user=person(name))
    return f"/o/{order_token(slot)}/"


def slot_of(match: Match, name: str) -> Order:
    return Order.objects.get(turn=open_turn(match), seat__user=person(name))


def rows(match: Match) -> list[tuple[object, ...]]:
    """Everything that looking could change."""
    return [
        *Order.objects.filter(turn__match=match).order_by("pk").values_list(),
        *match.turns.order_by("pk").values_list("number", "due_at", "closed_at"),
        *Session.objects.values_list(),
    ]


def test_looking_five_times_from_elsewhere_changes_nothing_and_the_form_still_works():
    match = running("ann", "bob")
    path, before = link(match, "ann"), rows(match)
    for number in range(5):
        scanner = Client(REMOTE_ADDR=f"192.0.2.{number}", headers={"user-agent": "scanner"})
        for answer in (scanner.get(path), scanner.head(path)):
            assert answer.status_code == 200
            assert not answer.cookies
    assert rows(match) == before
    answer = Client().post(path, {"c0": ["K", "2"]})
    assert answer.status_code == 200
    assert not answer.cookies
    assert "Your order is in" in said(answer)
    assert "K 2" in said(answer)
    slot = slot_of(match, "ann")
    assert slot.commitment in said(answer)
    assert slot.door == "mail"
    assert orders.own_order(person("ann"), open_turn(match)) == "K 2"


def test_the_form_needs_no_cookie_even_where_forms_are_checked():
    match = running("ann", "bob")
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(link(match, "ann"), {"c0": ["K"]}).status_code == 200


def test_the_page_gives_no_other_right_and_is_not_kept():
    match = running("ann", "bob", visibility="private")
    guest = Client()
    answer = guest.get(link(match, "ann"))
    assert answer["Referrer-Policy"] == "no-referrer"
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert answer["Cache-Control"] == "private, no-store"
    assert guest.get(match.get_absolute_url()).status_code == 404
    assert guest.get("/matches/new/").status_code == 302
    links = set(re.findall(r'href="([^"]*)"', answer.content.decode()))
    assert not [address for address in links if "resign" in address or "/o/" in address]
    assert "csrfmiddlewaretoken" not in answer.content.decode()


def test_the_page_shows_the_board_the_hand_and_never_the_order_that_is_in():
    match = running("ann", "bob")
    path = link(match, "ann")
    Client().post(path, {"c0": ["K", "2"], "c1": ["Q"]})
    answer = Client().get(path)
    assert "An order is in already, as version 1." in said(answer)
    assert "K 2; low Q" not in answer.content.decode()
    assert answer.content.decode().count('type="checkbox" name="c0"') == 13
    assert 'class="board"' in answer.content.decode()


def test_the_same_form_sent_again_answers_with_the_first_receipt():
    match = running("ann", "bob")
    path = link(match, "ann")
    first, second = (Client().post(path, {"c0": ["K"]}) for _again in range(2))
    assert first.content == second.content
    assert slot_of(match, "ann").version == 1


def test_a_refused_order_keeps_what_was_typed():
    match = running("ann", "bob")
    answer = Client().post(link(match, "ann"), {"c0": ["K", "3"]})
    assert answer.status_code == 422
    assert answer.content.decode().count(" checked") == 2
    assert slot_of(match, "ann").commitment == ""


def test_the_link_dies_with_its_turn_and_says_what_happened():
    match = running("ann", "bob")
    path = link(match, "ann")
    pass_turn(match)
    for answer in (Client().get(path), Client().post(path, {"c0": ["K"]})):
        assert answer.status_code == 410
        assert "Turn 1 has closed" in said(answer)
        assert "What happened since" in said(answer)
        assert match.get_absolute_url() in answer.content.decode()
    assert slot_of(match, "ann").commitment == ""


def test_the_order_that_closes_the_turn_is_receipted():
    match = running("ann", "bob")
    path = link(match, "bob")
    Client().post(link(match, "ann"), {"c0": ["K"]})
    answer = Client().post(path, {"c0": ["3"]})
    assert "It was the last one: the turn has closed." in said(answer)
    assert Client().get(path).status_code == 410
    assert Client().post(path, {"c0": ["3"]}).content == answer.content
    assert Client().post(path, {"c0": ["4"]}).status_code == 410


def test_a_link_is_worth_nothing_once_its_person_is_shut_out():
    match = running("ann", "bob")
    path = link(match, "ann")
    User.objects.filter(username="ann").update(is_active=False)
    assert Client().get(path).status_code == 404


def test_a_link_is_worth_nothing_once_the_seat_is_given_up():
    match = running("ann", "bob", "cid")
    path = link(match, "cid")
    seats.resign(person("cid"), match, timezone.now())
    assert Client().get(path).status_code == 404
    assert Client().post(path, {"c0": ["K"]}).status_code == 404


def test_a_link_is_worth_nothing_once_its_person_has_left():
    match = running("ann", "bob", "cid")
    path = link(match, "cid")
    erase(person("cid"), timezone.now())
    assert Client().get(path).status_code == 404


@pytest.mark.parametrize("token", ["x", "1-1.forged", "1-1", "%00", "0" * 500])
def test_a_forged_link_is_not_found(token):
    running("ann", "bob")
    assert Client().get(f"/o/{token}/").status_code == 404
    assert Client().post(f"/o/{token}/", {"c0": ["K"]}).status_code == 404


def test_a_link_made_longer_or_shorter_is_not_found():
    match = running("ann", "bob")
    path = link(match, "ann").rstrip("/")
    assert Client().get(f"{path}x/").status_code == 404
    assert Client().get(f"{path[:-1]}/").status_code == 404


def test_only_looking_and_sending_are_possible():
    match = running("ann", "bob")
    path = link(match, "ann")
    assert [getattr(Client(), verb)(path).status_code for verb in ("put", "patch", "delete")] == [405] * 3


def test_the_deadline_stands_in_the_zone_of_the_seats_holder():
    person("ann", zone="Asia/Tokyo")
    match = running("ann", "bob")
    assert "Asia/Tokyo" in said(Client().get(link(match, "ann")))


def test_somebody_signed_in_as_another_orders_for_the_seat_of_the_link():
    match = running("ann", "bob")
    browser("bob").post(link(match, "ann"), {"c0": ["Q"]})
    assert orders.own_order(person("ann"), open_turn(match)) == "Q"
    assert orders.own_order(person("bob"), open_turn(match)) is None


def test_the_order_that_closes_the_turn_brings_what_happened():
    match = running("ann", "bob")
    Client().post(link(match, "ann"), {"c0": ["K"]})
    answer = Client().post(link(match, "bob"), {"c0": ["3"]})
    assert "What happened since Turn 1" in said(answer)
    assert "Bids: ann K♠; bob 3♥." in said(answer)
    assert "You owe an order again, for turn 2." in said(answer)
    assert match.get_absolute_url() in answer.content.decode()


def test_an_order_that_nobody_else_owed_is_played_at_once():
    match = tables.started("ann", bots=1, game="fourbid", now=timezone.now())
    answer = Client().post(link(match, "ann"), {"c0": ["K"]})
    assert "Your order is played" in said(answer)
    assert "the turn has closed" not in said(answer)
    assert "Bids: ann K♠" in said(answer)


def test_the_order_that_ends_the_match_brings_the_result():
    match = tables.started("ann", "bob", "cid", game="bids", now=timezone.now(), options={"rounds": 1})
    while True:
        turn = open_turn(match)
        slot = Order.objects.filter(turn=turn, commitment="").select_related("seat__user").get()
        decision = match.rules.decisions(turn.state())[slot.seat.index]
        answer = Client().post(f"/o/{order_token(slot)}/", {"line": decision.default})
        match.refresh_from_db()
        if match.ended_at is not None:
            break
    assert "The match is over." in said(answer)
    assert "You owe" not in said(answer)


def test_the_form_tells_all_since_the_last_order_of_its_seat():
    match = tables.started("ann", "bob", "cid", game="bids", now=timezone.now())
    for _bid in range(3):
        turn = open_turn(match)
        slot = Order.objects.filter(turn=turn, commitment="").select_related("seat__user").get()
        line = match.rules.decisions(turn.state())[slot.seat.index].default
        orders.submit(slot.seat.user, match.code, turn.number, line, timezone.now(), "web")
    slot = Order.objects.filter(turn=open_turn(match), commitment="").select_related("seat__user").get()
    own = Order.objects.filter(seat=slot.seat, opened=True).latest("turn").turn.number
    page = said(Client().get(f"/o/{order_token(slot)}/"))
    assert [n for n in range(1, 4) if f"Turn {n} " in page] == list(range(own, 4))


def test_an_old_link_takes_no_orders_ahead_either():
    match = tables.started("ann", "bob", game="bid_n_bet")
    slot = open_turn(match).orders.select_related("seat__user", "turn").get()
    address = f"/o/{order_token(slot)}/"
    tables.order(slot.seat.user.username, match, default(match))
    orders.plan(slot.seat.user, match.code, "standing bid 40", tables.NOW)
    for text in ("clear", "standing bid 5", "nextmove 2; horse red"):
        assert Client().post(address, {"line": text}).status_code == 410
    assert orders.own_plan(slot.seat.user, match).plan == "standing bid 40"

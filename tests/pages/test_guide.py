"""The guided first turns of practice: who is told what, and when nobody is any more."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.actions import orders, practice, seats, turns
from games.models import Match, Order
from games.rules import GAMES
from tests.actions.tables import open_turn, started
from tests.pages.visits import browser, person, said

pytestmark = pytest.mark.django_db


def play(match: Match) -> None:
    """Give the order that silence would be, and let everybody else play until it is asked again."""
    for _n in range(60):
        match.refresh_from_db()
        turn = open_turn(match)
        mine = turn.orders.of_seats().filter(seat__user=person("ann"))
        if mine.exists():
            break
        turns.close_due(timezone.now())
    line = match.rules.decisions(turn.state())[0].default
    before = Order.objects.opened().filter(seat__user=person("ann")).exclude(commitment="").count()
    orders.submit(person("ann"), match.code, turn.number, line, timezone.now(), "web")
    for _n in range(60):
        given = Order.objects.opened().filter(seat__user=person("ann")).exclude(commitment="").count()
        if given > before:
            return
        turns.close_due(timezone.now())


def leads(page: str) -> set[str]:
    """What of the page the steps of its guide lead to, all of which is there."""
    guide = page.partition('id="guide"')[2].partition("</ol>")[0]
    found = set(re.findall(r'href="#([\w-]+)"', guide))
    assert all(f'id="{name}"' in page for name in found)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_first_turns_of_practice_are_guided_in_every_game(game: str) -> None:
    match = practice.practise(person("ann"), game, timezone.now())
    first = browser("ann").get(match.get_absolute_url()).content.decode()
    assert "Your first turn" in first
    assert leads(first) == {"board", "order"}
    play(match)
    then = browser("ann").get(match.get_absolute_url()).content.decode()
    assert ("Your first turn" in then, "How to go on" in then) == (False, True)
    assert leads(then) <= {"board", "order", "last-title"}


def test_after_three_orders_nobody_is_guided() -> None:
    match = practice.practise(person("ann"), "foursquare", timezone.now())
    for _n in range(3):
        play(match)
    assert 'id="guide"' not in browser("ann").get(match.get_absolute_url()).content.decode()


def test_nobody_is_guided_among_people_nor_while_watching() -> None:
    match = started("ann", "bob", game="fourbid", now=timezone.now())
    assert "Your first turn" not in said(browser("ann").get(match.get_absolute_url()))
    alone = started("ann", game="fourbid", bots=1, now=timezone.now())
    assert "Your first turn" not in said(browser("ann").get(alone.get_absolute_url()))
    assert "Your first turn" not in said(browser().get(reverse("match", args=[alone.code])))


def test_a_guest_who_has_played_to_the_end_sees_what_now() -> None:
    client = Client()
    client.post(reverse("try_game", args=["foursquare"]))
    match = Match.objects.get()
    guest = User.objects.get()
    doors = (f'href="{reverse("games")}">Play a game now', f'href="{reverse("account_signup")}">Sign up to')
    page = client.get(match.get_absolute_url()).content.decode().partition('id="live"')[2]
    assert [door in page for door in doors] == [False, False]
    seats.resign(guest, match, timezone.now())
    page = client.get(match.get_absolute_url()).content.decode().partition('id="live"')[2]
    assert [door in page for door in doors] == [True, True]


def test_people_are_not_asked_to_sign_up_again() -> None:
    match = practice.practise(person("ann"), "foursquare", timezone.now())
    seats.resign(person("ann"), match, timezone.now())
    page = browser("ann").get(match.get_absolute_url()).content.decode()
    assert ("Practise again" in page, reverse("account_signup") in page) == (True, False)

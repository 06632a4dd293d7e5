"""The guided first turns of practice: who is told what, and when nobody is any more."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from games.actions import orders, practice, turns
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


@pytest.mark.parametrize("game", GAMES)
def test_the_first_turns_of_practice_are_guided_in_every_game(game: str) -> None:
    match = practice.practise(person("ann"), game, timezone.now())
    first = browser("ann").get(match.get_absolute_url()).content.decode()
    assert "Your first turn" in first
    assert 'data-at="order"' in first
    play(match)
    then = browser("ann").get(match.get_absolute_url()).content.decode()
    assert ("Your first turn" in then, "How to go on" in then) == (False, True)


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

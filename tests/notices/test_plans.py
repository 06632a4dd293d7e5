"""Mails and orders ahead: which orders were given so, and examples of what could be."""

import re
from html import unescape

import pytest

from games.actions import orders
from tests.actions.tables import NOW, open_turn, order, started
from tests.notices.mails import deliver, mail_to, silence, widest

pytestmark = pytest.mark.django_db


@pytest.fixture
def mail():
    """The mail to the third of three people at Bids, of whom the second had ordered ahead."""
    match = started("ann", "bob", "cyd", game="bids")
    deliver("start")
    first, second, third = asked(match)
    card = match.rules.view(open_turn(match).state(), second.index).hand[0]
    orders.plan(second.user, match.code, f"else {card}", NOW)
    name = first.user.username
    order(name, match, silence(match, name))
    return match, third, mail_to(third.user.username, "turn"), f"{second.name} had ordered this ahead: {card}"


def asked(match):
    """The seats in the order in which they play."""
    leader = open_turn(match).orders.get().seat.index
    seats = list(match.seats.select_related("user").order_by("index"))
    return [*seats[leader:], *seats[:leader]]


def test_a_mail_marks_the_orders_that_were_given_ahead(mail):
    _match, _third, letter, said = mail
    assert letter.text.count("had ordered this ahead") == 1
    assert said in letter.text
    assert said in unescape(letter.html)


def test_the_examples_of_a_mail_can_be_sent_as_orders_ahead(mail):
    match, third, letter, _said = mail
    view = match.rules.view(open_turn(match).state(), third.index)
    examples = match.rules.examples(view, third.index)
    assert examples
    for example in examples:
        assert f"\n  {example}\n" in letter.text
        assert example in unescape(letter.html)
        match.rules.plan(view, third.index, example)
    assert widest(letter) <= 72


def test_no_mail_has_an_example_of_a_card_that_its_reader_has_not(mail):
    match, third, letter, _said = mail
    hand = match.rules.view(open_turn(match).state(), third.index).hand
    head, _sign, behind = letter.text.partition("Behind it, or alone")
    assert head
    assert set(re.findall(r"\b[RGYBK]\d+\b", behind.partition("How to answer")[0])) <= set(hand)


def test_a_game_without_orders_ahead_tells_of_none():
    match = started("ann", "bob", game="fourbid")
    deliver("start")
    order("ann", match, silence(match, "ann"))
    order("bob", match, silence(match, "bob"))
    text = mail_to("ann", "turn").text
    assert "had ordered this ahead" not in text
    assert "Behind it, or alone" not in text

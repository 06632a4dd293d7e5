"""The box for orders ahead, what is said when it is sent, and how planned orders look once played."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from games.actions.receipts import Receipt
from games.links import order_token
from games.models import Match, Order, Seat
from games.notices import planned
from tests.actions.tables import open_turn, order, started
from tests.pages.visits import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """A game for one, at its third turn."""
    match = started("ann", game="foursquare")
    order("ann", match, "d5")
    return match


def page(match: Match, name: str = "ann") -> str:
    return html.unescape(browser(name).get(match.get_absolute_url()).content.decode())


def sent(match: Match, text: str, turn: object = "", name: str = "ann") -> str:
    """The page after this text was sent by the box."""
    answer = browser(name).post(f"/m/{match.code}/plan/", {"plan": text, "turn": turn}, follow=True)
    return html.unescape(answer.content.decode())


def test_the_box_stands_behind_the_order_form_and_what_happened_last(match: Match) -> None:
    text = page(match)
    places = [
        text.index(mark) for mark in ('id="order"', 'id="last-title"', 'id="ahead"', "About this match")
    ]
    assert places == sorted(places)
    assert text.count('id="ahead"') == 1


def test_the_examples_of_the_box_can_be_kept(match: Match) -> None:
    examples = re.findall(r'<code data-fill="plan">(.*?)</code>', page(match))
    assert examples
    for example in examples:
        assert f">from 4; {example}</textarea>" in sent(match, example)


def test_who_is_not_asked_has_the_box_too_with_cards_of_their_own() -> None:
    match = started("ann", "bob", "cyd", game="bids")
    asked = open_turn(match).orders.get().seat
    for seat in match.seats.exclude(pk=asked.pk):
        hand = match.rules.view(open_turn(match).state(), seat.index).hand
        examples = re.findall(r'<code data-fill="plan">(.*?)</code>', page(match, seat.user.username))
        assert {word for text in examples for word in re.findall(r"\b[RGYBK]\d+\b", text)} <= set(hand)
        assert examples[0].startswith("else ")


def test_what_is_kept_in_other_words_is_shown_beside_ones_own(match: Match) -> None:
    text = sent(match, "next d6")
    assert ">from 4; next *:d6</textarea>" in text
    assert "You wrote: <code>next d6</code>" in text
    text = sent(match, "from 4; next *:d6")
    assert "You wrote:" not in text


def test_a_plan_is_told_to_be_played_and_the_form_sent_twice_plays_no_more(match: Match) -> None:
    text = sent(match, "from 3; next *:e5; next *:e4; next *:stop", 3)
    assert "2 of your orders ahead were played at once. Nothing of them waits." in text
    assert open_turn(match).number == 5
    assert 'name="turn" value="5"' in text
    again = sent(match, "from 3; next *:e5; next *:e4; next *:stop", 3)
    assert "2 of your orders ahead were played at once. Nothing of them waits." in again
    assert open_turn(match).number == 5


def test_an_old_page_sent_as_it_was_shown_brings_nothing_back(match: Match) -> None:
    sent(match, "from 4; next *:e4; next *:stop")
    form = {"plan": "from 4; next *:e4; next *:stop", "shown": "from 4; next *:e4; next *:stop", "turn": 3}
    assert 'name="shown" value="from 4; next *:e4; next *:stop"' in page(match)
    order("ann", match, "e5")
    answer = browser("ann").post(f"/m/{match.code}/plan/", form, follow=True)
    text = html.unescape(answer.content.decode())
    assert "You changed nothing. This is what waits now." in text
    assert '<textarea id="plan" name="plan"' in text
    assert "next *:e4" not in text
    assert open_turn(match).number == 5


def test_a_form_with_a_turn_that_is_none_is_for_the_one_that_is_open(match: Match) -> None:
    for turn in ("²", "9" * 12, "x"):
        assert "Your orders ahead are kept" in sent(match, "next *:d6", turn)


def test_an_order_with_orders_ahead_is_told_with_what_was_played(match: Match) -> None:
    form = f"/m/{match.code}/turn/3/order/"
    answer = browser("ann").post(form, {"line": "e5; next *:e4; next *:stop"}, follow=True)
    assert "1 of your orders ahead was played at once." in html.unescape(answer.content.decode())


def test_a_mail_tells_what_was_played_of_orders_ahead(match: Match) -> None:
    slot = open_turn(match).orders.select_related("seat__user").get()
    answer = Client().post(f"/o/{order_token(slot)}/", {"line": "e5; next *:e4; next *:d6; next *:stop"})
    text = html.unescape(answer.content.decode())
    assert "2 of your orders ahead were played at once. Nothing of them waits." in text


def test_orders_given_ahead_are_marked_in_the_log_and_on_the_page_of_their_turn(match: Match) -> None:
    order("ann", match, "e5; next *:e4; next *:stop")
    assert page(match).count("(ordered ahead)") == 1
    assert "Ordered ahead." in browser("ann").get(f"/m/{match.code}/turn/4/").content.decode()
    assert "Ordered ahead." not in browser("ann").get(f"/m/{match.code}/turn/3/").content.decode()


def test_a_plan_whose_key_is_lost_is_told_to_be_and_can_be_replaced(match: Match) -> None:
    Seat.objects.filter(match=match).update(sealed_plan=b"no seal of ours")
    assert "Your orders ahead can’t be opened any more and are not followed." in page(match)
    text = sent(match, "next *:d6")
    assert "can’t be opened" not in text
    assert ">from 4; next *:d6</textarea>" in text


def test_an_order_whose_key_is_lost_is_told_to_be() -> None:
    match = started("ann", "bob", game="fourbid")
    order("ann", match, "K")
    Order.objects.given().update(sealed=b"no seal of ours")
    assert "Your order can’t be opened any more. Give it anew." in page(match)


def test_a_refused_plan_stands_in_the_box_with_what_is_wrong(match: Match) -> None:
    text = sent(match, "next *:a1")
    assert ">next *:a1</textarea>" in text
    assert 'id="ahead-error"' in text


def test_a_plan_sealed_for_a_turn_that_waits_for_others_says_so() -> None:
    match = started("ann", "bob", "cyd", game="bids", options={"bidding": "sealed", "thief": "on"})
    assert "Your orders ahead are kept; the one you owe is not among them." in sent(match, "thief no")
    state, seat = open_turn(match).state(), match.seats.get(user__username="ann")
    order("ann", match, match.rules.decisions(state)[seat.index].default)
    assert "Your orders ahead are kept." in sent(match, "thief >=6", name="ann")
    assert "You have no orders ahead now." in sent(match, "", name="ann")


@pytest.mark.parametrize(
    ("receipt", "said"),
    [
        (
            Receipt("R1", 2, "", None, plan="p", left="q", played=1, by_plan=True),
            "Your orders ahead gave the order you owed, R1; it is in, sealed, as version 2."
            " What still waits: q",
        ),
        (
            Receipt("R1", 1, "", None, True, plan="p", left="q", played=3, by_plan=True),
            "3 of your orders ahead were played at once. What still waits: q",
        ),
        (Receipt("", 0, "", None, plan="p"), "Your orders ahead did not fit and were dropped."),
    ],
)
def test_what_became_of_orders_ahead_is_said_in_words(receipt: Receipt, said: str) -> None:
    assert planned.said(receipt) == said

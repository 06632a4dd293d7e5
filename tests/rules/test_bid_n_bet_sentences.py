"""The sentences of Bid N' Bet: each event that can happen is told, and told as it was."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import get_template

from tests.rules.bid_n_bet_table import (
    ADVANCE,
    BET,
    BUY,
    CASH,
    GAMBLE,
    GAME,
    STOP,
    before,
    play,
    play_seen,
    table,
)
from tests.rules.shelf import option_sets
from tests.rules.walking import bot_order, random_order, walk

NAMES = ["North", "East", "South", "West", "Sun"]


def told(event: Any) -> str:
    return get_template("games/bid_n_bet/events.txt").render({"event": event, "names": NAMES}).strip()


def story(state: Any, *orders: str) -> list[str]:
    return [told(event) for event in play_seen(state, *orders)[1]]


def test_every_event_of_many_matches_has_a_sentence():
    for number, options in enumerate(option_sets("bid_n_bet", mixes=20)):
        key = number.to_bytes(32, "big")
        for step in walk(GAME, 2 + number % 4, GAME.options(**options), key, [random_order, bot_order]):
            for event in step.events:
                sentence = told(event)
                assert sentence
                assert "\n" not in sentence
                assert "None" not in sentence


def test_a_move_is_told_with_what_came_of_it():
    assert story(before(ADVANCE), "1; horse blue") == [
        "North moves 1 space, to 10: Advance $20.",
        "North pays $20 and moves the blue horse forward to 1.",
    ]


def test_settled_bets_are_told_with_who_was_paid():
    bets = {(0, "red"): 60, (1, "green"): 20, (2, "blue"): 40}
    assert story(before(CASH, horse={0: 4}, bets=bets), "1")[1:] == [
        "All bets are settled: red leads alone and pays double. Paid out: North $120."
    ]
    assert story(before(CASH, horse={0: 4, 1: 4}, bets=bets), "1")[1:] == [
        "All bets are settled: red and blue share the lead, and bets on them are given back."
        " Paid out: North $60; South $40."
    ]
    assert story(before(CASH, horse={1: 4}), "1")[1:] == [
        "All bets are settled: blue leads alone and pays double."
    ]


def test_an_auction_is_told_with_its_bids():
    state = play(before(STOP, cards={0: 1, 1: 1}), "1")
    assert story(state, "bid 35; horse red", "bid 20") == [
        "Bids in dollars: North 35; East 20.",
        "North wins the auction and pays $35.",
        "North moves the red horse two lengths, to 2.",
        "All Bid Cards return to the bank: 2.",
    ]


def test_who_goes_out_is_told_with_the_bets_on_the_horse():
    bets = {(1, "red"): 40}
    assert story(before(BUY, money={0: 5}, bets=bets), "1!")[1:] == [
        "North owes $20 and has $5.",
        "North and the red horse are out of the race. Bets given back: East $40.",
    ]
    assert story(before(BUY, money={0: 5}, bets=bets, dq_bets="lose"), "1!")[2:] == [
        "North and the red horse are out of the race. Bets lost: East $40."
    ]


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ("+2", "North turns a Gamble Card: +2 for their own horse."),
        ("-1", "North turns a Gamble Card: −1 for their own horse."),
        ("buy", "North turns a Gamble Card: buy a Bid Card for $20."),
        ("free", "North turns a Gamble Card: a free Bid Card."),
        ("bet", "North turns a Gamble Card and must bet."),
        ("cash", "North turns a Gamble Card: cash in all bets."),
    ],
)
def test_a_gamble_card_is_told_in_words(card, sentence):
    assert story(before(GAMBLE, deck=[card]), "1")[1] == sentence


def test_those_tied_at_a_stopped_bid_are_told_with_their_cards_if_they_have_any():
    assert story(before(STOP, cards={0: 2, 1: 2}), "1") == [
        "North moves 1 space, to 9: Stop bid.",
        "The bid is stopped: North and East hold most Bid Cards, 2 each, and bid for two lengths.",
    ]
    assert story(before(STOP), "1")[1] == (
        "The bid is stopped: nobody holds a Bid Card, and North, East and South bid for two lengths."
    )
    assert story(before(CASH), "3")[0].startswith("North moves 3 spaces, to ")


def test_the_end_is_told():
    assert story(before(ADVANCE, horse={1: 9}), "1; horse blue")[2] == (
        "The blue horse crosses the finish: East wins."
    )
    assert story(before(ADVANCE, horse={4: 9}, extra_horses="on"), "1; horse black")[2] == (
        "The black horse, which nobody owns, crosses the finish: nobody wins."
    )
    state = table(active=2, token={2: BET - 1}, horse={0: 2}, rounds=79)
    assert story(state, "1; bet red 20")[1:] == [
        "South bets $20 on red.",
        "80 rounds are over; in front: red.",
    ]
    assert [told(event) for event in GAME.leave(table(2), 0)[1]] == [
        "North leaves the match.",
        "North and the red horse are out of the race.",
        "East is the last owner in the race and wins.",
    ]

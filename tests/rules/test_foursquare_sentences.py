"""The sentences of Foursquare: every fact that happens has one, in one line."""

from __future__ import annotations

import pytest
from django.template.loader import get_template

from games.rules.game import Event
from tests.rules.foursquare_table import GAME, play_seen, table
from tests.rules.shelf import option_sets
from tests.rules.walking import bot_order, random_order, silent_order, walk


def sentence(event: object) -> str:
    text = get_template("games/foursquare/events.txt").render({"event": event, "names": ["North"]})
    return " ".join(text.split())


def said(state: object, order: str) -> list[str]:
    return [sentence(event) for event in play_seen(state, order)[1]]


def test_everything_that_happens_has_a_sentence():
    shown = {}
    for number, options in enumerate(option_sets("foursquare")):
        choice = (random_order, silent_order, bot_order)[number % 3]
        for step in walk(GAME, 1, GAME.options(**options), bytes([number]) * 32, [choice]):
            for event in step.events:
                signs = (bool(event.data.get("up")), bool(event.data.get("down")), event.data.get("line"))
                shown[event.kind, *signs] = event
    shown["resigned", False, False, None] = GAME.leave(table(card=5), 0)[1][0]
    assert {kind for kind, *_ in shown} == {
        "placed", "turned", "drawn", "won", "lost_down", "lost_stock", "resigned"
    }  # fmt: skip
    for event in shown.values():
        assert sentence(event).endswith(".")


def test_a_turn_is_told_from_the_card_placed_to_the_next_one():
    state = table("d4:6u e4:2u d5:8d d3:7u", 10, left=9)
    assert said(state, "d4")[:3] == [
        "The 10 goes on the pile at d4, now 2 cards high.",
        "The row turns over: e4 face down.",
        "The column turns over: d3 face down, d5 face up.",
    ]
    assert said(state, "f4")[0] == "The 10 goes to f4."
    assert said(table("d4:2d e4:9d", 4), "f4")[1] == "The row turns over: d4, e4 face up."


@pytest.mark.parametrize(
    ("kind", "data", "text"),
    [
        ("drawn", {"card": 7, "left": 20}, "The 7 is drawn; 20 cards are left in the stock."),
        ("drawn", {"card": 8, "left": 1}, "The 8 is drawn; 1 card is left in the stock."),
        ("drawn", {"card": 7, "left": 0}, "The 7 is drawn, the last card of all."),
        ("won", {"left": 11, "score": 11}, "All sixteen piles lie face up with 11 cards left: won."),
        ("won", {"left": 1, "score": 1}, "All sixteen piles lie face up with 1 card left: won."),
        ("lost_down", {"down": 5, "score": 0}, "5 piles lie face down: lost."),
        ("lost_stock", {"score": 0}, "The stock is used up and the grid is not complete: lost."),
        ("resigned", {"seat": 0}, "North gives the match up."),
    ],
)
def test_the_card_drawn_and_the_end_are_told(kind, data, text):
    assert sentence(Event(kind, data)) == text

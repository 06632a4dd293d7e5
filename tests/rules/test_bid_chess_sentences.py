"""The sentences of Bid Chess: every fact has one, in one line, with moves as chess players write them."""

import random
from html import unescape

import pytest
from django.template.loader import get_template

from games.rules.chance import Chance
from games.rules.game import Event
from tests.rules.bid_chess_table import GAME, eager, here, playing

NAMES = ["North", "South"]
CAMEL = {"row": 5, "name": "Camel", "words": "moves as rook", "betza": "C", "value": 2, "lot": 2}
POWER = {"row": 3, "name": "Bare King", "words": "wins", "betza": "", "value": 0.5, "lot": 0}
OWN = {"row": 42, "name": "Wizard", "words": "moves as {betza} in Betza's notation", "betza": "FC"}


def sentence(event):
    text = get_template("games/bid_chess/events.txt").render({"event": event, "names": NAMES})
    return unescape(" ".join(text.split()))


@pytest.mark.parametrize("options", [{}, {"items": 3, "pay": "hidden"}, {"items": 2, "negative": "opponent"}])
def test_everything_that_happens_has_a_sentence(options):
    luck, told = random.Random(7), {}
    for number in range(3):
        chance, turn = bytes([number]) * 32, 1
        state = GAME.setup(2, GAME.options(**options), Chance(chance, 0))
        while state.result is None and turn < 60:
            told |= {fact.kind: fact for fact in GAME.standing(GAME.view(state, None))}
            asked = GAME.decisions(state)
            lines = {seat: eager(GAME, state, seat, decision, luck) for seat, decision in asked.items()}
            state, events = GAME.resolve(state, lines, Chance(chance, turn))
            told |= {event.kind: event for event in events}
            turn += 1
    assert {"colours", "item", "bids", "award", "setup", "move"} <= set(told)
    for event in told.values():
        assert sentence(event).endswith(".")


@pytest.mark.parametrize(
    ("kind", "data", "text"),
    [
        ("move", {"seat": 0, "ply": 0, "line": "e2e4", "san": "e4"}, "North plays 1. e4."),
        ("move", {"seat": 1, "ply": 23, "line": "g8f6", "san": "Nf6+"}, "South plays 12… Nf6+. Check."),
        ("offer", {"seat": 1}, "South offers a draw."),
        ("colours", {"white": 1, "black": 0}, "South has White, North has Black."),
        (
            "item",
            CAMEL,
            "The bids are for row 5, Camel: moves as rook."
            " One bid buys 2 of them, each worth about 2 in pawns.",
        ),
        (
            "item",
            CAMEL | {"lot": 1, "value": -0.5},
            "The bids are for row 5, Camel: moves as rook. It is worth about −½ in pawns.",
        ),
        ("item", POWER, "The bids are for row 3, Bare King: wins. It is worth about ½ in pawns."),
        (
            "item",
            OWN | {"value": None, "lot": 2},
            "The bids are for row 42, Wizard: moves as FC in Betza's notation. One bid buys 2 of them.",
        ),
        (
            "item",
            OWN | {"value": None, "lot": 1},
            "The bids are for row 42, Wizard: moves as FC in Betza's notation.",
        ),
        ("owns", POWER | {"seat": 1}, "South owns row 3, Bare King: wins."),
        (
            "bids",
            {"bids": [5, -2], "row": 5, "name": "Camel"},
            "Bids for row 5, Camel: North 5; South −2.",
        ),
        (
            "award",
            {"seat": 1, "bid": -2, "name": "Camel", "copies": 2, "letter": "X"},
            "South gets Camel, 2 of them, each written X, for −2.",
        ),
        (
            "award",
            {"seat": 1, "bid": 3, "name": "Camel", "copies": 1, "letter": "Y"},
            "South gets Camel, written Y, for 3.",
        ),
        (
            "award",
            {"seat": 0, "bid": 0, "name": "Bare King", "copies": 0, "letter": ""},
            "North gets Bare King for 0.",
        ),
        ("paid", {"seat": 0, "men": "R P", "value": 6}, "North gives up R P, worth 6."),
        ("added", {"seat": 0, "men": "P P", "value": 2}, "North adds P P, worth 2."),
        (
            "setup",
            {"seat": 0, "setup": "RNBQKBNR/PPPPPPPP/....X..."},
            "North sets up RNBQKBNR/PPPPPPPP/....X..., first rank first.",
        ),
        ("mate", {"seat": 1}, "Checkmate: South wins."),
        ("stalemate", {"seat": None}, "Stalemate: the match is drawn."),
        ("stalemate", {"seat": 0}, "Stalemate, which wins for North."),
        ("bare", {"seat": 0}, "Only the king is left to the other side: North wins."),
        ("kings", {"seat": None}, "Only the two kings are left: the match is drawn."),
        (
            "quiet",
            {"seat": None},
            "A hundred plies without a capture, a pawn’s move or a drop: the match is drawn.",
        ),
        ("repetition", {"seat": None}, "The same position for the third time: the match is drawn."),
        ("agreed", {"seat": 0}, "North agrees: the match is drawn."),
        ("resigned", {"seat": 0}, "North resigns and loses."),
        ("time", {"seat": 1}, "South’s time is over, and the match is lost."),
    ],
)
def test_each_kind_of_fact_is_told(kind, data, text):
    assert sentence(Event(kind, data)) == text


def test_who_leaves_is_said_to_resign():
    state = playing(here("Kg1 e2", "Kg8 e7"))
    _state, (event,) = GAME.leave(state, 1)
    assert sentence(event) == "South resigns and loses."

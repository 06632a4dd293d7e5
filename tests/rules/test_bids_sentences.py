"""The sentences of Bids: every fact has one, in one line, and halves are written as people do."""

from __future__ import annotations

import pytest
from django.template.loader import get_template

from games.rules.game import Event
from games.templatetags.told import all_halves, halves, some
from tests.rules.bids_table import GAME
from tests.rules.shelf import option_sets, takes
from tests.rules.walking import start, walk

NAMES = ["North", "East", "South", "West", "Up", "Down"]


def sentence(event):
    return get_template("games/bids/events.txt").render({"event": event, "names": NAMES}).strip()


@pytest.mark.parametrize("seats", GAME.seats)
def test_everything_that_happens_has_a_sentence(seats):
    shown = {}
    for number, options in enumerate(option_sets("bids", mixes=8)):
        if takes(GAME, seats, options):
            for step in walk(GAME, seats, GAME.options(**options), bytes([number]) * 32):
                for event in step.events:
                    shown.setdefault((event.kind, event.data.get("why"), event.data.get("card")), event)
    state = start(GAME, seats, GAME.options(), bytes(32))
    for seat in range(1, seats):
        state, events = GAME.leave(state, seat)
        shown |= {(event.kind, None, None): event for event in events}
    for event in shown.values():
        text = sentence(event)
        assert text.endswith(".")
        assert "\n" not in text
    assert {kind for kind, _, _ in shown} >= {
        "won",
        "lost",
        "counted",
        "over",
        "resigned",
        "last_left",
    }


@pytest.mark.parametrize(
    ("kind", "data", "text"),
    [
        ("bid", {"seat": 1, "card": "B10"}, "East bids blue 10."),
        ("bid", {"seat": 1, "card": "W"}, "East bids the Ally."),
        ("centre", {"round": 1, "trick": 2, "card": "K-5"}, "Round 1, trick 2: black −5 lies in the middle."),
        (
            "won",
            {"seat": 0, "cards": ["K7", "K2", "K-5"], "points": 4, "doubled": False},
            "North wins black 7, black 2 and black −5: 4 points in this round.",
        ),
        (
            "won",
            {"seat": 0, "cards": ["K1"], "points": 1, "doubled": False},
            "North wins black 1: 1 point in this round.",
        ),
        (
            "won",
            {"seat": 0, "cards": ["K2x"], "points": -10, "doubled": True},
            "North wins black card “2×” and doubles: −10 points in this round.",
        ),
        (
            "lost",
            {"why": "tie", "seats": [0, 1, 2], "value": 9, "cards": ["K3"]},
            "North, East and South tie with 9: black 3 is burned.",
        ),
        (
            "lost",
            {"why": "tie", "seats": [0, 1], "value": -5, "cards": ["K3", "K-5"]},
            "North and East tie with −5: black 3 and black −5 are burned.",
        ),
    ],
)
def test_cards_and_points_are_told_in_words(kind, data, text):
    assert sentence(Event(kind, data)) == text


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (1, "½"), (2, "1"), (15, "7½"), (-1, "−½"), (-2, "−1"), (-15, "−7½")]
)
def test_halves_are_written_as_people_write_them(number, text):
    assert halves(number) == text


def test_lists_of_halves_and_of_some_numbers():
    assert all_halves([1, 4]) == ["½", "2"]
    assert some([0, 8, 0]) == [None, 8, None]
    assert some([0, 0]) is None

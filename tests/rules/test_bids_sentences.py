"""The sentences of Bids: every fact has one, in one line, and halves are written as people do."""

from __future__ import annotations

import pytest
from django.template.loader import get_template

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
    ("number", "text"), [(0, "0"), (1, "½"), (2, "1"), (15, "7½"), (-1, "−½"), (-2, "−1"), (-15, "−7½")]
)
def test_halves_are_written_as_people_write_them(number, text):
    assert halves(number) == text


def test_lists_of_halves_and_of_some_numbers():
    assert all_halves([1, 4]) == ["½", "2"]
    assert some([0, 8, 0]) == [None, 8, None]
    assert some([0, 0]) is None

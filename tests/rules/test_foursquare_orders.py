"""The orders of Foursquare: how they may be written, what is said of wrong ones, and what silence plays."""

from __future__ import annotations

import pytest

from games.rules import IllegalOrder
from tests.rules.foursquare_table import GAME, legal, play, silent, table

TWO = "d4:5u e4:5u"


@pytest.mark.parametrize(
    "line", ["f4", "F4", " f4 ", "play f4", "PLAY F4", "Play\tf4", "f4;", "play f4;\n", "\nf4\n"]
)
def test_a_cell_is_an_order_in_many_hands(line):
    assert GAME.check(table(TWO, 7), 0, line) == "f4"


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("", "value_count", "An order names one cell; legal now: c4, d3,"),
        ("play", "value_count", "An order names one cell; legal now: c4, d3,"),
        ("e4 f4", "value_count", "An order names one cell; legal now: c4, d3,"),
        ("h4", "unknown_cell", "There is no cell “h4” on the sheet; legal now: c4, d3,"),
        ("e44", "unknown_cell", "There is no cell “e44” on the sheet; legal now: c4, d3,"),
        ("x\x00" + "y" * 40, "unknown_cell", "There is no cell “x�" + "y" * 22 + "…” on the sheet"),
        ("a4", "illegal_cell", "With a4 the grid would be wider or higher than four; legal now: c4, d3,"),
        ("e6", "illegal_cell", "e6 shares no edge with a pile; legal now: c4, d3,"),
        (
            "f4; next *:d5",
            "ahead",
            "Orders ahead begin on a line of their own. An order names one cell; legal now: c4,",
        ),
        (
            "stop",
            "ahead",
            "Orders ahead begin on a line of their own. An order names one cell; legal now: c4,",
        ),
        ("f4" + " " * 99, "too_long", "An order has at most 60 characters; this one has 101."),
    ],
)
def test_a_wrong_order_is_refused_with_what_would_be_right(line, code, said):
    with pytest.raises(IllegalOrder) as refused:
        GAME.check(table(TWO, 7), 0, line)
    assert refused.value.code == code
    assert str(refused.value).startswith(said)


def test_the_first_card_has_no_choice():
    state = table(card=7)
    assert legal(state) == ["d4"]
    assert GAME.decisions(state)[0].forced
    with pytest.raises(IllegalOrder, match=r"^The first card goes to d4\.$"):
        GAME.check(state, 0, "e4")
    assert not GAME.decisions(play(state, "d4"))[0].forced


@pytest.mark.parametrize("seat", [-1, 1, 5])
def test_another_seat_owes_nothing(seat):
    with pytest.raises(IllegalOrder, match="You owe no order now"):
        GAME.check(table(TWO, 7), seat, "f4")


def test_a_finished_match_takes_no_order():
    over = play(table(TWO, 5, left=0), "f4")
    assert GAME.decisions(over) == {}
    with pytest.raises(IllegalOrder, match="You owe no order now"):
        GAME.check(over, 0, "f4")


@pytest.mark.parametrize(
    ("sheet", "card", "cell"),
    [
        ("d4:5u", 7, "d4"),
        ("d4:5u", 5, "d4"),
        ("d4:5u/6u/7u/8u", 8, "c4"),
        ("d4:2d e4:9d", 4, "d4"),
        ("d4:7d e4:3u f4:9u", 5, "d4"),
        ("d4:6u e4:2u d5:8u d3:7u", 10, "e4"),
    ],
)
def test_silence_keeps_most_face_up_then_prefers_piles_then_the_first_name(sheet, card, cell):
    assert silent(table(sheet, card)) == cell


def test_leaving_gives_the_match_up():
    state = table(TWO, 5, loss_score="faceup")
    after, events = GAME.leave(state, 0)
    outcome = GAME.outcome(after)
    assert (outcome.reason, outcome.winners, outcome.places, outcome.scores) == ("resigned", (), (1,), (0,))
    assert [event.kind for event in events] == ["resigned"]
    assert GAME.decisions(after) == {}
    assert GAME.leave(after, 0) == (after, ())
    with pytest.raises(IllegalOrder, match="no such seat"):
        GAME.leave(state, 1)

"""The movements of Bid Chess: how far the men of the list reach, and what of Betza's notation is read."""

from __future__ import annotations

import pytest

from games.rules.bid_chess.betza import read
from games.rules.bid_chess.men import ROWS
from games.rules.bid_chess.moves import FROM, MOST_KEPT, pawn_moves
from games.rules.bid_chess.rays import MOST_REACHES, kind
from games.rules.game import IllegalOption
from tests.rules.bid_chess_table import goals, here

REACH = {
    "BN": (21, 9),
    "A": (4, 1),
    "C": (8, 2),
    "mRcpR": (14, 14),
    "R": (14, 14),
    "RN": (22, 16),
    "KN": (16, 5),
    "K": (8, 3),
    "B": (13, 7),
    "RF": (18, 15),
    "F": (4, 1),
    "FfW": (5, 2),
    "QN": (35, 23),
    "(1,4)": (4, 2),
    "t[FR]": (24, 13),
    "W": (4, 2),
    "(0,4)": (2, 2),
}
"""How many squares each movement reaches from d4 and from a1 on an empty board."""
LOTS = {2: 3, 4: 3, 5: 2, 6: 2, 17: 2, 22: 2, 24: 3, 27: 2, 29: 3, 30: 2, 38: 3, 41: 3}


def test_the_list_has_41_rows_and_17_movements():
    men = [row for row in ROWS if row.betza]
    assert [row.number for row in ROWS] == list(range(1, 42))
    assert (len(men), len({row.betza for row in men})) == (34, 17)
    assert {row.power for row in ROWS if not row.betza} == {
        "bare",
        "enlist",
        "leap",
        "restrict",
        "sacrifice",
        "single",
        "stalemate",
    }
    assert {row.number: row.lot for row in ROWS if row.lot > 1} == LOTS


@pytest.mark.parametrize("text", REACH)
def test_each_movement_reaches_as_many_squares_as_the_list_says(text: str):
    found = kind(text, False)
    tables = found.quiet or found.capture
    assert (tables[27][0].bit_count(), tables[0][0].bit_count()) == REACH[text]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("fW", "d5"),
        ("bF", "c3 e3"),
        ("lW", "c4"),
        ("rF", "e3 e5"),
        ("sN", "b3 b5 f3 f5"),
        ("vN", "c2 c6 e2 e6"),
        ("R2", "b4 c4 d2 d3 d5 d6 e4 f4"),
        ("WW", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4"),
        ("fFF", "a7 b6 c5 e5 f6 g7 h8"),
        ("N2", "b3 b5 b8 c2 c6 e2 e6 f3 f5 f8 h2 h6"),
        ("fZ", "a6 b7 f7 g6"),
        ("D", "b4 d2 d6 f4"),
        ("H", "a4 d1 d7 g4"),
        ("G", "a1 a7 g1 g7"),
        ("(0,2)*", "b4 d2 d6 d8 f4 h4"),
        ("f(1,3)2", "a5 c7 e7 g5"),
        ("mW", "c4 d3 d5 e4"),
        ("cW", ""),
    ],
)
def test_betzas_notation_is_read(text: str, where: str):
    assert goals(here("Xd4 Ka2", "Kh3", own=(text,)), "d4") == where


def test_black_goes_the_other_way():
    assert goals(here("Ka1", "Xd4 Kh3", turn="b", own=("fW",)), "d4") == "d3"
    assert goals(here("Ka1", "Xd4 Kh3", turn="b", own=("rW",)), "d4") == "e4"


def test_a_man_may_move_one_way_and_capture_another():
    there = here("Xd4 Ka1", "Kh3 d5 e5", own=("mWcF",))
    assert goals(there, "d4") == "c4 d3 e4 e5"


def test_only_captures_give_check():
    assert "g3" in goals(here("Xf3 Ka1", "Kh3", turn="b", own=("mR",)), "h3").split()
    assert "g3" not in goals(here("Xf3 Ka1", "Kh3", turn="b", own=("R",)), "h3").split()


@pytest.mark.parametrize("text", ["", "X", "W8", "(0,0)", "(1,8)", "fm", "RR3", "W W", "W" * 41, "½"])
def test_another_text_is_no_movement(text: str):
    with pytest.raises(IllegalOption, match=r"is no movement\. W F D N A H C Z G are leaps"):
        read(text)


def test_what_is_remembered_of_reaches_and_moves_stays_small():
    rook = kind("R", False).capture[27]
    expected = rook[0]
    for number in range(MOST_REACHES + 9):
        assert rook[number << 28 & ~(1 << 27)] >= 0
        assert len(rook) <= MOST_REACHES
    assert rook[0] == expected
    for targets in range(1, MOST_KEPT + 9):
        assert len(FROM[5][targets]) == targets.bit_count()
        assert len(FROM[5]) <= MOST_KEPT


def test_what_is_remembered_of_pawns_stays_small():
    steps = pawn_moves(8, (4,))
    for targets in range(1, MOST_KEPT + 9):
        assert len(steps[targets << 16]) == targets.bit_count()
        assert len(steps) <= MOST_KEPT

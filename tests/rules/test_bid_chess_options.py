"""Each option of Bid Chess that is not tried beside a power, the auction or the setup."""

from __future__ import annotations

import pytest

from games.rules.bid_chess.ending import finished
from games.rules.bid_chess.making import made
from games.rules.bid_chess.moves import legal
from games.rules.bid_chess.notation import line
from games.rules.bid_chess.position import Position, write
from games.rules.bid_chess.state import law
from tests.rules.bid_chess_table import ARRAY, BLACK, GAME, WHITE, goals, here, moves, ordered, won


def after(there: Position, *lines: str) -> Position:
    for text in lines:
        there = made(there, next(move for move in legal(there) if line(move) == text))
    return there


def test_the_defaults_are_those_of_the_rules():
    options = GAME.options()
    assert {name: getattr(options, name) for name in options.names()} == {
        "items": 1,
        "pool": "",
        "custom": "",
        "lot": "list",
        "min_bid": -9,
        "negative": "add",
        "pay": "open",
        "promote_new": "off",
        "double_from_3": "off",
        "castling": "std",
        "first_ban": "lift",
        "leap": "free",
        "lost": "captured",
        "sacrifice": "always",
        "enlist_promoted": "keep",
    }


@pytest.mark.parametrize(
    ("new", "promotions"),
    [("off", ("QRBN", "QRBN")), ("owner", ("QRBN", "QRBNX")), ("both", ("QRBNX", "QRBNX"))],
)
def test_pawns_become_the_new_man_where_the_option_says_so(new: str, promotions: tuple[str, str]):
    assert law(won(BLACK, 9, promote_new=new)).promotions == promotions


def test_a_power_is_nothing_a_pawn_could_become():
    assert law(won(BLACK, 19, promote_new="both")).promotions == ("QRBN", "QRBN")


def test_a_pawn_becomes_the_new_man():
    there = here("Kc1 a7", "Kg8 h2", items=(25,), promotions=("QRBNX", "QRBN"))
    assert "a7a8X" in moves(there)
    assert write(after(there, "a7a8X")).startswith("X5k1/")


def test_pawns_of_the_third_rank_step_two_squares_where_the_option_is_on():
    lines = ("RNBQKBNR/.PPPPPPP/P.......", "RNBQKBNR/PPPPPPP./.......P")
    state, _events = ordered(won(BLACK, 19, double_from_3="on"), *lines)
    assert state.board.split()[9] == f"{1 << 16 | 1 << 47:x}"
    values = GAME.decisions(state)[WHITE].clauses[0].values
    assert {"a3a4", "a3a5", "b2b4"} <= set(values)
    off, _events = ordered(won(BLACK, 19), *lines)
    assert "a3a5" not in GAME.decisions(off)[WHITE].clauses[0].values


FRESH = {"double": True, "extra": f"- - - {1 << 16:x} 0"}


def test_a_double_step_from_the_third_rank_is_taken_in_passing():
    there = after(here("Kg1 a3", "Kg8 b5", **FRESH), "a3a5")
    assert there.ep
    there = here("Kg1 a3", "Kg8 b5", **FRESH)
    assert goals(there, "a3") == "a4 a5"
    passed = after(here("Kg1 a3", "Kg8 b5 h7", **FRESH), "a3a5")
    assert "b5a4" in moves(passed)
    assert write(after(passed, "b5a4")).startswith("6k1/7p/8/8/p7/8/8/6K1 w")


def test_a_double_step_from_the_third_rank_needs_two_free_squares_and_no_pin():
    assert goals(here("Kg1 a3", "Kg8 a5", **FRESH), "a3") == "a4"
    assert goals(here("Kg1 a3", "Kg8 a4", **FRESH), "a3") == ""
    assert goals(here("Kh3 a3", "Kg8 Rd3", **FRESH), "a3") == ""
    assert "a3a5" in moves(here("Ka1 a3", "Kg8 Ra8", **FRESH))
    assert goals(here("Ke1 a3", "Kg8 Ba5", **FRESH), "a3") == ""


def test_a_pawn_that_has_moved_to_the_third_rank_steps_one_square():
    there = here("Kg1 b2 a3", "Kg8", **FRESH)
    assert goals(after(there, "b2b3", "g8h8"), "b3") == "b4"
    assert after(there, "a3a4").extra.fresh == 0


def test_black_steps_two_squares_from_its_own_third_rank():
    there = here("Kg1", "Kg8 h6", turn="b", double=True, extra=f"- - - {1 << 47:x} 0")
    assert goals(there, "h6") == "h4 h5"


def test_single_move_pawns_have_no_double_step_from_anywhere():
    assert goals(here("Kg1 a3", "Kg8", powers=("single", ""), **FRESH), "a3") == "a4"


def test_a_captured_pawn_of_the_third_rank_is_forgotten():
    there = here("Kg1 a3", "Kg8 Ra8", turn="b", **FRESH)
    assert after(there, "a8a3").extra.fresh == 0


def test_the_ban_on_captures_is_lifted_or_strict():
    """All legal moves of White are captures, and it is in no check."""
    men = ("Ka1 a2 b2", "Kh8 a3 b3 Bh7")
    assert moves(here(*men, ply=0)) == {"a2b3", "b2a3"}
    assert moves(here(*men, ply=0, first_ban="strict")) == set()


def test_a_strict_ban_may_stalemate_white_at_once():
    there = here("Ka1 a2 b2", "Kh8 a3 b3 Bh7", ply=0, first_ban="strict")
    assert finished(there, ("this",), captured=False) == ("stalemate", None)


def test_a_setup_is_played_with_what_was_won():
    state, _events = ordered(won(WHITE, 25), ARRAY.replace("........", "...X...."), ARRAY)
    assert "d3c5" in GAME.decisions(state)[WHITE].clauses[0].values

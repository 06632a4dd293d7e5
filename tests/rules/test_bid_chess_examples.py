"""The worked examples of the rules of Bid Chess, each under the name it has there."""

from __future__ import annotations

import pytest

from games.rules.bid_chess.ending import finished
from games.rules.bid_chess.making import made
from games.rules.bid_chess.moves import in_check, legal
from games.rules.bid_chess.notation import algebraic, read
from games.rules.bid_chess.position import Position
from tests.rules.bid_chess_table import (
    ARRAY,
    BLACK,
    GAME,
    WHITE,
    auction,
    goals,
    here,
    moves,
    ordered,
    playing,
    refused,
    won,
)

START = (
    "Ra1 Nb1 Bc1 Qd1 Ke1 Bf1 Ng1 Rh1 a2 b2 c2 d2 e2 f2 g2 h2",
    "Ra8 Nb8 Bc8 Qd8 Ke8 Bf8 Ng8 Rh8 a7 b7 c7 d7 e7 f7 g7 h7",
)


def perft(position: Position, depth: int) -> int:
    found = legal(position)
    return len(found) if depth == 1 else sum(perft(made(position, move), depth - 1) for move in found)


def counts(powers: tuple[str, str]) -> list[int]:
    start = here(*START, ply=0, rights="KQkq", powers=powers)
    return [perft(start, depth) for depth in (1, 2, 3)]


def end(position: Position, *, captured: bool = False) -> tuple[str, int | None] | None:
    return finished(position, ("this",), captured)


def test_bc_1_equal_bids_give_the_item_to_black_and_payment_is_exact():
    after, events = ordered(auction(), "bid 4; pay ask", "bid 4; pay ask")
    assert (after.awards[0].seat, after.phase, after.payer, after.due) == (BLACK, "pay", BLACK, 4)
    assert set(GAME.decisions(after)[BLACK].clauses[0].values) == {"NP", "BP", "PPPP"}
    after, events = ordered(auction(), "bid 5; pay ask", "bid 4")
    assert (after.awards[0].seat, after.payer, after.due) == (WHITE, WHITE, 5)
    assert set(GAME.decisions(after)[WHITE].clauses[0].values) == {"R", "NPP", "BPP", "PPPPP"}
    assert "BN is worth 6, and 5 is due exactly" in refused(after, WHITE, "pay NB")
    assert [event.kind for event in events] == ["bids", "award"]


def test_bc_2_the_higher_of_two_bids_below_0_adds_men():
    after, events = ordered(auction(), "bid -2", "bid -5")
    assert (after.awards[0].seat, after.awards[0].bid) == (WHITE, -2)
    assert after.men == ((10, 2, 2, 2, 1), (8, 2, 2, 2, 1))
    assert events[-1].kind == "added"
    assert events[-1].data == {"seat": WHITE, "men": "P P", "value": 2}


def test_bc_3_nothing_is_paid_for_0_and_39_is_all():
    after, _events = ordered(auction(), "bid 0", "bid -1")
    assert (after.awards[0].seat, after.phase) == (WHITE, "setup")
    assert after.men[WHITE] == (8, 2, 2, 2, 1)
    bare, _events = ordered(auction(), "bid 39", "bid 0")
    assert bare.men[WHITE] == (0, 0, 0, 0, 0)
    assert GAME.decisions(bare)[WHITE].default == "setup ....K.../......../...X...."
    assert "-9…39" in refused(auction(), WHITE, "bid 40")


def test_bc_4_a_setup_is_refused_for_each_man_that_stands_wrong():
    state = won(BLACK, 1)
    assert GAME.check(state, WHITE, f"setup {ARRAY}") == f"setup {ARRAY}"
    both_dark = "RNB.KB.R/PPPPPPPP/Q....N..".replace("KB.", "B.K")
    assert "2 on dark and 0 on light" in refused(state, WHITE, both_dark)
    assert "first rank (a1)" in refused(state, WHITE, "PNBQKBNR/RPPPPPPP/........")
    assert "three rows of eight" in refused(state, WHITE, "R.BQKBNR/PPPPPPPP/......../...N....")
    left_over = refused(state, WHITE, "R.BQKBNR/PPPPPPPP/........")
    assert left_over == "You have 2 × N to place, and this setup has 1."


def test_bc_5_moves_are_counted_as_in_chess_where_stalemate_wins():
    assert counts(("stalemate", "")) == [20, 400, 8902]


def test_bc_6_pawns_of_single_move_have_fewer_moves():
    assert counts(("single", "")) == [12, 240, 3538]
    assert counts(("", "single")) == [20, 240, 5340]


def test_bc_7_the_first_move_may_not_capture():
    men = ("Kg1 Re3 a2 b2", "Kg8 e6 a7")
    first, later = here(*men, ply=0), here(*men, ply=2)
    assert "e3e6" not in moves(first)
    assert len(moves(first)) == 20
    assert moves(later) == moves(first) | {"e3e6"}
    assert "White's first move may not capture" in refused(playing(first), WHITE, "Rxe6")


def test_bc_8_the_ban_is_lifted_where_only_captures_are_left():
    men, black = "Kb3 a2 b2 c2 a3 c3 h2", "Kh8 Nb6 Nc6 h7 Xa6"
    first = here(f"{men} Bf1", black, ply=0, items=(5,))
    assert in_check(first)
    assert moves(first) == {"f1a6"}
    assert end(here(men, black, ply=0, items=(5,))) == ("mate", BLACK)
    strict = here(f"{men} Bf1", black, ply=0, items=(5,), first_ban="strict")
    assert end(strict) == ("mate", BLACK)


def test_bc_9_the_griffon_goes_around_the_corner_and_jumps_nothing():
    position = here("Xd4 e5 Kh1", "c3 Ra8 Kh8", items=(25,))
    assert goals(position, "d4") == "a5 b5 c3 c5 c6 c7 c8 e1 e2 e3 f3 g3 h3"


def test_bc_10_the_cannon_captures_over_exactly_one_man():
    position = here("Xd4 d6 Kh1", "Rd8 g4 Kh7", items=(7,))
    assert goals(position, "d4") == "a4 b4 c4 d1 d2 d3 d5 d8 e4 f4"


def test_bc_11_the_alfil_leaps_over_anything():
    position = here("Xd4 c3 e5 Kh1", "f6 Kh8", items=(2,))
    assert goals(position, "d4") == "b2 b6 f2 f6"


@pytest.mark.parametrize(
    ("row", "at", "where"),
    [
        (21, "d4", "c3 c5 d5 e3 e5"),
        (29, "b3", "b7 f3"),
        (24, "b2", "a6 c6 f1 f3"),
        (5, "g1", "d2 f4 h4"),
        (10, "b1", "a1 a2 a3 b2 c1 c2 c3 d2"),
    ],
)
def test_bc_12_men_reach_the_squares_of_their_movement(row: int, at: str, where: str):
    assert goals(here(f"X{at} Kh8", "Ka8", items=(row,)), at) == where


def test_bc_12_the_gaja_of_black_goes_forward_down_the_board():
    position = here("Kh1", "Xd4 Kh8", turn="b", items=(21,))
    assert goals(position, "d4") == "c3 c5 d3 e3 e5"


def test_bc_13_pawns_become_only_what_is_lost():
    men = ("Kc6 a7", "Kh1 Rb8")
    assert moves(here(*men, powers=("restrict", "")), "a7") == set()
    lost = here(*men, powers=("restrict", ""), extra="- NQ - 0 0")
    assert moves(lost, "a7") == {"a7a8N", "a7a8Q", "a7b8N", "a7b8Q"}
    assert in_check(here("Kc6 a7", "Kb8", turn="b", powers=("restrict", "")))


def test_bc_14_captives_are_placed_instead_of_moving():
    position = here("Kg1 f2 g2 h2", "Kg8 f7 g7 h7", powers=("enlist", ""), extra="PN - - 0 0")
    found = moves(position)
    assert len(moves(position, "P@")) == 21
    assert len(moves(position, "N@")) == 56
    assert len(found) == 21 + 56 + 8
    checked = ("Kg1 f2 g2 h2", "Kg8 Rd1 f7")
    assert moves(here(*checked, powers=("enlist", ""), extra="PN - - 0 0")) == {"N@e1", "N@f1"}
    assert end(here(*checked, powers=("enlist", ""), extra="P - - 0 0")) == ("mate", BLACK)


def test_bc_15_a_mated_king_changes_places_with_a_piece():
    mated = here("Kg1 Ra5 Nb4 f2 g2 h2", "Kg8 Rd1 f7", powers=("sacrifice", ""), extra="- - S 0 0")
    assert in_check(mated)
    assert moves(mated) == {"swap a5", "swap b4"}
    pawns = here("Kg1 f2 g2 h2", "Kg8 Rd1 f7", powers=("sacrifice", ""), extra="- - S 0 0")
    assert end(pawns) == ("mate", BLACK)


def test_bc_16_the_king_leaps_out_of_a_mate_and_gives_no_check():
    position = here("Kg1 f2 g2 h2", "Kg8 Rd1 f7", powers=("leap", ""), extra="- - L 0 0")
    assert moves(position) == {"g1e2", "g1f3", "g1h3"}
    assert not in_check(here("Kd4", "Ke6", turn="b", powers=("leap", ""), extra="- - L 0 0"))


def test_bc_17_a_stalemate_is_a_draw_unless_whoever_gave_it_owns_the_power():
    men = ("Kf7 Qg6", "Kh8")
    assert end(here(*men, turn="b")) == ("stalemate", None)
    assert end(here(*men, turn="b", powers=("stalemate", ""))) == ("stalemate", WHITE)
    assert end(here(*men, turn="b", powers=("", "stalemate"))) == ("stalemate", None)


def test_the_examples_are_written_as_people_write_them():
    position = here("Xd4 d6 Kh1", "Rd8 g4 Kh7", items=(7,))
    assert algebraic(position, read(position, "Xxd8", legal(position))) == "Xxd8"

"""The powers and restrictions of Bid Chess, each alone and with the options that change it."""

from __future__ import annotations

import pytest

from games.rules.bid_chess.making import made
from games.rules.bid_chess.moves import legal
from games.rules.bid_chess.notation import line
from games.rules.bid_chess.position import Position, write
from games.rules.game import Outcome
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
    played,
    playing,
    refused,
    won,
)


def after(there: Position, *lines: str) -> Position:
    for text in lines:
        there = made(there, next(move for move in legal(there) if line(move) == text))
    return there


def memory(there: Position) -> str:
    """What powers remember: hands, lost men, what is unused, fresh and promoted."""
    return " ".join(write(there).split()[6:])


BARE = {"powers": ("bare", "")}


def test_capturing_the_last_man_beside_the_king_wins_for_the_owner():
    state = playing(here("Kd4 Ra1", "Ke8 e5", **BARE), {3: WHITE})
    over, events = ordered(state, "Kxe5")
    assert over.result == Outcome((1, 2), "bare", (WHITE,))
    assert events[-1].kind == "bare"


def test_a_bare_owner_wins_too_as_the_capture_comes_first():
    state = playing(here("Kd4", "Ke8 e5", **BARE), {3: WHITE})
    assert played(state, "Kxe5").result.reason == "bare"


def test_who_does_not_own_it_wins_nothing_by_baring_a_king():
    state = playing(here("Kd4 Ra1", "Ke8 e5", powers=("", "bare")), {3: BLACK})
    assert played(state, "Kxe5").result is None


def test_only_a_capture_bares_a_king():
    state = playing(here("Kd4 Ra1", "Ke8", **BARE), {3: WHITE})
    assert played(state, "Ra2").result is None


def test_a_man_in_hand_is_a_man():
    state = playing(here("Kd4 Ra1", "Ke8 e5", powers=("bare", "enlist"), extra="n - - 0 0"), {3: 0, 19: 1})
    assert played(state, "Kxe5").result is None


ENLIST = {"powers": ("enlist", "")}


def test_captured_men_go_to_the_hand_and_come_back_instead_of_a_move():
    there = here("Kg1 Ra1", "Kg8 Na5 h7", extra="- - - 0 0", **ENLIST)
    taken = after(there, "a1a5")
    assert memory(taken) == "N n - 0 0"
    there = after(taken, "g8f8", "N@c6", "f8g8")
    assert memory(there) == "- n - 0 0"
    assert moves(there, "N@") == set()
    assert moves(there, "c6")


def test_the_opponent_enlists_nobody():
    there = here("Kg1 Ra1 Na5", "Kg8 Ra8", turn="b", extra="- - - 0 0", **ENLIST)
    assert memory(after(there, "a8a5")) == "- N - 0 0"


def test_a_pawn_taken_in_passing_is_enlisted():
    there = after(here("Kg1 e5", "Kg8 d7", turn="b", extra="- - - 0 0", **ENLIST), "d7d5", "e5d6")
    assert memory(there) == "P p - 0 0"


def test_pawns_are_placed_in_the_own_half_but_not_on_the_first_rank():
    there = here("Kg1", "Kg8", extra="P - - 0 0", **ENLIST)
    assert {move[3] for move in moves(there, "P@")} == {"2", "3", "4"}
    assert len(moves(there, "P@")) == 24
    black = here("Kg1", "Kg8", turn="b", powers=("", "enlist"), extra="p - - 0 0")
    assert {move[3] for move in moves(black, "P@")} == {"5", "6", "7"}


def test_a_pawn_placed_on_the_second_rank_may_step_two_squares():
    there = after(here("Kg1", "Kg8", extra="P - - 0 0", **ENLIST), "P@b2", "g8h8")
    assert goals(there, "b2") == "b3 b4"


def test_a_drop_may_mate_and_is_no_quiet_ply():
    state = playing(here("Kg1", "Kh8 g7 h7", quiet=60, extra="R - - 0 0", **ENLIST), {19: WHITE})
    over, events = ordered(state, "R@a8")
    assert over.result.reason == "mate"
    assert events[0].data["san"] == "R@a8#"
    assert over.board.split()[4] == "0"


def test_a_promoted_man_is_enlisted_as_it_stands_or_as_a_pawn():
    for option, hand in (("keep", "Q"), ("pawn", "P")):
        there = here(
            "Kg1 Ra8", "Kg7 b2", turn="b", extra="- - - 0 0", enlist_promoted=option, powers=("enlist", "")
        )
        there = after(there, "b2b1Q", "g1h2", "b1b8", "a8b8")
        assert memory(there) == f"{hand} q - 0 0"


def test_a_piece_of_the_enemy_that_was_bid_for_is_enlisted_and_moves_its_new_owners_way():
    there = here("Kg1 Ra1", "Kg8 Xa5 h7", items=(21,), extra="- - - 0 0", **ENLIST)
    there = after(there, "a1a5", "g8f8", "X@d4", "f8g8")
    assert goals(there, "d4") == "c3 c5 d5 e3 e5"


LEAP = {"powers": ("leap", "")}


def test_the_king_leaps_once():
    there = here("Ke1 Rh1", "Kg8 Rb8", rights="K", extra="- - L 0 0", **LEAP)
    assert {"e1c2", "e1d3", "e1f3", "e1g2"} <= moves(there)
    leapt = after(there, "e1f3")
    assert memory(leapt) == "- - - 0 0"
    assert leapt.rights == 0
    assert "f3e5" not in moves(after(leapt, "b8b7"))


def test_the_king_captures_by_leaping_but_not_onto_an_attacked_square():
    there = here("Ke1", "Kg8 Nc2 Rf8", extra="- - L 0 0", **LEAP)
    assert "e1c2" in moves(there)
    assert "e1f3" not in moves(there)


def test_steps_and_castling_leave_the_leap_unused():
    there = here("Ke1 Rh1", "Kg8 Rb8", rights="K", extra="- - L 0 0", **LEAP)
    assert memory(after(there, "e1g1")) == "- - L 0 0"
    assert memory(after(there, "e1e2")) == "- - L 0 0"


def test_with_unmoved_the_leap_needs_a_king_that_has_not_moved_and_no_check():
    there = here("Ke1 Rh1", "Kg8 Rb8", rights="K", extra="- - L 0 0", leap="unmoved", **LEAP)
    assert "e1f3" in moves(there)
    for move in ("e1g1", "e1e2", "e1f3"):
        assert memory(after(there, move)) == "- - - 0 0"
    assert memory(after(there, "h1h2")) == "- - L 0 0"
    checked = here("Ke1", "Kg8 Re8", extra="- - L 0 0", leap="unmoved", **LEAP)
    assert "e1d3" not in moves(checked)
    assert "e1d3" in moves(here("Ke1", "Kg8 Re8", extra="- - L 0 0", **LEAP))


def test_an_exchanged_king_has_moved():
    mated = here(
        "Kg1 Ra5 f2 g2 h2",
        "Kg8 Rd1 f7",
        powers=("leap sacrifice", ""),
        extra="- - LS 0 0",
        leap="unmoved",
    )
    assert moves(mated) == {"swap a5"}
    assert memory(after(mated, "swap a5")) == "- - S 0 0"


RESTRICT = {"powers": ("restrict", "")}


def test_men_of_the_owner_that_are_captured_are_lost_until_a_pawn_becomes_one():
    there = here("Kg1 Na5 h7", "Kb8 Ra8", turn="b", extra="- - - 0 0", **RESTRICT)
    there = after(there, "a8a5", "g1g2", "a5a8", "g2g1", "b8b7")
    assert memory(there) == "- N - 0 0"
    assert moves(there, "h7") == {"h7h8N"}
    assert memory(after(there, "h7h8N")) == "- - - 0 0"


def test_a_pawn_that_may_become_nothing_may_not_enter_the_last_rank():
    there = here("Kg1 h7", "Kb8 Rg8", extra="- - - 0 0", **RESTRICT)
    assert moves(there, "h7") == set()


def test_the_opponents_pawns_become_what_they_like():
    there = here("Kg1", "Kb8 a2", turn="b", extra="- - - 0 0", **RESTRICT)
    assert len(moves(there, "a2")) == 4


@pytest.mark.parametrize(("lost", "became"), [("captured", set()), ("all", {"Q"})])
def test_men_given_up_are_lost_only_where_the_option_says_so(lost: str, became: set[str]):
    paid, _events = ordered(auction(row=32, lost=lost), "bid 9", "bid 0")
    state, _events = ordered(paid, "RNB.KBNR/PPPPPPPP/8", ARRAY)
    there = here("Kg1 h7", "Kb8", extra=" ".join(state.board.split()[6:]), **RESTRICT)
    assert {move[4:] for move in moves(there, "h7")} == became


SACRIFICE = {"powers": ("sacrifice", "")}
MATED = ("Kg1 Ra5 Nb4 f2 g2 h2", "Kg8 Rd1 f7")


def test_a_mated_king_changes_places_as_often_as_it_happens():
    state = playing(here(*MATED, extra="- - S 0 0", **SACRIFICE), {34: WHITE})
    state, events = ordered(state, "SWAP a5")
    assert events[0].data["san"] == "swap a5"
    assert state.board.startswith("6k1/5p2/8/K7/1N6/8/5PPP/3r2R1 b")
    assert state.board.split()[8] == "S"


def test_the_mating_move_is_check_while_an_exchange_is_left():
    state = playing(here("Kg1 Ra5 f2 g2 h2", "Kg8 Rd8 f7", turn="b", extra="- - S 0 0", **SACRIFICE), {34: 0})
    after_check, events = ordered(state, "Rd1")
    assert events[0].data["san"] == "Rd1+"
    assert after_check.result is None


def test_with_once_the_king_is_exchanged_a_single_time():
    there = here(*MATED, extra="- - S 0 0", sacrifice="once", **SACRIFICE)
    assert memory(after(there, "swap b4")) == "- - - 0 0"
    spent = playing(here(*MATED, extra="- - - 0 0", sacrifice="once", **SACRIFICE), {34: WHITE})
    assert moves(here(*MATED, extra="- - - 0 0", **SACRIFICE)) == set()
    assert spent.result is None


def test_an_exchange_may_not_leave_the_king_in_check():
    there = here("Kg1 Ra5 Nb4 f2 g2 h2", "Kg8 Rd1 Rc4 f7", extra="- - S 0 0", **SACRIFICE)
    assert moves(there) == {"swap a5"}


def test_an_exchange_is_a_quiet_ply_and_ends_the_rights_to_castle():
    there = here(
        "Ke1 Qd1 Bf1 d2 e2 f2 Ra1",
        "Kh8 Nd3 Re8",
        extra="- - S 0 0",
        rights="Q",
        quiet=7,
        **SACRIFICE,
    )
    assert moves(there) == {"swap a1", "swap d1", "swap f1"}
    changed = after(there, "swap d1")
    assert (changed.rights, changed.quiet) == (0, 8)


def test_a_promoted_man_is_still_one_after_an_exchange():
    there = here(
        "Kg1 Na5 f2 g2 h2",
        "Kg8 Rd1 f7",
        powers=("sacrifice", "enlist"),
        extra="- - S 0 100000000",
        enlist_promoted="pawn",
    )
    assert memory(after(there, "swap a5")) == "- - S 0 40"


def test_a_mate_by_the_strict_ban_on_captures_may_be_answered_by_an_exchange():
    men = ("Kb3 Bf1 a2 b2 c2 a3 c3 h2", "Kh8 Nb6 Nc6 h7 Xa6")
    strict = {"ply": 0, "items": (5,), "extra": "- - S 0 0", "first_ban": "strict"}
    assert moves(here(*men, **strict, **SACRIFICE)) == {"swap f1"}


SINGLE = {"powers": ("single", "")}


def test_pawns_of_the_owner_step_one_square():
    there = here("Kg1 a2 h3", "Kg8 a7", **SINGLE)
    assert goals(there, "a2") == "a3"
    assert goals(after(there, "a2a3"), "a7") == "a5 a6"


def test_nothing_is_legal_because_of_a_power_of_the_other_side():
    there = here(*MATED, powers=("", "sacrifice"), extra="- - s 0 0")
    assert moves(there) == set()
    leap = here("Ke1", "Kg8", powers=("", "leap"), extra="- - l 0 0")
    assert "e1f3" not in moves(leap)


def test_all_powers_are_unused_at_the_reveal():
    state, _events = ordered(won(WHITE, 28), ARRAY, ARRAY)
    assert state.board.split()[6:] == ["-", "-", "L", "0", "0"]
    state, _events = ordered(won(BLACK, 34), ARRAY, ARRAY)
    assert state.board.split()[6:] == ["-", "-", "s", "0", "0"]


def test_what_a_power_needs_is_said_when_it_is_not_there():
    state = playing(here("Kg1", "Kg8"))
    assert refused(state, WHITE, "swap a5")
    assert refused(state, WHITE, "N@f3")
    assert GAME.decisions(state)

"""Play in Bid Chess: castling, pawns, the first move, and every way in which a match ends."""

from __future__ import annotations

import pytest

from games.rules.bid_chess.making import made
from games.rules.bid_chess.moves import legal
from games.rules.bid_chess.notation import line
from games.rules.bid_chess.position import Position, at, square, write
from games.rules.bid_chess.position import read as read_position
from games.rules.bid_chess.state import position
from games.rules.game import IllegalOrder, Outcome
from tests.rules.bid_chess_table import (
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


def test_a_position_comes_back_from_its_line():
    there = here("Ke1 Ra1 Xd4 a5", "Ke8 b5", rights="Q", ep="b6", items=(9,), quiet=3, ply=31)
    assert read_position(write(there), there.armies) == there
    assert [at(there, square(name)) for name in ("e1", "d4", "b5", "h8")] == ["K", "X", "p", ""]
    with pytest.raises(ValueError, match="e9"):
        square("e9")


@pytest.mark.parametrize("change", ["nothing", "7/8/8/8/8/8/8/8 w - - 0 0", "9/8/8/8/8/8/8/8 w - - 0 0"])
def test_a_line_that_is_no_position_is_refused(change: str):
    with pytest.raises((ValueError, IndexError)):
        read_position(change, here("Ke1", "Ke8").armies)


CASTLE = ("Ke1 Ra1 Rh1", "Ke8 Ra8 Rh8")


def test_kings_castle_with_unmoved_rooks():
    there = here(*CASTLE, rights="KQkq")
    assert {"e1g1", "e1c1"} <= moves(there)
    assert write(after(there, "e1g1")).startswith("r3k2r/8/8/8/8/8/8/R4RK1 b kq")
    assert write(after(there, "e1c1", "e8g8")).startswith("r4rk1/8/8/8/8/8/8/2KR3R w -")
    black = here(*CASTLE, rights="KQkq", turn="b")
    assert write(after(black, "e8c8")).startswith("2kr3r/8/8/8/8/8/8/R3K2R w KQ")


@pytest.mark.parametrize(
    ("white", "black", "castles"),
    [
        ("Ke1 Ra1 Rh1 Bf1", "Ke8", "c1"),
        ("Ke1 Ra1 Rh1 Nb1", "Ke8", "g1"),
        ("Ke1 Ra1 Rh1", "Ke8 Rf8", "c1"),
        ("Ke1 Ra1 Rh1", "Ke8 Rb8", "c1 g1"),
        ("Ke1 Ra1 Rh1", "Kd8 Re8", ""),
    ],
)
def test_castling_needs_free_and_safe_squares_and_no_check(white: str, black: str, castles: str):
    there = here(white, black, rights="KQ")
    assert [goal for goal in goals(there, "e1").split() if goal in ("c1", "g1")] == castles.split()


def test_a_moved_or_captured_rook_ends_the_right():
    there = here(*CASTLE, rights="KQkq")
    assert after(there, "h1h8").rights == 0b1010
    assert after(there, "a1a2").rights == 0b1101
    assert after(there, "e1e2").rights == 0b1100


def test_castling_may_not_uncover_a_man_that_captures_over_another():
    """After castling long the rook on d1 would be what the Cannon on h1 captures over."""
    there = here("Ke1 Ra1", "Ke8 Xh1", rights="Q", items=(7,))
    assert "e1c1" not in moves(there)
    assert "e1c1" in moves(here("Ke1 Ra1", "Ke8 Xh2", rights="Q", items=(7,)))


def test_pawns_step_two_squares_from_the_second_rank_only():
    there = here("Ke1 a2 b3 c4", "Ke8")
    assert [goals(there, start) for start in ("a2", "b3", "c4")] == ["a3 a4", "b4", "c5"]
    assert goals(here("Ke1 a2", "Ke8 a4"), "a2") == "a3"
    assert goals(here("Ke1 a2", "Ke8 a3"), "a2") == ""


def test_a_pawn_is_taken_in_passing_by_the_next_move_only():
    there = after(here("Ke1 e2", "Kh8 d4", turn="w"), "e2e4")
    assert "d4e3" in moves(there)
    assert write(after(there, "d4e3")).startswith("7k/8/8/8/8/4p3/8/4K3 w")
    assert "d4e3" not in moves(after(there, "h8h7", "e1d1"))
    white = after(here("Ke1 e5", "Kh8 d7", turn="b"), "d7d5")
    assert write(after(white, "e5d6")).startswith("7k/8/3P4/8/8/8/8/4K3 b")


def test_no_pawn_is_taken_in_passing_where_that_uncovers_the_king():
    there = after(here("Ke1 e2", "Ka4 d4 Rh5", turn="w"), "e2e4")
    assert "d4e3" in moves(there)
    pinned = after(here("Rh4 Ke1 e2", "Ka4 d4", turn="w"), "e2e4")
    assert "d4e3" not in moves(pinned)


def test_pawns_that_reach_the_end_become_one_of_four_men():
    there = here("Ke1 a7", "Kh8 Rb8")
    assert moves(there, "a7") == {f"a7{to}{letter}" for to in ("a8", "b8") for letter in "QRBN"}
    assert write(after(there, "a7b8N")).startswith("1N5k/8/8/8/8/8/8/4K3 b")
    black = here("Ke1", "Kh8 c2", turn="b")
    assert moves(black, "c2") == {f"c2c1{letter}" for letter in "QRBN"}


def test_a_king_that_stands_attacked_at_the_reveal_is_not_taken():
    """White's only legal moves are captures, so the ban is lifted, but never to take a king."""
    there = here("Ka1 a2 b2 Qb1 Bc1 Rd1", "Kd2 Na3", ply=0)
    assert not any(move[2:4] == "d2" for move in moves(there))


def test_the_first_move_alone_may_not_capture():
    there = here("Kg1 Re3", "Kg8 e6", ply=0)
    assert "e3e6" not in moves(there)
    assert "e3e6" in moves(here("Kg1 Re3", "Kg8 e6", ply=2))
    black = here("Kg1 Re3", "Kg8 e6 Rd6 e4", ply=1, turn="b")
    assert "d6e6" not in moves(black)
    assert "e4e3" not in moves(black)
    assert "d6d1" in moves(black)


def test_mate_wins():
    state = playing(here("Kg1 Ra1", "Kg8 f7 g7 h7"))
    over, events = ordered(state, "a1a8")
    assert over.result == Outcome((1, 2), "mate", (WHITE,))
    assert [event.kind for event in events] == ["move", "mate"]
    assert events[0].data["san"] == "Ra8#"
    assert events[1].data == {"seat": WHITE}


def test_an_offer_with_the_last_move_is_told_to_nobody():
    over, events = ordered(playing(here("Kg1 Ra1", "Kg8 f7 g7 h7")), "a1a8; draw?")
    assert [event.kind for event in events] == ["move", "mate"]
    assert not over.offer


def test_black_wins_by_mate_too():
    over = played(playing(here("Kg1 f2 g2 h2", "Kg8 Ra8", turn="b")), "Ra1#")
    assert over.result == Outcome((2, 1), "mate", (BLACK,))


def test_a_stalemate_is_a_draw_and_a_win_for_the_owner_of_the_power():
    there = here("Kf7 Qa6", "Kh8")
    assert played(playing(there), "a6g6").result == Outcome((1, 1), "stalemate")
    owned = playing(here("Kf7 Qa6", "Kh8", powers=("stalemate", "")), {39: WHITE})
    assert played(owned, "a6g6").result == Outcome((1, 2), "stalemate", (WHITE,))
    other = playing(here("Kf7 Qa6", "Kh8", powers=("", "stalemate")), {39: BLACK})
    assert played(other, "a6g6").result == Outcome((1, 1), "stalemate")


def test_the_last_capture_leaves_two_kings_and_a_draw():
    state = playing(here("Kd4", "Ke8 e5"))
    assert played(state, "Kxe5").result == Outcome((1, 1), "kings")


def test_the_third_repetition_is_a_draw():
    state = playing(here("Kg1 Ra1", "Kg8 Rb8"))
    shuffle = ("a1a2", "b8b7", "a2a1", "b7b8")
    state = played(state, *shuffle, *shuffle[:3])
    assert state.result is None
    over, events = ordered(state, "b7b8")
    assert over.result == Outcome((1, 1), "repetition")
    assert events[-1].data == {"seat": None}


def test_rights_that_are_gone_make_another_position():
    state = playing(here("Ke1 Rh1", "Kg8 Rb8", rights="K"))
    shuffle = ("h1h2", "b8b7", "h2h1", "b7b8")
    assert played(state, *shuffle, *shuffle).result is None
    assert played(state, *shuffle, *shuffle, "h1h2").result.reason == "repetition"


def test_a_capture_or_a_pawn_leaves_no_position_that_could_come_again():
    state = playing(here("Kg1 Ra1 h2", "Kg8 Rb8 a7"))
    state = played(state, "a1a2", "b8b7")
    assert len(state.past) == 3
    assert len(played(state, "h2h3").past) == 1
    assert len(played(state, "a2a7").past) == 1


def test_a_square_stepped_over_counts_only_if_a_pawn_may_go_there():
    with_one = playing(here("Kg1 e2 Ra1", "Kg8 Rb8 d4"))
    without = playing(here("Kg1 e2 Ra1", "Kg8 Rb8 d5"))
    for state, times in ((with_one, 1), (without, 2)):
        first = played(state, "e2e4")
        again = played(first, "b8b7", "a1a2", "b7b8", "a2a1")
        assert again.past.count(first.past[0]) == times


def test_a_hundred_quiet_plies_are_a_draw_and_99_are_not():
    state = playing(here("Kg1 Ra1", "Kg8 Rb8", quiet=98))
    state = played(state, "a1a2")
    assert state.result is None
    assert played(state, "b8b7").result == Outcome((1, 1), "quiet")
    assert played(state, "b8b2").result == Outcome((1, 1), "quiet")


def test_mate_on_the_hundredth_ply_counts():
    state = playing(here("Kg1 Ra1", "Kg8 f7 g7 h7", quiet=99))
    assert played(state, "a1a8").result.reason == "mate"


def test_a_draw_is_offered_with_a_move_and_lasts_for_one_answer():
    state = playing(here("Kg1 Ra1", "Kg8 Rb8"))
    assert "Your opponent offers no draw now" in refused(state, WHITE, "draw")
    offered, events = ordered(state, "a1a2; draw?")
    assert [event.kind for event in events] == ["move", "offer"]
    assert GAME.decisions(offered)[BLACK].clauses[0].values[-1] == "draw"
    over, events = ordered(offered, "draw")
    assert over.result == Outcome((1, 1), "agreed")
    assert [event.kind for event in events] == ["agreed"]
    declined = played(offered, "b8b7")
    assert not declined.offer
    assert "offers no draw" in refused(declined, WHITE, "draw")


@pytest.mark.parametrize("text", ["DRAW OK", "agree", "accept", "draw"])
def test_an_offer_is_taken_in_many_words(text: str):
    offered, _events = ordered(playing(here("Kg1 Ra1", "Kg8 Rb8")), "a1a2, draw?")
    assert GAME.check(offered, BLACK, text) == "draw"


@pytest.mark.parametrize(
    "text", ["a1a2; draw?", "Ra2 (draw?)", "a1-a2\nDRAW?", "play a1a2 draw ?", "Ra2; draw?"]
)
def test_an_offer_is_read_behind_the_move(text: str):
    assert GAME.check(playing(here("Kg1 Ra1", "Kg8 Rb8")), WHITE, text) == "a1a2; draw?"


@pytest.mark.parametrize("text", ["draw?", "; (DRAW ?)"])
def test_an_offer_without_a_move_is_told_what_it_lacks(text: str):
    offered, _events = ordered(playing(here("Kg1 Ra1", "Kg8 Rb8")), "a1a2, draw?")
    assert refused(offered, BLACK, text) == (
        "A draw is offered with a move, such as e2e4; draw? Who agrees to one writes draw."
    )


def test_resigning_and_silence_lose():
    state = playing(here("Kg1 Ra1", "Kg8 Rb8"))
    assert GAME.decisions(state)[WHITE].default == "time"
    for text, reason in (("RESIGN", "resigned"), ("time", "time")):
        over, events = ordered(state, text)
        assert over.result == Outcome((2, 1), reason, (BLACK,))
        assert [event.kind for event in events] == [reason]


def test_nothing_has_to_be_claimed():
    assert "end the match at once" in refused(playing(here("Kg1 Ra1", "Kg8 Rb8")), WHITE, "CLAIM")


def test_who_is_not_to_move_orders_nothing():
    state = playing(here("Kg1 Ra1", "Kg8 Rb8"))
    assert refused(state, BLACK, "b8b7") == "It is your opponent's move."
    assert refused(played(state, "resign"), WHITE, "a1a2") == "This seat owes no order now."


@pytest.mark.parametrize("seat", [WHITE, BLACK])
def test_who_leaves_loses_at_any_time(seat: int):
    for state in (auction(), won(BLACK, 9), playing(here("Kg1 Ra1", "Kg8 Rb8"))):
        over, events = GAME.leave(state, seat)
        assert (over.result.reason, over.result.winners) == ("resigned", (1 - seat,))
        assert [event.kind for event in events] == ["resigned"]
        assert GAME.leave(over, 1 - seat) == (over, ())
    with pytest.raises(IllegalOrder, match="no such seat"):
        GAME.leave(auction(), 2)


def test_the_board_is_kept_as_one_line():
    state, _events = ordered(won(BLACK, 25), "RNBQKBNR/PPPPPPPP/8", "RNBQKBNR/PPPPPPPP/X7")
    state = played(state, "e2e4", "a6b5")
    assert state.board == "rnbqkbnr/pppppppp/8/1x6/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
    assert state.last == "a6b5"
    assert position(state).ply == 2

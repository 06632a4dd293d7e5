"""The board of Bid Chess as data: from the reader's side, what is marked, and what stands beside it."""

from __future__ import annotations

import msgspec
import pytest

from games.rules.bid_chess.beside import reach
from games.rules.bid_chess.men import ROWS
from games.rules.bid_chess.state import Award, BidChessState
from games.rules.game import Group, Hand, Picture
from tests.rules.bid_chess_table import (
    ARRAY,
    BLACK,
    GAME,
    WHITE,
    auction,
    here,
    ordered,
    played,
    playing,
    won,
)

PLAIN = here("Kg1 Xd4 a2", "Kg8 Rd8", items=(9,))


def seen(state: BidChessState, seat: int | None = WHITE) -> Picture:
    return GAME.picture(GAME.view(state, seat))


def marked(picture: Picture, mark: str) -> str:
    return " ".join(sorted(cell.name for cell in picture.cells if mark in cell.marks))


def men(picture: Picture, *, black: bool) -> str:
    """The men of one side with their squares."""
    found = [cell for cell in picture.cells if cell.man is not None and ("black" in cell.marks) == black]
    return " ".join(sorted(f"{cell.card}@{cell.name}" for cell in found))


def beside(picture: Picture, seat: int) -> dict[str, str]:
    """The men beside the board, by what they have in common."""
    return {group.label: "".join(card[0] for card in group.men) for group in picture.hands[seat].men}


def set_up(row: int, seat: int = WHITE, setup: str = ARRAY, **options: str) -> BidChessState:
    """A match with both sides set up, White as told."""
    return ordered(won(seat, row, **options), f"setup {setup}", f"setup {ARRAY}")[0]


# --- The board --------------------------------------------------------------------------------------------


def test_each_reader_sees_the_own_first_rank_below():
    state = playing(PLAIN, {9: WHITE})
    corners = {
        seat: [seen(state, seat).cells[at].name for at in (0, 7, 56, 63)] for seat in (WHITE, BLACK, None)
    }
    assert corners == {
        WHITE: ["a8", "h8", "a1", "h1"],
        BLACK: ["h1", "a1", "h8", "a8"],
        None: ["a8", "h8", "a1", "h1"],
    }
    places = [(cell.x, cell.y) for cell in seen(state, BLACK).cells]
    assert places == [(x, y) for y in range(8) for x in range(8)]


def test_a_man_is_named_by_its_letter_and_one_that_was_bid_for_by_its_movement_too():
    picture = seen(playing(PLAIN, {9: WHITE}))
    assert men(picture, black=False) == "K@g1 P@a2 X:RN@d4"
    assert men(picture, black=True) == "K@g8 R@d8"
    words = {cell.name: cell.word for cell in picture.cells if cell.word}
    assert words == {"g1": "King", "a2": "Pawn", "d4": "Centaur", "g8": "King", "d8": "Rook"}


def test_men_belong_to_the_seats_whatever_colour_these_have():
    state = msgspec.structs.replace(playing(PLAIN, {9: BLACK}), white=1)
    picture = seen(state, 1)
    assert {cell.man for cell in picture.cells if "black" in cell.marks} == {0}
    assert picture.cells[0].name == "a8"
    assert [hand.words for hand in picture.hands] == [("Black",), ("White",)]


@pytest.mark.parametrize(
    ("lines", "squares"),
    [
        (("e2e4",), "e2 e4"),
        (("e2e4", "b8c6"), "b8 c6"),
        (("g1f3", "e7e5", "g2g3", "e5e4", "f1g2", "e4e3", "e1g1"), "e1 g1"),
    ],
)
def test_the_last_move_is_marked_from_where_to_where(lines: tuple[str, ...], squares: str):
    assert marked(seen(played(set_up(39), *lines)), "new") == squares


def test_a_drop_and_an_exchange_are_marked_where_the_man_comes_to_stand():
    hand = here("Kg1 a2", "Kg8 Rd8", powers=("enlist", ""), extra="N - - 0 0")
    assert marked(seen(played(playing(hand, {19: WHITE}), "N@f3")), "new") == "f3"
    mate = here("Kg1 Ra5 f2 g2 h2", "Kg8 Rd1 f7", powers=("sacrifice", ""), extra="- - S 0 0")
    assert marked(seen(played(playing(mate, {34: WHITE}), "swap a5")), "new") == "a5"


def test_a_king_in_check_is_marked():
    assert marked(seen(playing(here("Kg1", "Kg8 Rd1"))), "here") == "g1"
    assert marked(seen(playing(here("Kg1 Rd8", "Kg8", turn="b"))), "here") == "g8"
    assert marked(seen(playing(here("Kg1", "Kg8 Rd2"))), "here") == ""


# --- Before the reveal ------------------------------------------------------------------------------------


def test_during_the_bidding_the_board_shows_how_the_item_moves():
    picture = seen(auction(row=21), BLACK)
    assert [cell.name for cell in picture.cells if cell.card == "X:FfW"] == ["d4"]
    assert marked(picture, "open") == "c3 c5 d5 e3 e5"
    (item,) = picture.items
    assert (item.row, item.name, item.seat, item.reach) == (21, "Gaja", None, ())
    assert item.facts == (("value", 2.5),)
    assert item.words == "steps one square diagonally any way, or one straight forward"


def test_copies_are_told_where_one_bid_buys_more_than_one():
    assert seen(auction(row=5)).items[0].facts == (("value", 2), ("copies", 2))
    assert seen(auction(row=5, lot="1")).items[0].facts == (("value", 2),)


def test_an_own_row_has_no_value_and_tells_its_movement():
    (item,) = seen(auction(row=42, custom="Wizard FC 2")).items
    assert item.facts == (("copies", 2),)
    assert (item.name, item.words, item.betza) == ("Wizard", "moves as {betza} in Betza's notation", "FC")


def test_the_second_item_has_the_next_letter_and_the_first_a_diagram_beside_the_board():
    state = msgspec.structs.replace(
        auction(row=25, items=2), awards=(Award(9, WHITE, 5, 1, "X"), Award(3, BLACK, 0))
    )
    picture = seen(state)
    assert [cell.card for cell in picture.cells if cell.card] == ["Y:t[FR]"]
    assert [(item.name, item.seat, bool(item.reach)) for item in picture.items] == [
        ("Griffon", None, False),
        ("Centaur", WHITE, True),
        ("Bare King", BLACK, False),
    ]


def test_while_somebody_pays_the_board_still_shows_the_item():
    state, _events = ordered(auction(row=9), "bid 5; pay ask", "bid 4")
    assert state.phase == "pay"
    assert [cell.card for cell in seen(state).cells if cell.card] == ["X:RN"]
    leap, _events = ordered(auction(row=28), "bid 5; pay ask", "bid 4")
    assert [cell.card for cell in seen(leap).cells if cell.card] == ["K"]


def test_the_leap_of_the_king_is_drawn_with_a_king():
    picture = seen(auction(row=28))
    assert [cell.name for cell in picture.cells if cell.card == "K"] == ["d4"]
    assert marked(picture, "open") == "b3 b5 c2 c6 e2 e6 f3 f5"


def test_for_any_other_power_the_board_shows_where_both_armies_would_stand():
    picture = seen(auction(row=3))
    assert marked(picture, "usual").split() == sorted(
        f"{file}{rank}" for file in "abcdefgh" for rank in (1, 2, 7, 8)
    )
    assert len(marked(picture, "far").split()) == 16
    assert picture.items[0].card == ""


def test_in_the_setup_each_side_sees_its_three_ranks_and_what_silence_puts_there():
    state = won(BLACK, 9)
    picture = seen(state, BLACK)
    assert men(picture, black=False) == ""
    assert "X:RN@d6" in men(picture, black=True)
    assert {name[1] for name in marked(picture, "far").split()} == set("12345")
    assert len(marked(seen(state, None), "usual").split()) == 33


# --- Beside the board -------------------------------------------------------------------------------------


def test_before_the_reveal_each_army_and_its_worth_are_told():
    state, _events = ordered(auction(row=9), "bid 6; pay RP", "bid 4")
    white, black = seen(state).hands
    assert white.facts == (("men worth", 33),)
    assert beside(seen(state), WHITE) == {"to set up": "KXQRBBNNPPPPPPP", "men given up": "RP"}
    assert black == Hand(
        1,
        facts=(("men worth", 39),),
        words=("Black",),
        men=(Group("to set up", tuple("KQRRBBNNPPPPPPPP"), True),),
    )
    assert [group.label for group in seen(auction()).hands[0].men] == ["army"]


def test_captured_men_are_beside_their_captor():
    state = played(set_up(39), "e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5g2")
    assert beside(seen(state), WHITE) == {"captured": "P"}
    assert beside(seen(state), BLACK) == {"captured": "PP"}
    assert [group.black for group in seen(state).hands[WHITE].men] == [True]


def test_a_promoted_pawn_is_no_loss_and_what_it_captured_is_told():
    began = msgspec.structs.replace(
        playing(here("Kg1 b7 Nd5", "Kg8 Ra8", ply=20)), men=((1, 1, 0, 0, 0), (0, 0, 0, 1, 0))
    )
    state = played(began, "b7a8Q")
    assert beside(seen(state), WHITE) == {"captured": "R"}
    assert beside(seen(state), BLACK) == {}


def test_men_in_hand_are_told_to_all_and_an_empty_hand_too():
    state = playing(here("Kg1", "Kg8 a7", powers=("enlist", ""), extra="PNN pq - 0 0"), {19: WHITE})
    assert beside(seen(state), WHITE) == {"in hand": "NNP"}
    assert beside(seen(state), BLACK) == {}
    empty = playing(here("Kg1 a2", "Kg8 a7", powers=("enlist", ""), extra="- Q - 0 0"), {19: WHITE})
    assert beside(seen(empty), WHITE) == {"in hand": ""}
    assert beside(seen(empty), BLACK) == {"captured": "Q"}


def test_men_lost_to_promote_to_are_told_and_pawns_are_none():
    at = here("Kg1 a2", "Kg8 a7", powers=("restrict", ""), extra="- PPN - 0 0")
    assert beside(seen(playing(at, {32: WHITE})), WHITE) == {"lost, to promote to": "N"}
    assert beside(seen(playing(at, {32: WHITE})), BLACK) == {"captured": "NPP"}


def test_men_given_up_that_count_as_lost_were_not_captured():
    at = here("Kg1 a2", "Kg8 a7", powers=("restrict", ""), extra="- PRN - 0 0")
    state = msgspec.structs.replace(
        playing(at, {32: WHITE}, lost="all"), given=((1, 0, 0, 1, 0), (0, 0, 0, 0, 0))
    )
    assert beside(seen(state), WHITE) == {"lost, to promote to": "RN", "men given up": "RP"}
    assert beside(seen(state), BLACK) == {"captured": "N"}


@pytest.mark.parametrize(
    ("row", "power", "unused", "options", "said"),
    [
        (28, "leap", "L", {}, "King's Leap still there"),
        (28, "leap", "-", {}, "King's Leap used"),
        (34, "sacrifice", "S", {"sacrifice": "once"}, "Sacrifice still there"),
        (34, "sacrifice", "-", {"sacrifice": "once"}, "Sacrifice used"),
    ],
)
def test_what_can_be_done_once_is_told_to_be_there_or_used(row, power, unused, options, said):
    at = here("Kg1 a2", "Kg8 a7", powers=(power, ""), extra=f"- - {unused} 0 0", **options)
    white, black = seen(playing(at, {row: WHITE}, **options)).hands
    assert (white.words, black.words) == (("White", said), ("Black",))


def test_an_exchange_that_may_happen_again_and_again_is_never_used_up():
    at = here("Kg1 a2", "Kg8 a7", powers=("sacrifice", ""), extra="- - S 0 0")
    assert seen(playing(at, {34: WHITE})).hands[WHITE].words == ("White",)


# --- How men move -----------------------------------------------------------------------------------------


def by_mark(betza: str) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for square, mark in reach(betza):
        found.setdefault(mark, []).append(square)
    return {mark: " ".join(sorted(squares)) for mark, squares in found.items()}


def test_the_cannon_moves_and_captures_on_different_squares_over_men_in_between():
    assert by_mark("mRcpR") == {
        "goes": "a4 b4 c4 d1 d2 d3 d5 e4",
        "takes": "d7 d8 g4 h4",
        "grey": "d6 f4",
    }


def test_squares_for_moves_or_captures_only_are_told_apart():
    assert by_mark("mWcF") == {"goes": "c4 d3 d5 e4", "takes": "c3 c5 e3 e5"}
    assert by_mark("mKcB2")["open"] == "c3 c5 e3 e5"


# The numbers of the rules' table: on an empty board from d4.
REACHED = {"BN": 21, "A": 4, "C": 8, "R": 14, "RN": 22, "KN": 16, "K": 8, "B": 13, "RF": 18, "F": 4}
REACHED |= {"FfW": 5, "QN": 35, "(1,4)": 4, "t[FR]": 24, "W": 4, "(0,4)": 2}


def test_every_movement_reaches_as_many_squares_as_the_rules_say():
    movements = {row.betza for row in ROWS if row.betza} - {"mRcpR"}
    assert {betza: len(reach(betza)) for betza in movements} == REACHED


def test_the_pictures_of_the_rules_page_are_a_position_and_how_two_men_move():
    pictures = GAME.worked_pictures()
    assert list(pictures) == ["worked_picture", "worked_griffon", "worked_cannon"]
    board = pictures["worked_picture"]
    assert marked(board, "new") == "e5 h4"
    assert marked(board, "here") == ""
    assert beside(board, WHITE) == {"captured": "P", "men given up": "RP"}

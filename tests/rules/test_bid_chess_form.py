"""What the order forms of Bid Chess show: moves by man, payments, men to place, and examples of plans."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.game import State
from tests.rules.bid_chess_table import BLACK, GAME, WHITE, auction, here, ordered, played, playing, won


def form(state: Any, seat: int) -> Any:
    return GAME.form(GAME.view(state, seat), seat)


def men(state: Any, seat: int) -> dict[str, str]:
    """How the moves are written, by man."""
    return {
        f"{man.name} {man.at}".strip(): " ".join(way.said for way in man.ways)
        for man in form(state, seat)["men"]
    }


def test_moves_are_grouped_by_man_the_dearest_first():
    state = playing(here("Ke1 Ra1 Nd4 a2", "Kh8 Pb5", rights="Q"))
    assert list(men(state, WHITE)) == ["King e1", "Rook a1", "Knight d4", "Pawn a2"]
    assert men(state, WHITE)["Knight d4"] == "Nd4–c2 Nd4–e2 Nd4–b3 Nd4–f3 Nd4xb5 Nd4–f5 Nd4–c6 Nd4–e6"
    assert men(state, WHITE)["King e1"].startswith("O-O-O Ke1–d1")
    assert form(state, WHITE)["agree"] == ""


def test_pawns_that_capture_or_reach_the_end_say_so_and_every_move_is_legal():
    state = playing(here("Kg1 b7 e5", "Kh8 Ra8 d5", ep="d6"))
    told = men(state, WHITE)
    assert told["Pawn e5"] == "e5xd6 e5–e6"
    assert told["Pawn b7"].startswith("b7xa8=Q b7xa8=R b7xa8=B b7xa8=N b7–b8=Q")
    ways = [way for man in form(state, WHITE)["men"] for way in man.ways]
    legal = GAME.decisions(state)[WHITE].clauses[0].values
    assert sorted(way.value for way in ways) == sorted(legal)
    assert {way.became for way in ways} == {"", "Q", "R", "B", "N"}


def test_men_of_the_hand_come_last_and_start_nowhere():
    state = playing(
        here("Kg1 f2 g2 h2", "Kg8 Rd1 f7", powers=("enlist", ""), extra="PN/- -/- - 0 0"), {19: WHITE}
    )
    knight = form(state, WHITE)["men"][-1]
    assert (knight.name, knight.at) == ("Knight", "")
    assert [(way.value, way.start, way.goal) for way in knight.ways] == [
        ("N@e1", "@N", "e1"),
        ("N@f1", "@N", "f1"),
    ]


def test_an_exchange_of_the_king_starts_from_the_king():
    state = playing(
        here("Kg1 Ra5 f2 g2 h2", "Kg8 Rd1 f7", powers=("sacrifice", ""), extra="-/- -/- S 0 0"), {34: WHITE}
    )
    shown = form(state, WHITE)
    assert shown["men"][0].ways == (("swap a5", "Kg1 ↔ Ra5", "g1", "a5", ""),)
    assert shown["mated"]
    assert not form(playing(here("Kg1 a2", "Kg8")), WHITE)["mated"]


def test_an_item_goes_by_its_name():
    state = playing(here("Ke1 Xd4 a2", "Kh8", items=(9,)), {9: WHITE})
    assert list(men(state, WHITE)) == ["Centaur d4", "King e1", "Pawn a2"]


def test_an_offered_draw_can_be_agreed_to():
    state = played(playing(here("Ke1 Qd1 a2", "Ke8 Qd8 a7")), "a2a3; draw?")
    assert form(state, BLACK)["agree"] == "draw"


def test_a_bid_is_told_its_reach_and_examples_of_payments():
    told = form(auction(5), WHITE)
    assert (told["spans"], told["least"], told["most"]) == ("-9…39", -9, 39)
    assert told["item"]["name"] == "Camel"
    assert told["examples"] == ((1, "P"), (3, "B, N, PPP"), (5, "R, BPP, NPP"))
    assert (told["paid"], told["adds"], told["opponent"], told["setups"]) == (True, True, False, True)


def test_a_hidden_payment_is_not_asked_for_and_of_several_items_no_setups():
    told = form(auction(5, pay="hidden", negative="opponent", items=2), WHITE)
    assert (told["paid"], told["adds"], told["opponent"], told["setups"]) == (False, False, True, False)
    assert told["examples"] == ()


def test_every_payment_can_be_chosen_the_usual_one_first():
    state, _events = ordered(auction(28), "bid 5; pay ask", "bid 0")
    told = form(state, WHITE)
    assert [way.value for way in told["ways"]] == ["R", "BPP", "NPP", "PPPPP"]
    assert told["ways"][1].men == (("B", 1), ("P", 2))
    assert (told["due"], told["adds"]) == (5, False)


def test_men_to_add_are_chosen_in_the_same_way():
    state, _events = ordered(auction(28), "bid -5", "bid -3; pay ask")
    told = form(state, BLACK)
    assert [way.value for way in told["ways"]] == ["B", "N", "PPP"]
    assert (told["due"], told["adds"]) == (3, True)


def test_the_men_to_place_come_with_the_usual_setup():
    told = form(won(BLACK, 5, copies=2), BLACK)
    assert [(kind.letter, kind.name, kind.number, kind.value) for kind in told["kinds"]] == [
        ("K", "King", 1, 0),
        ("X", "Camel", 2, 0),
        ("Q", "Queen", 1, 9),
        ("R", "Rook", 2, 5),
        ("N", "Knight", 2, 3),
        ("B", "Bishop", 2, 3),
        ("P", "Pawn", 8, 1),
    ]
    assert told["rows"] == "RNBQKBNR\nPPPPPPPP\n...XX..."
    assert (told["black"], told["due"]) == (True, 0)


def test_a_hidden_payment_says_what_the_men_on_the_board_are_worth():
    state, _events = ordered(auction(28, pay="hidden"), "bid 5", "bid 0")
    assert (form(state, WHITE)["due"], form(state, WHITE)["left"]) == (5, 34)
    assert (form(state, BLACK)["due"], form(state, BLACK)["left"]) == (0, 39)


def test_men_of_which_there_are_none_may_be_added_where_a_bid_below_0_is_kept_hidden():
    state, _events = ordered(auction(28, pay="hidden"), "bid -9", "bid -3")
    told = form(state, BLACK)
    assert (told["due"], told["left"]) == (-3, 42)
    assert {kind.letter for kind in told["kinds"]} == set("KQRBNP")


def test_a_match_that_is_over_asks_nothing():
    state = played(playing(here("Ke1 Qd1 a2", "Ke8 Qd8 a7")), "resign")
    assert form(state, WHITE) == {}


# --- Examples of plans ------------------------------------------------------------------------------------


def examples(state: State, seat: int) -> tuple[str, ...]:
    """The examples, each of which can be kept as a plan."""
    view = GAME.view(state, seat)
    found = GAME.examples(view, seat)
    assert all(GAME.plan(view, seat, text) for text in found)
    return found


def test_an_example_takes_back_what_may_be_captured():
    state = playing(here("Ke1 Qd5 a2", "Ke8 d4 e6 a7", ply=12))
    black = examples(played(state, "d5d4"), WHITE)
    assert len(black) == 2
    assert black[1].startswith(f"{black[0]}; if ")
    state = playing(here("Kh1 Ra1", "Kh8 a2 Rb2", turn="b", ply=13))
    assert examples(state, WHITE)[0] == "if Rb1+ then Rxb1"


def test_before_the_own_move_an_example_answers_what_may_follow():
    state = playing(here("Ke1 Qd1 a2", "Ke8 Qd8 a7", ply=12))
    assert all(text.startswith("if ") for text in examples(state, WHITE))


def test_where_the_match_may_end_with_the_next_move_there_may_be_no_example():
    state = playing(here("Kh1 a2", "Kf2 Qg3", turn="b", ply=13))
    assert examples(state, BLACK) is not None
    lone = playing(here("Kh8", "Kf7 Qb1", turn="b", ply=13))
    assert all(text for text in examples(lone, WHITE))


@pytest.mark.parametrize(("row", "options"), [(5, {}), (28, {}), (36, {}), (9, {"pay": "hidden"})])
def test_with_a_bid_there_are_examples_of_setups_for_either_result(row: int, options: dict[str, Any]):
    lose, both = examples(auction(row, **options), WHITE)
    assert lose == "setup lose RNBQKBNR/PPPPPPPP/........"
    assert both.startswith("setup win ")
    assert both.endswith(f"; {lose}")


def test_while_a_payment_is_chosen_the_setup_is_for_the_result_that_is_known():
    state, _events = ordered(auction(5), "bid 5; pay ask", "bid 0")
    assert examples(state, WHITE) == ("setup win .NBQKBNR/PPPPPPPP/...XX...",)
    assert examples(state, BLACK) == ("setup lose RNBQKBNR/PPPPPPPP/........",)
    state, _events = ordered(auction(28), "bid -5", "bid -3; pay ask")
    assert examples(state, BLACK) == ("setup win RNBQKBNR/PPPPPPPP/...B....",)


def test_no_examples_are_given_where_no_plan_is_taken():
    assert examples(auction(5, items=2), WHITE) == ()
    assert examples(won(WHITE, 5), WHITE) == ()
    assert examples(played(playing(here("Ke1 a2", "Ke8 a7")), "resign"), WHITE) == ()

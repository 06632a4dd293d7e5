"""The setups of Bid Chess behind the barrier: what may stand where, what silence means, what is revealed."""

from __future__ import annotations

import random

import msgspec
import pytest

from games.rules.bid_chess.state import position
from tests.rules.bid_chess_table import (
    ARRAY,
    BLACK,
    GAME,
    WHITE,
    auction,
    moves,
    ordered,
    random_setup,
    refused,
    won,
)

LIKE_THIS = f"setup {ARRAY}"


def with_men(seat: int, *men: int, **options):
    """A match without a new man, one army with so many pawns, knights, bishops, rooks and queens."""
    state = won(1 - seat, 19, **options)
    both = ((8, 2, 2, 2, 1), men)
    return msgspec.structs.replace(state, men=both if seat else both[::-1])


@pytest.mark.parametrize(
    "text",
    [
        ARRAY,
        "setup RNBQKBNR\nPPPPPPPP\n........",
        "SETUP\nR N B Q K B N R\r\nP P P P P P P P\r\n. . . . . . . .",
        "rnbqkbnr/pppppppp/8",
        "RNBQKBNRPPPPPPPP........",
        "RNBQKBNR;PPPPPPPP;8;",
    ],
)
def test_a_setup_is_read_as_people_write_it(text: str):
    assert GAME.check(won(BLACK, 19), WHITE, text) == LIKE_THIS


@pytest.mark.parametrize(
    ("seat", "text", "says"),
    [
        (WHITE, "", "A setup has three rows of eight squares"),
        (WHITE, "setup RNBQKBNR/PPPPPPPP", "such as “RNBQKBNR/PPPPPPPP/........”."),
        (WHITE, "RNBQKBNR/PPPPPPPP/9", "square, such as “RNBQKBNR/PPPPPPPP/........”."),
        (WHITE, "RNBQKBN?/PPPPPPPP/8", "“?” on h1 is no man of this match; the men are P N B R Q K."),
        (BLACK, "RNBQKBNX/PPPPPPPP/8", "“X” on h8 is no man of this match"),
        (WHITE, "RNBQKBN\x07/PPPPPPPP/8", "“�” on h1 is no man"),
        (WHITE, "PNBQKBNR/RPPPPPPP/8", "A pawn may not stand on your first rank (a1)"),
        (BLACK, "PNBQKBNP/RPPPPPPR/8", "A pawn may not stand on your first rank (a8, h8)"),
        (WHITE, "RNBQ.BNR/PPPPPPPP/8", "You have 1 × K to place, and this setup has 0."),
        (WHITE, "RNBQKBNR/PPPPPPPP/Q7", "You have 1 × Q to place, and this setup has 2."),
        (WHITE, "RBNQKBNR/PPPPPPPP/8", "0 on dark and 2 on light ones is too uneven"),
        (BLACK, "RBNQKBNR/PPPPPPPP/8", "2 on dark and 0 on light ones is too uneven"),
        (WHITE, "R.BQKBNR/PPPPPPPP/8/.N......", "three rows of eight"),
    ],
)
def test_a_setup_is_refused_with_the_square_and_the_man(seat: int, text: str, says: str):
    assert says in refused(won(BLACK, 19), seat, text)


def test_only_the_owner_places_the_item():
    state = won(BLACK, 2, copies=3)
    assert refused(state, WHITE, "RNBQKBNR/PPPPPPPP/X7") == "You have 0 × X to place, and this setup has 1."
    assert refused(state, BLACK, ARRAY) == "You have 3 × X to place, and this setup has 0."
    assert GAME.check(state, BLACK, "RNBQKBNR/PPPPPPPP/X.X.X...")


def test_three_bishops_differ_by_one_and_a_single_one_stands_anywhere():
    three = with_men(WHITE, 8, 2, 3, 2, 1)
    assert GAME.check(three, WHITE, "RNBQKBNR/PPPPPPPP/B7")
    assert "3 on dark and 0 on light" in refused(three, WHITE, "RNBQKNBR/PPPPPPPP/B7")

    single = with_men(WHITE, 8, 2, 1, 2, 1)
    for text in ("RNBQK.NR/PPPPPPPP/8", "RN.QKBNR/PPPPPPPP/8"):
        assert GAME.check(single, WHITE, text)


def test_bishops_of_other_names_stand_where_they_like():
    assert GAME.check(won(WHITE, 15), WHITE, "RNBQKBNR/PPPPPPPP/X7")
    assert GAME.check(won(WHITE, 15, copies=2), WHITE, "RNBQKBNR/PPPPPPPP/X.X.....")


@pytest.mark.parametrize(
    ("men", "setup"),
    [
        ((8, 2, 2, 2, 1), "RNBQKBNR/PPPPPPPP/........"),
        ((7, 2, 1, 1, 0), ".N..KBNR/.PPPPPPP/........"),
        ((5, 1, 0, 0, 1), "...QK.N./..PPPPP./........"),
        ((0, 0, 0, 0, 0), "....K.../......../........"),
        ((10, 2, 2, 2, 2), "RNBQKBNR/PPPPPPPP/..PQP..."),
        ((8, 4, 2, 2, 1), "RNBQKBNR/PPPPPPPP/...NN..."),
        ((8, 2, 3, 2, 1), "RNBQKBNR/PPPPPPPP/...B...."),
        ((16, 2, 2, 2, 1), "RNBQKBNR/PPPPPPPP/PPPPPPPP"),
    ],
)
def test_silence_sets_up_the_array_and_fills_the_third_rank_from_the_middle(men, setup: str):
    state = with_men(WHITE, *men)
    assert GAME.decisions(state)[WHITE].default == f"setup {setup}"


def test_silence_puts_the_item_before_the_array():
    assert GAME.decisions(won(BLACK, 2, copies=3))[BLACK].default == "setup RNBQKBNR/PPPPPPPP/..XXX..."


def test_silence_leaves_the_second_and_third_rank_to_as_many_pawns_as_need_them():
    state = with_men(WHITE, 16, 0, 0, 2, 5)
    assert GAME.decisions(state)[WHITE].default == "setup RQQQKQQR/PPPPPPPP/PPPPPPPP"


def test_silence_uses_free_squares_of_the_second_rank_when_the_third_is_full():
    state = with_men(WHITE, 2, 2, 2, 2, 12)
    assert GAME.decisions(state)[WHITE].default == "setup RNBQKBNR/QQQPP.../QQQQQQQQ"


@pytest.mark.parametrize("men", [(3, 1, 8, 5, 5), (7, 2, 8, 1, 3), (0, 0, 23, 0, 0), (16, 0, 7, 0, 0)])
def test_silence_finds_squares_of_both_colours_for_any_number_of_bishops(men):
    for seat in (WHITE, BLACK):
        state = with_men(seat, *men)
        assert GAME.check(state, seat, GAME.decisions(state)[seat].default)


def test_a_hidden_payment_is_what_the_setup_leaves_away():
    state = msgspec.structs.replace(won(BLACK, 19, pay="hidden"), dues=(0, 5))
    assert GAME.decisions(state)[BLACK].default == "setup .NBQKBNR/PPPPPPPP/........"
    assert GAME.check(state, BLACK, "R.BQKBNR/..PPPPPP/8")
    says = refused(state, BLACK, ARRAY)
    assert says == (
        "Your bids cost 5: of Q R R B B N N P P P P P P P P leave out men worth just that and place all"
        " others; this setup has Q R R B B N N P P P P P P P P."
    )
    after, events = ordered(state, LIKE_THIS, "R.BQKBNR/..PPPPPP/8")
    assert [event.kind for event in events] == ["setup", "paid", "setup"]
    assert events[1].data == {"seat": BLACK, "men": "N P P", "value": 5}
    assert after.given == ((0, 0, 0, 0, 0), (2, 1, 0, 0, 0))
    assert after.men == ((8, 2, 2, 2, 1), (6, 1, 2, 2, 1))


def test_hidden_men_are_added_with_the_setup():
    state = msgspec.structs.replace(won(WHITE, 2, copies=3, pay="hidden"), dues=(-4, 0))
    assert GAME.decisions(state)[WHITE].default == "setup RNBQKBNR/PPPPPPPP/.PXXXB.."
    after, events = ordered(state, "RNBQKBNR/PPPPPPPP/XXXNP...", LIKE_THIS)
    assert events[0].data == {"seat": WHITE, "men": "N P", "value": 4}
    assert after.given == ((0, 0, 0, 0, 0), (0, 0, 0, 0, 0))
    assert refused(state, WHITE, "RNBQKBNR/PPPPPPPP/XXXN....") == (
        "Your bids add 4: place Q R R B B N N P P P P P P P P and more men worth just that; this setup has"
        " Q R R B B N N N P P P P P P P P."
    )
    assert refused(state, WHITE, "R.BQKBNR/PPPPPPPP/XXXQ....").startswith("Your bids add 4")


def test_the_reveal_puts_both_armies_on_their_ranks_with_white_to_move():
    state = won(BLACK, 2, copies=1)
    after, events = ordered(state, "RNBKQBNR/PPPPPPPP/8", "RNBQKBNR/PPPPPPP./X......P")
    assert after.board == "rnbqkbnr/ppppppp1/x6p/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 0"
    assert [event.data["setup"] for event in events] == [
        "RNBKQBNR/PPPPPPPP/........",
        "RNBQKBNR/PPPPPPP./X......P",
    ]
    assert GAME.decisions(after)[WHITE].default == "time"


def test_rights_to_castle_belong_to_kings_and_rooks_at_home():
    state = won(BLACK, 19)
    for first, rights in (("RNBQKBNR", "KQ"), ("NRBQKBNR", "K"), ("RNBKQBNR", ""), ("RNBQKBRN", "Q")):
        after, _events = ordered(state, f"{first}/PPPPPPPP/8", "NRBKQBRN/PPPPPPPP/8")
        assert after.board.split()[2] == (rights or "-")
    never, _events = ordered(won(BLACK, 19, castling="off"), LIKE_THIS, LIKE_THIS)
    assert never.board.split()[2] == "-"


def test_kings_may_turn_out_to_be_attacked():
    state = won(BLACK, 19)
    after, _events = ordered(state, "R.BKQBNR/PPPPPPPP/...N....", LIKE_THIS)
    assert after.phase == "play"


def test_two_bare_kings_at_the_reveal_are_a_draw():
    bare = msgspec.structs.replace(won(BLACK, 3), men=((0,) * 5, (0,) * 5))
    after, events = ordered(bare, "K7/8/8", "K7/8/8")
    assert (after.result.reason, after.result.places) == ("kings", (1, 1))
    assert events[-1].kind == "kings"


def test_white_may_be_mated_at_the_reveal():
    state = msgspec.structs.replace(won(BLACK, 23), men=((0,) * 5, (0, 0, 0, 2, 1)))
    after, _events = ordered(state, "K7/8/8", "RR.QK.../8/X7")
    assert (after.result.reason, after.result.winners) == ("mate", (BLACK,))


@pytest.mark.parametrize("number", range(12))
def test_setups_by_chance_are_read_again_as_they_are_written(number: int):
    luck = random.Random(number)
    state = won(luck.choice((WHITE, BLACK)), 2, copies=3)
    lines = [random_setup(state, seat, luck) for seat in (WHITE, BLACK)]
    after, _events = ordered(state, *lines)
    assert position(after).turn == WHITE
    assert moves(position(after)) or after.result


def test_nobody_orders_before_being_asked():
    assert refused(auction(), 2, "bid 0") == "This seat owes no order now."
    assert refused(won(BLACK, 19), 5, ARRAY) == "This seat owes no order now."

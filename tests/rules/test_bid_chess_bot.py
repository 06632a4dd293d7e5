"""The bot of Bid Chess before play: what it bids, gives up and sets up; and that all it does is legal."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from games.rules.bid_chess import bot
from games.rules.bid_chess.deploying import placed
from games.rules.bid_chess.men import ROWS
from games.rules.bid_chess.position import squares
from games.rules.bid_chess.setup import Placement, read, usual
from games.rules.bid_chess.state import BidChessState, both, row
from games.rules.bid_chess.weighing import value
from games.rules.chance import Chance
from tests.rules.bid_chess_table import BLACK, GAME, WHITE, auction, won

LUCK = (bytes(32), b"luck" * 8, b"more" * 8, b"none" * 8, b"such" * 8, b"this" * 8)
"""Keys of chance among which every draw of the bot falls both ways."""
OPTIONS = (
    {"pay": "hidden", "negative": "opponent"},
    {"pay": "hidden", "min_bid": -3},
    {"negative": "off", "lot": "3"},
    {"promote_new": "both", "enlist_promoted": "pawn"},
    {"promote_new": "owner", "lost": "all"},
    {"double_from_3": "on", "leap": "unmoved"},
    {"castling": "off", "sacrifice": "once"},
    {"first_ban": "strict", "lot": "2"},
)


def chosen(state: BidChessState, seat: int, key: bytes = LUCK[0], budget: int = 8) -> str:
    """The order of the bot, which has to be legal."""
    decision = GAME.decisions(state)[seat]
    return GAME.check(state, seat, bot.choose(GAME.view(state, seat), seat, decision, Chance(key, 1), budget))


def all_bids(state: BidChessState, seat: int) -> list[int]:
    """What it may bid, with every luck."""
    return sorted({int(chosen(state, seat, key).split(";")[0][4:]) for key in LUCK})


@pytest.mark.parametrize(
    ("number", "white", "black"),
    [
        (1, [8, 9], [7, 8]),
        (2, [3, 4], [2, 3]),
        (23, [12, 13], [11, 12]),
        (3, [0], [0]),
        (28, [0], [0]),
        (32, [-1], [-1]),
        (36, [-1], [-1]),
    ],
)
def test_it_bids_about_what_the_lot_is_worth_and_white_one_more(
    number: int, white: list[int], black: list[int]
):
    assert all_bids(auction(number), WHITE) == white
    assert all_bids(auction(number), BLACK) == black


def test_it_bids_for_the_copies_of_the_match():
    assert all_bids(auction(5, lot="1"), BLACK) == [1, 2]
    assert all_bids(auction(5, lot="3"), BLACK) == [5, 6]


def test_it_bids_nothing_for_a_restriction_where_no_bid_may_be_below_0():
    assert all_bids(auction(32, negative="off"), BLACK) == [0]


def test_it_does_not_overpay_where_what_it_would_bid_cannot_be_paid():
    poor = msgspec.structs.replace(auction(9), men=((0, 0, 0, 1, 1), (0, 0, 0, 1, 1)))
    assert all_bids(poor, BLACK) == [5]
    assert all_bids(poor, WHITE) == [5, 9]


def test_it_values_rows_of_ones_own_by_how_far_they_reach():
    state = auction(custom="Wizard FC 1; General QN 1; Hopper mRcpR 1; Walker W 1")
    found = [round(value(row(state, number)), 1) for number in range(42, 46)]
    assert found == [3.0, 11.2, 5.6, 1.4]
    assert value(ROWS[6]) == 4


@pytest.mark.parametrize(
    ("due", "light", "heavy"),
    [
        (1, "P", "P"),
        (2, "PP", "PP"),
        (3, "N", "N"),
        (4, "NP", "NP"),
        (5, "NPP", "R"),
        (6, "NN", "RP"),
        (8, "NNPP", "RN"),
        (9, "RNP", "RNP"),
    ],
)
def test_it_gives_up_rooks_pawns_first_keeps_its_bishops_and_a_rook_unless_the_item_is_heavy(
    due: int, light: str, heavy: str
):
    for number, men in ((14, light), (9, heavy)):
        state = msgspec.structs.replace(won(WHITE, number, due), phase="pay", payer=WHITE, due=due)
        assert chosen(state, WHITE) == f"pay {men}"


def test_it_gives_up_as_for_no_item_what_the_other_ones_negative_bid_takes():
    state = msgspec.structs.replace(won(BLACK, 9, -5, negative="opponent"), phase="pay", payer=WHITE, due=5)
    assert chosen(state, WHITE) == "pay NPP"


def test_it_adds_the_fewest_men_for_a_bid_below_0():
    state = msgspec.structs.replace(won(WHITE, 36, -4), phase="pay", payer=WHITE, due=-4)
    assert chosen(state, WHITE) == "pay BP"


def test_it_sets_up_its_king_behind_three_pawns_on_either_side():
    found = {chosen(won(WHITE, 9), WHITE, key) for key in LUCK}
    assert found == {
        "setup R..QXRK./PPPBBPPP/..NPPN..",
        "setup .KRXQ..R/PPPBBPPP/..NPPN..",
    }


@pytest.mark.parametrize(
    ("number", "setup"),
    [
        (23, "R..QXRK./PPPBBPPP/..NPPN.."),
        (25, "R..QXRK./PPPBBPPP/..NPPN.."),
        (24, "RXXQXRK./PPPBBPPP/..NPPN.."),
        (14, "R..Q.RK./PPPBBPPP/XXNPPNX."),
    ],
)
def test_it_keeps_heavy_men_and_leapers_behind_and_lets_those_that_walk_go_before(number: int, setup: str):
    state = won(WHITE, number, copies=1 if row(won(WHITE, number), number).value > 4 else 3)
    key = next(key for key in LUCK if not Chance(key, 1).below(2))
    assert chosen(state, WHITE, key) == f"setup {setup}"


@pytest.mark.parametrize("number", range(1, 42))
def test_its_setups_are_legal_and_guard_every_man_before_the_pawns(number: int):
    odd = (
        (8, 2, 2, 2, 1),
        (7, 2, 2, 2, 1),
        (5, 1, 2, 2, 1),
        (6, 2, 1, 1, 0),
        (2, 0, 0, 1, 1),
        (8, 3, 2, 2, 1),
    )
    for men, seat in itertools.product(odd, (WHITE, BLACK)):
        state = won(seat, number, copies=ROWS[number - 1].lot)
        state = msgspec.structs.replace(state, men=(men, men))
        for key in LUCK[:2]:
            assert unguarded(state, placed(state, seat, Chance(key, 1))) == []
            assert chosen(state, seat, key).startswith("setup ")


def unguarded(state: BidChessState, placement: Placement) -> list[str]:
    """The men on the third rank that no other man guards."""
    armies = both(state)
    taken = sum([1 << at for at, letter in enumerate(placement) if letter])
    seen = 0
    tables = dict(armies.sides[0].every)
    for at, letter in enumerate(placement):
        if letter == "P":
            seen |= sum([1 << at + 8 + step for step in (-1, 1) if 0 <= at % 8 + step < 8])
        elif letter:
            reach = tables["PNBRQKXYZVU".index(letter)][at]
            seen |= reach[taken & reach.relevant]
    return [f"{placement[at]}{at}" for at in squares(taken & ~seen) if at >= 16]


@pytest.mark.parametrize("men", [(16, 2, 2, 2, 1), (8, 2, 2, 5, 1), (8, 2, 6, 2, 1), (8, 2, 9, 2, 0)])
def test_it_finds_a_legal_setup_for_odd_armies(men: tuple[int, ...]):
    state = msgspec.structs.replace(won(WHITE, 3), men=(men, men))
    assert chosen(state, WHITE).startswith("setup ")


def test_it_sets_up_as_usual_where_its_own_way_leads_nowhere():
    state = msgspec.structs.replace(won(WHITE, 3), men=((16, 2, 2, 2, 1), (8, 2, 2, 2, 1)))
    assert placed(state, WHITE, Chance(LUCK[0], 1)) == usual(state, WHITE)


@pytest.mark.parametrize(("due", "men"), [(5, "NPP"), (-3, "B")])
def test_it_pays_in_its_setup_what_it_still_owes(due: int, men: str):
    state = msgspec.structs.replace(won(BLACK, 14, due, pay="hidden"), dues=(0, due))
    setup = read(chosen(state, BLACK)[6:])
    change = {letter: setup.count(letter) - usual(won(BLACK, 14), BLACK).count(letter) for letter in "PNBRQ"}
    assert change == {letter: (-1 if due > 0 else 1) * men.count(letter) for letter in "PNBRQ"}


@pytest.mark.parametrize("number", range(1, 42))
def test_it_plays_legally_with_every_item_whoever_has_it_under_every_option(number: int):
    for owner in (WHITE, BLACK):
        options = OPTIONS[(number + 3 * owner) % len(OPTIONS)]
        state = won(owner, number, copies=ROWS[number - 1].lot, **options)
        for turn in range(11):
            orders = {seat: chosen(state, seat, LUCK[turn % 6]) for seat in GAME.decisions(state)}
            state, _events = GAME.resolve(state, orders, Chance(LUCK[0], turn))


@pytest.mark.parametrize("options", OPTIONS)
def test_it_bids_for_several_items_and_sets_up_under_every_option(options: dict[str, str]):
    state = GAME.setup(2, GAME.options(items=5, **options), Chance(LUCK[0], 0))
    for turn in range(1, 20):
        orders = {seat: chosen(state, seat, LUCK[turn % 6]) for seat in GAME.decisions(state)}
        state, _events = GAME.resolve(state, orders, Chance(LUCK[0], turn))
    assert state.phase == "play"

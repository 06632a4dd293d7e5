"""The worked examples of the rules, FB-1 to FB-15, with the variants they name."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.rules import IllegalOrder
from tests.rules.fourbid_table import (
    FULL4,
    GAME,
    RANKS,
    Scripted,
    claims,
    counts,
    held,
    of,
    on,
    owners,
    play,
    suit,
    table,
)

FB15 = owners(
    """
    1 3 3 4 2 2 2 1
    2 4 3 4 3 4 3 4
    1 3 4 3 4 3 4 1
    1 2 1 2 1 2 1 2
    """
)


def test_the_first_roll_moves_the_queen_on_from_one():
    """FB-1: queen 1, board empty, roll 4 → queen 5."""
    assert GAME.setup(2, GAME.options(), Scripted(4)).queen == 5


def test_the_first_roll_onto_one_counts_space_one():
    """FB-1 with first_roll=onto1: roll 4 → queen 4, and only the first roll counts so."""
    state = GAME.setup(2, GAME.options(first_roll="onto1"), Scripted(4))
    assert state.queen == 4
    assert play(state, "2", "2", dice=[4]).queen == 8


def test_the_queen_does_not_count_claimed_spaces():
    """FB-2: queen 5, o{6,7,9}, roll 3 → counts 8, 10, 11 → queen 11."""
    state = table(owner=claims(p1=[6, 9], p2=[7]), queen=5)
    assert play(state, "2", "2", dice=[3]).queen == 11


def test_the_queen_counts_claimed_spaces_when_she_only_may_not_land_on_them():
    """FB-2 with skip=land: queen 5, o{6,7,9}, roll 3 → queen 8."""
    state = table(owner=claims(p1=[6, 9], p2=[7]), queen=5, skip="land")
    assert play(state, "2", "2", dice=[3]).queen == 8


def test_the_queen_slides_off_a_claimed_space():
    """FB-2 with skip=land: a roll of 4 would stop on the claimed 9, so she goes on to 10."""
    state = table(owner=claims(p1=[6, 9], p2=[7]), queen=5, skip="land")
    assert play(state, "2", "2", dice=[4]).queen == 10


def test_the_queen_goes_round_from_32_to_1():
    """FB-3: queen 30, o{31,1}, roll 3 → 32, 2, 3 → queen 3."""
    assert play(table(owner=claims(p1=[31], p2=[1]), queen=30), "2", "2", dice=[3]).queen == 3


@pytest.mark.parametrize("skip", ["count", "land"])
def test_the_queen_counts_every_space_of_a_full_board(skip):
    """FB-4: board full, queen 31, roll 5 → 32, 1, 2, 3, 4 → queen 4."""
    state = table(4, owner=FULL4, queen=31, skip=skip)
    assert play(state, "2", "2", "2", "2", dice=[5]).queen == 4


@pytest.mark.parametrize("bid", ["A", "K 2", "Q 3", "J 4", "10 5", "9 6", "8 7"])
def test_a_bid_of_up_to_fifteen_is_legal(bid):
    """FB-5: A; K+2; Q+3; J+4; 10+5; 9+6; 8+7 are legal."""
    assert GAME.check(table(), 0, bid) == bid


@pytest.mark.parametrize("bid", ["A 2", "K 3", "Q 4", "10 6", "9 7", "", "2 3 4"])
def test_a_bid_above_fifteen_or_of_no_or_three_cards_is_refused(bid):
    """FB-5: A+2 (16); K+3; Q+4; 10+6; 9+7; no card; three cards are illegal."""
    with pytest.raises(IllegalOrder):
        GAME.check(table(), 0, bid)


def test_a_full_hand_has_forty_nine_legal_bids():
    """FB-5: 13 single cards and 36 pairs."""
    state = table()
    lines = [*RANKS, *(" ".join(pair) for pair in combinations(RANKS, 2))]
    legal = set()
    for line in lines:
        try:
            legal.add(GAME.check(state, 0, line))
        except IllegalOrder:
            continue
    assert len(legal) == 13 + 36


@pytest.mark.parametrize(("low", "card"), [("K", "KS"), ("2", "2S"), ("9", "9H"), ("4", "4D"), ("own", "4D")])
def test_the_highest_bidder_claims_and_the_lowest_takes_any_card_bid(low, card):
    """FB-6: P1 K+2, P2 9, P3 4 on the free 12. P1 claims; P3 takes K, 2, 9 or 4."""
    after = play(table(3, queen=12), "K 2", "9", f"4; low {low}")
    assert of(after, 0) == [12]
    assert after.supply == (7, 8, 8)
    assert held(after, 0) == set(suit(0)) - {"KS", "2S"}
    assert held(after, 1) == set(suit(1)) - {"9H"}
    assert held(after, 2) == (set(suit(2)) - {"4D"}) | {card}
    assert counts(after) == [11, 12, 13]


def test_the_lowest_bidder_takes_the_best_card_in_silence():
    """FB-6: with no follow-up line P3 takes the king."""
    assert "KS" in held(play(table(3, queen=12), "K 2", "9", "4"), 2)


def test_two_equal_totals_give_nobody_anything():
    """FB-7: two players, P1 10, P2 7+3: no claim, no card, hands 12 and 11; the queen moves on."""
    after = play(table(queen=7), "10; low best", "7 3; low best", dice=[3])
    assert on(after, 7) is None
    assert after.supply == (8, 8)
    assert held(after, 0) == set(suit(0)) - {"10S"}
    assert held(after, 1) == set(suit(1)) - {"7H", "3H"}
    assert after.queen == 10


@pytest.mark.parametrize(("low", "card"), [("Q", "QS"), ("10", "10H"), ("2", "2H"), ("5", "5D")])
def test_a_tie_for_highest_leaves_the_space_free_and_the_lowest_his_card(low, card):
    """FB-8: P1 Q, P2 10+2, P3 5: 12 and 12 and 5. P3 may take Q, 10, 2 or 5."""
    after = play(table(3, queen=7), "Q", "10 2", f"5; low {low}")
    assert after.owner == (None,) * 32
    assert held(after, 2) == (set(suit(2)) - {"5D"}) | {card}
    assert counts(after) == [12, 11, 13]


def test_a_tie_for_lowest_leaves_the_highest_his_space():
    """FB-9: P1 A, P2 3, P3 3: P1 claims, nobody takes a card."""
    after = play(table(3, queen=7), "A; low best", "3; low best", "3; low best")
    assert of(after, 0) == [7]
    assert [held(after, seat) for seat in range(3)] == [
        set(suit(0)) - {"AS"},
        set(suit(1)) - {"3H"},
        set(suit(2)) - {"3D"},
    ]


LINES = [
    (1, 16, 17, 32),
    (1, 15, 19, 29),
    (4, 14, 18, 32),
    (8, 10, 22, 28),
    (13, 14, 15, 16),
    (25, 26, 27, 28),
    (2, 14, 20, 28),
]
NO_LINES = [(7, 8, 9, 10), (16, 17, 18, 19), (32, 1, 2, 3)]


@pytest.mark.parametrize("spaces", LINES, ids=str)
@pytest.mark.parametrize("last", range(4))
def test_four_in_a_row_win(spaces, last):
    """FB-10: these seven are lines, whichever space is claimed last."""
    others = [space for space in spaces if space != spaces[last]]
    after = play(table(owner=claims(p2=others), queen=spaces[last]), "2", "A")
    outcome = GAME.outcome(after)
    assert (outcome.reason, outcome.winners, outcome.places) == ("line", (1,), (2, 1))
    assert GAME.decisions(after) == {}


@pytest.mark.parametrize("spaces", NO_LINES, ids=str)
@pytest.mark.parametrize("last", range(4))
def test_consecutive_numbers_round_an_edge_are_no_line(spaces, last):
    """FB-10: {7,8,9,10}, {16,17,18,19}, {32,1,2,3} are no lines."""
    others = [space for space in spaces if space != spaces[last]]
    after = play(table(owner=claims(p2=others), queen=spaces[last]), "2", "A")
    assert of(after, 1) == sorted(spaces)
    assert GAME.outcome(after) is None


def test_an_empty_hand_brings_a_bonus_roll_to_the_sole_leader():
    """FB-11: counts 1, 4, 2 → P2 leads by 2, rolls 3 from 20 → 23, which P3 loses; full hands."""
    state = table(
        3,
        owner=claims(p1=[2, 8], p2=[5], p3=[11, 23]),
        queen=20,
        hands={0: "2", 1: "9 3 4 J Q", 2: "7 K 8"},
    )
    after = play(state, "2; low 9", "9", "7", dice=[3, 2])
    assert of(after, 1) == [5, 20, 23]
    assert of(after, 2) == [11]
    assert after.supply == (6, 5, 7)
    assert [held(after, seat) for seat in range(3)] == [set(suit(seat)) for seat in range(3)]
    assert after.queen == 25
    assert after.reset_no == state.reset_no + 1


SEVEN = "3 4 5 6 7 8 9"
SIX = "3 4 5 6 7 8"


def test_a_lead_of_five_is_a_free_claim_and_the_queen_stays():
    """FB-12: counts 6 and 1 → the leader picks any unclaimed space; the next roll goes on from the queen."""
    state = table(owner=claims(p1=[3], p2=[31]), queen=10, hands={0: SEVEN, 1: "2"})
    after = play(state, "3; bonus 24", "2", dice=[2])
    assert of(after, 0) == [3, 10, 24]
    assert after.supply == (5, 7)
    assert after.queen == 12
    assert counts(after) == [13, 13]


def test_a_lead_of_five_claims_the_lowest_free_space_in_silence():
    """FB-12: with no bonus line the leader gets the lowest-numbered unclaimed space."""
    state = table(owner=claims(p1=[1, 3], p2=[31]), queen=10, hands={0: SEVEN, 1: "2"})
    assert of(play(state, "3", "2"), 0) == [1, 2, 3, 10]


def test_a_lead_of_four_is_a_bonus_roll():
    """FB-12: counts 5 and 1 → bonus roll instead; the queen moves over claimed spaces too."""
    state = table(owner=claims(p1=[11, 3], p2=[12]), queen=10, hands={0: SIX, 1: "2"})
    after = play(state, "3; bonus 24", "2", dice=[3, 2])
    assert of(after, 0) == [3, 10, 11, 13]
    assert after.queen == 15
    assert counts(after) == [13, 13]


def test_a_shared_lead_brings_no_bonus_but_full_hands():
    """FB-13: counts 3, 3, 0 → no bonus, everyone resets to 13."""
    state = table(3, queen=10, hands={0: "3 J Q K", 1: "3 J Q K", 2: "5"})
    after = play(state, "3; bonus 24", "3; bonus 24", "5; bonus 24", dice=[4])
    assert [of(after, seat) for seat in range(3)] == [[], [], [10]]
    assert after.queen == 14
    assert [held(after, seat) for seat in range(3)] == [set(suit(seat)) for seat in range(3)]


EIGHT = [1, 3, 5, 9, 11, 24, 26, 31]


def test_a_winner_with_all_pieces_out_may_move_one():
    """FB-14: the piece on 3 goes to 14, and 3 becomes unclaimed."""
    after = play(table(owner=claims(p1=EIGHT, p2=[8]), queen=14), "A; swap 3", "2")
    assert of(after, 0) == [1, 5, 9, 11, 14, 24, 26, 31]
    assert on(after, 3) is None
    assert after.supply == (0, 7)


@pytest.mark.parametrize("order", ["A; noswap", "A"])
def test_a_winner_with_all_pieces_out_may_decline(order):
    """FB-14: declined, by word or in silence, 14 stays unclaimed."""
    state = table(owner=claims(p1=EIGHT, p2=[8]), queen=14)
    assert play(state, order, "2").owner == state.owner


def test_two_players_with_a_line_at_once_end_the_game_with_no_winner():
    """FB-15: the exchange of 25 for 17 completes 1,16,17,32 and 25,26,27,28 at the same check."""
    state = table(4, owner=FB15, queen=17)
    assert state.supply == (0, 0, 0, 0)
    assert GAME.outcome(play(state, "2", "2", "3", "A")) is None, "no line stood there before"
    after = play(state, "A; swap 25", "2", "3", "4")
    assert {1, 16, 17, 32} <= set(of(after, 0))
    assert {25, 26, 27, 28} <= set(of(after, 1))
    outcome = GAME.outcome(after)
    assert (outcome.reason, outcome.winners) == ("two_lines", ())
    assert GAME.decisions(after) == {}

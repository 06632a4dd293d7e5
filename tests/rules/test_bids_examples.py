"""The worked examples of the rules, BD-1 to BD-14, with the variants they name."""

from __future__ import annotations

import pytest

from games.rules import IllegalOption
from games.rules.chance import Chance
from tests.rules.bids_table import GAME, closed, kinds, points, table, trick, trick_seen, turn


def test_the_highest_card_takes_the_middle_and_the_black_cards_bid():
    """BD-1: centre K5; P1 R5, P2 G4, P3 K7 → P3 wins 7 + 5 = 12, leads next."""
    after = trick(table(centre="K5"), "R5", "G4", "K7")
    assert after.points == (0, 0, 12)
    assert set(after.taken[2]) == {"K5", "K7"}
    assert list(GAME.decisions(after)) == [2]


def test_the_colour_that_lies_most_on_the_table_wins():
    """BD-2: Color; P1 R5, P2 G4, P3 Y7, P4 G5 → green appears twice → P4 wins."""
    after = trick(table(4, centre="K1", colour="on"), "R5", "G4", "Y7", "G5")
    assert after.points == (0, 0, 0, 1)


def test_the_middle_can_be_the_best_card_in_the_race():
    """BD-3: Color; centre K8; P1 R5, P2 G4, P3 G7, P4 K5 → nobody; P3 leads with G7."""
    after, events = trick_seen(table(4, centre="K8", colour="on"), "R5", "G4", "G7", "K5")
    assert (after.points, after.taken) == ((0, 0, 0, 0), ((), (), (), ()))
    assert next(event.data["why"] for event in events if event.kind == "lost") == "centre"
    assert list(GAME.decisions(after)) == [2]


def test_the_thief_may_rob_the_lowest_bidder_only():
    """BD-4: centre K5; P1 R5, P2 G4, P3 Y7 → P3 gets 5; the Thief's holder may rob P2 only."""
    taken = (("KTHIEF",), ("K2", "K9", "K2x"), ("K3",))
    after = trick(table(centre="K5", taken=taken, points=(0, 11, 3), holder=0, thief="on"), "R5", "G4", "Y7")
    assert after.points == (0, 11, 8)
    assert list(GAME.decisions(after)) == [0]
    assert GAME.decisions(after)[0].clauses[0].values == ("2", "9")
    robbed, _ = turn(after, {0: "steal 9"})
    assert robbed.points == (9, 2, 8)
    assert robbed.taken[:2] == (("KTHIEF", "K9"), ("K2", "K2x"))


def test_the_bonus_for_the_five_is_shared_by_who_took_it_most_often():
    """BD-5: A took −5 in 3 rounds, B in 3, C in 0 → A and B get 15 each."""
    after = closed(table(rounds=1, minus5_bonus="on", fives=(3, 3, 0)), (0, 0, 0), (True, True, True))
    assert points(after) == [15, 15, 0]
    assert GAME.outcome(after).winners == (0, 1)


def test_two_highest_cards_burn_the_trick_and_the_later_one_leads():
    """BD-6: centre K9; play order P2 R10, P3 G7, P4 B10, P1 Y3 → burned, K9 lost, P4 leads."""
    after, events = trick_seen(table(4, centre="K9", leader=1), "Y3", "R10", "G7", "B10")
    assert after.points == (0, 0, 0, 0)
    assert after.taken == ((), (), (), ())
    assert next(event.data for event in events if event.kind == "lost") == {
        "why": "tie",
        "seats": [1, 3],
        "value": 10,
        "cards": ["K9"],
    }
    assert list(GAME.decisions(after)) == [3]


def test_the_double_doubles_what_is_there_and_nothing_later():
    """BD-7: P1 has 5 + 3 = 8, wins a trick with centre 2x and no other black → 16; later takes K4 → 20."""
    doubled = trick(table(centre="K2x", points=(8, 0, 0), stack=("K4", "K1")), "R9", "G4", "G3")
    assert doubled.points == (16, 0, 0)
    assert trick(doubled, "R9", "G4", "G3").points == (20, 0, 0)


@pytest.mark.parametrize(("order", "total"), [("after", 26), ("before", 19)])
def test_the_double_counts_the_same_trick(order, total):
    """BD-8: P1 has 6; centre K7, P2 plays K2x, P1 wins → (6 + 7) × 2 = 26; before: 6 × 2 + 7 = 19."""
    after = trick(table(centre="K7", points=(6, 0, 0), double_order=order), "R9", "K2x", "G3")
    assert after.points == (total, 0, 0)


@pytest.mark.parametrize(("growth", "total"), [("rising", 35), ("linear", 27)])
def test_lucky_points_rise_with_each_lucky_round(growth, total):
    """BD-9: four players, lucky in rounds 1 and 3, 11 points in round 2 → 8 + 11 + 16 = 35; linear 27."""
    state = table(4, lucky_growth=growth)
    state = closed(state, (0, 5, 5, 5), (False, True, True, True))
    assert points(state) == [8, 5, 5, 5]
    state = closed(state, (11, 5, 5, 5), (True, True, True, True))
    assert points(state) == [19, 10, 10, 10]
    assert points(closed(state, (0, 0, 0, 0), (False, True, True, True))) == [total, 10, 10, 10]


def test_six_players_need_the_ally():
    """BD-10: six players without Ally → refused at setup."""
    with pytest.raises(IllegalOption) as refused:
        GAME.setup(6, GAME.options(ally="off"), Chance(bytes(32), 0))
    assert refused.value.code == "illegal_ally"


def test_five_players_without_the_ally_use_every_coloured_card():
    """BD-10: five players without Ally → no coloured card out, two blacks unused."""
    state = GAME.setup(5, GAME.options(ally="off"), Chance(bytes(32), 0))
    assert state.out == ()
    assert len((state.centre, *state.stack)) - 10 == 2


def test_allies_share_their_points_with_the_lucky_ones():
    """BD-11: the winner of the Ally trick ends with 13, the Ally player with 0 and lucky (8) → 10.5 each."""
    state = trick(table(4, ally="on", centre="K5"), "W", "R9", "G3", "B2")
    assert set(state.allies) == {0, 1}
    after = closed(state, (0, 13, 0, 0), (False, True, True, True))
    assert points(after) == [10.5, 10.5, 0, 0]


def test_lowest_in_the_middle_makes_the_lowest_win_at_once_and_for_the_round():
    """BD-12: bids R4, G2, Y9 → G2 wins the trick (0 points) and lowest wins for the rest of the round."""
    state = table(lowest="on", stack=("KLOW", "K4", "K3"))
    state, events = trick_seen(state, "R9", "G2", "Y4")
    assert "lowest" in kinds(events)
    assert state.centre == "KLOW"
    state = trick(state, "R4", "G2", "Y9")
    assert (state.points, state.taken[1]) == ((5, 0, 0), ("KLOW",))
    assert trick(state, "R4", "G2", "Y9").points == (5, 4, 0)


def test_under_lowest_minus_five_is_the_lowest_bid():
    """BD-13: bids W, K−5, R1, G1 → −5 is the lowest bid: its player wins, allied with P1."""
    after = trick(table(4, ally="on", lowest="on", low=True, centre="K7"), "W", "K-5", "R1", "G1")
    assert after.points == (0, 2, 0, 0)
    assert set(after.allies) == {0, 1}
    assert after.fives == (0, 1, 0, 0)


@pytest.mark.parametrize(("strict", "total"), [("off", 12), ("on", 0)])
def test_a_double_alone_leaves_a_lucky_loser(strict, total):
    """BD-14: P1's only black card is 2x: 0 × 2 = 0, lucky loser → 12 with three players; strict: 0."""
    state = trick(table(centre="K2x", lucky_strict=strict), "R9", "G4", "G3")
    assert points(closed(state, state.points, state.spoiled))[0] == total

"""The worked examples of Bid N' Bet's rules, each by its name."""

from __future__ import annotations

import msgspec
import pytest

from games.rules.game import IllegalOrder
from tests.rules.bid_n_bet_table import (
    ADVANCE,
    BACK,
    BET,
    BUY,
    CASH,
    GAMBLE,
    GAME,
    STOP,
    asked,
    before,
    clause,
    kinds,
    play,
    play_seen,
    refused,
    table,
    won,
)


def test_bb_1_a_token_goes_on_past_start():
    """BB-1"""
    state, events = play_seen(table(token={0: 33}), "5; bet red 20")
    assert state.token[0] == 2
    assert events[0].data == {"seat": 0, "steps": 5, "space": 2, "word": "Must bet"}


def test_bb_2_an_advance_costs_20_and_moves_the_horse_named():
    """BB-2"""
    state = play(before(ADVANCE), "1; horse red")
    assert (state.money[0], state.horse[0]) == (280, 1)


def test_bb_3_a_horse_on_the_start_line_stays_there_and_the_move_is_paid():
    """BB-3"""
    state = play(before(BACK), "1; horse blue")
    assert (state.money[0], state.horse[1]) == (280, 0)


def test_bb_4_the_last_20_buy_a_card():
    """BB-4"""
    state = play(before(BUY, money={0: 20}), "1")
    assert (state.money[0], state.bidcards[0], state.out) == (0, 1, ())


def test_bb_4_less_than_20_does_not():
    """BB-4"""
    state = play(before(BUY, money={0: 15}), "1!")
    assert (state.money[0], state.bidcards[0], state.out) == (15, 0, (0,))


def test_bb_5_what_others_bet_limits_the_bet():
    """BB-5"""
    state = before(BET, bets={(1, "green"): 40, (2, "green"): 20})
    assert GAME.check(state, 0, "1; bet green 20") == "1; bet green 20"
    assert GAME.check(state, 0, "1; bet green 40") == "1; bet green 40"
    assert "room for $40 on green" in str(refused(state, "1; bet green 60"))
    assert [value for value in clause(state, "bet") if "green" in value] == ["green 20", "green 40"]


@pytest.mark.parametrize(("stake", "returned"), [(20, 40), (40, 80)])
def test_bb_6_a_stake_on_the_sole_leader_returns_twofold(stake, returned):
    """BB-6"""
    state = before(CASH, horse={1: 3, 0: 2}, bets={(0, "blue"): stake, (1, "red"): 60})
    after = play(state, "1")
    assert after.money == (300 + returned, 300, 300)
    assert after.tickets == ((0,) * 5,) * 3


def test_bb_7_tied_leaders_are_a_refund_and_the_rest_is_lost():
    """BB-7"""
    bets = {(0, "red"): 60, (1, "green"): 20, (2, "blue"): 40}
    state, events = play_seen(before(CASH, horse={0: 4, 1: 4, 2: 2}, bets=bets), "1")
    assert state.money == (360, 300, 340)
    assert events[-1].data == {"horses": ["red", "blue"], "paid": [60, 0, 40]}


def test_bb_8_the_sole_holder_of_most_cards_moves_a_horse():
    """BB-8"""
    state = play(before(STOP, cards={0: 1, 1: 3, 2: 1}), "1")
    assert asked(state) == {1: "horse"}
    state, events = play_seen(state, "horse blue")
    assert state.horse == (0, 2, 0, 0, 0)
    assert state.bidcards == (0, 0, 0)
    assert events[-1].data == {"cards": 5}
    assert state.money == (300, 300, 300)
    assert asked(state) == {1: "move"}


def test_bb_9_the_higher_of_two_sealed_bids_pays_and_moves():
    """BB-9"""
    state = play(before(STOP, cards={0: 2, 1: 2, 2: 1}), "1")
    assert asked(state) == {0: "auction", 1: "auction"}
    state = play(state, "bid 35; horse red", "bid 20; horse blue")
    assert state.money == (265, 300, 300)
    assert state.horse == (2, 0, 0, 0, 0)
    assert state.bidcards == (0, 0, 0)


def test_bb_10_without_bids_who_landed_moves_a_horse_free():
    """BB-10"""
    state = play(table(active=2, token={2: STOP - 3}, cards={0: 2, 1: 2}), "3; horse green")
    assert asked(state) == {0: "auction", 1: "auction"}
    state = play(state, "bid 0", "bid 0")
    assert state.horse == (0, 0, 2, 0, 0)
    assert state.money == (300, 300, 300)


def test_bb_11_of_equal_bids_the_first_clockwise_from_who_landed_wins():
    """BB-11"""
    state = play(table(active=1, token={1: STOP - 3}), "3")
    assert asked(state) == {0: "auction", 1: "auction", 2: "auction"}
    state = play(state, "bid 25; horse red", "bid 10; horse blue", "bid 25; horse green")
    assert state.money == (300, 300, 275)
    assert state.horse == (0, 0, 2, 0, 0)


def test_bb_12_a_gamble_card_does_not_move_a_horse_behind_the_start():
    """BB-12"""
    state = play(before(GAMBLE, horse={0: 1}, deck=["-2"]), "1")
    assert state.horse[0] == 0


def test_bb_12_a_gamble_card_may_win():
    """BB-12"""
    state = play(before(GAMBLE, horse={0: 9}, deck=["+2"]), "1")
    assert state.horse[0] == 11
    assert won(state) == ("finish", (0,))


def test_bb_13_a_gamble_card_that_can_t_be_paid_takes_out():
    """BB-13"""
    state, events = play_seen(before(GAMBLE, money={0: 10}, deck=["buy"]), "1")
    assert state.out == (0,)
    assert kinds(events) == ["move", "gamble", "broke", "out"]


def test_bb_13_a_must_bet_card_with_all_horses_full_does_nothing():
    """BB-13"""
    full = {(1, "red"): 100, (1, "blue"): 100, (2, "green"): 100}
    state, events = play_seen(before(GAMBLE, money={0: 10}, bets=full, deck=["bet"]), "1")
    assert state.out == ()
    assert kinds(events) == ["move", "gamble", "no_bet"]


def test_bb_14_a_rival_may_move_your_horse_over_the_line():
    """BB-14"""
    assert won(play(before(ADVANCE, horse={1: 9}), "1; horse blue")) == ("finish", (1,))


def test_bb_15_a_team_bids_the_average_of_what_its_purse_can_pay():
    """BB-15"""
    state = play(before(STOP, money={0: 120}), "1")
    decision, view = GAME.decisions(state)[0], GAME.view(state, 0)
    assert decision.pooled
    orders = ["bid 50; horse blue", "bid 30; horse red", "bid 400"]
    assert GAME.pool(view, 0, decision, orders) == "bid 40; horse blue"
    assert GAME.pool(view, 0, decision, ["bid 400", "bid 121"]) == "bid 0"
    assert GAME.pool(view, 0, decision, ["bid 10", "bid 11; horse red"]) == "bid 10"
    by_limits = msgspec.structs.replace(view, options=GAME.options(auction="proxy5"))
    assert GAME.pool(by_limits, 0, decision, ["bid 10", "bid 15"]) == "bid 10"
    assert GAME.voice(state, 0, "BID 400; horse blue") == "bid 400; horse blue"
    with pytest.raises(IllegalOrder):
        GAME.check(state, 0, "bid 400")

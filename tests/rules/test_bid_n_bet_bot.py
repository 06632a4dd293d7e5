"""The bot of Bid N' Bet: what it does where the right thing is plain, and how it fares against chance."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules.chance import Chance
from tests.rules.bid_n_bet_table import (
    ADVANCE,
    BACK,
    CASH,
    FREE,
    GAME,
    KEY,
    STOP,
    before,
    play,
    table,
)
from tests.rules.walking import bot_order, random_order, walked


def chosen(state, seat=0, turn=1):
    """What the bot orders there, canonical."""
    decision = GAME.decisions(state)[seat]
    order = GAME.choose(GAME.view(state, seat), seat, decision, Chance(KEY, turn))
    return GAME.check(state, seat, order)


def test_it_wins_when_it_can():
    assert chosen(before(ADVANCE, steps=2, horse={0: 9})) == "2; horse red"
    assert chosen(before(STOP, steps=3, horse={0: 8}, cards={0: 2, 1: 1})) == "3; horse red"


def test_it_stops_the_bid_with_most_cards():
    assert chosen(before(STOP, steps=4, cards={0: 2, 1: 1})) == "4; horse red"


def test_it_does_not_stop_the_bid_for_a_rival():
    assert not chosen(before(STOP, cards={1: 2})).startswith("1")
    assert not chosen(before(STOP, cards={1: 2}, horse={1: 8})).startswith("1")


def test_it_holds_back_a_rival_near_the_finish():
    assert chosen(before(BACK, horse={1: 9, 0: 2})) == "1; horse blue"


def test_it_pays_for_nothing_that_changes_nothing():
    assert not chosen(before(BACK)).startswith("1")


def test_it_takes_free_cards():
    assert chosen(before(FREE, cards={1: 2})) == "1"


def test_it_cashes_in_what_it_wins():
    assert chosen(before(CASH, horse={0: 2}, bets={(0, "red"): 80})) == "1"


def test_it_bets_on_a_clear_leader():
    state = table(token={0: 0}, layout="SBCCCCCCC", horse={1: 4})
    assert chosen(state) in ("1; bet blue 40", "1; bet blue 60")
    state = table(token={0: 0}, layout="SBCCCCCCC", horse={1: 1})
    assert chosen(state).startswith("1; bet blue")
    full = {(1, "blue"): 100}
    state = table(token={0: 0}, layout="SBKKKKKKK", horse={1: 4}, bets=full, money={0: 60})
    assert not chosen(state).startswith("1")


@pytest.mark.parametrize("layout", ["SAKUBAKUB", "PAKUBAKUB".replace("P", "S")])
def test_it_goes_out_of_the_race_only_where_it_must(layout):
    state = table(token={0: 0}, layout=layout, money={0: 0})
    assert chosen(state) == "1!"
    state = table(token={0: 35}, layout=layout, start_corner="plain", money={0: 0})
    assert chosen(state) == "1"


def test_it_gambles_without_money_rather_than_go_out():
    assert chosen(table(token={0: 0}, layout="SAKGBAKUB", money={0: 0})) == "3"


def test_it_bids_what_two_lengths_are_worth():
    bids = {int(chosen(play(before(STOP), "1"), turn=turn).split()[1].rstrip(";")) for turn in range(20)}
    assert bids <= set(range(30, 51))
    assert len(bids) > 3
    assert chosen(play(before(STOP, horse={0: 8}), "1")) == "bid 300; horse red"
    assert chosen(play(before(STOP, horse={1: 8}), "1")) == "bid 300; horse red"


def test_it_keeps_20_dollars_for_what_comes():
    assert chosen(play(before(STOP, money={0: 35}), "1")) == "bid 15; horse red"
    assert chosen(play(before(STOP, money={0: 10}), "1")) == "bid 0; horse red"


def test_it_raises_up_to_what_two_lengths_are_worth():
    state = play(before(STOP, auction="open5"), "1")
    assert chosen(state, 1) == "raise 5; horse blue"
    assert chosen(play(state, "raise 60"), 2) == "pass"


def test_it_runs_its_own_horse():
    assert chosen(play(before(STOP, cards={1: 1}), "1"), 1) == "horse blue"


def test_it_goes_on_where_there_is_nothing_to_choose():
    state, _ = GAME.leave(table(), 0)
    assert chosen(state, 1) == "go"


@pytest.mark.parametrize("seats", GAME.seats)
def test_it_beats_random_players(seats):
    wins = 0
    for number in range(40):
        state, _ = walked(GAME, seats, GAME.options(), bytes([number]) * 32, [bot_order, random_order])
        wins += GAME.outcome(state).winners == (0,)
    assert wins >= 40 * 1.5 / seats


def test_bots_end_their_races_at_the_finish():
    reasons = Counter()
    for number in range(20):
        state, _ = walked(GAME, 2 + number % 4, GAME.options(), bytes([number]) * 32, [bot_order])
        reasons[GAME.outcome(state).reason] += 1
    assert reasons["finish"] >= 18

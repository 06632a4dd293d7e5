"""The STOP BID of Bid N' Bet: who bids, who wins, what it costs, and who is asked how often."""

from __future__ import annotations

import pytest

from tests.rules.bid_n_bet_table import (
    GAME,
    STOP,
    asked,
    before,
    clause,
    kinds,
    play,
    play_seen,
    won,
)


def test_the_sole_holder_who_landed_moves_at_once():
    state = play(before(STOP, cards={0: 2, 1: 1}), "1; horse green")
    assert state.horse == (0, 0, 2, 0, 0)
    assert asked(state) == {1: "move"}


def test_without_a_word_the_own_horse_runs():
    assert play(before(STOP, cards={0: 2, 1: 1}), "1").horse == (2, 0, 0, 0, 0)


def test_a_sole_holder_who_did_not_land_is_asked_for_the_horse():
    state = play(before(STOP, cards={2: 1}), "1")
    assert asked(state) == {2: "horse"}
    decision = GAME.decisions(state)[2]
    assert decision.default == "horse green"
    assert decision.clauses[0].values == ("red", "blue", "green")


def test_all_are_tied_when_nobody_has_a_card():
    state, events = play_seen(before(STOP), "1")
    assert asked(state) == {0: "auction", 1: "auction", 2: "auction"}
    assert events[-1].data == {"seat": 0, "seats": [0, 1, 2], "cards": 0}
    assert all(decision.default == "bid 0" for decision in GAME.decisions(state).values())


def test_who_has_no_money_is_not_asked_to_bid():
    state = play(before(STOP, money={0: 0, 1: 4}), "1")
    assert asked(state) == {1: "auction", 2: "auction"}
    state = play(before(STOP, money={0: 0, 1: 4}, auction="proxy5"), "1")
    assert asked(state) == {2: "auction"}


@pytest.mark.parametrize("auction", ["sealed", "proxy5", "open5"])
def test_where_nobody_has_money_who_landed_moves_at_once(auction):
    state, events = play_seen(before(STOP, money={0: 0, 1: 0, 2: 0}, auction=auction), "1")
    assert state.horse == (2, 0, 0, 0, 0)
    assert kinds(events) == ["move", "stop", "no_bids", "lengths"]


def test_a_winner_who_named_no_horse_pays_and_is_asked():
    state = play(before(STOP), "1")
    state = play(state, "bid 5; horse red", "bid 10", "bid 0")
    assert asked(state) == {1: "horse"}
    assert state.money == (300, 290, 300)
    state = play(state, "horse green")
    assert state.horse == (0, 0, 2, 0, 0)
    assert asked(state) == {1: "move"}


def test_who_landed_and_wins_need_not_name_the_horse_again():
    state = play(play(before(STOP), "1; horse blue"), "bid 5", "bid 0", "bid 0")
    assert state.horse == (0, 2, 0, 0, 0)
    state = play(play(before(STOP), "1; horse blue"), "bid 5; horse red", "bid 0", "bid 0")
    assert state.horse == (2, 0, 0, 0, 0)


def test_who_landed_without_naming_a_horse_is_asked_only_as_winner():
    landed = play(before(STOP), "1")
    assert asked(play(landed, "bid 5", "bid 0", "bid 0")) == {0: "horse"}
    assert play(landed, "bid 0", "bid 0", "bid 0").horse == (2, 0, 0, 0, 0)


def test_two_lengths_may_win_the_race_for_a_rival():
    state = play(before(STOP, cards={0: 1}, horse={1: 8}), "1; horse blue")
    assert won(state) == ("finish", (1,))


@pytest.mark.parametrize(
    ("limits", "price", "winner"),
    [
        ((40, 25, 0), 30, 0),
        ((40, 40, 0), 40, 0),
        ((0, 40, 0), 5, 1),
        ((5, 0, 0), 5, 0),
        ((20, 60, 55), 60, 1),
    ],
)
def test_a_limit_pays_5_more_than_the_next(limits, price, winner):
    state = play(before(STOP, auction="proxy5"), "1")
    state = play(state, *[f"bid {limit}; horse red" for limit in limits])
    assert state.money[winner] == 300 - price
    assert sum(state.money) == 900 - price


def test_equal_bids_are_made_once_more_where_the_match_says_so():
    state = play(before(STOP, auction_tie="rebid"), "1")
    state, events = play_seen(state, "bid 25", "bid 25; horse blue", "bid 10")
    assert events[-1].data == {"seats": [0, 1], "bid": 25}
    assert asked(state) == {0: "auction", 1: "auction"}
    assert play(state, "bid 0", "bid 30").money == (300, 270, 300)
    assert play(state, "bid 0", "bid 30").horse == (0, 2, 0, 0, 0)
    assert play(state, "bid 0", "bid 0").horse == (2, 0, 0, 0, 0)
    assert play(state, "bid 30; horse red", "bid 30").money == (270, 300, 300)


def test_equal_limits_are_made_once_more_too():
    state = play(before(STOP, auction_tie="rebid", auction="proxy5"), "1")
    state = play(state, "bid 25", "bid 25", "bid 10")
    assert asked(state) == {0: "auction", 1: "auction"}


def open_auction(**told):
    return play(before(STOP, auction="open5", **told), "1")


def test_an_open_auction_goes_round_from_behind_who_landed():
    state = open_auction()
    assert asked(state) == {1: "open"}
    state = play(state, "raise 5; horse blue")
    assert asked(state) == {2: "open"}
    state = play(state, "pass")
    assert asked(state) == {0: "open"}
    state = play(state, "raise 20; horse red")
    assert asked(state) == {1: "open"}
    assert clause(state, "raise", 1)[:2] == ("25", "30")
    state = play(state, "pass")
    assert state.money == (280, 300, 300)
    assert state.horse == (2, 0, 0, 0, 0)


def test_a_horse_named_with_a_raise_stands_until_another_is_named():
    state = open_auction()
    for line in ("raise 5; horse green", "pass", "raise 10", "raise 15", "pass"):
        state = play(state, line)
    assert state.horse == (0, 0, 2, 0, 0)
    assert state.money == (300, 285, 300)


def test_an_open_auction_that_all_pass_goes_to_who_landed():
    state = open_auction()
    for _ in range(3):
        state = play(state, None)
    assert state.horse == (2, 0, 0, 0, 0)
    assert state.money == (300, 300, 300)


def test_who_can_t_raise_passes_unasked():
    state = open_auction(money={2: 20})
    state, events = play_seen(state, "raise 20")
    assert asked(state) == {0: "open"}
    assert [(event.kind, event.data["seat"]) for event in events] == [("raise", 1), ("pass", 2)]
    state, events = play_seen(open_auction(money={2: 20, 0: 9}), "raise 20; horse red")
    assert kinds(events) == ["raise", "pass", "pass", "won", "lengths"]


def test_the_winner_of_an_open_auction_is_asked_for_a_horse_not_named():
    state = play(open_auction(cards={1: 1, 2: 1}), "raise 5")
    assert asked(play(state, "pass")) == {1: "horse"}


def test_what_was_bid_is_shown_when_the_auction_is_over():
    state = play(before(STOP, cards={1: 1, 2: 1}), "1")
    _, events = play_seen(state, "bid 3; horse red", "bid 0")
    assert events[0].data == {"bids": [None, 3, 0]}
    assert kinds(events) == ["bids", "won", "lengths", "cards_back"]


def test_a_bidder_who_leaves_bids_no_more():
    state = play(before(STOP), "1")
    state, _ = GAME.leave(state, 1)
    assert asked(state) == {0: "auction", 2: "auction"}
    assert play(state, "bid 1; horse red", "bid 0").money == (299, 300, 300)


def test_an_auction_that_all_bidders_left_goes_to_who_landed():
    state = play(before(STOP, seats=4, cards={1: 1, 2: 1}), "1; horse red")
    for seat in (1, 2):
        state, _ = GAME.leave(state, seat)
    assert asked(state) == {0: "go"}
    assert GAME.decisions(state)[0].forced
    state = play(state, "go")
    assert state.horse == (2, 0, 0, 0, 0)
    assert asked(state) == {3: "move"}


def test_nobody_moves_a_horse_where_who_landed_left_as_well():
    state = play(before(STOP), "1")
    state, _ = GAME.leave(state, 0)
    state, events = play_seen(state, "bid 0", "bid 0")
    assert state.horse[1:3] == (0, 0)
    assert kinds(events) == ["bids"]
    assert asked(state) == {1: "move"}


def test_a_winner_who_leaves_before_naming_a_horse_moves_none():
    state = play(before(STOP, cards={1: 1}), "1")
    state, _ = GAME.leave(state, 1)
    assert asked(state) == {0: "go"}
    state = play(state, "go")
    assert state.horse[:3] == (0, 0, 0)
    assert asked(state) == {2: "move"}


def test_a_horse_named_that_left_meanwhile_is_not_moved():
    state = play(before(STOP), "1; horse blue")
    state, _ = GAME.leave(state, 1)
    assert play(state, "bid 0", "bid 0").horse == (2, 0, 0, 0, 0)
    assert asked(play(state, "bid 5", "bid 0")) == {0: "horse"}


def test_an_open_auction_goes_on_without_who_was_asked():
    state, _ = GAME.leave(open_auction(), 1)
    assert asked(state) == {0: "go"}
    assert asked(play(state, "go")) == {2: "open"}


def test_the_highest_bid_goes_with_who_made_it():
    state, _ = GAME.leave(play(open_auction(), "raise 50"), 1)
    assert asked(state) == {2: "open"}
    assert clause(state, "raise", 2)[0] == "5"
    state = play(play(state, "raise 5; horse green"), "pass")
    assert state.horse == (0, 0, 2, 0, 0)
    assert state.money == (300, 300, 295)


def test_an_open_auction_left_by_all_others_goes_to_the_highest_bid():
    state = play(open_auction(cards={1: 1, 2: 1}), "raise 50; horse blue")
    state, _ = GAME.leave(state, 2)
    state = play(state, "go")
    assert state.money == (300, 250, 300)
    assert state.horse == (0, 2, 0, 0, 0)

"""The Fourbid bot: it plays by what lies open, well enough to beat chance."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules.chance import Chance
from tests.rules.fourbid_table import FULL4, GAME, claims, held, of, play, table
from tests.rules.walking import bot_order, random_order, walked

MATCHES = 20


def ordered(state: object, seat: int, number: int = 0) -> str:
    """What the bot orders, as the rules write it."""
    decision = GAME.decisions(state)[seat]
    order = GAME.choose(GAME.view(state, seat), seat, decision, Chance(bytes(32), number))
    return GAME.check(state, seat, order)


def cards(order: str) -> list[str]:
    return order.split(";", maxsplit=1)[0].split()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_bot_beats_random_play(seats):
    wins: Counter[int] = Counter()
    for number in range(MATCHES):
        key = bytes([number, seats]) * 16
        state, _ = walked(GAME, seats, GAME.options(), key, [bot_order, random_order])
        wins.update(GAME.outcome(state).winners)
    assert wins[0] >= MATCHES * 0.7


def test_the_bot_bids_all_for_the_last_space_of_its_line():
    state = table(owner=claims(p1=[1, 2, 3], p2=[20]), queen=4)
    assert ordered(state, 0) in {"A", "K 2", "Q 3", "J 4", "10 5", "9 6", "8 7"}


def test_the_bot_bids_as_much_to_stop_a_rivals_line():
    state = table(owner=claims(p1=[1, 2, 3], p2=[20]), queen=4)
    assert sum(GAME_VALUES[card] for card in cards(ordered(state, 1))) >= 14


GAME_VALUES = {**{str(n): n for n in range(2, 11)}, "J": 11, "Q": 12, "K": 13, "A": 14}


def test_the_bot_bids_no_more_than_beats_everybody():
    state = table(owner=claims(p1=[1, 2, 3], p2=[20]), queen=4, hands={1: "2 3"})
    assert cards(ordered(state, 0)) == ["6"]


def test_the_bot_bids_low_for_a_space_that_is_worth_little():
    lows = {ordered(table(queen=8), 0, number) for number in range(30)}
    assert lows == {"2", "3"}


def test_the_bot_with_one_kind_of_card_left_bids_it():
    state = table(3, queen=9, hands={0: "9"}, empty_at="resolve")
    assert cards(ordered(state, 0)) == ["9"]


def test_a_bot_that_reaches_no_aim_bids_its_most():
    state = table(owner=claims(p1=[1, 2, 3]), queen=4, hands={0: "2 3 4"})
    assert ordered(state, 0) == "4 3"


def test_the_bot_moves_a_piece_where_it_makes_a_line():
    own = [1, 2, 3, 10, 12, 22, 24, 31]
    state = table(owner=claims(p1=own, p2=[20]), queen=4)
    after = play(state, ordered(state, 0), "2")
    assert GAME.outcome(after).winners == (0,)


def test_the_bot_leaves_its_pieces_where_moving_does_no_good():
    state = table(owner=claims(p1=[1, 2, 3, 13, 14, 15, 17, 19], p2=[23, 24, 26]), queen=25)
    assert "noswap" in ordered(state, 0)


def test_the_bot_bids_low_where_a_winner_without_pieces_gets_nothing():
    own = [1, 2, 3, 10, 12, 22, 24, 31]
    state = table(owner=claims(p1=own), queen=4, out_of_pieces="none")
    assert ordered(state, 0) in {"2", "3"}


def test_the_bot_bids_low_for_a_space_of_its_own_on_a_full_board():
    state = table(4, owner=FULL4, queen=32)
    assert cards(ordered(state, 0)) in (["2"], ["3"])


def test_the_bot_claims_the_space_worth_most():
    state = table(owner=claims(p1=[1, 2, 3]), queen=10, hands={0: "3 4 5 6 7 8 9", 1: "2"})
    order = ordered(state, 0)
    assert "bonus 4" in order
    assert 4 in of(play(state, "3;" + order.split(";", 1)[1], "2"), 0)


def test_a_bot_that_is_asked_takes_the_best_card():
    asked = play(table(3, queen=12), "K 2", "9", "4; ask")
    order = ordered(asked, 2)
    assert order == "low best"
    assert "KD" in held(asked, 2) or "KS" in held(play(asked, None, None, order), 2)


def test_the_bot_does_not_count_on_lines_of_players_who_left():
    state = table(3, owner=claims(p2=[1, 2, 3]), queen=4)
    assert sum(GAME_VALUES[card] for card in cards(ordered(state, 0))) >= 14
    gone = GAME.leave(state, 1)[0]
    assert ordered(gone, 0) in {"2", "3"}


def test_a_bot_takes_what_is_forced():
    state = table(hands={0: "9"}, queen=4)
    assert GAME.decisions(state)[0].forced
    assert ordered(state, 0) == "9"

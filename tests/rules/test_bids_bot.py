"""The bot of Bids: what it does where the right thing is plain, and how it fares against chance."""

from __future__ import annotations

import pytest

from games.rules.chance import Chance
from tests.rules.bids_table import GAME, table, trick
from tests.rules.walking import bot_order, random_order, walked


def chosen(state, seat):
    decision = GAME.decisions(state)[seat]
    return GAME.choose(GAME.view(state, seat), seat, decision, Chance(bytes(32), 1))


def last_to_play(hand, *plays, **given):
    """What the third of three bids when the two others have bid."""
    hands = (("Y1", "Y2"), ("Y1", "Y2"), hand)
    return chosen(table(3, hand=hands, plays=tuple(enumerate(plays)), **given), 2)


def test_as_the_last_it_wins_a_good_pot_with_the_cheapest_card_that_does():
    assert last_to_play(("R3", "R8", "R10"), "G7", "G4", centre="K9") == "R8"


def test_it_throws_a_low_card_away_where_it_can_not_win():
    assert last_to_play(("R3", "R8", "R9"), "G10", "G4", centre="K9") == "R3"


def test_it_does_not_take_the_five_below_zero():
    assert last_to_play(("R3", "R8"), "G7", "G4", centre="K-5") == "R3"


def test_it_gives_no_points_away_with_a_black_card_that_loses():
    assert last_to_play(("K9", "R4"), "G10", "G5", centre="K3") == "R4"


def test_under_lowest_it_wins_with_a_low_card():
    assert last_to_play(("R3", "R2", "R10"), "G4", "G7", centre="K9", low=True, lowest="on") == "R3"


def test_a_lucky_hope_in_the_last_trick_is_worth_more_than_a_small_pot():
    assert last_to_play(("R9", "R2"), "G4", "G7", centre="K6", trick_no=10) == "R2"
    assert last_to_play(("R9", "R2"), "G4", "G7", centre="K6", trick_no=10, spoiled=(True,) * 3) == "R9"


def test_it_looks_at_colours_where_colours_count():
    assert last_to_play(("R10", "G8"), "G7", "Y9", centre="K9", colour="on") == "G8"


def test_it_leads_with_a_card_that_nobody_can_beat():
    """Every other ten and nine has been seen, so the red nine can't be beaten."""
    seen = ("K10", "G10", "Y10", "R10", "G9", "Y9")
    hands = (("R9", "R2"), ("Y1", "Y2"), ("Y1", "Y2"))
    assert chosen(table(3, hand=hands, centre="K10", seen=seen), 0) == "R9"


@pytest.mark.parametrize(("held", "order"), [(("K2", "K9"), "steal 9"), (("K-5",), "no")])
def test_it_steals_what_is_worth_most_and_no_five_below_zero(held, order):
    state = trick(table(taken=(("KTHIEF",), held, ()), holder=0, thief="on"), "R5", "G4", "Y7")
    assert chosen(state, 0) == order


def test_it_goes_on_where_there_is_nothing_to_choose():
    state = trick(table(taken=(("KTHIEF",), ("K2",), ()), holder=0, thief="on"), "R5", "G4", "Y7")
    assert chosen(GAME.leave(state, 1)[0], 0) == "no"


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_among_random_players_it_wins_more_than_its_share(seats):
    wins = 0
    for number in range(40):
        choices = [bot_order if seat == number % seats else random_order for seat in range(seats)]
        state, _ = walked(GAME, seats, GAME.options(), bytes([seats, number]) * 16, choices)
        wins += number % seats in GAME.outcome(state).winners
    assert wins > 1.2 * 40 / seats

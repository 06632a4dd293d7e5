"""What becomes of a Fourbid match when players leave it for good."""

from __future__ import annotations

import pytest

from games.rules import IllegalOrder
from tests.rules.fourbid_table import GAME, claims, counts, held, of, on, play, suit, table


def left(state: object, *seats: int) -> object:
    for seat in seats:
        state = GAME.leave(state, seat)[0]
    return state


def test_with_two_players_the_other_wins():
    outcome = GAME.outcome(left(table(), 0))
    assert (outcome.reason, outcome.winners, outcome.places) == ("resigned", (1,), (2, 1))


@pytest.mark.parametrize("stays", range(4))
def test_the_last_player_left_wins(stays):
    state = table(4)
    for seat in {0, 1, 2, 3} - {stays}:
        assert GAME.outcome(state) is None
        state = left(state, seat)
    outcome = GAME.outcome(state)
    assert (outcome.reason, outcome.winners) == ("resigned", (stays,))
    assert outcome.places[stays] == 1
    assert GAME.decisions(state) == {}


def test_who_left_owes_nothing_and_the_others_bid_on():
    state = left(table(3), 1)
    assert set(GAME.decisions(state)) == {0, 2}
    with pytest.raises(IllegalOrder):
        GAME.check(state, 1, "2")


def test_pieces_of_who_left_stay_as_blockers():
    state = left(table(3, owner=claims(p1=[1, 2, 3], p2=[4, 9])), 1)
    assert of(state, 1) == [4, 9]
    after = play(state, "2", None, "2", dice=[5])
    assert of(after, 1) == [4, 9]
    assert after.queen == 10, "claimed spaces of a player who left are not counted either"


def test_the_hand_of_who_left_is_ignored_when_hands_are_counted():
    state = left(table(3, queen=10, hands={0: "3 J Q", 1: "3 4 5 6 7 8 9", 2: "2"}), 1)
    after = play(state, "3", None, "2; low best", dice=[4, 1])
    assert of(after, 0) == [10, 14], "2 cards against 1 is a lead of one, whatever lies in hand 1"


def test_an_empty_hand_of_who_left_sets_no_reset_off():
    state = left(table(3, queen=10, hands={1: "2"}), 1)
    state = play(state, "3", None, "2")
    assert counts(state)[::2] == [12, 13]
    assert state.reset_no == table(3).reset_no


def test_a_line_of_who_left_wins_nothing():
    state = table(3, owner=claims(p1=[9], p2=[1, 2, 3, 4]), queen=20)
    state = left(state, 1)
    after = play(state, "A", None, "2")
    assert on(after, 20) == 0
    assert GAME.outcome(after) is None


def test_a_line_beside_a_line_of_who_left_wins():
    state = table(3, owner=claims(p1=[29, 30, 31], p2=[1, 2, 3, 4]), queen=32)
    outcome = GAME.outcome(play(left(state, 1), "A", None, "2"))
    assert (outcome.reason, outcome.winners) == ("line", (0,))


def test_a_piece_of_who_left_goes_home_like_any_other():
    state = left(table(3, owner=claims(p2=[14]), queen=10, hands={0: "3 J Q", 2: "2"}), 1)
    after = play(state, "3", None, "2", dice=[4, 1])
    assert of(after, 0) == [10, 14]
    assert after.supply[1] == 8


def test_leaving_keeps_board_cards_and_queen():
    state = table(3, owner=claims(p1=[1, 2], p2=[3]), queen=10, hands={0: "3 J Q"})
    after = left(state, 0)
    assert (after.owner, after.queen) == (state.owner, state.queen)
    assert held(after, 1) == set(suit(1))


def test_one_bid_against_nobodys_decides_as_among_those_left():
    state = left(table(4, queen=10), 0, 3)
    after = play(state, None, "A", "5; low A")
    assert of(after, 1) == [10]
    assert "AH" in held(after, 2)


def test_places_say_who_left_lost():
    state = left(table(4, owner=claims(p2=[1, 2, 3]), queen=4), 2)
    outcome = GAME.outcome(play(state, "2", "A", None, "3"))
    assert outcome.winners == (1,)
    assert outcome.places[1] == 1
    assert all(outcome.places[seat] > 1 for seat in (0, 2, 3))


def test_leaving_twice_changes_nothing_more():
    state = left(table(4), 2)
    assert GAME.leave(state, 2)[0] == state


def test_leaving_a_finished_match_changes_nothing():
    over = play(table(owner=claims(p1=[1, 2, 3]), queen=4), "A", "2")
    assert GAME.outcome(GAME.leave(over, 0)[0]) == GAME.outcome(over)

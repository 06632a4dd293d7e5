"""What becomes of a Fourbid match when players leave it for good."""

from __future__ import annotations

import pytest

from games.rules import IllegalOrder
from tests.rules.fourbid_table import GAME, claims, counts, held, kinds, of, on, play, suit, table


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


# --- leaving while somebody who asked is asked

OUT = [1, 3, 5, 9, 11, 24, 26, 31]


def asked(*orders: str) -> object:
    """P1 has no piece left; the auction of 14 waits for those who asked."""
    return play(table(len(orders), owner=claims(p1=OUT, p2=[8]), queen=14), *orders)


def test_the_others_are_still_asked_when_one_of_them_leaves():
    state = left(asked("A; ask", "2; ask", "7"), 0)
    assert kinds(state) == {1: "follow"}
    after = play(state, None, "low A")
    assert "AS" in held(after, 1)
    assert on(after, 14) is None, "who left claims nothing, and the next highest does not either"
    assert of(after, 0) == OUT
    assert kinds(after) == {1: "bid", 2: "bid"}


def test_when_all_who_were_asked_have_left_the_match_goes_on_by_itself():
    state = left(asked("A; swap 3; ask", "2; low own", "7"), 0)
    (seat, decision), *more = GAME.decisions(state).items()
    assert (more, decision.forced) == ([], True)
    assert GAME.check(state, seat, decision.default) == decision.default
    for other in {0, 1, 2} - {seat}:
        with pytest.raises(IllegalOrder):
            GAME.check(state, other, decision.default)
    after = play(state)
    assert of(after, 0) == OUT
    assert held(after, 1) == set(suit(1))
    assert kinds(after) == {1: "bid", 2: "bid"}


def test_the_lowest_who_left_takes_no_card():
    after = play(left(asked("A; ask", "2; low A", "7"), 1), "swap 3")
    assert on(after, 14) == 0
    assert held(after, 1) == set(suit(1)) - {"2H"}


def test_an_answer_takes_the_place_of_no_others_once_all_but_one_left():
    state = left(asked("A; ask", "2", "7"), 1, 2)
    assert GAME.outcome(state).winners == (0,)
    assert GAME.decisions(state) == {}


@pytest.mark.parametrize("pieces", [[3], [3, 5, 9, 11, 24, 26, 31]], ids=["free claim", "no piece left"])
def test_a_leader_who_leaves_before_choosing_gets_no_bonus_but_all_get_full_hands(pieces):
    state = table(3, owner=claims(p1=pieces), queen=10, hands={0: "3 4 5 6 7 8 9", 1: "2", 2: "2"})
    state = play(state, "3; ask", "2", "2")
    assert kinds(state) == {0: "follow"}
    state = play(left(state, 0))
    assert of(state, 0) == sorted([*pieces, 10])
    assert counts(state)[1:] == [13, 13]
    assert set(kinds(state)) == {1, 2}


def test_a_leader_who_leaves_before_an_exchange_keeps_the_pieces_where_they_are():
    owner = claims(p1=[1, 3, 5, 9, 15, 24, 26], p2=[12])
    state = table(3, owner=owner, queen=10, hands={0: "3 4 5 6 7", 1: "2", 2: "2"})
    state = play(state, "3; ask", "2", "2", dice=[2])
    assert kinds(state) == {0: "follow"}
    assert state.queen == 12
    after = play(left(state, 0), dice=[1])
    assert (of(after, 0), of(after, 1), after.queen) == ([1, 3, 5, 9, 10, 15, 24, 26], [12], 13)


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_only_a_seat_of_the_table_can_leave(seat):
    with pytest.raises(IllegalOrder):
        GAME.leave(table(3), seat)

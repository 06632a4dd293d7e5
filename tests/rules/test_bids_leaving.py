"""Leaving a match of Bids: what becomes of hands, cards on the table, allies, the thief, and the places."""

from __future__ import annotations

import pytest

from games.rules import IllegalOrder
from tests.rules.bids_table import GAME, closed, dealt, points, table, trick, trick_seen, turn


def left(state, *seats):
    for seat in seats:
        state, _ = GAME.leave(state, seat)
    return state


def test_the_hand_of_who_leaves_is_out_and_the_others_play_on():
    state = left(dealt(table(4), (None, "R9", None, None)), 1)
    assert (state.hand[1], state.left) == ((), (1,))
    assert set(state.out) >= {"R9", "Y1", "Y2"}
    after = trick(state, "R5", None, "G7", "Y3")
    assert after.points == (0, 0, 5, 0)
    assert len(after.last.plays) == 3


def test_the_next_seat_is_asked_when_the_one_to_play_leaves():
    state = left(table(4, leader=2), 2)
    assert list(GAME.decisions(state)) == [3]


def test_a_trick_whose_last_bidder_left_is_decided_without_a_choice():
    state, _ = turn(dealt(table(3), ("R5", "G4", None)), {0: "R5"})
    state, _ = turn(state, {1: "G4"})
    state = left(state, 2)
    decision = GAME.decisions(state)[0]
    assert (decision.kind, decision.default, decision.forced) == ("follow", "go", True)
    with pytest.raises(IllegalOrder) as refused:
        GAME.check(state, 0, "R5")
    assert refused.value.code == "only_go"
    after, _ = turn(state, {0: " GO "})
    assert after.points == (5, 0, 0)
    assert after.trick_no == 2


def test_a_card_on_the_table_takes_nothing_for_who_left():
    state, _ = turn(dealt(table(4), ("R9", "G4", "Y3", "Y5")), {0: "R9"})
    after, events = trick_seen(left(state, 0), None, "G4", "Y3", "Y5")
    lost = next(event.data for event in events if event.kind == "lost")
    assert (lost["why"], lost["seats"]) == ("left", [0])
    assert (after.taken, after.last.winner) == (((),) * 4, None)
    assert list(GAME.decisions(after)) == [1]


def test_a_card_on_the_table_still_ties_for_who_left():
    state, _ = turn(dealt(table(4), ("R9", "G9", "Y3", "Y5")), {0: "R9"})
    after = trick(left(state, 0), None, "G9", "Y3", "Y5")
    assert after.points == (0, 0, 0, 0)
    assert list(GAME.decisions(after)) == [1]


def test_later_rounds_are_dealt_without_who_left():
    state = closed(left(table(4), 1), (0, 0, 0, 0), (True,) * 4)
    assert state.round_no == 2
    assert [len(hand) for hand in state.hand] == [10, 0, 10, 10]
    assert len(state.out) == 1 + 10
    assert all(event.seen_by != (1,) for event in trick_seen(table(4), "R5", "G4", "Y7", "Y8")[1])


def test_who_left_earns_nothing_more():
    state = closed(left(table(4, score=(7, 8, 9, 10)), 1), (1, 20, 1, 1), (True, False, True, True))
    assert state.score == (9, 8, 11, 12)
    assert state.zeros == (0, 0, 0, 0)


def test_an_alliance_with_who_left_is_void():
    state = trick(table(4, ally="on"), "W", "R9", "G3", "Y2")
    assert set(state.allies) == {0, 1}
    after = closed(left(state, 0), (0, 13, 0, 0), (False, True, True, True))
    assert points(after) == [0, 13, 0, 0]


def test_an_ally_on_the_table_makes_no_alliance_for_who_left():
    state, _ = turn(dealt(table(4, ally="on"), ("W", None, None, None)), {0: "W"})
    assert trick(left(state, 0), None, "R9", "G3", "Y2").allies == ()


def test_a_thief_who_leaves_steals_no_more():
    taken = (("KTHIEF",), ("K9",), (), ())
    state = trick(table(4, taken=taken, holder=0, thief="on"), "R5", "G4", "Y7", "R8")
    state = left(state, 0)
    assert list(GAME.decisions(state)) == [1]
    after, _ = turn(state, {1: "go"})
    assert (after.stage, after.trick_no, after.points) == ("bid", 2, (0, 0, 0, 5))
    assert trick(after, None, "R1", "G7", "G8").stage == "bid"


def test_who_left_can_not_be_robbed():
    taken = (("KTHIEF",), ("K9",), (), ())
    state, _ = turn(
        dealt(table(4, taken=taken, holder=0, thief="on", leader=1), ("R5", "G4", "Y7", "R8")), {1: "G4"}
    )
    assert trick(left(state, 1), "R5", None, "Y7", "R8").stage == "bid"


def test_the_bonus_goes_to_those_who_stayed():
    state = left(table(4, rounds=1, minus5_bonus="on", fives=(3, 2, 0, 2)), 0)
    assert points(closed(state, (0,) * 4, (True,) * 4)) == [0, 15, 0, 15]


def test_places_behind_those_who_stayed_go_to_who_left_the_first_last():
    state = left(table(5, rounds=1, score=(0, 100, 0, 50, 0)), 1, 3)
    outcome = GAME.outcome(closed(state, (1, 0, 3, 0, 2), (True,) * 5))
    assert (outcome.places, outcome.winners, outcome.reason) == ((3, 5, 1, 4, 2), (2,), "rounds")


def test_the_last_one_left_wins():
    state = table(3, score=(0, 100, 50))
    state, events = GAME.leave(left(state, 1), 2)
    assert [event.kind for event in events] == ["resigned", "last_left"]
    outcome = GAME.outcome(state)
    assert (outcome.places, outcome.winners, outcome.reason) == ((1, 3, 2), (0,), "resigned")
    assert GAME.decisions(state) == {}


def test_leaving_twice_or_after_the_end_changes_nothing():
    state = left(table(4), 1)
    assert GAME.leave(state, 1) == (state, ())
    over = left(state, 0, 2)
    assert GAME.leave(over, 3) == (over, ())


@pytest.mark.parametrize("seat", [-1, 4])
def test_a_seat_that_is_not_there_can_not_leave(seat):
    with pytest.raises(IllegalOrder) as refused:
        GAME.leave(table(4), seat)
    assert refused.value.code == "no_seat"


def test_the_others_still_owe_a_sealed_trick():
    state = left(dealt(table(4, bidding="sealed"), ("R5", "G4", "Y7", "R8")), 3)
    assert set(GAME.decisions(state)) == {0, 1, 2}
    assert turn(state, {0: "R5", 1: "G4", 2: "Y7"})[0].points == (0, 0, 5, 0)

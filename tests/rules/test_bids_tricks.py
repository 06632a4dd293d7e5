"""Tricks of Bids beyond the worked examples: specials from hands, ties, who leads, what a view tells."""

from __future__ import annotations

import pytest

from games.rules.chance import Chance
from tests.rules.bids_table import GAME, closed, dealt, kinds, points, table, trick, trick_seen, turn
from tests.rules.walking import walk


def facts(events, kind):
    return [event.data for event in events if event.kind == kind]


def test_nobody_wins_where_no_card_has_a_number_and_the_leader_stays():
    after, events = trick_seen(table(4, leader=2, ally="on"), "W", "K2x", "KLOW", "KTHIEF")
    assert facts(events, "lost")[0]["why"] == "no_value"
    assert after.points == (0, 0, 0, 0)
    assert list(GAME.decisions(after)) == [2]


def test_minus_five_wins_where_it_is_the_only_number():
    after = trick(table(centre="K3"), "K-5", "K2x", "KTHIEF")
    assert after.points == (-4, 0, 0)
    assert set(after.taken[0]) == {"K3", "K-5", "K2x", "KTHIEF"}
    assert after.thief == 0


def test_a_surprise_in_the_middle_hides_the_next_card_until_all_have_bid():
    state, events = trick_seen(table(surprise="on", stack=("K?", "K9", "K1")), "R3", "G4", "Y7")
    assert facts(events, "surprise") == [{"card": None}]
    assert (state.centre, state.hidden) == ("K9", True)
    assert GAME.view(state, 0).centre == "?"
    after, events = trick_seen(state, "R3", "G4", "Y7")
    assert facts(events, "turned") == [{"card": "K9"}]
    assert after.points == (0, 0, 5 + 9)
    assert "K?" not in after.taken[2]


def test_a_surprise_from_a_hand_throws_out_the_middle():
    after, events = trick_seen(table(surprise="on", centre="K10", stack=("K2", "K1")), "R3", "K?", "Y7")
    assert facts(events, "surprise") == [{"card": "K10"}]
    assert facts(events, "turned") == [{"card": "K2"}]
    assert (after.points, after.taken) == ((0, 0, 2), ((), (), ("K2",)))


def test_a_surprise_on_a_hidden_card_throws_it_out_unseen():
    state = table(surprise="on", centre="K10", hidden=True, seen=("K?",), stack=("K2", "K1"))
    after, events = trick_seen(state, "R3", "K?", "Y7")
    assert facts(events, "surprise") == [{"card": "?"}]
    assert after.points == (0, 0, 2)
    assert "K10" not in after.seen


def test_lowest_under_a_surprise_counts_for_the_trick_in_which_it_is_turned_up():
    state = table(surprise="on", lowest="on", centre="KLOW", hidden=True, seen=("K?",))
    after, events = trick_seen(state, "R3", "G4", "Y7")
    assert kinds(events)[3:5] == ["turned", "lowest"]
    assert after.taken == (("KLOW",), (), ())
    assert after.low


def test_lowest_from_a_hand_counts_at_once_and_stays_when_it_is_burned():
    after = trick(table(lowest="on"), "R3", "G3", "KLOW")
    assert (after.points, after.low) == ((0, 0, 0), True)
    assert trick(after, "R3", "G4", "Y7").points == (1, 0, 0)


def test_lowest_ends_with_the_round():
    state = closed(trick(table(lowest="on"), "R3", "G3", "KLOW"), (0, 0, 0), (True,) * 3)
    assert state.round_no == 2
    assert state.low == (state.centre == "KLOW")


def test_equal_lowest_cards_burn_under_lowest():
    after = trick(table(lowest="on", low=True), "R3", "G3", "Y7")
    assert after.points == (0, 0, 0)
    assert list(GAME.decisions(after)) == [1]


def test_a_burned_trick_makes_no_allies():
    assert trick(table(4, ally="on"), "R3", "G3", "W", "Y2").allies == ()


def test_the_double_of_the_game_doubles_the_rounds_before():
    state = table(centre="K2x", double_scope="game", score=(15, 4, 0), points=(3, 0, 0))
    after, events = trick_seen(state, "R9", "G4", "G3")
    assert (after.score, after.points) == ((30, 4, 0), (6, 0, 0))
    assert facts(events, "doubled") == [{"seat": 0, "halves": 30}]


def test_a_negative_total_is_doubled_too():
    assert trick(table(centre="K2x", points=(-3, 0, 0)), "R9", "G4", "G3").points == (-6, 0, 0)


def test_five_and_minus_five_are_no_lucky_round():
    state = trick(table(centre="K5"), "R9", "K-5", "G3")
    assert state.points == (0, 0, 0)
    assert points(closed(state, state.points, state.spoiled)) == [0, 12, 12]


def test_a_robbed_player_is_no_lucky_loser():
    taken = (("KTHIEF",), ("K9",), ())
    state = table(taken=taken, points=(0, 9, 0), holder=0, thief="on", spoiled=(False, True, False))
    state, _ = turn(trick(state, "R5", "G4", "Y7"), {0: "steal 9"})
    assert (state.points, state.spoiled) == ((9, 0, 5), (True, True, True))
    assert points(closed(state, state.points, state.spoiled)) == [9, 0, 5]


def test_a_thief_may_steal_after_the_last_trick_before_the_round_is_counted():
    taken = (("KTHIEF",), ("K9",), ())
    state = table(
        taken=taken, points=(0, 9, 0), holder=0, thief="on", trick_no=10, rounds=1, spoiled=(True,) * 3
    )
    state = trick(state, "R5", "G4", "Y7")
    assert GAME.outcome(state) is None
    after, _ = turn(state, {0: "steal 9"})
    assert points(after) == [9, 0, 5]
    assert GAME.outcome(after).places == (1, 3, 2)


@pytest.mark.parametrize(
    ("counts", "bonus"),
    [
        ((2, 1, 0), [30, 0, 0]),
        ((1, 1, 1), [10, 10, 10]),
        ((0, 0, 0), [0, 0, 0]),
        ((1, 1, 1, 1), [7.5] * 4),
        ((1,) * 5, [6] * 5),
        ((1,) * 6, [5] * 6),
    ],
)
def test_the_bonus_is_shared_exactly_by_any_number(counts, bonus):
    seats = len(counts)
    state = table(seats, rounds=1, minus5_bonus="on", fives=counts)
    assert points(closed(state, (0,) * seats, (True,) * seats)) == bonus


def test_without_the_option_nobody_gets_a_bonus():
    after = closed(table(rounds=1, fives=(3, 0, 0)), (0, 0, 0), (True,) * 3)
    assert points(after) == [0, 0, 0]


def test_equal_scores_share_the_place():
    outcome = GAME.outcome(closed(table(4, rounds=1), (5, 9, 5, 9), (True,) * 4))
    assert (outcome.places, outcome.winners, outcome.reason) == ((3, 1, 3, 1), (1, 3), "rounds")
    assert outcome.scores == (5, 9, 5, 9)


def test_the_next_player_leads_first_in_each_round():
    leaders = {}
    for step in walk(GAME, 4, GAME.options(rounds=5), bytes(32)):
        leaders.setdefault(step.state.round_no, step.state.leader)
    first = leaders[1]
    assert [leaders[number] for number in range(1, 6)] == [(first + n) % 4 for n in range(5)]


def test_what_happens_tells_no_hand():
    for step in walk(GAME, 4, GAME.options(rounds=2, thief="on", surprise="on"), bytes(32)):
        assert {event.seen_by for event in step.events} == {None}
        assert "hand" not in {event.kind for event in step.events}


def test_colour_without_a_numbered_player_card_in_the_race_leaves_the_leader():
    after, events = trick_seen(table(3, centre="K9", colour="on", leader=1), "R3", "G5", "K2x")
    assert facts(events, "lost")[0]["why"] == "no_value"
    assert list(GAME.decisions(after)) == [1]


def test_colour_counts_the_ally_for_nothing():
    after = trick(table(4, centre="K1", colour="on", ally="on"), "W", "R3", "G5", "R2")
    assert after.taken == ((), ("K1",), (), ())


def test_colour_counts_a_surprise_that_was_bid_as_black_until_the_trick_is_over():
    state = table(4, centre="K1", colour="on", surprise="on", stack=("K2", "K3"))
    after = trick(state, "K?", "R3", "K4", "R9")
    assert after.taken == ((), (), ("K2", "K4"), ())


def test_colour_ties_within_the_race_burn():
    state = table(4, centre="K1", colour="on")
    after, events = trick_seen(state, "R7", "G7", "R2", "G3")
    assert facts(events, "lost")[0] == {"why": "tie", "seats": [0, 1], "value": 7, "cards": ["K1"]}
    assert list(GAME.decisions(after)) == [1]


def test_colour_under_lowest_lets_the_lowest_of_the_race_win():
    state = table(4, centre="K5", colour="on", lowest="on", low=True)
    assert trick(state, "K2", "G3", "R1", "K7").points == (14, 0, 0, 0)


def test_a_view_tells_the_own_hand_and_of_others_how_many_cards_they_hold():
    state = dealt(table(), ("R5", None, None))
    view = GAME.view(state, 0)
    assert view.hand == ("R5", "Y1", "Y2")
    assert view.counts == (3, 2, 2)
    assert GAME.view(state, None).hand == ()
    assert GAME.view(state, 9).hand == ()
    assert GAME.view(GAME.setup(3, GAME.options(), Chance(bytes(32), 0)), 1).viewer == 1


def test_a_state_always_hides_something():
    assert GAME.hides(table())

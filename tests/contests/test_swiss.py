"""Swiss rounds of two: halves, floats, byes, seats, and the ways in which entries come and go."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from games.contests.field import Entry, Field, Meeting, Pair, Share
from games.contests.formats import FORMATS
from games.contests.plan import UNIT, IllegalPlan, Plan, Stage
from games.contests.swiss.costs import Costs
from games.contests.swiss.criteria import breaches
from games.contests.swiss.past import Past, pasts
from games.rules.chance import Chance

SWISS = FORMATS["swiss"]
WON, DRAWN, LOST = (UNIT, 0), (UNIT // 2, UNIT // 2), (0, UNIT)


def swiss(entries: int, *meetings: Meeting, rounds: int = 5, size: int = 2, least: int = 2) -> Field:
    """A Swiss of so many entries, called by their numbers."""
    plan = Plan(stages=(Stage(format="swiss", rounds=rounds),))
    numbered = tuple(Entry(number, number) for number in range(1, entries + 1))
    return Field(plan, plan.stages[0], size, least, numbered, meetings)


def changed(field: Field, number: int, **what: object) -> Field:
    """The field with one entry changed."""
    return msgspec.structs.replace(
        field,
        entries=tuple(
            msgspec.structs.replace(entry, **what) if entry.number == number else entry
            for entry in field.entries
        ),
    )


def met(number: int, one: int, other: int, points: Sequence[int | None], how: str = "played") -> Meeting:
    """A meeting of two in a round, the first of them in the first seat."""
    return Meeting(number, (Share(one, points[0]), Share(other, points[1])), how)


def rests(number: int, entry: int, how: str = "bye") -> Meeting:
    """A bye of somebody in a round."""
    return Meeting(number, (Share(entry, {"bye": UNIT, "half_bye": UNIT // 2}.get(how, 0)),), how)


def paired(field: Field, number: int, key: int = 1) -> tuple[Pair, ...]:
    """The pairings of a round."""
    return SWISS.pair(field, number, Chance(bytes([key]) * 32, number))


def together(field: Field, number: int) -> set[frozenset[int]]:
    """Who meets whom in a round, whatever their seats; one alone has a bye."""
    return {frozenset(pair.entries) for pair in paired(field, number)}


def test_the_first_round_pairs_the_upper_half_with_the_lower_one() -> None:
    assert together(swiss(8), 1) == {frozenset(pair) for pair in ((1, 5), (2, 6), (3, 7), (4, 8))}


@pytest.mark.parametrize("key", range(1, 5))
def test_in_the_first_round_seats_go_in_turn_down_the_boards_and_chance_has_the_first(key: int) -> None:
    seats = [pair.entries for pair in paired(swiss(8), 1, key)]
    assert seats in ([(1, 5), (6, 2), (3, 7), (8, 4)], [(5, 1), (2, 6), (7, 3), (4, 8)])


def test_chance_gives_the_first_seat_to_either() -> None:
    assert {paired(swiss(8), 1, key)[0].entries for key in range(20)} == {(1, 5), (5, 1)}


def test_later_rounds_pair_equals_in_points_in_seats_they_did_not_have() -> None:
    first = [met(1, 1, 5, WON), met(1, 6, 2, LOST), met(1, 3, 7, WON), met(1, 8, 4, LOST)]
    assert [pair.entries for pair in paired(swiss(8, *first), 2)] == [(4, 1), (2, 3), (5, 8), (7, 6)]


def test_whoever_is_left_over_in_a_group_meets_the_next_group() -> None:
    first = [met(1, 1, 4, WON), met(1, 5, 2, LOST), met(1, 3, 6, WON)]
    assert together(swiss(6, *first), 2) == {frozenset(pair) for pair in ((1, 2), (3, 4), (5, 6))}


def test_scores_that_are_far_apart_bring_neighbours_together() -> None:
    scores = {one: UNIT * (1000 // one if one < 5 else -one * one) for one in range(1, 9)}
    seats = ((1, 5), (6, 2), (3, 7), (8, 4))
    first = [met(1, one, other, (scores[one], scores[other])) for one, other in seats]
    assert together(swiss(8, *first), 2) == {frozenset(pair) for pair in ((1, 2), (3, 4), (5, 6), (7, 8))}


@pytest.mark.parametrize("ago", [1, 2])
def test_it_costs_more_to_float_again_within_two_rounds(ago: int) -> None:
    order = [Past(1, 1, points=UNIT), Past(2, 2)]
    costs = [Costs(order, 5, []).cost(0, 1)]
    order[0].floats[5 - ago] = 1
    costs.append(Costs(order, 5, []).cost(0, 1))
    order[1].floats[5 - ago] = -1
    costs.append(Costs(order, 5, []).cost(0, 1))
    order[1].floats[5 - ago] = 1
    costs.append(Costs(order, 5, []).cost(0, 1))
    assert costs[0] < costs[1] < costs[2] > costs[3] == costs[1]


def test_floats_are_read_from_the_meetings() -> None:
    field = swiss(4, met(1, 1, 3, WON), met(1, 2, 4, DRAWN), met(2, 2, 1, DRAWN), rests(2, 3), rests(2, 4))
    assert [past.floats for past in pasts(field, 3).values()] == [{2: 1}, {2: -1}, {2: 1}, {2: 1}]


def test_the_last_of_an_odd_number_has_the_bye_and_another_one_the_next_time() -> None:
    first = paired(swiss(5), 1)
    assert first[-1] == Pair((5,))
    field = swiss(5, met(1, 1, 3, WON), met(1, 4, 2, LOST), rests(1, 5))
    assert paired(field, 2)[-1] == Pair((4,))


def test_who_won_without_playing_has_no_bye_as_long_as_another_may() -> None:
    field = swiss(5, met(1, 1, 3, WON), met(1, 4, 2, WON, "forfeit"), rests(1, 5))
    assert paired(field, 2)[-1] == Pair((3,))
    field = swiss(
        5, met(1, 5, 4, WON, "forfeit"), *(rests(number, number) for number in (1, 2, 3)), rests(2, 4)
    )
    assert paired(field, 4)[-1] == Pair((5,))


def test_a_half_bye_does_not_stand_against_a_bye() -> None:
    field = swiss(5, met(1, 1, 3, WON), met(1, 4, 2, WON), rests(1, 5, "half_bye"))
    assert paired(field, 2)[-1].entries != (5,)
    field = swiss(5, met(1, 1, 3, WON), met(1, 4, 2, WON), rests(1, 5, "zero_bye"))
    assert paired(field, 2)[-1] == Pair((5,))


def test_a_second_bye_is_worth_nothing() -> None:
    byes = [rests(number, number) for number in (1, 2, 3)]
    (pair, bye) = paired(swiss(3, *byes), 4)
    assert (len(pair.entries), bye) == (2, Pair((3,), how="zero_bye"))
    assert bye.begins == "zero_bye"


def test_leaving_and_coming_back_gives_no_second_bye() -> None:
    field = swiss(5, met(1, 1, 3, WON), met(1, 4, 2, LOST), rests(1, 5))
    gone = changed(field, 5, until=1)
    assert 5 not in {key for pair in paired(gone, 2) for key in pair.entries}
    back = msgspec.structs.replace(
        changed(gone, 5, until=None, absent=(2,)),
        meetings=(*field.meetings, met(2, 2, 1, WON), met(2, 3, 4, WON)),
    )
    assert [pair.begins for pair in paired(back, 3) if 5 in pair.entries] == ["open"]
    alone = changed(changed(back, 4, until=2), 3, until=2)
    (_two, bye) = paired(alone, 3)
    assert bye.entries != (5,)
    last = changed(changed(alone, 1, until=2), 2, until=2)
    assert paired(last, 3) == (Pair((5,), how="zero_bye"),)


def test_the_last_one_who_plays_has_a_bye() -> None:
    field = swiss(4)
    for number in (2, 3, 4):
        field = changed(field, number, until=0)
    assert paired(field, 1) == (Pair((1,)),)
    assert paired(changed(field, 1, until=0), 1) == ()


def test_a_round_that_everybody_sits_out_has_byes_worth_nothing_so_that_the_next_can_follow() -> None:
    field = changed(swiss(4), 1, until=1)
    for number in (2, 3, 4):
        field = changed(field, number, absent=(2,))
    byes = tuple(Pair((key,), how="zero_bye") for key in (2, 3, 4))
    assert paired(field, 2) == byes
    assert breaches(field, 2, byes) == ()
    known = msgspec.structs.replace(field, meetings=tuple(rests(2, key, "zero_bye") for key in (2, 3, 4)))
    assert paired(known, 2) == ()
    assert not SWISS.is_over(known)
    assert len(paired(known, 3)) == 2


def test_withdrawn_absent_and_late_entries_are_paired_in_their_rounds_only() -> None:
    field = changed(changed(changed(swiss(8), 1, until=1), 2, absent=(2,)), 3, since=3)
    playing = [{key for pair in paired(field, number) for key in pair.entries} for number in (1, 2, 3)]
    everybody = set(range(1, 9))
    assert playing == [everybody - {3}, everybody - {1, 2, 3}, everybody - {1}]


def test_who_has_a_meeting_in_the_round_is_left_as_they_are() -> None:
    field = swiss(8, rests(1, 8, "half_bye"), met(1, 1, 2, (None, None), "open"))
    assert together(field, 1) == {frozenset(pair) for pair in ((3, 5), (4, 6), (7,))}
    annulled = swiss(4, met(1, 1, 2, (None, None), "annulled"))
    assert together(annulled, 1) == {frozenset((1, 3)), frozenset((2, 4))}


def test_nobody_meets_twice_as_long_as_it_can_be_helped() -> None:
    seen = [met(1, 1, 3, DRAWN), met(1, 4, 2, DRAWN), met(2, 2, 1, DRAWN), met(2, 3, 4, DRAWN)]
    assert together(swiss(4, *seen), 3) == {frozenset((1, 4)), frozenset((2, 3))}


def test_where_all_have_met_there_are_as_few_repeats_as_can_be() -> None:
    third = [met(3, 1, 4, DRAWN), met(3, 2, 3, DRAWN)]
    seen = [met(1, 1, 3, DRAWN), met(1, 4, 2, DRAWN), met(2, 2, 1, DRAWN), met(2, 3, 4, DRAWN), *third]
    twice = [met(4, 3, 1, DRAWN), met(4, 2, 4, DRAWN), met(5, 1, 2, DRAWN), met(5, 4, 3, DRAWN)]
    assert len(paired(swiss(4, *seen), 4)) == 2
    assert together(swiss(4, *seen, *twice, rounds=6), 6) == {frozenset((1, 4)), frozenset((2, 3))}


def test_a_forfeit_that_was_not_played_is_no_meeting_and_holds_no_seat() -> None:
    first = [met(1, 1, 3, WON, "forfeit"), met(1, 4, 2, LOST)]
    field = swiss(4, *first, met(2, 2, 1, WON), met(2, 3, 4, WON))
    assert together(field, 3) == {frozenset((1, 3)), frozenset((2, 4))} or together(field, 3) == {
        frozenset((1, 4)),
        frozenset((2, 3)),
    }
    seats = {key: seat for pair in paired(swiss(4, *first), 2) for seat, key in enumerate(pair.entries)}
    assert (seats[2], seats[4]) == (0, 1)


def test_an_annulled_meeting_counts_for_nothing() -> None:
    annulled = [met(1, 1, 3, (None, None), "annulled"), met(1, 2, 4, (None, None), "annulled")]
    assert paired(swiss(4, *annulled), 2) == paired(swiss(4), 2)


def test_nobody_holds_a_seat_three_times_running_if_it_can_be_helped() -> None:
    field = swiss(
        4,
        *(met(1, 1, 3, DRAWN), met(1, 2, 4, DRAWN)),
        *(met(2, 1, 4, DRAWN), met(2, 2, 3, DRAWN)),
    )
    # 1 and 2 had the first seat twice, and only they haven't met each other, nor 3 and 4.
    assert together(field, 3) == {frozenset((1, 2)), frozenset((3, 4))}
    assert len(paired(field, 3)) == 2


def test_the_boards_are_in_order_of_points() -> None:
    first = [met(1, 1, 4, LOST), met(1, 5, 2, WON), met(1, 3, 6, LOST), rests(1, 7)]
    boards = [pair.entries for pair in paired(swiss(7, *first), 2)]
    assert [sorted(board) for board in boards] == [[4, 7], [5, 6], [1, 2], [3]]


def test_there_is_no_round_after_the_last() -> None:
    assert paired(swiss(8, rounds=3), 4) == ()


def test_the_number_of_rounds_follows_from_the_entries_at_the_beginning_if_nobody_says_it() -> None:
    stage = Stage(format="swiss")
    found = [
        SWISS.rounds(stage, size, entries) for size, entries in ((2, 0), (2, 4), (2, 9), (2, 64), (4, 64))
    ]
    assert found == [None, 2, 4, 6, 5]
    assert SWISS.rounds(Stage(format="swiss", rounds=7), 2, 9) == 7
    late = swiss(8, rounds=0)
    late = msgspec.structs.replace(late, entries=(*late.entries, Entry(9, 9, since=2)))
    assert [len(paired(late, number)) for number in (3, 4)] == [5, 0]


@pytest.mark.parametrize(
    ("size", "entries", "code"),
    [(1, 8, "illegal_size"), (7, 8, "illegal_size"), (2, 3, "illegal_entries"), (6, 5, "illegal_entries")],
)
def test_a_swiss_of_a_wrong_size_is_refused(size: int, entries: int, code: str) -> None:
    with pytest.raises(IllegalPlan) as refused:
        SWISS.check(Stage(format="swiss"), size, entries)
    assert refused.value.code == code
    assert str(refused.value)


@pytest.mark.parametrize(("size", "entries"), [(2, 0), (2, 4), (2, 2000), (6, 6), (6, 0)])
def test_a_swiss_of_4_to_2000_is_not_refused(size: int, entries: int) -> None:
    SWISS.check(Stage(format="swiss"), size, entries)


def test_a_round_is_ready_when_all_before_it_have_ended() -> None:
    open_one = swiss(4, met(1, 1, 3, WON), met(1, 2, 4, (None, None), "open"))
    assert [SWISS.ready(open_one, number) for number in (1, 2)] == [True, False]
    assert SWISS.ready(swiss(4, met(1, 1, 3, WON), met(1, 2, 4, WON)), 2)


def test_it_is_over_after_the_last_round_or_when_nobody_is_left_to_play() -> None:
    played = [met(1, 1, 3, WON), met(1, 2, 4, WON)]
    assert SWISS.is_over(swiss(4, *played, rounds=1))
    assert not SWISS.is_over(swiss(4, *played, rounds=2))
    assert not SWISS.is_over(swiss(4, met(1, 1, 3, (None, None), "open"), rounds=1))
    alone = swiss(4, *played, rounds=3)
    for number in (2, 3, 4):
        alone = changed(alone, number, until=1)
    assert SWISS.is_over(alone)
    absent = changed(changed(changed(swiss(4, *played, rounds=3), 2, absent=(2,)), 3, until=1), 4, until=1)
    assert not SWISS.is_over(absent)


def test_it_is_over_when_only_those_are_left_who_come_later() -> None:
    field = swiss(4, met(1, 1, 3, WON), met(1, 2, 4, WON))
    for number in (1, 2, 3, 4):
        field = changed(field, number, until=1)
    late = (Entry(5, 5, since=3), Entry(6, 6, since=3))
    assert SWISS.is_over(msgspec.structs.replace(field, entries=(*field.entries, *late)))


def test_rounds_have_numbers_and_the_order_is_that_of_the_standings() -> None:
    field = swiss(4)
    assert SWISS.title(field, 3) == ("Round {number}", {"number": 3})
    assert SWISS.ranking(field) is None

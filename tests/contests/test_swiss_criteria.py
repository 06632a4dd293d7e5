"""What a round breaks, each criterion by itself; and who of two gets which seat."""

from __future__ import annotations

import pytest

from games.contests.field import Field, Meeting, Pair, Share
from games.contests.plan import UNIT
from games.contests.swiss.colours import BEYOND, TOO_FAR, seated, strain
from games.contests.swiss.criteria import CRITERIA, Breach, breaches
from games.contests.swiss.past import Past, pasts
from tests.contests.test_swiss import DRAWN, LOST, WON, changed, met, paired, rests, swiss


def found(field: Field, number: int, *pairs: tuple[int, ...], last: int = 0) -> dict[str, tuple[int, ...]]:
    """The breaches of a round of these pairings."""
    broken = breaches(field, number, [Pair(pair) for pair in pairs], last)
    assert {breach.criterion for breach in broken} <= set(CRITERIA)
    return {breach.criterion: breach.entries for breach in broken}


def test_a_round_that_breaks_nothing_has_no_breach() -> None:
    assert found(swiss(4), 1, (1, 3), (4, 2)) == {}
    assert found(swiss(5), 1, (1, 3), (4, 2), (5,)) == {}


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([(1, 3), (4, 4)], {"double": (4,), "left_out": (2,)}),
        ([(1, 3), (1, 2), (4,)], {"double": (1,)}),
        ([(1, 3), (2,)], {"left_out": (4,)}),
        ([(1, 3, 2), (4,)], {"size": (1, 3, 2)}),
        ([(1, 3), (2, 4), (9,)], {"away": (9,)}),
    ],
)
def test_self_double_missing_and_crowded_pairings_are_breaches(
    pairs: list[tuple[int, ...]], expected: dict[str, tuple[int, ...]]
) -> None:
    broken = found(swiss(4), 1, *pairs)
    assert {name: broken[name] for name in expected} == expected


def test_a_pairing_of_somebody_who_is_withdrawn_absent_late_or_paired_is_a_breach() -> None:
    for what in ({"until": 0}, {"absent": (1,)}, {"since": 2}):
        assert found(changed(swiss(4), 4, **what), 1, (1, 3), (2, 4)) == {"away": (4,)}
    assert found(swiss(4, rests(1, 4, "half_bye")), 1, (1, 3), (2, 4)) == {"away": (4,)}


def test_two_who_have_met_are_a_breach_unless_it_was_not_played() -> None:
    first = [met(1, 1, 3, WON), met(1, 2, 4, LOST, "forfeit")]
    assert found(swiss(4, *first), 2, (3, 1), (4, 2)) == {"met": (3, 1)}


def test_a_bye_for_who_had_one_or_won_without_playing_is_a_breach() -> None:
    first = [rests(1, 3), met(1, 1, 2, LOST, "forfeit"), met(1, 4, 5, WON)]
    for key in (2, 3):
        others = [other for other in (1, 2, 3, 4, 5) if other != key]
        ways = ((others[0], others[3]), (others[1], others[2]), (key,))
        assert found(swiss(5, *first), 2, *ways)["bye"] == (key,)
    assert "bye" not in found(swiss(5, *first), 2, (2, 4), (3, 5), (1,))


def test_a_second_bye_that_is_worth_nothing_is_no_breach() -> None:
    byes = [rests(number, number) for number in (1, 2, 3)]
    field = swiss(3, *byes)
    assert breaches(field, 4, paired(field, 4)) == ()


def test_a_seat_three_times_running_is_a_breach_but_not_of_the_best_in_the_last_round() -> None:
    seen = [met(1, 1, 3, WON), met(1, 2, 4, DRAWN), met(2, 1, 4, WON), met(2, 3, 2, DRAWN)]
    field = swiss(4, *seen)
    assert found(field, 3, (1, 2), (4, 3)) == {"seat": (1,)}
    assert found(field, 3, (1, 2), (4, 3), last=3) == {}
    assert found(field, 3, (2, 1), (3, 4), last=3) == {"seat": (4,)}


def test_tables_of_more_than_two_have_no_criteria_of_meetings_and_seats() -> None:
    shares = tuple(Share(key, 0) for key in (1, 2, 3, 4))
    field = swiss(4, *(Meeting(number, shares, "played") for number in (1, 2)), size=4)
    assert found(field, 3, (1, 2, 3, 4)) == {}


def test_breaches_are_in_order() -> None:
    assert breaches(swiss(4), 1, [Pair((4, 4))]) == (
        Breach("double", (4,)),
        Breach("left_out", (1,)),
        Breach("left_out", (2,)),
        Breach("left_out", (3,)),
    )


def test_who_plays_alone_at_a_table_meets_nobody() -> None:
    alone = Meeting(1, (Share(1, UNIT),), "played")
    past = pasts(swiss(4, alone), 2)[1]
    assert (past.points, past.seats, past.full_byes) == (UNIT, [], 0)


@pytest.mark.parametrize(
    ("seats", "strains"),
    [
        ([], (0, 0)),
        ([0], (BEYOND, 0)),
        ([0, 0], (TOO_FAR, 0)),
        ([0, 1, 1], (0, TOO_FAR)),
        ([1, 1, 0, 0], (TOO_FAR, 0)),
        ([0, 0, 1, 0, 1, 0], (TOO_FAR, BEYOND - 1)),
    ],
)
def test_a_seat_strains_beyond_one_and_too_far_beyond_two_or_three_times_running(
    seats: list[int], strains: tuple[int, int]
) -> None:
    past = Past(1, 1, seats=seats)
    assert (strain(past, 0), strain(past, 1)) == strains


@pytest.mark.parametrize(
    ("high", "low", "first"),
    [
        ([0], [1], False),
        ([1], [0], True),
        ([1, 1, 0, 0], [0, 0], True),
        ([0, 0], [1, 1, 0, 0], False),
        ([0, 1, 1, 0], [1, 0, 1, 0], True),
        ([1, 0, 1, 0], [0, 1, 1, 0], False),
        ([0, 1], [0, 1], True),
        ([1, 0], [1, 0], False),
        ([0, 1], [], True),
        ([], [0, 1], False),
    ],
)
def test_the_seat_goes_to_who_needs_it_more_then_in_turn_then_to_the_higher(
    high: list[int], low: list[int], first: bool
) -> None:
    one, other = Past(1, 1, seats=high), Past(2, 2, seats=low)
    assert seated(one, other, 0) == ((one, other) if first else (other, one))

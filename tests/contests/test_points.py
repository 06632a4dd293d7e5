"""What matches, byes, forfeits and series are worth under each scheme."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contests.plan import UNIT, Plan
from games.contests.points import (
    SCHEMES,
    bye_points,
    draw_points,
    forfeit_points,
    ranked,
    series,
    share_points,
    win_points,
)

PLACES = st.integers(2, 6).flatmap(
    lambda seats: st.lists(st.integers(1, seats), min_size=seats, max_size=seats)
)


def plan(points: str, *places: float) -> Plan:
    return Plan(stages=(), points=points, places=places)


def wholes(points: tuple[int, ...]) -> list[float]:
    return [point / UNIT for point in points]


@pytest.mark.parametrize(
    ("scheme", "places", "worth"),
    [
        ("classic", (1, 2), [1, 0]),
        ("classic", (1, 1), [0.5, 0.5]),
        ("classic", (2, 1, 1, 4), [0, 0.5, 0.5, 0]),
        ("three", (2, 1), [0, 3]),
        ("three", (1, 1), [1, 1]),
        ("three", (1, 1, 3, 3), [1, 1, 0, 0]),
        ("places", (1, 2, 3, 4), [3, 2, 1, 0]),
        ("places", (3, 1, 3, 1), [0.5, 2.5, 0.5, 2.5]),
        ("places", (1, 1, 1), [1, 1, 1]),
    ],
)
def test_places_are_worth_points(scheme: str, places: tuple[int, ...], worth: list[float]):
    assert wholes(share_points(plan(scheme), places)) == worth


def test_a_plan_may_say_what_places_are_worth():
    assert wholes(share_points(plan("places", 10, 6, 3), (2, 1, 4, 3))) == [6, 10, 0, 3]
    assert wholes(share_points(plan("places", 10, 6, 3), (1, 1))) == [8, 8]


def test_the_score_of_the_game_counts_as_it_is():
    assert wholes(share_points(plan("score"), (1, 2, 3), (17.5, 3, -4))) == [17.5, 3, -4]
    assert wholes(share_points(plan("score"), (1, 2, 3))) == [2, 1, 0]


@pytest.mark.parametrize(
    ("scheme", "scores", "worth"),
    [
        ("classic", None, [0, 1]),
        ("three", None, [0, 3]),
        ("places", None, [0, 1]),
        ("score", (9.0, 4.0), [4, 4]),
    ],
)
def test_a_seat_that_was_left_has_lost_whatever_became_of_it(
    scheme: str, scores: tuple[float, float] | None, worth: list[float]
):
    assert wholes(share_points(plan(scheme), (1, 2), scores, deserted=[0])) == worth


def test_seats_that_were_left_come_behind_all_others():
    assert ranked((1, 2, 3, 4), [0, 2]) == (3, 1, 4, 2)
    assert wholes(share_points(plan("places"), (1, 2, 3, 4), None, [0, 2])) == [1, 3, 0, 2]


@pytest.mark.parametrize(
    ("scheme", "present", "worth"),
    [
        ("classic", (True, False), [1, 0]),
        ("classic", (False, False), [0, 0]),
        ("three", (False, True), [0, 3]),
        ("places", (True, True, False, True), [2, 2, 0, 2]),
        ("score", (True, False), [0, 0]),
    ],
)
def test_who_were_there_share_the_win_of_a_match_that_was_not_played(
    scheme: str, present: tuple[bool, ...], worth: list[float]
):
    assert wholes(forfeit_points(plan(scheme), present)) == worth


@pytest.mark.parametrize(
    ("scheme", "size", "worth"),
    [
        ("classic", 2, [1, 0.5, 0]),
        ("classic", 4, [1, 0.5, 0]),
        ("three", 2, [3, 1, 0]),
        ("places", 4, [3, 1.5, 0]),
        ("score", 2, [0, 0, 0]),
    ],
)
def test_byes_are_worth_a_win_a_draw_or_nothing(scheme: str, size: int, worth: list[float]):
    made = plan(scheme)
    byes = tuple(bye_points(made, how, size) for how in ("bye", "half_bye", "zero_bye"))
    assert wholes(byes) == worth
    assert byes[:2] == (win_points(made, size), draw_points(made, size))


@pytest.mark.parametrize(
    ("legs", "points", "winner", "is_over"),
    [
        ([], [], None, False),
        ([(1, 2)], [1, 0], None, False),
        ([(1, 2), (1, 2)], [1, 0], 0, True),
        ([(1, 2), (2, 1)], [0.5, 0.5], None, False),
        ([(1, 2), (2, 1), (2, 1)], [0, 1], 1, True),
        ([(1, 1), (1, 1), (1, 1)], [0.5, 0.5], None, False),
        ([(1, 1)] * 3 + [(2, 1)], [0, 1], 1, True),
        ([(1, 1)] * 5, [0.5, 0.5], None, True),
    ],
)
def test_a_series_of_three_is_over_once_one_can_t_be_caught_up_with(
    legs: list[tuple[int, int]], points: list[float], winner: int | None, is_over: bool
):
    found = series(plan("classic"), 3, legs)
    assert (wholes(found.points), found.winner, found.is_over) == (points, winner, is_over)


def test_more_than_two_play_all_legs_of_a_series():
    legs = [(1, 2, 3), (1, 2, 3)]
    assert not series(plan("places"), 3, legs).is_over
    found = series(plan("places"), 3, [*legs, (2, 3, 1)])
    assert (wholes(found.points), found.places, found.is_over) == ([2, 0, 1], (1, 3, 2), True)


@given(st.sampled_from(SCHEMES[:3]), PLACES, st.lists(st.integers(0, 20), max_size=6))
def test_what_a_table_is_worth_does_not_hang_on_who_shares_what(
    scheme: str, places: list[int], worth: list[int]
):
    made = plan(scheme, *(sorted(worth, reverse=True) if scheme == "places" else ()))
    points = share_points(made, ranked(places))
    if scheme != "three":
        assert sum(points) == sum(share_points(made, range(1, len(places) + 1)))
    assert all(
        (one > other) <= (place < behind)
        for one, place in zip(points, places, strict=True)
        for other, behind in zip(points, places, strict=True)
    )

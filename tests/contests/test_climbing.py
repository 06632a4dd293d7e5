"""Places by points after each round."""

from __future__ import annotations

from games.contests.climbing import climbing
from tests.contests.tables import field_of, plan_of


def test_places_follow_the_points_so_far_and_equal_points_share_one() -> None:
    found = climbing(field_of(plan_of("swiss"), 4, ["1-2= 3-4=", "1-3= 2-4=", "1-4= 2-3="]))
    assert found == {number: {1: 1, 2: 1, 3: 1, 4: 1} for number in (1, 2, 3)}
    found = climbing(field_of(plan_of("swiss"), 4, ["1-20 3-41", "1-30 2-41"]))
    assert list(found) == [1, 2]
    assert found[1] == {2: 1, 3: 1, 1: 3, 4: 3}
    assert found[2] == {2: 1, 3: 1, 1: 3, 4: 3}


def test_rounds_without_a_result_are_left_out_and_byes_count() -> None:
    found = climbing(field_of(plan_of("swiss"), 3, ["1-20 3U", "1-3? 2-3?"]))
    assert found == {1: {2: 1, 3: 1, 1: 3}}
    assert climbing(field_of(plan_of("swiss"), 3, [])) == {}

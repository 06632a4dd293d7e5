"""What a match changes of what is known of people: who wins, loses, shares a place, plays in a team."""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from games.contests.ratings import NEW, Skill, rated, team_figure

SKILLS = st.builds(Skill, st.floats(-10, 60), st.floats(0.5, 9))
TEAMS = st.lists(st.lists(SKILLS, min_size=1, max_size=3), min_size=2, max_size=6)


def test_somebody_new_is_at_1500_give_or_take_as_much():
    assert (NEW.figure, NEW.margin, NEW.floor) == (1500, 1500, 0.0)


def test_two_new_people_are_as_far_apart_after_a_match_as_openskill_says():
    (winner,), (loser,) = rated([[NEW], [NEW]], [1, 2])
    assert (winner.figure, loser.figure) == (1658, 1342)
    assert winner.margin == loser.margin == 1452
    assert winner.mu + loser.mu == 2 * NEW.mu


def test_a_draw_of_equals_changes_only_how_sure_it_is():
    (one,), (two,) = rated([[NEW], [NEW]], [1, 1])
    assert one == two
    assert (one.mu, one.sigma < NEW.sigma) == (NEW.mu, True)


def test_a_draw_lets_the_weaker_gain_on_the_stronger():
    strong, weak = Skill(35, 4), Skill(20, 4)
    (one,), (two,) = rated([[strong], [weak]], [1, 1])
    assert one.mu < strong.mu
    assert two.mu > weak.mu


def test_a_team_is_seeded_by_the_mean_of_its_people():
    assert team_figure([Skill(30, 2), Skill(20, 2)]) == 1500
    assert team_figure([]) == NEW.figure


@settings(max_examples=200, deadline=None)
@given(TEAMS, st.data())
def test_whoever_is_first_alone_gains_and_whoever_is_last_alone_loses(teams, data):
    places = data.draw(st.lists(st.integers(1, len(teams)), min_size=len(teams), max_size=len(teams)))
    after = rated(teams, places)
    for index, team in enumerate(teams):
        for before, now in zip(team, after[index], strict=True):
            assert math.isfinite(now.mu)
            assert now.sigma > 0
            if places[index] == min(places) and places.count(places[index]) == 1:
                assert now.mu > before.mu
            if places[index] == max(places) and places.count(places[index]) == 1:
                assert now.mu < before.mu


@settings(max_examples=100, deadline=None)
@given(TEAMS, st.data())
def test_the_same_match_changes_the_same_to_the_last_digit(teams, data):
    places = data.draw(st.lists(st.integers(1, len(teams)), min_size=len(teams), max_size=len(teams)))
    once = rated(teams, places)
    assert rated(teams, places) == once
    assert rated(teams, [10 * place for place in places]) == once

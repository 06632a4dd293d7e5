"""Groups, who goes on from them, and whether a whole plan can be held."""

import random

import pytest

from games.contests.bracket import seeds
from games.contests.plan import IllegalPlan, Plan, Stage
from games.contests.stages import advancing, check_plan, grouped

GROUPS = Stage(format="round_robin", groups=4, through=2)
CUP = Plan(stages=(GROUPS, Stage(format="knockout")))


def test_groups_are_about_equally_strong_and_large() -> None:
    assert grouped(range(1, 11), 3) == ((1, 6, 7), (2, 5, 8), (3, 4, 9, 10))
    for entries in range(1, 80):
        for groups in range(1, 9):
            found = grouped(range(entries), groups)
            assert sorted(key for group in found for key in group) == list(range(entries))
            assert max(map(len, found)) - min(map(len, found)) <= 1


def test_the_first_of_all_groups_come_before_the_second_of_all() -> None:
    plan = Plan(stages=(Stage(format="swiss", groups=2, through=2), Stage(format="swiss")))
    assert advancing(plan, 0, [(1, 2, 3), (4, 5, 6)]) == (1, 4, 2, 5)
    assert advancing(plan, 0, [(1,), (4, 5)]) == (1, 4, 5)


def test_people_of_one_group_meet_in_a_knock_out_as_late_as_they_can() -> None:
    for groups in (2, 4, 8, 16):
        plan = Plan(stages=(Stage(format="round_robin", groups=groups, through=2), Stage(format="knockout")))
        placings = [(10 * group, 10 * group + 1, 10 * group + 2) for group in range(groups)]
        seeding = advancing(plan, 0, placings)
        assert sorted(seeding) == sorted(key for order in placings for key in order[:2])
        lines = [seeding[seed - 1] for seed in seeds((2 * groups - 1).bit_length())]
        halves = lines[:groups], lines[groups:]
        for half in halves:
            assert len({key // 10 for key in half}) == groups


def test_advancing_follows_from_values_alone() -> None:
    chance = random.Random(1)
    for _time in range(400):
        groups, through = chance.randint(1, 9), chance.randint(1, 4)
        stage = Stage(format="round_robin", groups=groups, through=through)
        plan = Plan(stages=(stage, Stage(format=chance.choice(["knockout", "swiss"]))))
        placings = [[100 * group + at for at in range(chance.randint(1, 8))] for group in range(groups)]
        seeding = advancing(plan, 0, placings)
        assert advancing(plan, 0, placings) == seeding
        assert sorted(seeding) == sorted(key for order in placings for key in order[:through])


def plan(*stages: Stage, **numbers: object) -> Plan:
    return Plan(stages=stages or (Stage(format="swiss"),), **numbers)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "size", "entries", "field"),
    [
        (plan(), 5, 0, "size"),
        (plan(points="most"), 2, 0, "points"),
        (plan(places=(1.0, 2.0)), 2, 0, "places"),
        (plan(places=(1.25,)), 2, 0, "places"),
        (plan(deserted="maybe"), 2, 0, "deserted"),
        (plan(ties=("beauty",)), 2, 0, "ties"),
        (plan(ties=("wins", "wins")), 2, 0, "ties"),
        (Plan(stages=()), 2, 0, "stages"),
        (plan(*[Stage(format="swiss", through=2)] * 5), 2, 0, "stages"),
        (plan(Stage(format="chess")), 2, 0, "format"),
        (plan(Stage(format="ladder", through=2), Stage(format="swiss")), 2, 0, "format"),
        (plan(Stage(format="swiss", groups=0)), 2, 0, "groups"),
        (plan(Stage(format="swiss", groups=65)), 2, 0, "groups"),
        (plan(Stage(format="league", groups=2)), 2, 0, "groups"),
        (plan(GROUPS, Stage(format="swiss", groups=2)), 2, 0, "groups"),
        (plan(Stage(format="swiss", through=2)), 2, 0, "through"),
        (plan(Stage(format="round_robin", groups=4), Stage(format="knockout")), 2, 0, "through"),
        (plan(Stage(format="round_robin", through=1), Stage(format="knockout")), 2, 0, "through"),
        (CUP, 2, 7, "groups"),
        (CUP, 2, 11, "through"),
        (CUP, 2, 100, "entries"),
        (plan(GROUPS, Stage(format="knockout", best_of=2)), 2, 16, "best_of"),
        (plan(Stage(format="round_robin", groups=2, through=1), Stage(format="swiss")), 2, 8, "entries"),
        (plan(Stage(format="league", up=9)), 2, 50, "up"),
    ],
)
def test_what_is_wrong_with_a_plan_is_named(wrong: Plan, size: int, entries: int, field: str) -> None:
    with pytest.raises(IllegalPlan) as refused:
        check_plan(wrong, size, range(2, 5), entries)
    assert refused.value.field == field
    assert "{" not in str(refused.value)


def test_plans_that_can_be_held_are_not_refused() -> None:
    for held, size, entries in (
        (plan(), 2, 0),
        (plan(), 4, 64),
        (CUP, 2, 0),
        (CUP, 2, 16),
        (plan(Stage(format="league")), 2, 50),
        (plan(Stage(format="league")), 2, 5),
        (plan(Stage(format="round_robin", groups=3)), 2, 9),
        (plan(Stage(format="pods", advance=2)), 4, 40),
        (plan(points="places", places=(3.0, 1.5, 0.0)), 3, 9),
    ):
        check_plan(held, size, range(2, 5), entries)
    check_plan(plan(Stage(format="duplicate")), 1, range(1, 2), 12)

"""Divisions of a league through many seasons: who goes up and down, comes, leaves, is away and comes back."""

import random
from collections import Counter

import pytest

from games.contests.divisions import arranged, rights, turned
from games.contests.formats import FORMATS
from games.contests.plan import IllegalPlan, Stage

STAGE = Stage(format="league")
ORDERS = [list(range(8)), list(range(10, 18)), list(range(20, 28))]
"""The final orders of three divisions, the best first."""


def divided(found: dict[int, int]) -> list[list[int]]:
    return [[key for key, at in found.items() if at == division] for division in sorted(set(found.values()))]


def test_two_go_up_and_two_go_down() -> None:
    assert divided(turned(ORDERS, STAGE)) == [
        [*range(6), 10, 11],
        [6, 7, *range(12, 16), 20, 21],
        [16, 17, *range(22, 28)],
    ]


def test_where_somebody_leaves_the_best_of_those_who_would_go_down_stay() -> None:
    found = divided(turned(ORDERS, STAGE, gone={3}))
    assert found[0] == [0, 1, 2, 4, 5, 6, 10, 11]
    assert found[1] == [7, *range(12, 17), 20, 21]


def test_where_many_leave_more_go_up() -> None:
    found = turned(ORDERS, STAGE, gone={0, 1, 2, 3})
    assert divided(found)[0] == [4, 5, 6, 7, 10, 11, 12, 13]
    assert [len(one) for one in divided(found)] == [8, 8, 4]


def test_who_comes_back_has_the_division_they_had_a_right_to() -> None:
    assert rights(ORDERS, STAGE)[10] == 1
    found = turned(ORDERS, STAGE, back={99: 1, 98: 7})
    assert (found[99], found[98]) == (1, 3)
    assert [len(one) for one in divided(found)] == [9, 8, 9]
    # Only when a division would be too large more go down, and at last those come back lower.
    crowd = turned(ORDERS, STAGE, back=dict.fromkeys(range(100, 109), 1))
    assert len(divided(crowd)[0]) == 10
    assert all(crowd[key] == 1 for key in (10, 11))


def test_the_first_season_is_divided_by_strength_with_sizes_near_the_usual_one() -> None:
    sizes = {
        entries: [len(one) for one in arranged([(key, None) for key in range(entries)], STAGE)]
        for entries in (3, 10, 12, 16, 18, 21, 24, 30)
    }
    assert sizes == {
        3: [3],
        10: [10],
        12: [6, 6],
        16: [8, 8],
        18: [8, 10],
        21: [8, 7, 6],
        24: [8, 8, 8],
        30: [8, 8, 8, 6],
    }
    assert arranged([(key, None) for key in range(12)], STAGE)[0] == tuple(range(6))


def test_newcomers_begin_at_the_bottom() -> None:
    entries = [*((key, 1) for key in range(8)), *((key, 2) for key in range(10, 18)), (50, None), (51, None)]
    assert arranged(entries, STAGE) == (tuple(range(8)), (*range(10, 18), 50, 51))
    many = [*((key, 1) for key in range(8)), *((key, None) for key in range(50, 58))]
    assert arranged(many, STAGE) == (tuple(range(8)), tuple(range(50, 58)))


def test_divisions_close_up_where_one_is_left_by_all() -> None:
    entries = [*((key, 1) for key in range(8)), *((key, 3) for key in range(20, 27))]
    assert arranged(entries, STAGE) == (tuple(range(8)), tuple(range(20, 27)))


def test_who_has_to_play_lower_is_the_last_of_those_who_did_not_go_up() -> None:
    entries = [*((key, 1) for key in range(8)), *((key, 2) for key in range(10, 14))]
    held = {**dict.fromkeys(range(6), 1), 6: 2, 7: 2, **dict.fromkeys(range(10, 14), 2)}
    assert arranged(entries, STAGE, held) == ((0, 1, 2, 3, 6, 7), (4, 5, 10, 11, 12, 13))


def test_an_odd_number_that_no_divisions_fit_makes_them_a_little_larger() -> None:
    assert [len(one) for one in arranged([(key, None) for key in range(11)], STAGE)] == [11]
    narrow = Stage(format="league", division=6, least=6, most=7, up=1)
    assert [len(one) for one in arranged([(key, None) for key in range(17)], narrow)] == [8, 9]


def test_seasons_keep_everybody_once_sizes_in_bounds_and_promises_of_promotion() -> None:
    chance = random.Random(8)
    seen: Counter[str] = Counter()
    for league in range(700):
        least = chance.randint(3, 6)
        usual = chance.randint(least, least + 3)
        stage = STAGE
        if league % 3 == 0:
            stage = Stage(
                format="league",
                least=least,
                division=usual,
                most=chance.randint(max(usual, 2 * least - 1), 2 * least + 3),
                up=chance.randint(0, least // 2),
            )
        divisions = arranged([(key, None) for key in range(chance.randint(2, 60))], stage)
        newest, away = 1000, {}
        for _season in range(4):
            orders = [chance.sample(one, len(one)) for one in divisions]
            rate = chance.choice([0, 0.05, 0.25])
            everybody = [key for order in orders for key in order]
            gone = {key for key in everybody[1:] if chance.random() < rate}
            back = {key: away.pop(key) for key in list(away) if chance.random() < 0.5}
            away.update({key: at for key, at in rights(orders, stage).items() if key in gone and key % 2})
            fresh = list(range(newest, newest + chance.choice([0, 0, 1, 3, 9])))
            newest += len(fresh)
            held = {key: at for at, one in enumerate(divisions, 1) for key in one}
            entitled = turned(orders, stage, gone, back)
            assert turned(orders, stage, gone, back) == entitled
            assert set(entitled) == set(everybody) - gone | set(back)
            wanted = [*entitled.items(), *((key, None) for key in fresh)]
            divisions = arranged(wanted, stage, held)
            assert arranged(wanted, stage, held) == divisions
            _look(divisions, stage, entitled, held, [key for key, _at in wanted])
            seen["seasons"] += 1
            seen["lower"] += sum(
                key not in divisions[at - 1] for key, at in entitled.items() if at <= len(divisions)
            )
            seen["entries"] += len(entitled)
    assert seen["seasons"] == 2800
    assert seen["lower"] < seen["entries"] / 20


def _look(
    divisions: tuple[tuple[int, ...], ...],
    stage: Stage,
    entitled: dict[int, int],
    held: dict[int, int],
    everybody: list[int],
) -> None:
    assert sorted(key for one in divisions for key in one) == sorted(everybody)
    possible = any(n * stage.least <= len(everybody) <= n * stage.most for n in range(1, len(everybody) + 1))
    if possible:
        assert all(stage.least <= len(one) <= stage.most for one in divisions)
    rose = {key for key in held if key in entitled and entitled[key] < held[key]}
    for at, one in enumerate(divisions, 1):
        for key in rose & set(one):
            # Unless a whole division came up into one that has to give somebody to the one below.
            assert at < held[key] or (stage != STAGE and set(divisions[at - 2]) <= rose)


@pytest.mark.parametrize(
    ("numbers", "field"),
    [
        ({"least": 9}, "division"),
        ({"most": 7}, "division"),
        ({"most": 40, "division": 30}, "division"),
        ({"up": 4}, "up"),
        ({"up": -1}, "up"),
        ({"legs": 9}, "legs"),
    ],
)
def testleagues_that_cannot_be_are_refused(numbers: dict[str, int], field: str) -> None:
    with pytest.raises(IllegalPlan) as refused:
        FORMATS["league"].check(Stage(format="league", **numbers), 2, 0)
    assert refused.value.field == field
    assert "{" not in str(refused.value)
    FORMATS["league"].check(STAGE, 2, 8)

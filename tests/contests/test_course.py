"""Whole contests as values: what must hold of every format, whatever comes of the tables."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial

import pytest

from games.contests.course import Course, Played, Result, course
from games.contests.field import Field
from games.contests.formats import FORMATS
from games.contests.plan import Plan, Stage
from games.contests.stages import check_plan
from games.contests.standings import standings
from games.rules.chance import Chance

SEEDS = 12
"""How many contests are played of each kind."""
KINDS = [
    *((Stage(format="round_robin", legs=legs), 2, entries) for legs in (1, 2) for entries in (2, 3, 8, 15)),
    *((Stage(format="round_robin"), size, entries) for size in (3, 4, 5, 6) for entries in (8, 13, 16)),
    *((Stage(format="swiss", rounds=5), 2, entries) for entries in (6, 7, 9, 16, 33)),
    *((Stage(format="swiss", rounds=3), size, entries) for size in (3, 4, 5, 6) for entries in (19, 24)),
    *((Stage(format="knockout", best_of=k), 2, entries) for k in (1, 3) for entries in (2, 5, 8, 11)),
    *((Stage(format="knockout", third=True), 2, entries) for entries in (4, 6, 13)),
    *((Stage(format="knockout", double=True), 2, entries) for entries in (3, 4, 8, 11)),
    *(
        (Stage(format="pods", advance=m), size, entries)
        for size, m in ((4, 2), (5, 1))
        for entries in (9, 30)
    ),
    *((Stage(format="duplicate", rounds=3), size, entries) for size in (1, 2, 4) for entries in (8, 12)),
    *((Stage(format="league"), 2, entries) for entries in (6, 8, 17, 24)),
    *((Stage(format="ladder", rounds=20), 2, entries) for entries in (2, 9)),
]


def played(luck: random.Random, size: int, key: bytes, _bots: bytes) -> Result:
    """A table that ends somehow: now and then drawn, with scores."""
    scores = tuple(float(luck.randint(0, 3)) for _seat in range(size))
    return tuple(1 + sum(other > score for other in scores) for score in scores), scores


def held(stage: Stage, size: int, entries: int, seed: int = 0, points: str = "classic") -> Course:
    plan = Plan(stages=(stage,), points=points)
    check_plan(plan, size, range(1, 7), entries)
    luck = partial(played, random.Random(seed))
    return course(plan, size, min(size, 2), range(1, entries + 1), b"%d" % seed, luck)


@cache
def known(stage: Stage, size: int, entries: int, seed: int) -> Course:
    """The same once for all tests: values that nobody changes."""
    return held(stage, size, entries, seed)


def fields() -> Iterator[Field]:
    for (stage, size, entries), seed in itertools.product(KINDS, range(SEEDS)):
        yield from known(stage, size, entries, seed).stages[0]


def test_every_format_is_among_the_kinds() -> None:
    assert {stage.format for stage, _size, _entries in KINDS} == set(FORMATS)


@pytest.mark.parametrize(
    ("stage", "size", "entries"), KINDS, ids=lambda one: getattr(one, "format", str(one))
)
def test_every_kind_ends_and_places_everybody_once(stage: Stage, size: int, entries: int) -> None:
    for seed in range(SEEDS):
        found = known(stage, size, entries, seed)
        for field, placing in zip(found.stages[0], found.placings[0], strict=True):
            # A ladder stands until its days are over, whoever challenges whom.
            assert FORMATS[stage.format].is_over(field) or stage.format == "ladder"
            assert sorted(key for level in placing for key in level) == sorted(field.by_key)
        everybody = [key for placing in found.placings[0] for level in placing for key in level]
        assert sorted(everybody) == list(range(1, entries + 1))


def test_the_same_key_gives_the_same_contest() -> None:
    for stage, size, entries in KINDS:
        assert held(stage, size, entries, 3) == known(stage, size, entries, 3)


def test_nobody_is_paired_twice_in_a_round_or_with_themselves() -> None:
    for field in fields():
        for number, meetings in itertools.groupby(field.meetings, lambda meeting: meeting.round):
            seated = [share.entry for meeting in meetings for share in meeting.shares]
            assert len(seated) == len(set(seated)), (field.stage, number)


def test_nobody_has_two_byes_in_a_swiss() -> None:
    for field in fields():
        if field.stage.format == "swiss":
            byes = Counter(m.shares[0].entry for m in field.meetings if m.is_bye)
            assert max(byes.values(), default=0) <= 1


def test_points_of_a_table_are_conserved() -> None:
    for field in fields():
        if field.stage.format not in {"duplicate", "knockout"}:
            for meeting in field.meetings:
                if meeting.how == "played":
                    assert sum(share.points or 0 for share in meeting.shares) == 120


def test_standings_count_what_the_meetings_gave() -> None:
    for field in fields():
        total = sum(share.points or 0 for meeting in field.meetings for share in meeting.shares)
        assert sum(line.points for line in standings(field, Chance(b"", 0))) == total


def test_those_who_go_through_are_the_first_of_their_groups() -> None:
    first = Stage(format="round_robin", groups=4, through=2)
    for seed in range(40):
        plan = Plan(stages=(first, Stage(format="knockout", third=True)))
        luck = partial(played, random.Random(seed))
        found = course(plan, 2, 2, range(1, 20), b"%d" % seed, luck)
        through = {
            level for placing in found.placings[0] for level in [key for one in placing for key in one][:2]
        }
        (bracket,) = found.stages[1]
        assert set(bracket.by_key) == through
        assert len(bracket.by_key) == 8


def test_every_round_is_told() -> None:
    told: list[Played] = []
    plan = Plan(stages=(Stage(format="swiss", rounds=4),))
    course(plan, 2, 2, range(1, 9), b"", partial(played, random.Random(1)), told.append)
    assert [(one.stage, one.group, one.number, one.field.last_round) for one in told] == [
        (0, 1, number, number) for number in (1, 2, 3, 4)
    ]


def test_a_duplicate_gives_every_table_of_a_round_the_same_deal() -> None:
    keys: list[bytes] = []
    own: list[bytes] = []

    def noted(size: int, key: bytes, luck: bytes) -> Result:
        keys.append(key)
        own.append(luck)
        return tuple(range(1, size + 1)), None

    course(Plan(stages=(Stage(format="duplicate", rounds=2),)), 4, 4, range(1, 13), b"", noted)
    assert len(keys) == 6
    assert len(set(keys)) == 2
    assert len(set(own)) == 6


def test_legs_of_a_series_have_chances_of_their_own() -> None:
    keys: list[bytes] = []

    def noted(size: int, key: bytes, luck: bytes) -> Result:
        keys.append(key)
        return (1, 2), None  # whoever sits first wins, and seats change

    course(Plan(stages=(Stage(format="knockout", best_of=3),)), 2, 2, (1, 2), b"", noted)
    assert len(keys) == len(set(keys)) == 3

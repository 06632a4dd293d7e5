"""Round robins of two: the circle method, legs, who withdraws, how many rounds are played at a time."""

import random
from collections import Counter
from math import comb

import msgspec
import pytest

from games.contests.field import Meeting, Share
from games.contests.formats import FORMATS
from games.contests.plan import IllegalPlan, Stage
from games.contests.round_robin import circle
from tests.contests.schedules import Life, field_of, met, paired, seats

RULES = FORMATS["round_robin"]


def test_the_tables_are_those_that_fide_publishes() -> None:
    """Berger tables for 5 or 6 and for 7 or 8 players, FIDE Handbook C.05, annex 1."""
    six = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]
    eight = [
        *("1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3"),
        *("3-8 4-2 5-1 6-7", "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1"),
    ]
    for entries, rounds in ((6, six), (8, eight)):
        for number, published in enumerate(rounds, 1):
            tables = {f"{first + 1}-{second + 1}" for first, second in circle(entries, number)}
            assert tables == set(published.split()), number


@pytest.mark.parametrize("entries", range(2, 25))
def test_everybody_meets_everybody_with_seats_within_one_of_balance(entries: int) -> None:
    for legs in range(1, 5):
        life = Life(field_of(Stage(format="round_robin", legs=legs), entries), random.Random(entries)).play()
        assert Counter(Counter(met(life.pairs)).values()) == {legs: comb(entries, 2)}
        assert life.number == RULES.rounds(life.field.stage, 2, entries)
        for entry in life.field.entries:
            first, second = seats(life.pairs, entry.key, 2)
            assert abs(first - second) <= legs % 2


def test_rounds_follow_from_values_alone_whoever_drops_out() -> None:
    chance = random.Random(1)
    for _time in range(600):
        stage = Stage(format="round_robin", legs=chance.randint(1, 2), at_once=chance.choice([0, 1, 3]))
        life = Life(field_of(stage, chance.randint(2, 14)), chance, drops=0.1, draws=0.2).play()
        # Whoever withdraws leaves forfeits, so that everybody has the same number of pairings.
        assert set(Counter(met(life.pairs)).values()) == {stage.legs}


def test_nobody_plays_more_rounds_at_a_time_than_the_plan_says() -> None:
    for at_once, ready in ((1, [True, False, False]), (2, [True, True, False]), (0, [True, True, True])):
        field = field_of(Stage(format="round_robin", at_once=at_once), 6)
        for number, expected in enumerate(ready, 1):
            assert RULES.ready(field, number) is expected
            meetings = [Meeting(number, tuple(map(Share, pair.entries))) for pair in paired(field, number)]
            field = msgspec.structs.replace(field, meetings=(*field.meetings, *meetings))
        assert not RULES.ready(field, 5)  # not before the fourth was paired


def test_a_round_waits_only_for_those_who_have_too_many_tables() -> None:
    field = field_of(Stage(format="round_robin", at_once=2), 4)
    first, second = (paired(field, number) for number in (1, 2))
    one = Meeting(1, tuple(map(Share, first[0].entries)))
    free = [pair for pair in second if not set(pair.entries) & set(first[0].entries)]
    assert free == []
    over = [Meeting(2, tuple(map(Share, pair.entries)), "played") for pair in second]
    assert RULES.ready(msgspec.structs.replace(field, meetings=(one, *over)), 3)


def test_who_comes_after_the_draw_has_no_place_in_it() -> None:
    field = field_of(Stage(format="round_robin"), 5)
    late = msgspec.structs.replace(field.entries[-1], since=2)
    with_late = msgspec.structs.replace(field, entries=(*field.entries[:-1], late))
    assert {key for number in range(1, 4) for pair in paired(with_late, number) for key in pair.entries} == {
        entry.key for entry in field.entries[:-1]
    }
    assert paired(with_late, 4) == ()


def test_who_is_absent_in_a_round_has_lost_it() -> None:
    field = field_of(Stage(format="round_robin"), 4)
    away = msgspec.structs.replace(field.entries[0], absent=(2,))
    field = msgspec.structs.replace(field, entries=(away, *field.entries[1:]))
    assert [pair.begins for pair in paired(field, 1)] == ["open", "open"]
    assert sorted(pair.begins for pair in paired(field, 2)) == ["forfeit", "open"]


@pytest.mark.parametrize(
    ("stage", "size", "entries", "field"),
    [
        ({}, 1, 0, "size"),
        ({"legs": 0}, 2, 0, "legs"),
        ({"legs": 5}, 2, 0, "legs"),
        ({"at_once": -1}, 2, 0, "at_once"),
        ({}, 2, 1, "entries"),
        ({}, 2, 25, "entries"),
    ],
)
def test_numbers_that_cannot_be_are_refused(
    stage: dict[str, int], size: int, entries: int, field: str
) -> None:
    with pytest.raises(IllegalPlan) as refused:
        RULES.check(Stage(format="round_robin", **stage), size, entries)
    assert refused.value.field == field
    assert "{" not in str(refused.value)


def test_what_nobody_knows_is_not_told() -> None:
    stage = Stage(format="round_robin")
    RULES.check(stage, 2, 0)
    RULES.check(stage, 2, 24)
    assert RULES.rounds(stage, 2, 0) is None
    assert RULES.ranking(field_of(stage, 4)) is None
    assert RULES.title(field_of(stage, 4), 3) == ("Round {number}", {"number": 3})

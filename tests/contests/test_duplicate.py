"""Duplicate: the same deal at every table, seats in turn, results compared with those of the same seat."""

import random
from collections import Counter
from itertools import chain

import msgspec
import pytest

from games.contests.duplicate import matchpoints
from games.contests.field import Meeting, Share
from games.contests.formats import FORMATS
from games.contests.plan import UNIT, IllegalPlan, Stage
from tests.contests.schedules import Life, field_of, paired, seats

RULES = FORMATS["duplicate"]


def test_in_a_game_for_one_everybody_is_alone_at_a_table_and_that_is_no_bye() -> None:
    field = field_of(Stage(format="duplicate"), 5, 1, 1)
    pairs = paired(field, 1)
    assert [(pair.entries, pair.begins, pair.is_bye) for pair in pairs] == [
        ((entry.key,), "open", False) for entry in field.entries
    ]
    assert RULES.rounds(field.stage, 1, 5) == 7
    meetings = tuple(Meeting(1, (Share(pair.entries[0], 0, 1, 5.0),), "played") for pair in pairs)
    assert [meeting.is_bye for meeting in meetings] == [False] * 5


def test_every_seat_is_held_equally_often_and_neighbours_change() -> None:
    for size in range(2, 7):
        for tables in range(2, 6):
            stage = Stage(format="duplicate", rounds=2 * size)
            life = Life(field_of(stage, size * tables, size, size), random.Random(1)).play()
            assert life.number == 2 * size
            assert [seats(life.pairs, entry.key, size) for entry in life.field.entries] == [[2] * size] * (
                size * tables
            )


def test_all_tables_are_full_and_half_byes_go_round() -> None:
    chance = random.Random(5)
    for _time in range(300):
        size = chance.randint(1, 6)
        stage = Stage(format="duplicate", rounds=chance.choice([0, 1, 5, 8]))
        field = field_of(stage, chance.randint(2 * size, 25), size, min(2, size))
        life = Life(field, chance, drops=chance.choice([0.0, 0.05, 0.2])).play()
        for pair in chain.from_iterable(life.pairs):
            assert pair.begins == ("half_bye" if len(pair.entries) < size else "open")
        if all(entry.until is None for entry in life.field.entries):
            byes = Counter(pair.entries[0] for pair in chain.from_iterable(life.pairs) if pair.is_bye)
            rested = [byes[entry.key] for entry in field.entries]
            assert max(rested) - min(rested) <= 1
            assert life.number == RULES.rounds(stage, size, 0)


def test_who_comes_late_plays_the_deals_that_are_left() -> None:
    field = field_of(Stage(format="duplicate", rounds=2), 3, 1, 1)
    late = msgspec.structs.replace(field.entries[2], since=2)
    field = msgspec.structs.replace(field, entries=(*field.entries[:2], late))
    assert [len(paired(field, number)) for number in (1, 2, 3)] == [2, 3, 0]
    assert RULES.title(field, 2) == ("Deal {number}", {"number": 2})
    assert RULES.ranking(field) is None


def test_points_compare_whoever_held_the_same_seat() -> None:
    scores = [(9.0, 1.0), (5.0, 5.0), (5.0, 3.0), (2.0, 8.0)]
    meetings = [
        Meeting(
            1, (Share(10 * table, 0, 1, first), Share(10 * table + 1, 0, 2, second)), "played", board=table
        )
        for table, (first, second) in enumerate(scores, 1)
    ]
    assert matchpoints(meetings) == {
        10: UNIT,
        20: UNIT // 2,
        30: UNIT // 2,
        40: 0,
        11: 0,
        21: 2 * UNIT // 3,
        31: UNIT // 3,
        41: UNIT,
    }


def test_without_scores_places_are_compared() -> None:
    meetings = [
        Meeting(1, (Share(1, 0, 1), Share(2, 0, 2)), "played"),
        Meeting(1, (Share(3, 0, 2), Share(4, 0, 1)), "played", board=2),
    ]
    assert matchpoints(meetings) == {1: UNIT, 3: 0, 2: 0, 4: UNIT}


def test_who_left_a_seat_is_beaten_by_all_and_who_was_not_there_by_nobody() -> None:
    meetings = [
        Meeting(1, (Share(1, 0, 2, None),), "played"),
        Meeting(1, (Share(2, 0, 1, -30.0),), "played", board=2),
        Meeting(1, (Share(3, 0, 2),), "forfeit", board=3),
        Meeting(1, (Share(4, 0, 1), Share(5, 0, 2)), "forfeit", board=4),
        Meeting(1, (Share(6, 0, 1),), "half_bye", board=5),
        Meeting(1, (Share(7, 0, 1),), "zero_bye", board=6),
        Meeting(1, (Share(8, 0, 1, 9.0),), "annulled", board=7),
    ]
    half = UNIT // 2
    assert matchpoints(meetings) == {1: 0, 2: UNIT, 3: 0, 4: half, 5: 0, 6: half, 7: 0}


def test_all_of_a_seat_together_have_half_of_what_there_is() -> None:
    chance = random.Random(6)
    for _time in range(500):
        tables = chance.randint(1, 30)
        meetings = [
            Meeting(1, (Share(table, 0, 1, float(chance.randint(0, 9))),), "played", board=table)
            for table in range(1, tables + 1)
        ]
        points = matchpoints(meetings)
        assert abs(sum(points.values()) - UNIT * tables // 2) <= tables // 2
        best = max(meetings, key=lambda meeting: meeting.shares[0].score or 0).shares[0].entry
        assert points[best] == max(points.values())


@pytest.mark.parametrize(
    ("rounds", "size", "entries", "field"),
    [(-1, 1, 0, "rounds"), (61, 1, 0, "rounds"), (0, 2, 3, "entries"), (0, 1, 1, "entries")],
)
def test_duplicates_that_cannot_be_are_refused(rounds: int, size: int, entries: int, field: str) -> None:
    with pytest.raises(IllegalPlan) as refused:
        RULES.check(Stage(format="duplicate", rounds=rounds), size, entries)
    assert refused.value.field == field
    assert "{" not in str(refused.value)
    RULES.check(Stage(format="duplicate"), 2, 4)

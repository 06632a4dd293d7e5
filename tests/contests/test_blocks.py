"""Round robins at tables of 3 to 6: how evenly everybody meets everybody, printed with ``-rP``."""

import random
from collections import Counter
from itertools import combinations

from games.contests.blocks import Tables, layout, read, rounds
from games.contests.designs import DESIGNS
from games.contests.formats import FORMATS
from games.contests.plan import Stage
from tests.contests.designs import keys, lowest
from tests.contests.schedules import Life, field_of, met, paired, seats

SPREAD = {2: 0, 3: 3, 4: 2, 5: 4, 6: 4}
"""How much oftener two may meet than two others, by the people at the largest table."""
PERFECT = {
    (8, (3, 3, 2)),
    (9, (3,) * 3),
    (15, (3,) * 5),
    (15, (4, 4, 4, 3)),
    (16, (4,) * 4),
    (24, (5, 5, 5, 5, 4)),
}
"""Entries and tables with which everybody meets everybody exactly once."""


def counts(entries: int, tables: tuple[Tables, ...]) -> Counter[tuple[int, ...]]:
    """How often every two meet."""
    found = Counter(dict.fromkeys(combinations(range(entries), 2), 0))
    for round_ in tables:
        for table in round_:
            found.update(combinations(sorted(table), 2))
    return found


def test_there_is_a_design_for_all_numbers() -> None:
    assert list(DESIGNS) == list(keys())


def test_everybody_meets_everybody_about_equally_often() -> None:
    print("entries tables             rounds fewest  meet least most  seats off")
    for (entries, sizes), text in DESIGNS.items():
        tables = read(text)
        often = counts(entries, tables).values()
        games = Counter(one for round_ in tables for table in round_ for one in table)
        off = max(_off(tables, one, min(sizes)) for one in range(entries))
        words = " ".join(map(str, sizes))
        print(
            f"{entries:7} {words:18} {len(tables):6} {lowest(entries, sizes):6}"
            f" {min(often):11} {max(often):4} {off:10}"
        )
        assert all(sorted(map(len, round_), reverse=True) == list(sizes) for round_ in tables)
        assert all(len(set(sum(round_, ()))) == sum(sizes) for round_ in tables)
        assert min(often) >= 1
        assert max(often) - min(often) <= (0 if (entries, sizes) in PERFECT else SPREAD[max(sizes)])
        assert max(games.values()) - min(games.values()) <= (entries != sum(sizes))
        assert len(tables) <= lowest(entries, sizes) + 6
        assert off <= 2


def _off(tables: tuple[Tables, ...], one: int, common: int) -> int:
    """How much oftener somebody has one seat than another, of those that every table has."""
    held = Counter(table.index(one) for round_ in tables for table in round_ if one in table)
    return max(held[seat] for seat in range(common)) - min(held[seat] for seat in range(common))


def test_tables_are_as_even_as_they_can_be_and_nobody_is_left_over_without_need() -> None:
    assert layout(10, 4, 2) == (4, 3, 3)
    assert layout(5, 4, 2) == (3, 2)
    assert layout(5, 4, 3) == (4,)
    assert layout(7, 3, 3) == (3, 3)
    assert layout(4, 6, 3) == (4,)
    for entries in range(2, 60):
        for size in range(2, 7):
            for least in range(2, size + 1):
                sizes = layout(entries, size, least)
                assert all(least <= table <= size for table in sizes) or entries < least
                assert entries - sum(sizes) < size
                possible = any(n * least <= entries <= n * size for n in range(1, entries + 1))
                assert (sum(sizes) == entries) is possible or entries < least


def test_one_table_is_the_whole_round_robin_and_legs_change_seats() -> None:
    field = field_of(Stage(format="round_robin", legs=4), 4, 4)
    life = Life(field, random.Random(1)).play()
    assert life.number == 4
    assert [seats(life.pairs, entry.key, 4) for entry in field.entries] == [[1, 1, 1, 1]] * 4


def test_further_legs_even_out_who_met_whom() -> None:
    one, four = (
        Life(field_of(Stage(format="round_robin", legs=legs), 10, 4), random.Random(1)).play()
        for legs in (1, 4)
    )
    assert four.number == 4 * one.number == 4 * rounds(10, 4)
    often = Counter(met(four.pairs)).values()
    assert min(often) >= 4


def test_with_games_for_more_seats_at_the_least_there_are_free_rounds() -> None:
    field = field_of(Stage(format="round_robin"), 5, 5, 4)
    assert [len(pair.entries) for pair in paired(field, 1)] == [5]
    life = Life(field_of(Stage(format="round_robin"), 7, 6, 5), random.Random(1)).play()
    assert {len(pair.entries) for pairs in life.pairs for pair in pairs} == {6}


def test_tables_are_mended_when_people_withdraw() -> None:
    chance = random.Random(7)
    for _time in range(1200):
        size = chance.randint(3, 6)
        least = chance.randint(2, min(size, 3))
        field = field_of(Stage(format="round_robin"), chance.randint(least, 24), size, least)
        life = Life(field, chance, drops=chance.choice([0.0, 0.05, 0.3]), draws=0.1).play()
        assert life.number == rounds(len(field.entries), size)
        for number, pairs in enumerate(life.pairs, 1):
            here = [entry.key for entry in life.field.entries if entry.plays(number)]
            playing = {key for pair in pairs if pair.begins == "open" for key in pair.entries}
            # Nobody sits idle while enough of those who are there could make a table together.
            assert len(here) - len(playing) < max(least, len(field.entries) % size + 1, 2 * least)


def test_a_round_robin_at_larger_tables_has_a_number_of_rounds_before_anybody_is_there() -> None:
    rules = FORMATS["round_robin"]
    assert rules.rounds(Stage(format="round_robin"), 4, 0) is None
    assert rules.rounds(Stage(format="round_robin", legs=2), 4, 16) == 10
    assert paired(field_of(Stage(format="round_robin"), 16, 4), 6) == ()

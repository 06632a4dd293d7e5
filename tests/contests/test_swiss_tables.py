"""Swiss rounds at tables of three to six: sizes, new opponents, even points, balanced seats, byes."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from games.contests.field import Field, Meeting, Pair, Share
from games.contests.plan import UNIT
from games.contests.swiss.balance import fitting, seated, strained
from games.contests.swiss.past import Past
from games.contests.swiss.tables import sizes
from tests.contests.swiss_lives import Life, quiet
from tests.contests.test_swiss import changed, paired, swiss


def table(number: int, seat: int, *keys: int) -> Meeting:
    """A table with the best first, who sat in this seat; the others follow."""
    shares = [Share(key, UNIT * place) for place, key in enumerate(reversed(keys))][::-1]
    return Meeting(number, (*shares[len(keys) - seat :], *shares[: len(keys) - seat]), "played")


@pytest.mark.parametrize(
    ("count", "size", "least", "expected"),
    [
        (64, 4, 2, (4,) * 16),
        (10, 4, 2, (4, 3, 3)),
        (9, 4, 2, (3, 3, 3)),
        (5, 4, 2, (3, 2)),
        (5, 4, 3, (4,)),
        (10, 4, 4, (4, 4)),
        (17, 6, 6, (6, 6)),
        (17, 6, 2, (6, 6, 5)),
        (3, 4, 2, (3,)),
        (3, 4, 4, ()),
        (0, 4, 2, ()),
    ],
)
def test_as_many_as_can_be_play_at_few_tables_of_nearly_equal_sizes(
    count: int, size: int, least: int, expected: tuple[int, ...]
) -> None:
    assert sizes(count, size, least) == expected


def test_the_first_round_has_somebody_of_every_quarter_at_each_table() -> None:
    tables = {tuple(sorted(pair.entries)) for pair in paired(swiss(16, size=4), 1)}
    assert tables == {(1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16)}


def test_the_next_round_brings_equals_in_points_together_who_have_not_met() -> None:
    quarters = ((1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16))
    first = [table(1, seat, *keys) for seat, keys in enumerate(quarters)]
    tables = [sorted(pair.entries) for pair in paired(swiss(16, *first, size=4), 2)]
    assert tables == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]


def test_byes_go_to_the_last_and_only_where_no_table_takes_them() -> None:
    assert [pair.entries for pair in paired(swiss(10, size=4, least=4), 1)[2:]] == [(9,), (10,)]
    assert {len(pair.entries) for pair in paired(swiss(10, size=4, least=3), 1)} == {3, 4}


def test_somebody_who_had_a_bye_or_won_without_playing_is_not_first_to_sit_out() -> None:
    shares = (Share(4, UNIT), Share(3, 0))
    field = swiss(5, Meeting(1, (Share(5, UNIT),), "bye"), Meeting(1, shares, "forfeit"), size=4, least=4)
    assert paired(field, 2)[-1] == Pair((3,))


def test_a_second_bye_is_worth_nothing_at_tables_too() -> None:
    byes = [Meeting(number, (Share(number, UNIT),), "bye") for number in (1, 2, 3)]
    assert paired(swiss(3, *byes, size=4, least=4), 4) == tuple(
        Pair((key,), how="zero_bye") for key in (1, 2, 3)
    )


def test_nobody_may_be_left_to_play() -> None:
    gone = swiss(4, size=4)
    for number in range(1, 5):
        gone = changed(gone, number, until=0)
    assert paired(gone, 1) == ()


def played(**numbers: int) -> tuple[Counter[int], list[int], list[Field]]:
    """How often pairs met, how far seats are apart after each round, and the fields, in a quiet contest."""
    life = Life(quiet(**numbers), Random(1))
    met: Counter[tuple[int, int]] = Counter()
    held = {entry.key: [0] * life.shape.size for entry in life.entries}
    apart: list[int] = []
    fields = []
    for field, _number, pairs in life.rounds():
        fields.append(field)
        for pair in pairs:
            met.update(combinations(sorted(pair.entries), 2))
            for seat, key in enumerate(pair.entries):
                held[key][seat] += 1
        apart.append(max(max(seats) - min(seats) for seats in held.values()))
    return Counter(met.values()), apart, fields


def test_64_entries_at_tables_of_four_meet_nobody_twice_in_five_rounds_and_hold_all_seats() -> None:
    met, apart, _fields = played(entries=64, rounds=5, size=4)
    assert met == {1: 64 * 3 * 5 // 2}
    assert apart == [1, 1, 1, 0, 1]


@pytest.mark.parametrize(("entries", "size"), [(999, 3), (1000, 4), (1000, 5), (1002, 6)])
def test_a_thousand_meet_nobody_twice_and_hold_seats_in_balance(entries: int, size: int) -> None:
    met, apart, _fields = played(entries=entries, rounds=size, size=size)
    assert set(met) == {1}
    assert max(apart[:-1]) == 1
    assert apart[-1] <= 1


def test_small_contests_repeat_little_and_try_other_ways_out() -> None:
    met, apart, _fields = played(entries=16, rounds=5, size=4)
    assert met[1] >= 100
    assert max(apart) <= 2


def test_where_everybody_knows_everybody_the_same_ones_do_not_meet_again_and_again() -> None:
    met, _apart, _fields = played(entries=8, rounds=7, size=4)
    assert max(met) <= 4


def test_a_seat_fits_that_leaves_all_seats_within_one() -> None:
    seen = [Past(1, 1, seats=seats) for seats in ([], [0], [0, 1], [0, 0], [0, 1, 2], [0, 0, 1, 2])]
    assert [format(fitting(past, 3), "03b") for past in seen] == ["111", "110", "100", "000", "111", "110"]


@pytest.mark.parametrize(
    ("masks", "seats", "expected"),
    [
        ((0b111, 0b111, 0b111), 3, 0),
        ((0b001, 0b001, 0b111), 3, 1),
        ((0b100, 0b100, 0b100), 3, 2),
        ((0b011, 0b011, 0b011), 3, 1),
        ((0b1000, 0b1000, 0b1000), 3, 3),
        ((0b001,), 4, 0),
    ],
)
def test_those_who_can_get_no_fitting_seat_are_counted(
    masks: tuple[int, ...], seats: int, expected: int
) -> None:
    assert strained(masks, seats) == expected


def test_seats_at_a_table_go_to_who_has_held_them_least() -> None:
    table = [Past(1, 1, seats=[0, 1]), Past(2, 2, seats=[1, 2]), Past(3, 3, seats=[2, 0])]
    assert [past.key for past in seated(table, 3)] == [2, 3, 1]


def test_the_same_seat_twice_running_is_avoided_where_all_fit() -> None:
    table = [Past(1, 1, seats=[2, 1, 0]), Past(2, 2, seats=[0, 2, 1]), Past(3, 3, seats=[1, 0, 2])]
    order = [past.key for past in seated(table, 3)]
    assert order in ([2, 3, 1], [3, 1, 2])


def test_everybody_sits_also_where_swapping_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.contests.swiss.tables.PASSES", 1)
    field = swiss(12, *(table(number, 0, 1, 2, 3, 4) for number in (1, 2)), size=4)
    assert sorted(key for pair in paired(field, 3) for key in pair.entries) == list(range(1, 13))

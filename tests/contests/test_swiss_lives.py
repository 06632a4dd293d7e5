"""What holds in every Swiss, in thousands of contests that chance makes up."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from random import Random

import networkx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.contests.field import Field, Pair
from games.contests.swiss import Swiss
from games.contests.swiss.criteria import breaches
from games.contests.swiss.past import Past, in_order, pasts, waiting
from games.rules.chance import Chance
from tests.contests.swiss_lives import KEY, Life, shaped

NEVER = {"size", "double", "away", "left_out"}
"""What no round may ever do, whatever has happened before."""
BASE = 10**6

Blame = tuple[int, int, int, int, int]


class Judge:
    """What is wrong with the pairs of a round of two, worked out anew: what comes first counts most."""

    def __init__(self, field: Field, number: int) -> None:
        past = pasts(field, number)
        self.order = in_order(past[entry.key] for entry in waiting(field, number))
        self.past = past
        last = [one.key for one in reversed(self.order)]
        tiers = [[key for key in last if not past[key].full_byes and not past[key].walkovers]]
        tiers += [[key for key in last if not past[key].full_byes], last]
        self.resting = next((tier for tier in tiers if tier), [])
        top = max((one.points for one in self.order), default=0)
        self.step = max(1, math.gcd(*(top - one.points for one in self.order)))

    def blame(self, *keys: int) -> Blame:
        """Repeats, how often more, balance, how far the bye is from the last, unevenness in points."""
        if len(keys) == 1:
            return 0, 0, 0, self.resting.index(keys[0]), 0
        one, other = (self.past[key] for key in keys)
        times = one.met[other.key]
        seats = [strain(one, seat) + strain(other, 1 - seat) for seat in (0, 1)]
        uneven = min(15, abs(one.points - other.points) // self.step) ** 2
        return int(times > 0), min(3, max(0, times - 1)), min(seats), 0, uneven

    def total(self, pairs: Iterable[tuple[int, ...]]) -> Blame:
        """The blame of a whole round."""
        blames = [self.blame(*pair) for pair in pairs]
        return tuple(map(sum, zip(*blames, strict=True))) if blames else (0,) * 5  # type: ignore[return-value]

    def best(self) -> Blame:
        """The least blame there can be: networkx looks at all pairs."""
        keys = [one.key for one in self.order]
        pairs: list[tuple[int, ...]] = list(combinations(keys, 2))
        if len(keys) % 2:
            pairs += [(key,) for key in self.resting]
        graph = networkx.Graph()
        for pair in pairs:
            weight = 0
            for blame in self.blame(*pair):
                weight = weight * BASE + blame
            graph.add_edge(pair[0], pair[1] if len(pair) == 2 else "bye", weight=BASE**6 - weight)
        found = networkx.max_weight_matching(graph, maxcardinality=True)
        return self.total(tuple(key for key in pair if key != "bye") for pair in found)


def strain(past: Past, seat: int) -> int:
    """How bad a seat is for somebody's balance: 0 within one, 1 beyond it, 4 beyond what FIDE allows."""
    held = [*past.seats, seat]
    lean = abs(held.count(0) - held.count(1))
    return 4 if lean > 2 or held[-3:] in ([0, 0, 0], [1, 1, 1]) else lean // 2


def check(life: Life, judged: bool = False) -> None:
    """Play a contest to its end, and see that every round is as it must be."""
    for field, number, pairs in life.rounds():
        found = breaches(field, number, pairs)
        assert [breach for breach in found if breach.criterion in NEVER] == []
        assert Swiss().pair(field, number, Chance(KEY, number)) == pairs
        judge = Judge(field, number)
        if judged and judge.order:
            assert judge.total(pair.entries for pair in pairs) == judge.best()
            assert seating(judge, pairs) == judge.total(pair.entries for pair in pairs)[2]
    byes = [meeting.shares[0].entry for meeting in life.meetings if meeting.how == "bye"]
    assert max(Counter(byes).values(), default=0) <= 1


def seating(judge: Judge, pairs: Iterable[Pair]) -> int:
    """The strain of the seats as they were given."""
    seats = (
        (judge.past[key], seat) for pair in pairs if not pair.is_bye for seat, key in enumerate(pair.entries)
    )
    return sum(strain(past, seat) for past, seat in seats)


@pytest.mark.parametrize("batch", range(10))
def test_no_round_of_two_breaks_what_it_must_keep_and_none_is_better(batch: int) -> None:
    for seed in range(batch * 40, batch * 40 + 40):
        luck = Random(seed)
        check(Life(shaped(luck), luck), judged=True)


@pytest.mark.parametrize("batch", range(10))
def test_no_contest_of_two_has_a_self_double_withdrawn_or_absent_pairing_or_a_second_bye(batch: int) -> None:
    for seed in range(1000 + batch * 150, 1000 + batch * 150 + 150):
        luck = Random(seed)
        check(Life(shaped(luck), luck))


def tabled(seed: int) -> None:
    """A contest at tables of three to six."""
    luck = Random(seed)
    size = luck.randint(3, 6)
    check(Life(shaped(luck, size=size, least=luck.randint(2, size)), luck))


@pytest.mark.parametrize("batch", range(10))
def test_no_contest_of_tables_has_a_self_double_withdrawn_or_absent_pairing_or_a_second_bye(
    batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.contests.swiss.tables.TRIES", 1)  # how well they sit doesn't matter here
    for seed in range(5000 + batch * 40, 5000 + batch * 40 + 40):
        tabled(seed)


def test_contests_whose_tables_are_tried_anew_keep_to_it_too() -> None:
    for seed in range(6000, 6020):
        tabled(seed)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(luck=st.randoms(use_true_random=False))
def test_a_contest_that_is_looked_for_keeps_them_too(luck: Random) -> None:
    check(Life(shaped(luck, rounds=4), luck), judged=True)

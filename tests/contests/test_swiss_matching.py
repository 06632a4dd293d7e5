"""The matching: how it widens, and what other libraries make of the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import networkx
import pytest
import swisspair

from games.contests.swiss.costs import Costs
from games.contests.swiss.duels import Likely, duels
from games.contests.swiss.matching import ALL, LIKELY, MANY, Two, cheapest, perfect
from games.contests.swiss.past import Past, in_order

FAIR, POOR = 1000, 10**6


def offers(asked: list[int], count: int, least: int = 1) -> Iterator[Two]:
    """Neighbours within half the width, remembering which widths were asked for."""
    width = asked[-1]
    for low in range(count):
        for high in range(low + least, min(count, low + 1 + max(width // 2, 1))):
            yield low, high


def widths(count: int, cost: int, least: int = 1) -> list[int]:
    """The widths that are asked for where every pair costs so much, and near ones aren't offered."""
    asked: list[int] = []

    def offer(width: int) -> Iterator[Two]:
        asked.append(width)
        if width >= count:
            return ((low, high) for high in range(count) for low in range(high))
        return offers(asked, count, least)

    found = cheapest(count, offer, lambda _low, _high: cost, FAIR, POOR)
    assert sorted(place for pair in found for place in pair) == list(range(count))
    return asked


def test_few_are_offered_all_at_once() -> None:
    assert widths(ALL, 1) == [ALL]


def test_more_are_offered_likely_pairs_first() -> None:
    assert widths(ALL + 2, 1) == [LIKELY]


def test_it_widens_until_all_are_paired() -> None:
    assert widths(200, 1, least=6) == [LIKELY, 32]


def test_it_widens_where_pairs_are_dear_but_not_for_ever() -> None:
    assert widths(200, FAIR) == [LIKELY, 32, MANY]


def test_it_looks_at_all_pairs_where_nothing_else_helps() -> None:
    assert widths(60, FAIR) == [LIKELY, 32, 128]
    assert widths(150, POOR) == [LIKELY, 32, MANY, 150]


def test_nothing_to_pair_is_paired_at_once() -> None:
    assert perfect({}) == []


@pytest.mark.parametrize("seed", range(20))
def test_a_matching_weighs_as_much_as_that_of_networkx(seed: int) -> None:
    luck = Random(seed)
    count = luck.randrange(4, 60)
    pairs = {
        tuple(sorted(luck.sample(range(count), 2))): luck.randrange(10 ** luck.choice((2, 30)))
        for _n in range(6 * count)
    }
    ours = perfect(pairs)
    graph = networkx.Graph()
    graph.add_weighted_edges_from((*pair, max(pairs.values()) - cost) for pair, cost in pairs.items())
    theirs = [tuple(sorted(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True)]
    assert (len(ours), sum(pairs[pair] for pair in ours)) == (
        len(theirs),
        sum(pairs[pair] for pair in theirs),
    )


def middle(seed: int, count: int) -> list[Past]:
    """Entries in the middle of a contest who have held no seats, the best first."""
    luck = Random(seed)
    past = [Past(key, key, points=60 * luck.randrange(7)) for key in range(count)]
    for _round in range(3):
        pile = luck.sample(past, count)
        for one, other in zip(pile[::2], pile[1::2], strict=True):
            one.met[other.key] += 1
            other.met[one.key] += 1
    return in_order(past)


def uneven(pairs: list[tuple[int, int]]) -> int:
    """How far the points of opponents are apart, in squares."""
    return sum((one - other) ** 2 for one, other in pairs)


@pytest.mark.parametrize("count", [10, 40, 100, 300])
def test_no_pairing_of_swisspair_is_more_even(count: int) -> None:
    order = middle(count, count)
    players = [
        swisspair.Player(
            str(past.key),
            past.points // 60,
            rank,
            cannot_be_paired_against_ids={str(key) for key in past.met},
        )
        for rank, past in enumerate(order, 1)
    ]
    theirs = [(match.p1.points, match.p2.points) for match in swisspair.create_matches(players)]
    ours = [(one.points // 60, other.points // 60) for one, other in duels(order, 4)]
    assert uneven(ours) <= uneven(theirs)


@pytest.mark.parametrize("seed", range(4))
def test_likely_pairs_are_as_good_as_all_pairs_where_it_matters(seed: int) -> None:
    order = middle(seed, 120)
    luck = Random(seed)
    for past in order:
        past.seats = luck.choice(([0, 1, 0], [1, 0, 1], [1, 0, 0], [0, 1, 1]))
    costs = Costs(order, 4, [])
    offered = Likely(costs).offer
    likely, everything = (
        sum(costs.cost(*pair) for pair in perfect({pair: costs.cost(*pair) for pair in offered(width)}))
        for width in (LIKELY, len(order))
    )
    assert likely // costs.gap == everything // costs.gap


def test_weights_of_2000_entries_fit_into_the_numbers_of_the_matching() -> None:
    order = in_order(Past(key, key, points=60 * (key % 40)) for key in range(2000))
    costs = Costs(order, 9, list(range(2000)))
    assert 2 * costs.repeat * len(order) < 1 << 126

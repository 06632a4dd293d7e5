"""The cheapest way to pair everybody: a matching of maximum weight on few likely pairs, and more if need be.

Knows what pairs cost and nothing of why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import rustworkx

Two = tuple[int, int]

LIKELY = 8
"""How many partners are offered to each at first; four times as many whenever that isn't enough."""


def cheapest(
    count: int, offer: Callable[[int], Iterable[Two]], cost: Callable[[int, int], int], dear: int
) -> list[Two]:
    """Pairs of all the numbers below an even ``count``, at the lowest cost there is among what is offered.

    ``offer(width)`` gives possible pairs, the lower number first, some ``width`` for each; all there are when
    the width is at least ``count``. A pair that costs ``dear`` or more is taken only out of all pairs.
    Among all pairs there must be a way to pair everybody.
    """
    width = LIKELY
    while True:
        costs = {pair: cost(*pair) for pair in offer(width)}
        found = perfect(costs)
        fits = 2 * len(found) == count and all(costs[pair] < dear for pair in found)
        if fits or width >= count:
            return found
        width *= 4


def perfect(costs: Mapping[Two, int]) -> list[Two]:
    """As many pairs as possible without a number twice, the cheapest such; sorted."""
    if not costs:
        return []
    highest = max(costs.values())
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(1 + max(high for _low, high in costs)))
    graph.add_edges_from([(*pair, highest - cost) for pair, cost in costs.items()])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)

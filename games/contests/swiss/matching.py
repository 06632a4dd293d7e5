"""The cheapest way to pair everybody: a matching of maximum weight on few likely pairs, and more if need be.

Knows what pairs cost and nothing of why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import rustworkx

Two = tuple[int, int]

LIKELY, MANY = 8, 128
"""How many partners are offered to each at first, and at the most before all are."""
ALL = 48
"""So many or fewer are offered all at once."""


def cheapest(
    count: int, offer: Callable[[int], Iterable[Two]], cost: Callable[[int, int], int], fair: int, poor: int
) -> list[Two]:
    """Pairs of all the numbers below an even ``count``, at the lowest cost there is among what is offered.

    ``offer(width)`` gives possible pairs, the lower number first, some ``width`` for each; all there are when
    the width is at least ``count``. A whole that costs ``fair`` or more is taken only if many are offered,
    one of ``poor`` or more only out of all pairs, among which there must be a way to pair everybody.
    """
    width = LIKELY if count > ALL else count
    while True:
        costs = {pair: cost(*pair) for pair in offer(width)}
        found = perfect(costs)
        total = sum(costs[pair] for pair in found) if 2 * len(found) == count else poor
        if total < fair or width >= count or (width >= MANY and total < poor):
            return found
        width = 4 * width if width < MANY else count


def perfect(costs: Mapping[Two, int]) -> list[Two]:
    """As many pairs as possible without a number twice, the cheapest such; sorted."""
    if not costs:
        return []
    highest = max(costs.values())
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(1 + max(high for _low, high in costs)))
    graph.add_edges_from([(low, high, highest - cost) for (low, high), cost in costs.items()])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)

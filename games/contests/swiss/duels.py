"""Swiss pairings of two: what a pair costs, which pairs are likely, who sits out. Follows FIDE's Dutch system
as far as the sum of what pairs cost can say it.

In this order: no repeats, the bye to the last who may have it, seats in balance, little difference in
points, floats low in the table, seats in turn, nobody floating again, upper half against lower half.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from games.contests.swiss.colours import STEP, TOO_FAR, unease
from games.contests.swiss.matching import Two, cheapest
from games.contests.swiss.past import Past

FEW = 3
GAP = 15
HEIGHT = 15
OFF = 31
"""Up to where are told apart: repeats of a pair, steps of points, groups from the bottom, places off."""


def duels(order: Sequence[Past], number: int) -> list[tuple[Past, ...]]:
    """The pairs of a round, everybody in it; ``order`` is best first, and so is each pair.

    Of an odd number one is alone: the last who has had neither a bye nor a win without playing, else the
    last who has had no bye, else the last.
    """
    if len(order) < 2:
        return [(past,) for past in order]
    resting = _resting(order) if len(order) % 2 else []
    table = Costs(order, number, resting)
    found = cheapest(len(order) + len(order) % 2, table.offer, table.cost, table.dear)
    return [tuple(order[place] for place in pair if place < len(order)) for pair in found]


def _resting(order: Sequence[Past]) -> list[int]:
    """Who may have the bye, by their places: whoever comes first gets it if all others can be paired."""
    tiers = [
        [place for place, past in enumerate(order) if not past.full_byes and not past.walkovers],
        [place for place, past in enumerate(order) if not past.full_byes],
        list(range(len(order))),
    ]
    return list(reversed(next(tier for tier in tiers if tier)))


class Costs:
    """What the pairs of one round cost. A pair is two places in the order; one beyond the last is the bye."""

    def __init__(self, order: Sequence[Past], number: int, resting: Sequence[int]) -> None:
        self.order = order
        self.number = number
        self.resting = {place: rank for rank, place in enumerate(resting)}
        self.rests = list(resting)
        self.bounds = _bounds(order)
        self.uneasy = [(unease(past, 0), unease(past, 1)) for past in order]
        self.step = _step(order)
        self._weigh()

    def _weigh(self) -> None:
        """Each weight is more than everything below it can come to."""
        pairs = (len(self.order) + 1) // 2
        weight, weights = 1, []
        for most in (OFF * OFF, 4, 2, HEIGHT, GAP * GAP, 2 * TOO_FAR):
            weights.append(weight)
            weight *= most * pairs + 1
        self.off, self.again, self.turn, self.height, self.gap, self.balance = weights
        self.bye = weight
        self.often = weight * (len(self.order) + 1)
        self.dear = self.repeat = self.often * (FEW * pairs + 1)

    def offer(self, width: int) -> Iterator[Two]:
        """Likely pairs: near the one that the halves of a group give, and into the groups below."""
        count = len(self.order)
        if width >= count:
            yield from ((low, high) for high in range(count) for low in range(high))
        else:
            for place in range(count):
                yield from self._likely(place, width)
        if self.rests:
            yield from ((place, count) for place in self.rests[:width])

    def _likely(self, place: int, width: int) -> Iterator[Two]:
        begin, end = self.bounds[place]
        half = (end - begin) // 2
        ideal = place + half if place < begin + half else place + 1
        near = range(max(place + 1, ideal - 4 * width), min(end, ideal + 4 * width))
        yield from self._fitting(place, sorted(near, key=lambda other: abs(other - ideal)), width)
        yield from self._fitting(place, range(end, len(self.order)), width)

    def _fitting(self, place: int, others: Sequence[int], width: int) -> Iterator[Two]:
        met = self.order[place].met
        for other in others:
            if self.order[other].key not in met and self._unease(place, other) < STEP:
                yield place, other
                width -= 1
                if not width:
                    return

    def _unease(self, one: int, other: int) -> int:
        ours, theirs = self.uneasy[one], self.uneasy[other]
        return min(ours[0] + theirs[1], ours[1] + theirs[0])

    def cost(self, high: int, low: int) -> int:
        """What it costs to pair these two places, the higher first."""
        if low == len(self.order):
            return self.bye * self.resting[high]
        upper, lower = self.order[high], self.order[low]
        balance, turn = divmod(self._unease(high, low), STEP)
        cost = self.balance * balance + self.turn * turn
        times = upper.met[lower.key]
        if times:
            cost += self.repeat + self.often * min(FEW, times - 1)
        return cost + (self._across(high, low) if upper.points > lower.points else self._within(high, low))

    def _within(self, high: int, low: int) -> int:
        begin, end = self.bounds[high]
        off = min(OFF, abs(low - high - (end - begin) // 2))
        return self.off * off * off

    def _across(self, high: int, low: int) -> int:
        upper, lower = self.order[high], self.order[low]
        gap = min(GAP, math.ceil((upper.points - lower.points) / self.step))
        height = min(HEIGHT, math.ceil((upper.points - self.order[-1].points) / self.step))
        again = sum(
            (past.floats.get(self.number - ago) == sign)
            for past, sign in ((upper, 1), (lower, -1))
            for ago in (1, 2)
        )
        off = min(OFF, self.bounds[high][1] - 1 - high + low - self.bounds[low][0])
        return self.gap * gap * gap + self.height * height + self.again * again + self.off * off * off


def _bounds(order: Sequence[Past]) -> list[tuple[int, int]]:
    """Of each place the group of equal points it lies in: its first place, and the one after its last."""
    bounds: list[tuple[int, int]] = []
    begin = 0
    for place in range(1, len(order) + 1):
        if place == len(order) or order[place].points != order[begin].points:
            bounds += [(begin, place)] * (place - begin)
            begin = place
    return bounds


def _step(order: Sequence[Past]) -> int:
    """The unit in which differences of points are told apart."""
    return max(1, math.gcd(*(order[0].points - past.points for past in order)))

"""What a pair of two costs in a Swiss: one number, in which every aim weighs more than all those after it.

In this order: no repeats, seats in balance, the bye to the last who may have it, little difference in
points, floats low in the table, seats in turn, nobody floating again, upper half against lower half.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from games.contests.swiss.colours import STEP, TOO_FAR, unease
from games.contests.swiss.past import Past

FEW = 3
GAP = 15
HEIGHT = 15
OFF = 31
"""Up to where are told apart: repeats of a pair, steps of points, groups from the bottom, places off."""
STEPS = 40
"""With more steps between the first and the last, points are a score of the game."""
SAME_HALF = OFF * OFF
"""What it costs that two of the same half of their group meet, in squares of places off."""


class Costs:
    """What the pairs of one round cost. A pair is two places in the order; one beyond the last is the bye."""

    def __init__(self, order: Sequence[Past], number: int, rests: Sequence[int]) -> None:
        self.order = order
        self.number = number
        self.rests = rests
        self.ranks = {place: rank for rank, place in enumerate(rests)}
        self.groups = _grouped(order)
        self.uneasy = [(unease(past, 0), unease(past, 1)) for past in order]
        self.wants = [_wanted(*uneasy) for uneasy in self.uneasy]
        self.levels = _levels(order)
        self.floats = [(self._floats(past, 1), self._floats(past, -1)) for past in order]
        self._weigh()

    def _weigh(self) -> None:
        pairs = (len(self.order) + 1) // 2
        weight, weights = 1, []
        for most in (OFF * OFF + SAME_HALF, 4, 2, HEIGHT, GAP * GAP):
            weights.append(weight)
            weight *= most * pairs + 1
        self.off, self.again, self.turn, self.height, self.gap = weights
        self.bye = weight
        self.balance = self.bye * (len(self.order) + 1)
        self.often = self.balance * (2 * TOO_FAR * pairs + 1)
        self.repeat = self.often * (FEW * pairs + 1)

    def cost(self, high: int, low: int) -> int:
        """What it costs to pair these two places, the higher first."""
        if low == len(self.order):
            return self.bye * self.ranks[high]
        ours, theirs = self.uneasy[high], self.uneasy[low]
        balance, turn = divmod(min(ours[0] + theirs[1], ours[1] + theirs[0]), STEP)
        cost = self.balance * balance + self.turn * turn
        times = self.order[high].met.get(self.order[low].key)
        if times:
            cost += self.repeat + self.often * min(FEW, times - 1)
        return cost + (self._across if self.levels[high] > self.levels[low] else self._within)(high, low)

    def _within(self, high: int, low: int) -> int:
        group = self.groups[high]
        off = min(OFF, abs(low - high - group.half))
        same = low < group.middle or high >= group.middle
        return self.off * (off * off + SAME_HALF * same)

    def _across(self, high: int, low: int) -> int:
        gap = min(GAP, self.levels[high] - self.levels[low])
        height = min(HEIGHT, self.levels[high])
        off = min(OFF, self.groups[high].end - 1 - high + low - self.groups[low].begin)
        again = self.floats[high][0] + self.floats[low][1]
        return self.gap * gap * gap + self.height * height + self.again * again + self.off * off * off

    def _floats(self, past: Past, way: int) -> int:
        """In how many of the two rounds before it floated this way."""
        return sum(past.floats.get(self.number - ago) == way for ago in (1, 2))


def _wanted(first: int, second: int) -> int | None:
    """The seat that keeps the balance better; None where both do equally well."""
    if first // STEP == second // STEP:
        return None
    return 0 if first < second else 1


def _levels(order: Sequence[Past]) -> list[int]:
    """The points of each place in steps from the last; where they lie far apart, groups are the steps."""
    above = [past.points - order[-1].points for past in order]
    step = max(1, math.gcd(*above))
    if above[0] // step <= STEPS:
        return [points // step for points in above]
    ranks = {points: rank for rank, points in enumerate(sorted(set(above)))}
    return [ranks[points] for points in above]


class Group(NamedTuple):
    """A group of equal points: its first place, where its lower half begins, and the place after its last."""

    begin: int
    middle: int
    end: int
    half: int
    """How many are in its upper half; who floats down into it or out of it is in neither."""


def _grouped(order: Sequence[Past]) -> list[Group]:
    """The group of each place, as it is if every group of an odd number gives its last one to the next."""
    groups: list[Group] = []
    begin = floating = 0
    for end in range(1, len(order) + 1):
        if end == len(order) or order[end].points != order[begin].points:
            half, over = divmod(end - begin - floating, 2)
            groups += [Group(begin, begin + floating + half, end, half)] * (end - begin)
            begin, floating = end, over
    return groups

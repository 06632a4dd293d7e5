"""Scales of charts: nice steps between ticks, where a number lies, labels that keep apart. Geometry alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """A span of numbers laid onto a span of pixels; ``end`` may lie before ``start``."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Where a number lies."""
        part = (value - self.low) / (self.high - self.low)
        return round(self.start + part * (self.end - self.start), 1)


def step_of(span: float, most: int, *, whole: bool = True) -> float:
    """The smallest step of 1, 2 or 5 times a power of ten that makes at most ``most`` parts of a span."""
    if span <= 0:
        return 1
    power: float = 10.0 ** math.floor(math.log10(span / most))
    step = next(times * power for times in (1, 2, 5, 10) if times * power * most >= span * (1 - 1e-9))
    return max(1, round(step)) if whole else step


def ticks(low: float, high: float, most: int = 5, *, whole: bool = True) -> list[float]:
    """Round numbers, evenly spaced, of which the first and the last enclose a span."""
    step = step_of(high - low, most, whole=whole)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    found = [round(step * at, 9) for at in range(first, max(last, first + 1) + 1)]
    return [int(one) if one == int(one) else one for one in found]


def within(low: int, high: int, most: int) -> list[int]:
    """Round numbers inside a span and its first one, for an axis that counts from there."""
    step = int(step_of(high - low, most))
    return [low, *[at for at in range(step * (low // step + 1), high + 1, step) if at - low > step * 0.4]]


def spread(wanted: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Places as near as may be to the wanted ones, in the same order, at least a gap apart where there is
    room between top and bottom; closer where there is not."""
    if not wanted:
        return []
    gap = min(gap, (bottom - top) / max(1, len(wanted) - 1))
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    places = [0.0] * len(wanted)
    least = top
    for at in order:
        places[at] = max(least, min(wanted[at], bottom))
        least = places[at] + gap
    most = bottom
    for at in reversed(order):
        places[at] = min(places[at], most)
        most = places[at] - gap
    return [round(place, 1) for place in places]

"""Two sides that take turns in short slices, so that a drifting machine drifts for both.

Each round is peer, ours, peer: the ratio is ours to the mean of the peers around it, and the two peers side
by side are the control, which should be 1. Knows nothing of play.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

Side = Callable[[], Mapping[str, float]]
"""One slice of work: its figures by name, such as ``rate`` or ``p95``."""

CONTROL = (0.9, 1.1)
"""Where the control must lie; outside, the comparison is made once more."""


@dataclass(frozen=True)
class Spread:
    """The median of some values, and the middle half of them."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Spread:
        """The spread of these values."""
        rows = sorted(values)
        return cls(statistics.median(rows), rows[len(rows) // 4], rows[(3 * len(rows)) // 4])


@dataclass(frozen=True)
class Comparison:
    """One figure of two sides: their ratio, the control, and the medians of each."""

    ratio: Spread
    control: Spread
    ours: float
    peer: float

    @property
    def trusted(self) -> bool:
        """Whether the control lies where it must."""
        return CONTROL[0] <= self.control.median <= CONTROL[1]


def compare(ours: Side, peer: Side, rounds: int, told: Callable[[str], None] = str) -> dict[str, Comparison]:
    """Both sides in turn, warmed up first; each figure that both have. Once more where a control is off."""
    ours()
    peer()
    found = in_turn(ours, peer, rounds, told)
    if all(comparison.trusted for comparison in found.values()):
        return found
    told("the control is off: once more")
    again = in_turn(ours, peer, rounds, told)
    return min(found, again, key=_worst)


def in_turn(ours: Side, peer: Side, rounds: int, told: Callable[[str], None] = str) -> dict[str, Comparison]:
    """Both sides in turn as they are, for slices that are long or can't be had again."""
    rows = []
    for number in range(1, rounds + 1):
        told(f"round {number} of {rounds}")
        rows.append((peer(), ours(), peer()))
    return {name: _comparison(rows, name) for name in rows[0][1] if name in rows[0][0]}


def _comparison(
    rows: Sequence[tuple[Mapping[str, float], Mapping[str, float], Mapping[str, float]]], name: str
) -> Comparison:
    triples = [(before[name], ours[name], after[name]) for before, ours, after in rows]
    return Comparison(
        ratio=Spread.of(ours / math.sqrt(before * after) for before, ours, after in triples),
        control=Spread.of(after / before for before, _ours, after in triples),
        ours=statistics.median(ours for _before, ours, _after in triples),
        peer=statistics.median(peer for before, _ours, after in triples for peer in (before, after)),
    )


def _worst(found: Mapping[str, Comparison]) -> float:
    return max(abs(math.log(comparison.control.median)) for comparison in found.values())


def timed(
    work: Callable[[], int], seconds: float, clock: Callable[[], float] = time.perf_counter
) -> Mapping[str, float]:
    """Do work, which says how many units it did, for so long; the rate of a second."""
    done, began = 0, clock()
    while (spent := clock() - began) < seconds:
        done += work()
    return {"rate": done / spent}

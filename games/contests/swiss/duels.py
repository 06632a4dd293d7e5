"""Swiss pairings of two: which pairs are likely, and who sits out. What a pair costs is in ``costs``.

Follows FIDE's Dutch system as far as a sum over pairs can say it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from games.contests.swiss.costs import Costs
from games.contests.swiss.matching import Two, cheapest
from games.contests.swiss.past import Past

MISFITS = 3
"""How many partners who want the same seat are offered, where some must take one they don't want."""


def duels(order: Sequence[Past], number: int) -> list[tuple[Past, ...]]:
    """The pairs of a round, everybody in it; ``order`` is best first, and so is each pair.

    Of an odd number one is alone: the last who has had neither a bye nor a win without playing, else the
    last who has had no bye, else the last.
    """
    if len(order) < 2:
        return [(past,) for past in order]
    resting = _resting(order) if len(order) % 2 else []
    costs = Costs(order, number, resting)
    likely = Likely(costs)
    fair = costs.balance * (likely.forced + 1)
    found = cheapest(len(order) + len(order) % 2, likely.offer, costs.cost, fair, costs.repeat)
    return [tuple(order[place] for place in pair if place < len(order)) for pair in found]


def _resting(order: Sequence[Past]) -> list[int]:
    """Who may have the bye, by their places: whoever comes first gets it if all others can be paired."""
    tiers = [
        [place for place, past in enumerate(order) if not past.full_byes and not past.walkovers],
        [place for place, past in enumerate(order) if not past.full_byes],
        list(range(len(order))),
    ]
    return list(reversed(next(tier for tier in tiers if tier)))


class Likely:
    """Which pairs of places a round is likely to have."""

    def __init__(self, costs: Costs) -> None:
        self.costs = costs
        self.count = len(costs.order)
        self.places: dict[tuple[int, int], list[int]] = {}

    @cached_property
    def forced(self) -> int:
        """How many pairs at the least want the same seat, both of them."""
        wants = self.costs.wants
        free = wants.count(None) + self.count % 2
        return max(0, abs(wants.count(0) - wants.count(1)) - free) // 2

    @cached_property
    def behind(self) -> list[int]:
        """For each place how many further down in its group want the same seat."""
        found: list[int] = []
        seen: Counter[tuple[int, int | None]] = Counter()
        for place in reversed(range(self.count)):
            key = (self.costs.groups[place].end, self.costs.wants[place])
            found.append(seen[key])
            seen[key] += 1
        return found[::-1]

    def offer(self, width: int) -> Iterator[Two]:
        """Likely pairs: near the one that the halves of a group give, and into the groups below."""
        if width >= self.count:
            yield from ((low, high) for high in range(self.count) for low in range(high))
        else:
            for place in range(self.count):
                for other in {*self._within(place, width), *self._below(place, width)}:
                    yield place, other
        yield from ((place, self.count) for place in self.costs.rests[:width])

    def _within(self, place: int, width: int) -> Iterable[int]:
        """Partners in the own group, further down."""
        group = self.costs.groups[place]
        ideal = place + group.half if place < group.middle else place + 1
        near = range(max(place + 1, ideal - 4 * width), min(group.end, ideal + 4 * width))
        ordered = sorted(near, key=lambda other: abs(other - ideal))
        yield from self._new(place, (other for other in ordered if self._fits(place, other)), width)
        if self.forced:
            yield from self._new(place, (other for other in ordered if not self._fits(place, other)), MISFITS)

    def _below(self, place: int, width: int) -> Iterable[int]:
        """Partners in groups below: the last of a group and the first of the next are the most likely."""
        end = self.costs.groups[place].end
        wants = self.costs.wants
        fitting = self._beyond(end, wants[place])
        ideal = self.behind[place]
        near = range(max(0, ideal - width), min(len(fitting), ideal + width))
        ordered = sorted(near, key=lambda at: abs(at - ideal))
        yield from self._new(place, (fitting[at] for at in ordered), width)
        if self.forced:
            yield from self._new(place, range(end, self.count), MISFITS)

    def _beyond(self, end: int, want: int | None) -> list[int]:
        """The places from there on who fit somebody who wants this seat."""
        key = (end, -1 if want is None else want)
        if key not in self.places:
            wants = self.costs.wants
            self.places[key] = [
                place for place in range(end, self.count) if want is None or wants[place] != want
            ]
        return self.places[key]

    def _fits(self, place: int, other: int) -> bool:
        wants = self.costs.wants
        return wants[place] is None or wants[place] != wants[other]

    def _new(self, place: int, others: Iterable[int], width: int) -> Iterator[int]:
        """The first so many whom it hasn't met."""
        order, met = self.costs.order, self.costs.order[place].met
        for other in others:
            if order[other].key not in met:
                yield other
                width -= 1
                if not width:
                    return

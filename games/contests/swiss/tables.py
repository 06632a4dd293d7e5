"""Swiss tables of three to six: new opponents first, then balanced seats, then even points.

Tables are filled from the top, then entries swap places as long as that makes the whole better. A good way,
not always the best one: that is beyond anybody's reach at these numbers.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from games.contests.swiss.balance import fitting, strained
from games.contests.swiss.past import Past

KNOWN = 16
"""What it costs to meet somebody again; how often they met before is added, squared."""
WINDOW = 48
"""How many are looked at for the next chair of a table."""
NEAR, PASSES = 6, 6
"""How many tables further down one may swap with, and how often all are gone through."""
SHARE = 60
"""Can be shared by up to six."""


def sizes(count: int, size: int, least: int) -> tuple[int, ...]:
    """The sizes of tables at which as many as possible play, the largest first: nearly equal, few tables."""
    for playing in range(count, 0, -1):
        tables = -(-playing // size)
        if tables * least <= playing:
            each, more = divmod(playing, tables)
            return tuple(each + (number < more) for number in range(tables))
    return ()


def tables(order: Sequence[Past], size: int, least: int) -> list[tuple[Past, ...]]:
    """Who sits together, those at a table in the order given, which is best first; who is alone has a bye.

    A bye goes to the last who have had neither one nor a win without playing, else no bye.
    """
    wanted = sizes(len(order), size, least)
    resting = _resting(order, len(order) - sum(wanted))
    playing = [past for past in order if past.key not in resting]
    if not playing:
        return [(past,) for past in order]
    hall = Hall(playing, wanted, size)
    hall.fill()
    hall.improve()
    return [*hall.seated(playing), *((past,) for past in order if past.key in resting)]


def _resting(order: Sequence[Past], count: int) -> set[int]:
    """The keys of so many who sit out."""
    last = sorted(order, key=lambda past: (not past.full_byes, not past.full_byes + past.walkovers))
    return {past.key for past in last[len(order) - count :]}


class Hall:
    """The tables of one round, filled with places in the order. Changes as entries swap."""

    def __init__(self, order: Sequence[Past], sizes: Sequence[int], size: int) -> None:
        place = {past.key: number for number, past in enumerate(order)}
        self.sizes = sizes
        self.met = [{place[key]: times for key, times in past.met.items() if key in place} for past in order]
        self.fits = [fitting(past, size) for past in order]
        step = max(1, math.gcd(*(order[0].points - past.points for past in order)))
        self.points = [(past.points - order[-1].points) // step for past in order]
        # Each of these weighs more than everything that comes after it.
        self.seat = 1 + SHARE * sum(points**2 for points in self.points)
        self.known = self.seat * (1 + len(order))
        self.tables: list[list[int]] = []
        self.troubles: list[int] = []

    def fill(self) -> None:
        """Fill all tables from the top."""
        left = list(range(len(self.points)))
        for size in self.sizes:
            table = [left.pop(0)]
            while len(table) < size:
                table.append(left.pop(self._next(table, left, size)))
            self.tables.append(table)
        self.troubles = [self._trouble(table) for table in self.tables]

    def _next(self, table: Sequence[int], left: Sequence[int], size: int) -> int:
        """Where among those left the next one for this table is: whoever fits best, near the ideal."""
        level = -self.points[table[0]]
        group = bisect_right(left, level, key=lambda place: -self.points[place])
        ideal = len(table) * (max(1, (group + len(table)) // size) - 1)
        near = range(max(0, ideal - WINDOW), min(group, ideal + WINDOW))
        window: list[int] = [
            *sorted(near, key=lambda at: abs(at - ideal)),
            *range(group, min(len(left), group + WINDOW)),
        ]
        return min(window, key=lambda at: self._joining(table, left[at], size))

    def _joining(self, table: Sequence[int], place: int, size: int) -> int:
        """What it costs that somebody joins a table, beside points."""
        masks = sorted(self.fits[other] for other in (*table, place))
        return self.known * self._known(place, table) + self.seat * strained(tuple(masks), size)

    def _known(self, place: int, others: Iterable[int]) -> int:
        met, known = self.met[place], 0
        for other in others:
            if other in met:
                known += KNOWN + met[other] * met[other]
        return known

    def _trouble(self, table: Sequence[int]) -> int:
        """What a full table costs, beside points."""
        known = sum(self._known(place, table[:at]) for at, place in enumerate(table))
        masks = sorted(self.fits[place] for place in table)
        return self.known * known + self.seat * strained(tuple(masks), len(table))

    def improve(self) -> None:
        """Swap as long as it makes the whole better, with tables near by, and with all where it must be."""
        count = len(self.tables)
        for number in range(PASSES):
            far = number % 2
            changed = [self._swap(one, count if far and self.troubles[one] else NEAR) for one in range(count)]
            if far and not any(changed):
                break

    def _swap(self, one: int, reach: int) -> bool:
        """Make the best swap of this table with one in reach; whether there was one that helps."""
        others = (two for two in range(max(0, one - reach), min(len(self.tables), one + reach + 1)))
        swaps = (swap for two in others if two != one for swap in self._swaps(one, two))
        gain, two, mine, theirs = min(swaps, default=(0, 0, 0, 0))
        if gain >= 0:
            return False
        ours, other = self.tables[one], self.tables[two]
        ours[mine], other[theirs] = other[theirs], ours[mine]
        self.troubles[one], self.troubles[two] = self._trouble(ours), self._trouble(other)
        return True

    def _swaps(self, one: int, two: int) -> Iterator[tuple[int, int, int, int]]:
        """Swaps of two tables that may help: what they change in cost, the other table, and both chairs."""
        ours, others = self.tables[one], self.tables[two]
        trouble = self.troubles[one] + self.troubles[two]
        for mine, theirs in product(range(len(ours)), range(len(others))):
            gain = self._evener(ours, others, self.points[others[theirs]] - self.points[ours[mine]])
            if trouble or gain < 0:
                then = [*ours[:mine], others[theirs], *ours[mine + 1 :]]
                gain += self._trouble(then) - trouble
                if gain < 0:
                    then = [*others[:theirs], ours[mine], *others[theirs + 1 :]]
                    yield gain + self._trouble(then), two, mine, theirs

    def _evener(self, ours: Sequence[int], others: Sequence[int], more: int) -> int:
        """How the unevenness changes if our table gets so many points more, and the other one fewer."""
        if not more:
            return 0
        mine, theirs = sum(self.points[place] for place in ours), sum(self.points[place] for place in others)
        return (SHARE // len(ours)) * (mine**2 - (mine + more) ** 2) + (SHARE // len(others)) * (
            theirs**2 - (theirs - more) ** 2
        )

    def seated(self, order: Sequence[Past]) -> list[tuple[Past, ...]]:
        """Who sits at which table, the best first."""
        return [tuple(order[place] for place in sorted(table)) for table in self.tables]

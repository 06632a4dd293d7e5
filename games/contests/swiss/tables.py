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
from games.rules.chance import Chance

KNOWN = 16
"""What it costs to meet somebody again; how often they met before is added, squared."""
WINDOW = 48
"""How many are looked at for the next chair of a table."""
NEAR, FAR, PASSES = 6, 50, 6
"""With how many tables further up and down one may swap, also where it must be, and how often all are gone
through."""
TRIES, SHAKES, FEW, JOLTS = 16, 2000, 250, 3
"""How often another way is tried where somebody is troubled, less often with many entries and never with more
than a few hundred; and with how many tables at a time."""
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


def tables(order: Sequence[Past], size: int, least: int, chance: Chance) -> list[tuple[Past, ...]]:
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
    hall.shake(chance)
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
        self.sums: list[int] = []
        self.troubles: list[int] = []

    def fill(self) -> None:
        """Fill all tables from the top."""
        left = list(range(len(self.points)))
        for size in self.sizes:
            table = [left.pop(0)]
            while len(table) < size:
                table.append(left.pop(self._next(table, left, size)))
            self.tables.append(table)
        self._measure()

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
        best, least = 0, None
        for at in window:
            cost = self._joining(table, left[at], size)
            if least is None or cost < least:
                best, least = at, cost
            if not cost:
                break
        return best

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
        """Swap as long as it makes the whole better, with tables near by, and far away where it must be."""
        count = len(self.tables)
        for number in range(PASSES):
            far = number % 2
            troubled = [at for at in range(count) if self.troubles[at]] if far else []
            changed = [self._swap(one, self._reach(one, troubled)) for one in range(count)]
            if far and not any(changed):
                break

    def _reach(self, one: int, troubled: Sequence[int]) -> set[int]:
        """The tables to swap with: those near by; where it must be, far away ones and others in trouble."""
        far = FAR if troubled and self.troubles[one] else NEAR
        found = set(range(max(0, one - far), min(len(self.tables), one + far + 1)))
        if far == FAR:
            found.update(sorted(troubled, key=lambda at: abs(at - one))[:FAR])
        return found - {one}

    def _swap(self, one: int, others: Iterable[int]) -> bool:
        """Make the best swap of this table with one of the others; whether there was one that helps."""
        swaps = (swap for two in others for swap in self._swaps(one, two))
        gain, two, mine, theirs = min(swaps, default=(0, 0, 0, 0))
        if gain >= 0:
            return False
        ours, other = self.tables[one], self.tables[two]
        ours[mine], other[theirs] = other[theirs], ours[mine]
        for at, table in ((one, ours), (two, other)):
            self.sums[at], self.troubles[at] = self._sum(table), self._trouble(table)
        return True

    def shake(self, chance: Chance) -> None:
        """As long as somebody is troubled, try other ways out of it, and keep what is better."""
        left = min(TRIES, SHAKES // len(self.points)) if len(self.points) <= FEW else 0
        while left and any(self.troubles):
            cost, kept = self._total(), [list(table) for table in self.tables]
            self._jolt(chance)
            self.improve()
            left -= 1
            if self._total() >= cost:
                self.tables = kept
                self._measure()

    def _jolt(self, chance: Chance) -> None:
        """Somebody of each of a few troubled tables swaps with somebody anywhere."""
        troubled = [at for at, trouble in enumerate(self.troubles) if trouble]
        for one in chance.shuffle(troubled)[:JOLTS]:
            ours, others = self.tables[one], self.tables[chance.below(len(self.tables))]
            mine, theirs = chance.below(len(ours)), chance.below(len(others))
            ours[mine], others[theirs] = others[theirs], ours[mine]
        self._measure()

    def _total(self) -> int:
        tables = zip(self.tables, self.sums, self.troubles, strict=True)
        return sum(trouble - SHARE // len(table) * points**2 for table, points, trouble in tables)

    def _measure(self) -> None:
        self.sums = [self._sum(table) for table in self.tables]
        self.troubles = [self._trouble(table) for table in self.tables]

    def _swaps(self, one: int, two: int) -> Iterator[tuple[int, int, int, int]]:
        """Swaps of two tables that may help: what they change in cost, the other table, and both chairs."""
        ours, others = self.tables[one], self.tables[two]
        trouble = self.troubles[one] + self.troubles[two]
        for mine, theirs in product(range(len(ours)), range(len(others))):
            more = self.points[others[theirs]] - self.points[ours[mine]]
            gain = self._evener(one, two, more) if more else 0
            if trouble or gain < 0:
                then = [*ours[:mine], others[theirs], *ours[mine + 1 :]]
                gain += self._trouble(then) - trouble
                if gain < 0:
                    then = [*others[:theirs], ours[mine], *others[theirs + 1 :]]
                    yield gain + self._trouble(then), two, mine, theirs

    def _evener(self, one: int, two: int, more: int) -> int:
        """How the unevenness changes if the first table gets so many points more, and the second fewer."""
        ours, theirs = SHARE // len(self.tables[one]), SHARE // len(self.tables[two])
        return theirs * more * (2 * self.sums[two] - more) - ours * more * (2 * self.sums[one] + more)

    def _sum(self, table: Sequence[int]) -> int:
        return sum(self.points[place] for place in table)

    def seated(self, order: Sequence[Past]) -> list[tuple[Past, ...]]:
        """Who sits at which table, the best first."""
        return [tuple(order[place] for place in sorted(table)) for table in self.tables]

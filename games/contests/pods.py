"""Knock-out at tables of several: the best of each table go on, until one table is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.contests.blocks import layout
from games.contests.field import Field, Meeting, Pair
from games.contests.plan import IllegalPlan, Stage
from games.contests.swiss.balance import seated
from games.contests.swiss.past import pasts
from games.rules.chance import Chance
from games.rules.refusal import gettext_noop as _


class Pods:
    """The best ``advance`` of each table go on, until all who are left sit at one table, which is the last.

    Tables are about equally large. Who is left over where that can't be has a bye and goes on; byes go to who
    did best so far. Should fewer go on than the last table needs, the best of the others fill it. Between
    equal points the place at the table decides, then the seeding. Who has withdrawn, or is absent in the next
    round, doesn't go on.
    """

    name = _("Knock-out at tables")

    def check(self, stage: Stage, size: int, entries: int) -> None:
        """Refuse tables of two, and a number of those who go on that leaves nobody out."""
        if size < 3:
            message = _("Where the best of each table go on, tables have three seats or more.")
            raise IllegalPlan(message, "illegal_size", "size")
        if not 1 <= stage.advance < size:
            message = _("From 1 to {most} of each table may go on.")
            raise IllegalPlan(message, "illegal_advance", "advance", most=size - 1)
        if entries and entries < 3:
            message = _("This takes at least {least} entries.")
            raise IllegalPlan(message, "illegal_entries", "entries", least=3)

    def rounds(self, stage: Stage, size: int, entries: int) -> int | None:
        """How many there are if nobody withdraws."""
        if not entries:
            return None
        number = 1
        while entries > size:
            sizes = layout(entries, size, 2)
            through = sum(min(stage.advance, table - 1) for table in sizes) + entries - sum(sizes)
            entries, number = max(through, 2), number + 1
        return number

    def pair(self, field: Field, number: int, chance: Chance) -> tuple[Pair, ...]:
        """The tables of those who are left; nobody who met in the last round meets at once if possible."""
        left = _left(field, number)
        if len(left) < max(2, field.least):
            return ()
        sizes = layout(len(left), field.size, field.least)
        idle = len(left) - sum(sizes)
        past = pasts(field, number)
        tables = [seated([past[key] for key in table], field.size) for table in _dealt(left[idle:], sizes)]
        pairs = [Pair(tuple(one.key for one in table), f"p{number}.{n}") for n, table in enumerate(tables, 1)]
        byes = [Pair((key,), f"p{number}.{len(pairs) + n}", "bye") for n, key in enumerate(left[:idle], 1)]
        return (*pairs, *byes)

    def ready(self, field: Field, number: int) -> bool:
        """Whether every earlier table has ended."""
        return number <= field.last_round + 1 and not any(meeting.is_open for meeting in field.meetings)

    def is_over(self, field: Field) -> bool:
        """Whether nobody plays any more, and fewer are left than a table needs."""
        return not any(meeting.is_open for meeting in field.meetings) and (
            len(_left(field, field.last_round + 1)) < max(2, field.least)
        )

    def ranking(self, field: Field) -> tuple[tuple[int, ...], ...] | None:
        """Who went further comes first, then who had the better place at the last table; others are level."""
        reached = {entry.key: (0, 0) for entry in field.drawn}
        for meeting in _counting(field):
            order = _order(field, meeting)
            for key in order:
                level = sum(
                    _merit(field, meeting, other)[:2] < _merit(field, meeting, key)[:2] for other in order
                )
                reached[key] = max(reached[key], (meeting.round, -level))
        levels = sorted(set(reached.values()), reverse=True)
        return tuple(tuple(key for key in reached if reached[key] == level) for level in levels)

    def title(self, field: Field, number: int) -> tuple[str, Mapping[str, object]]:
        """The number of the round, or that it is the last one."""
        rounds = self.rounds(field.stage, field.size, len(field.drawn))
        tables = [meeting for meeting in _counting(field) if meeting.round == number]
        if len(tables) == 1 if tables else number == rounds:
            return _("Final"), {}
        return _("Round {number}"), {"number": number}


def _counting(field: Field) -> list[Meeting]:
    return [meeting for meeting in field.meetings if meeting.how != "annulled"]


def _left(field: Field, number: int) -> list[int]:
    """Who is to play in a round, the best first."""
    if number == 1:
        return [entry.key for entry in field.drawn if entry.plays(1)]
    last = [meeting for meeting in _counting(field) if meeting.round == number - 1]
    if len(last) < 2:
        return []
    orders = [[key for key in _order(field, one) if field.by_key[key].plays(number)] for one in last]
    counts = [_through(field, meeting) for meeting in last]
    while sum(min(count, len(order)) for count, order in zip(counts, orders, strict=True)) < field.least:
        if all(count >= len(order) for count, order in zip(counts, orders, strict=True)):
            break
        counts = [count + 1 for count in counts]
    ranked = [
        (rank, field.by_key[key].number, key)
        for count, order in zip(counts, orders, strict=True)
        for rank, key in enumerate(order[:count])
    ]
    return [key for _rank, _number, key in sorted(ranked)]


def _through(field: Field, meeting: Meeting) -> int:
    """How many of a table go on."""
    return 1 if meeting.is_bye else min(field.stage.advance, len(meeting.shares) - 1)


def _order(field: Field, meeting: Meeting) -> list[int]:
    """The entries of a table, the best first."""
    return sorted((share.entry for share in meeting.shares), key=lambda key: _merit(field, meeting, key))


def _merit(field: Field, meeting: Meeting, key: int) -> tuple[int, int, int]:
    share = next(share for share in meeting.shares if share.entry == key)
    return -(share.points or 0), share.place or 0, field.by_key[key].number


def _dealt(keys: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """The entries dealt out to the tables, to and fro, so that the tables are about equally strong."""
    tables: list[list[int]] = [[] for _size in sizes]
    order = list(range(len(sizes)))
    rest = iter(keys)
    while any(len(table) < size for table, size in zip(tables, sizes, strict=True)):
        for index in order:
            if len(tables[index]) < sizes[index]:
                tables[index].append(next(rest))
        order.reverse()
    return tables

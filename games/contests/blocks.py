"""Round robins at tables of 3 to 6: balanced blocks, where everybody meets everybody about equally often."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.contests.designs import DESIGNS
from games.contests.field import Entry, Field, Pair

Tables = tuple[tuple[int, ...], ...]


def layout(entries: int, size: int, least: int) -> tuple[int, ...]:
    """How many sit at each table of a round: about as many everywhere, nobody left over if that can be."""
    tables = -(-entries // size)
    if entries >= tables * least:
        return tuple((entries + tables - 1 - table) // tables for table in range(tables))
    return (size,) * (entries // size)


@lru_cache(maxsize=256)
def design(entries: int, size: int, least: int) -> tuple[Tables, ...]:
    """The rounds of one leg: their tables, with places of the draw from 0 in the order of seats."""
    if entries <= size:
        return ((tuple(range(entries)),),)
    return read(
        DESIGNS.get((entries, layout(entries, size, least))) or DESIGNS[entries, layout(entries, size, 2)]
    )


def read(text: str) -> tuple[Tables, ...]:
    """A design as it is written: rounds, their tables, and the letters of those who sit there."""
    return tuple(
        tuple(tuple(ord(letter) - ord("a") for letter in table) for table in line.split(" "))
        for line in text.split("/")
    )


def rounds(entries: int, size: int) -> int:
    """How many rounds a leg has, whatever the fewest seats of a table are."""
    return max(len(design(entries, size, least)) for least in (2, 3))


def pair(field: Field, number: int) -> tuple[Pair, ...]:
    """The tables of a round, mended where somebody isn't there.

    Who has a free round isn't named. In a further leg everybody takes the next one's part, and seats change.
    """
    draw = field.drawn
    blocks = design(len(draw), field.size, field.least)
    leg, turn = divmod(number - 1, len(blocks))
    shift = leg if len(blocks[turn]) > 1 else 0
    tables = [[draw[(place + shift) % len(draw)] for place in _turned(table, leg)] for table in blocks[turn]]
    return mended(tables, field, number)


def _turned(table: tuple[int, ...], leg: int) -> tuple[int, ...]:
    """The table with everybody so many seats further on."""
    shift = leg % len(table)
    return table[shift:] + table[:shift]


def mended(tables: Sequence[Sequence[Entry]], field: Field, number: int) -> tuple[Pair, ...]:
    """The tables without those who don't play in this round.

    People of tables that are too small then make tables of their own; who is left of them goes to tables with
    room, or gets company from larger ones. Whoever finds none has won by forfeit against those who aren't
    there. If nobody plays at all, every table is a forfeit that nobody has won.
    """
    present = [[entry.key for entry in table if entry.plays(number)] for table in tables]
    held = [table for table in present if len(table) >= field.least]
    spare = iter([key for table in present if len(table) < field.least for key in table])
    count = sum(len(table) for table in present if len(table) < field.least)
    held += [[next(spare) for _seat in range(size)] for size in layout(count, field.size, field.least)]
    rest = _seated(list(spare), held, field.least, field.size)
    pairs = [Pair(tuple(table), how="open") for table in held]
    away = [entry.key for table in tables for entry in table if not entry.plays(number)]
    if rest and away:
        pairs.append(Pair((*rest, *away[: field.size - len(rest)]), how="forfeit"))
    return tuple(pairs) or tuple(Pair(tuple(one.key for one in table), how="forfeit") for table in tables)


def _seated(rest: list[int], tables: list[list[int]], least: int, size: int) -> list[int]:
    """Find seats for those who are left over; who finds none."""
    spare = sum(len(table) - least for table in tables)
    room = sum(size - len(table) for table in tables)
    if rest and room < len(rest) and spare >= least - len(rest):
        while len(rest) < least:
            rest.append(max(tables, key=len).pop())
        tables.append(rest)
        return []
    while rest and room:
        min(tables, key=len).append(rest.pop(0))
        room -= 1
    return rest

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
    text = DESIGNS.get((entries, size, least)) or DESIGNS[entries, size, 2]
    return tuple(_tables(line) for line in text.split("/"))


def _tables(line: str) -> Tables:
    return tuple(tuple(ord(letter) - ord("a") for letter in table) for table in line.split(" "))


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

    A table that is too small gets somebody from a large one, or else its people go to tables with room. If
    that can't be either, it is a forfeit, which those who are there have won.
    """
    left = [[entry.key for entry in table if entry.plays(number)] for table in tables]
    for table in left:
        if len(table) < field.least:
            _fill(table, left, field.least)
        if len(table) < field.least:
            _spread(table, left, field.least, field.size)
    pairs = [Pair(tuple(table), how="open") for table in left if len(table) >= field.least]
    stuck = [index for index, table in enumerate(left) if 0 < len(table) < field.least]
    for index in stuck or (range(len(left)) if not pairs else ()):
        pairs.append(_forfeit(left[index], tables[index], number))
    return tuple(pairs)


def _fill(table: list[int], tables: Sequence[list[int]], least: int) -> None:
    """Bring people from larger tables, if there are enough of them."""
    spare = sum(max(0, len(other) - least) for other in tables)
    if not table or spare < least - len(table):
        return
    while len(table) < least:
        table.append(max(tables, key=len).pop())


def _spread(table: list[int], tables: Sequence[list[int]], least: int, size: int) -> None:
    """Let the people of a table go to others, if all of them find room."""
    others = [other for other in tables if other is not table and len(other) >= least]
    if sum(size - len(other) for other in others) < len(table):
        return
    while table:
        min(others, key=len).append(table.pop())


def _forfeit(present: Sequence[int], table: Sequence[Entry], number: int) -> Pair:
    """A table that can't be held: those who are there, and those who should be."""
    absent = [entry.key for entry in table if not entry.plays(number)]
    return Pair((*present, *absent), how="forfeit")

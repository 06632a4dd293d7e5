"""Round robins at tables of 3 to 6: balanced blocks, where everybody meets everybody about equally often."""

from __future__ import annotations

from games.contests.field import Field, Pair


def rounds(entries: int, size: int) -> int:
    """How many rounds there are."""
    return 1 if entries <= size else -(-(entries - 1) // (size - 1))


def pair(field: Field, number: int) -> tuple[Pair, ...]:
    """The tables of a round."""
    present = [entry for entry in field.drawn if entry.plays(number)]
    return (Pair(tuple(entry.key for entry in present)),) if len(present) <= field.size else ()

"""What the course of a match can be drawn from: numbers that rise and fall, and what its events add up to.

Data alone; how it looks is the business of ``games.drawing``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from games.rules.picture import Seat

Number = int | float
Facts = Sequence[Mapping[str, Any]]
"""The events of one turn that everybody may know, each with its ``kind`` and its ``data``."""


class Gauge(msgspec.Struct, frozen=True):
    """A number that each seat has in a position, to follow from turn to turn.

    ``key`` tells it from the game's others, ``name`` is a message id. ``values`` go by seat; None for a seat
    that has no such number now. ``goal`` is the number that everybody plays for, if there is one.
    """

    key: str
    name: str
    values: tuple[Number | None, ...]
    goal: Number | None = None


class Tally(msgspec.Struct, frozen=True):
    """A table of numbers: a row for each name, and in it a number for each seat, or None.

    ``rows`` are message ids, or words of no language such as ``K`` or ``24``. A ``heat`` map shows how often
    or how much, ``bars`` compare the seats of a row. ``name`` and ``about`` are message ids, and so is
    ``head``, which says what the rows are.
    """

    key: str
    name: str
    about: str
    head: str
    look: Literal["heat", "bars"]
    rows: tuple[str, ...]
    values: tuple[tuple[Number | None, ...], ...]


class Spot(msgspec.Struct, frozen=True):
    """A space of a plan of the board, its column and row from the top left, the seat and number it shows."""

    name: str
    x: int
    y: int
    value: Number | None = None
    seat: Seat | None = None


class Plan(msgspec.Struct, frozen=True):
    """A plan of the board with a number on each space; with ``heat``, high numbers stand out."""

    key: str
    name: str
    about: str
    spots: tuple[Spot, ...]
    heat: bool = False


Sheet = Tally | Plan


def found(turns: Sequence[Facts], *kinds: str) -> list[Mapping[str, Any]]:
    """The data of all events of these kinds, in the order in which they happened."""
    return [fact["data"] for facts in turns for fact in facts if fact["kind"] in kinds]


def filled(rows: Sequence[Sequence[Number | None]]) -> tuple[tuple[Number | None, ...], ...]:
    """Rows of numbers as a tally has them."""
    return tuple([tuple(row) for row in rows])

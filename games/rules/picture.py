"""A position as data for a drawing: spaces, men, cards. How it looks is the business of ``games.drawing``."""

from __future__ import annotations

from typing import Literal

import msgspec

Seat = int
"""A seat is its index at the table, 0 up to the number of seats less one."""


class Cell(msgspec.Struct, frozen=True):
    """One space of a board. ``x`` and ``y`` count from the top left in units of one space.

    ``man`` is the seat whose man stands there, ``others`` are the seats of further men on the same space.
    ``card`` is the card that lies there (``7H``, ``R10``, ``9``), or ``?`` for one that lies face down.
    ``word`` is a message id that says in a word or two what the space is, or a short text such as ``$20``.
    ``marks`` are words the drawing has a look for: ``here`` (the spot everybody looks at), ``line`` (part of
    a winning line), ``new`` (changed last turn), ``down`` (turned over), ``open`` (may be chosen now).
    """

    name: str
    x: float
    y: float
    man: Seat | None = None
    marks: tuple[str, ...] = ()
    others: tuple[Seat, ...] = ()
    card: str = ""
    word: str = ""


class Hand(msgspec.Struct, frozen=True):
    """The cards a seat holds, as far as the view shows them, and what else there is to say of the seat.

    ``cards`` are names such as ``KH``; ``hidden`` counts cards that are there but not shown; ``facts`` are
    (message id, number) pairs such as ``("pieces left", 5)``.
    """

    seat: Seat
    cards: tuple[str, ...] = ()
    hidden: int = 0
    facts: tuple[tuple[str, float], ...] = ()


class Picture(msgspec.Struct, frozen=True):
    """A board as data: cells on a sheet of ``width`` × ``height`` spaces, and a hand for each seat.

    ``look`` says what kind of board it is: ``squares`` with men on them, ``piles`` of cards on a sheet, a
    ``trick`` of cards on a table, or a ``race`` with a ring of spaces round it.
    """

    width: float
    height: float
    cells: tuple[Cell, ...]
    hands: tuple[Hand, ...] = ()
    look: Literal["squares", "piles", "trick", "race", "chess"] = "squares"

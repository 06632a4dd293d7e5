"""A position as data for a drawing: spaces, men, cards. How it looks is the business of ``games.drawing``."""

from __future__ import annotations

from typing import Literal

import msgspec

Seat = int
"""A seat is its index at the table, 0 up to the number of seats less one."""


class Cell(msgspec.Struct, frozen=True):
    """One space of a board. ``x`` and ``y`` count from the top left in units of one space.

    ``man`` is the seat whose man stands there, ``others`` are the seats of further men on the same space.
    ``card`` is the card that lies there (``7H``, ``R10``, ``9``), or ``?`` for one that lies face down; on a
    chessboard the letter of the man (``Q``), with the movement of one that was bid for (``X:RN``).
    ``word`` is a message id that says in a word or two what the space is, or a short text such as ``$20``.
    ``marks`` are words the drawing has a look for: ``here`` (the spot everybody looks at), ``line`` (part of
    a winning line), ``new`` (changed last turn), ``down`` (turned over), ``open`` (may be chosen now), and
    on a chessboard ``black`` and ``grey`` (whose man, or nobody's), ``goes`` and ``takes`` (reached only so),
    ``usual`` (a man that will stand there unless something is said), ``far`` (not to be set up on).
    """

    name: str
    x: float
    y: float
    man: Seat | None = None
    marks: tuple[str, ...] = ()
    others: tuple[Seat, ...] = ()
    card: str = ""
    word: str = ""


class Group(msgspec.Struct, frozen=True):
    """Men beside a board: what they have in common, a message id, and each as a cell would name it."""

    label: str
    men: tuple[str, ...]
    black: bool = False


class Hand(msgspec.Struct, frozen=True):
    """The cards a seat holds, as far as the view shows them, and what else there is to say of the seat.

    ``cards`` are names such as ``KH``; ``hidden`` counts cards that are there but not shown; ``facts`` are
    (message id, number) pairs such as ``("pieces left", 5)``, ``words`` message ids that stand before them;
    ``men`` are beside the board and belong to the seat in some way.
    """

    seat: Seat
    cards: tuple[str, ...] = ()
    hidden: int = 0
    facts: tuple[tuple[str, float], ...] = ()
    words: tuple[str, ...] = ()
    men: tuple[Group, ...] = ()


class Item(msgspec.Struct, frozen=True):
    """What is bid for, or was: its name and what it does (message ids), and whose it is (None for nobody's).

    ``row`` is its place in the list of the rules (0 for one that is not there), ``card`` its man as a cell
    names it, if it is one, ``betza`` the movement that may stand in a gap of ``words``. ``reach`` are squares
    with a mark of ``Cell`` for each, where a diagram should show how it moves.
    """

    row: int
    name: str
    words: str
    betza: str = ""
    card: str = ""
    seat: Seat | None = None
    facts: tuple[tuple[str, float], ...] = ()
    reach: tuple[tuple[str, str], ...] = ()


class Picture(msgspec.Struct, frozen=True):
    """A board as data: cells on a sheet of ``width`` × ``height`` spaces, and a hand for each seat.

    ``look`` says what kind of board it is: ``squares`` with men on them, ``piles`` of cards on a sheet, a
    ``trick`` of cards on a table, a ``race`` with a ring of spaces round it, or a board for ``chess``.
    ``items`` are said beside it.
    """

    width: float
    height: float
    cells: tuple[Cell, ...]
    hands: tuple[Hand, ...] = ()
    look: Literal["squares", "piles", "trick", "race", "chess"] = "squares"
    items: tuple[Item, ...] = ()

"""Foursquare again, slowly and from the rules text alone: a yardstick for the real rules, not a part of them.

Piles are lists of cards with a face each, cells are pairs of numbers. Nothing of the real rules is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass
class Card:
    """A card on the sheet."""

    rank: int
    up: bool


@dataclass
class Slow:
    """A position: a pile for each cell that has one, by column and row; the stock, next card first."""

    piles: dict[tuple[int, int], list[Card]]
    stock: list[int]
    options: Mapping[str, object] = field(default_factory=dict)
    end: str = ""
    score: int = 0


def cell_of(name: str) -> tuple[int, int]:
    return "abcdefg".index(name[0]) + 1, int(name[1])


def name_of(cell: tuple[int, int]) -> str:
    return "abcdefg"[cell[0] - 1] + str(cell[1])


def may_go(position: Slow, cell: tuple[int, int]) -> bool:
    """Whether the card drawn may go to a cell."""
    if not position.piles:
        return cell == (4, 4)
    if cell in position.piles:
        return len(position.piles[cell]) < 4
    touching = 0
    for column, row in position.piles:
        if abs(column - cell[0]) + abs(row - cell[1]) == 1:
            touching += 1
    columns = [column for column, _ in position.piles] + [cell[0]]
    rows = [row for _, row in position.piles] + [cell[1]]
    return touching > 0 and max(columns) - min(columns) < 4 and max(rows) - min(rows) < 4


def cells(position: Slow) -> list[str]:
    """The names of all legal cells, in the order of the alphabet."""
    found = []
    for column in range(1, 8):
        for row in range(1, 8):
            if may_go(position, (column, row)):
                found.append(name_of((column, row)))
    return sorted(found)


def turn(position: Slow, name: str) -> None:
    """One turn: the card drawn goes to a cell; the position changes in place."""
    here = cell_of(name)
    assert may_go(position, here)
    placed = Card(position.stock.pop(0), up=True)
    position.piles.setdefault(here, []).append(placed)
    for axis in (1, 0):
        line = []
        for cell, pile in position.piles.items():
            if cell != here and cell[axis] == here[axis]:
                line.append(pile[-1])
        if line and extreme(position, placed.rank, line):
            for card in line:
                card.up = not card.up
            if position.options["flip"] == "all":
                placed.up = not placed.up
    judge(position)


def extreme(position: Slow, rank: int, line: list[Card]) -> bool:
    """Whether a rank is above or below all other cards of its line that count."""
    higher = lower = True
    for card in line:
        if card.up or position.options["compare"] == "all":
            if rank <= card.rank:
                higher = False
            if rank >= card.rank:
                lower = False
    return higher or lower


def judge(position: Slow) -> None:
    tops = [pile[-1] for pile in position.piles.values()]
    up = sum(1 for card in tops if card.up)
    if len(tops) - up > 4:
        position.end = "lost_down"
    elif up == 16:
        position.end, position.score = "won", len(position.stock)
    elif not position.stock:
        position.end = "lost_stock"
    if position.end.startswith("lost") and position.options["loss_score"] == "faceup":
        position.score = up


def quietest(position: Slow) -> str:
    """The cell played in silence: fewest face down, then a pile rather than none, then the first by name."""
    found = []
    for name in cells(position):
        after = Slow(
            {cell: [Card(card.rank, card.up) for card in pile] for cell, pile in position.piles.items()},
            list(position.stock),
            position.options,
        )
        turn(after, name)
        closed = sum(1 for pile in after.piles.values() if not pile[-1].up)
        found.append((closed, cell_of(name) not in position.piles, name))
    return min(found)[2]

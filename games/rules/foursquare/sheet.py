"""The sheet of Foursquare: the names of its cells, which lie beside each other, and where a card may go.

A cell is its index in the order of the names: a1, a2, … g7.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

SIDE = 7
"""The first card lies in the middle, so that a grid of four may grow from it in every direction."""
WIDEST = 4
"""How many columns and rows the grid may have."""
DEEPEST = 4
"""How many cards a pile may have."""
WHOLE = WIDEST * WIDEST

NAMES = tuple(column + row for column in "abcdefg" for row in "1234567")
CELLS = {name: cell for cell, name in enumerate(NAMES)}
MIDDLE = CELLS["d4"]

COLUMNS = tuple(
    tuple(other for other in range(SIDE * SIDE) if other // SIDE == cell // SIDE and other != cell)
    for cell in range(SIDE * SIDE)
)
"""For each cell the other cells of its column."""
ROWS = tuple(
    tuple(other for other in range(SIDE * SIDE) if other % SIDE == cell % SIDE and other != cell)
    for cell in range(SIDE * SIDE)
)
"""For each cell the other cells of its row."""
BESIDE = tuple(
    tuple(other for other in (*COLUMNS[cell], *ROWS[cell]) if abs(other - cell) in (1, SIDE))
    for cell in range(SIDE * SIDE)
)
"""For each cell those that share an edge with it."""


class Window(NamedTuple):
    """The columns and rows that the grid may still come to lie in."""

    left: int
    right: int
    bottom: int
    top: int

    def holds(self, cell: int) -> bool:
        """Whether a cell lies in it."""
        return self.left <= cell // SIDE <= self.right and self.bottom <= cell % SIDE <= self.top


@lru_cache(maxsize=4096)
def window(heights: tuple[int, ...]) -> Window:
    """What is within reach, given how many cards lie on each cell; the whole sheet before the first card."""
    used = [cell for cell, height in enumerate(heights) if height]
    if not used:
        return Window(0, SIDE - 1, 0, SIDE - 1)
    columns, rows = [cell // SIDE for cell in used], [cell % SIDE for cell in used]
    return Window(
        max(max(columns) - WIDEST + 1, 0),
        min(min(columns) + WIDEST - 1, SIDE - 1),
        max(max(rows) - WIDEST + 1, 0),
        min(min(rows) + WIDEST - 1, SIDE - 1),
    )


@lru_cache(maxsize=4096)
def legal(heights: tuple[int, ...]) -> tuple[int, ...]:
    """The cells that a card may go to, given how many cards lie on each, in the order of their names."""
    if not any(heights):
        return (MIDDLE,)
    left, right, bottom, top = window(heights)
    near = {beside for cell, height in enumerate(heights) if height for beside in BESIDE[cell]}
    within = [
        cell
        for column in range(left, right + 1)
        for cell in range(column * SIDE + bottom, column * SIDE + top + 1)
    ]
    return tuple([cell for cell in within if (heights[cell] < DEEPEST if heights[cell] else cell in near)])

"""Which cards turn over in Foursquare when one is placed.

Only top cards matter, so a position is here one number a cell: 0 without a pile, else the rank of the top
card, below zero if that lies face down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from games.rules.foursquare.sheet import COLUMNS, ROWS, SIDE
from games.rules.foursquare.state import Piles

Flip = Literal["others", "all"]
Compare = Literal["up", "all"]


def tops_of(piles: Piles, down: Sequence[int]) -> list[int]:
    """The position of some piles, of which those on the cells ``down`` lie face down."""
    tops = [pile[-1] if pile else 0 for pile in piles]
    for cell in down:
        tops[cell] = -tops[cell]
    return tops


def turning(tops: Sequence[int], cell: int, rank: int, compare: Compare) -> tuple[list[int], list[int]]:
    """The other cells of the row, then of the column, that turn over when a rank is placed on a cell."""
    return _line(tops, ROWS[cell], rank, compare), _line(tops, COLUMNS[cell], rank, compare)


def _line(tops: Sequence[int], others: Sequence[int], rank: int, compare: Compare) -> list[int]:
    """The other piles of a line if the rank is above or below all that count, else none."""
    piles = [other for other in others if tops[other]]
    ranks = [abs(tops[other]) for other in piles if tops[other] > 0 or compare == "all"]
    extreme = not ranks or rank > max(ranks) or rank < min(ranks)
    return piles if extreme else []


def turned(tops: Sequence[int], cell: int, rank: int, lines: Sequence[list[int]], flip: Flip) -> list[int]:
    """The position after a rank was placed on a cell and the cells of those lines turned over."""
    after = list(tops)
    after[cell] = rank
    for line in lines:
        for other in line if flip == "others" or not line else (*line, cell):
            after[other] = -after[other]
    return after


Span = tuple[int, int, int]
"""The lowest and highest rank that do not turn a line, and how many more of it lie face down if it turns."""
NEVER: Span = (0, 11, 0)
ALWAYS = (11, 0)


def spans(tops: Sequence[int], cells: Sequence[int], compare: Compare) -> list[tuple[Span, Span]]:
    """For each of some cells what a rank placed there does to the others of its row and of its column."""
    columns = [[top for top in tops[start : start + SIDE] if top] for start in range(0, SIDE * SIDE, SIDE)]
    rows = [[top for top in tops[start::SIDE] if top] for start in range(SIDE)]
    of_columns = [_span(line, compare) for line in columns]
    of_rows = [_span(line, compare) for line in rows]
    found = []
    for cell in cells:
        column, row, top = cell // SIDE, cell % SIDE, tops[cell]
        if top:
            found.append(
                (_span(_without(rows[row], top), compare), _span(_without(columns[column], top), compare))
            )
        else:
            found.append((of_rows[row], of_columns[column]))
    return found


def _span(line: list[int], compare: Compare) -> Span:
    if not line:
        return NEVER
    up = [top for top in line if top > 0]
    ranks = up if compare == "up" else list(map(abs, line))
    least, most = (min(ranks), max(ranks)) if ranks else ALWAYS
    return least, most, 2 * len(up) - len(line)


def _without(line: list[int], top: int) -> list[int]:
    """The other piles of a line, whose order does not matter."""
    others = line.copy()
    others.remove(top)
    return others


def count_down(tops: Sequence[int]) -> int:
    """How many piles lie face down."""
    return sum([top < 0 for top in tops])

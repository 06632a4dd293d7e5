"""Which cards turn over in Foursquare when one is placed.

Only top cards matter, so a position is here one number a cell: 0 without a pile, else the rank of the top
card, below zero if that lies face down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from games.rules.foursquare.sheet import COLUMNS, ROWS
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


def count_down(tops: Sequence[int]) -> int:
    """How many piles lie face down."""
    return sum([top < 0 for top in tops])

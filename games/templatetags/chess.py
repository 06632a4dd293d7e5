"""The list of Bid Chess for its page of rules: all 41 rows, with a diagram for each movement."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from django import template
from django.utils.safestring import SafeString, mark_safe

from games import drawing
from games.rules.bid_chess.beside import moved_as, reach
from games.rules.bid_chess.men import ROWS, Row

register = template.Library()


class Line(NamedTuple):
    """A row of the list, how its man is drawn, and how it moves; most powers have neither."""

    row: Row
    man: SafeString
    diagram: SafeString


@register.simple_tag
@cache
def moves() -> SafeString:
    """The diagrams that the lines refer to, each movement once."""
    return mark_safe(drawing.diagrams({_shown(row): reach(moved_as(row)) for row in ROWS if moved_as(row)}))


@register.simple_tag
@cache
def men_and_powers() -> tuple[Line, ...]:
    """All rows of the list."""
    return tuple([_line(row) for row in ROWS])


def _line(row: Row) -> Line:
    diagram = mark_safe(drawing.referred(_shown(row)) if moved_as(row) else "")
    return Line(row, mark_safe(drawing.man(_shown(row), False) if row.betza else ""), diagram)


def _shown(row: Row) -> str:
    """The man of a row as a cell names it."""
    return "K" if row.power else f"X:{row.betza}"

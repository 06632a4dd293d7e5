"""A bracket as SVG: boxes of those who meet, in columns by rounds, with lines to where the winners go.

Drawn from values; what stands where is the caller's. The style sheet dresses it, in light and in dark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDE, ROW, GAP, BETWEEN, EDGE, HEAD = 176, 24, 16, 36, 4, 18
"""A box and one of its rows, the room below a box and beside it, around all and above all, in pixels."""
LONGEST = 17
"""So many letters of a name there is room for; who wants the rest finds it in the box's title."""


@dataclass(frozen=True)
class Row:
    """One of those who meet. ``won`` says that it goes on from here."""

    name: str
    result: str = ""
    won: bool = False
    mine: bool = False


@dataclass(frozen=True)
class Box:
    """A pairing: in a column from 0, its middle so many boxes down, with what is said of it in words."""

    column: int
    middle: float
    rows: tuple[Row, ...]
    title: str
    url: str = ""
    comes_from: tuple[int, ...] = ()
    """The indices of the boxes whose winners meet here."""


def svg(boxes: Sequence[Box], label: str, heads: Sequence[str] = ()) -> str:
    """Boxes as one SVG text, with what stands above each column; empty without any."""
    if not boxes:
        return ""
    top = HEAD if any(heads) else 0
    tall = max(len(box.rows) for box in boxes) * ROW + GAP
    width = (max(box.column for box in boxes) + 1) * (WIDE + BETWEEN) - BETWEEN + 2 * EDGE
    height = (max(box.middle for box in boxes) + 0.5) * tall + 2 * EDGE + top
    said = "".join(
        _text("bracket-head", EDGE + column * (WIDE + BETWEEN), EDGE + 12, head)
        for column, head in enumerate(heads)
    )
    lines = "".join(_line(boxes[at], box, tall) for box in boxes for at in box.comes_from)
    drawn = "".join(_box(box, tall) for box in boxes)
    return (
        f'<svg class="bracket" width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}" '
        f'role="group" aria-label="{escape(label)}">'
        f'{said}<g transform="translate(0 {top})">{lines}{drawn}</g></svg>'
    )


def _left(box: Box) -> float:
    return EDGE + box.column * (WIDE + BETWEEN)


def _middle(box: Box, tall: float) -> float:
    return EDGE + box.middle * tall


def _line(source: Box, box: Box, tall: float) -> str:
    """From the right of a box to the left of the one where its winner goes."""
    start, end = _left(source) + WIDE, _left(box)
    half = end - BETWEEN / 2
    return (
        f'<path class="bracket-line" d="M{start:g} {_middle(source, tall):g}H{half:g}'
        f'V{_middle(box, tall):g}H{end:g}"/>'
    )


def _box(box: Box, tall: float) -> str:
    x, height = _left(box), len(box.rows) * ROW
    y = _middle(box, tall) - height / 2
    rows = "".join(_row(row, x, y + at * ROW) for at, row in enumerate(box.rows))
    parts = "".join(
        f'<path class="bracket-part" d="M{x:g} {y + at * ROW:g}h{WIDE}"/>' for at in range(1, len(box.rows))
    )
    frame = f'<rect class="bracket-box" x="{x:g}" y="{y:g}" width="{WIDE}" height="{height}" rx="4"/>'
    inside = f"<title>{escape(box.title)}</title>{frame}{rows}{parts}"
    if box.url:
        return f'<a href="{escape(box.url)}">{inside}</a>'
    return f"<g>{inside}</g>"


def _row(row: Row, x: float, y: float) -> str:
    looks = " ".join(["bracket-row", *(["won"] if row.won else []), *(["own"] if row.mine else [])])
    ground = (
        f'<rect class="bracket-own" x="{x:g}" y="{y:g}" width="{WIDE}" height="{ROW}"/>' if row.mine else ""
    )
    base = y + ROW * 0.68
    name = _text(looks, x + 8, base, _short(row.name))
    return ground + name + (_text(looks, x + WIDE - 8, base, row.result, "end") if row.result else "")


def _text(looks: str, x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text class="{looks}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(text)}</text>'


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1].rstrip() + "…"

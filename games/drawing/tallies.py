"""Heat maps, bars and plans of a board as SVG, from tables of numbers. Strings alone.

Every number stands where its colour is, so that colour is never needed to read one.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from games.drawing.charts import LETTER, short, text
from games.drawing.emblems import letter, place
from games.drawing.scales import Scale, ticks
from games.drawing.words import amount
from games.rules.course import Plan, Spot

Number = int | float
Rows = Sequence[Sequence[Number | None]]
WIDTH = 344
SHADES = 5
SIDE = 42
"""A space of a plan, in pixels."""
ROW, BAR, HEAD = 28, 17, 24
"""A row of a heat map, a bar, and the name above the bars of a row."""


def shade(value: Number | None, most: Number) -> int:
    """How dark a number is shown, from 0 for nothing to ``SHADES`` for the highest."""
    if value is None or value <= 0 or most <= 0:
        return 0
    return max(1, min(SHADES, -int(-value * SHADES // most)))


def frame(look: str, height: float, label: str, said: str, body: str, width: float = WIDTH) -> str:
    """A drawing with its name and what it says."""
    return (
        f'<svg class="chart {look}" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" aria-label="{escape(label)}"><title>{escape(label)}</title>'
        f"<desc>{escape(said)}</desc>{body}</svg>"
    )


def sign(seat: int, x: float, y: float, size: float = 16, look: str = "") -> str:
    """The emblem of a seat, its top left corner at a point."""
    return (
        f'<use class="sign s{place(seat)}{look}" href="#suit-{letter(seat)}" x="{x:g}" y="{y:g}" '
        f'width="{size:g}" height="{size:g}"/>'
    )


def heat(head: str, rows: Sequence[str], values: Rows, label: str, said: str) -> str:
    """A number for each row and seat, the higher the darker."""
    seats = len(values[0]) if values else 0
    most = max([value for row in values for value in row if value is not None], default=0)
    left = min(150.0, 14 + LETTER * max(map(len, [head, *rows])))
    wide = min(64.0, (WIDTH - left) / max(1, seats))
    top = 24
    body = text("tick", left - 8, 16, short(head, 18), "end")
    body += "".join([sign(seat, left + wide * (seat + 0.5) - 8, 3) for seat in range(seats)])
    for at, (name, row) in enumerate(zip(rows, values, strict=True)):
        y = top + ROW * at
        body += text("row", left - 8, y + 18.5, short(name, 18), "end")
        for seat, value in enumerate(row):
            dark = shade(value, most)
            x = left + wide * seat
            body += _cell(dark, x, y, wide, ROW)
            if value is not None:
                body += text(
                    f"in shade-{dark}", x + wide / 2, y + 18.5, amount(value) if value else "·", "middle"
                )
    return frame("heat", top + ROW * len(rows) + 4, label, said, body)


def _cell(dark: int, x: float, y: float, wide: float, tall: float) -> str:
    where = f'x="{x + 1:g}" y="{y + 1:g}" width="{wide - 2:g}" height="{tall - 2:g}"'
    return f'<rect class="cell shade-{dark}" {where} rx="3"/>'


def bars(head: str, rows: Sequence[str], values: Rows, label: str, said: str) -> str:
    """A bar for each seat of each row, from a line at zero, with its number at its end."""
    found = [value for row in values for value in row if value is not None]
    marks = ticks(min([0, *found]), max([0, *found]), 4)
    ends = LETTER * max([len(amount(value)) for value in found], default=1) + 8
    left = 26 + (ends if marks[0] < 0 else 0)
    scale = Scale(marks[0], marks[-1], left, WIDTH - ends)
    body, y = text("tick", 2, 14, head), 18.0
    for name, row in zip(rows, values, strict=True):
        body += text("row", 2, y + 16, short(name, 40))
        y += HEAD
        start = y
        for seat, value in enumerate(row):
            if value is not None:
                body += _bar(seat, value, scale, y)
                y += BAR
        body += f'<path class="zero" d="M{scale.at(0):g} {start - 1:g}V{y:g}"/>'
        y += 8
    return frame("bars", y, label, said, body)


def _bar(seat: int, value: Number, scale: Scale, y: float) -> str:
    zero, end = scale.at(0), scale.at(value)
    left, wide = min(zero, end), abs(end - zero)
    look = (
        f'<rect class="bar s{place(seat)}" x="{left:g}" y="{y + 1:g}" width="{wide:g}" height="{BAR - 4}"/>'
    )
    anchor = "end" if value < 0 else "start"
    number = text("bar-end", end + (-4 if value < 0 else 4), y + 12.5, amount(value), anchor)
    return sign(seat, 4, y, 14) + look + number


def plan(found: Plan, label: str, said: str) -> str:
    """A board seen from above with a number on each space, and whose it is."""
    wide = max([spot.x for spot in found.spots], default=0) + 1
    tall = max([spot.y for spot in found.spots], default=0) + 1
    most = max([spot.value for spot in found.spots if spot.value is not None], default=0)
    body = "".join([_spot(spot, most if found.heat else 0) for spot in found.spots])
    return frame("plan", tall * SIDE + 4, label, said, body, max(wide * SIDE + 4, 120))


def _spot(spot: Spot, most: Number) -> str:
    x, y, dark = 2 + spot.x * SIDE, 2 + spot.y * SIDE, shade(spot.value, most)
    out = _cell(dark, x, y, SIDE, SIDE)
    out += text(f"name shade-{dark}", x + 5, y + 12, spot.name)
    if spot.value is not None:
        out += text(f"in shade-{dark}", x + SIDE / 2, y + 30, amount(spot.value), "middle")
    return out if spot.seat is None else out + sign(spot.seat, x + SIDE - 17, y + 3, 13, f" shade-{dark}")


def strip(results: Sequence[tuple[int, int, bool, str, str]], label: str, said: str) -> str:
    """Results one after the other: a column for each, the taller the better the place, with the place below.

    A result is its place, the number of seats, whether it was a win, an address, and what is said of it.
    """
    body = ""
    for at, (place_, seats, won, url, words) in enumerate(results):
        tall = round(6 + 26 * (seats - place_) / max(1, seats - 1), 1) if seats > 1 else (32 if won else 12)
        x = 2 + 14 * at
        look = "bar won" if won else "bar"
        number = str(place_) if seats > 1 else ("✓" if won else "–")
        body += (
            f'<a href="{escape(url)}" tabindex="-1"><title>{escape(words)}</title>'
            f'<rect class="hit" x="{x}" y="0" width="14" height="52"/>'
            f'<rect class="{look}" x="{x + 2}" y="{34 - tall:g}" width="10" height="{tall:g}" rx="1"/>'
            f"{text('tick', x + 7, 48, number, 'middle')}</a>"
        )
    width = max(2, len(results)) * 14 + 4
    words = ", ".join(words for *_rest, words in results)
    return (
        f'<svg class="chart strip" viewBox="0 0 {width} 52" width="{width}" height="52">'
        f'<g role="img" aria-label="{escape(label)}"><title>{escape(label)}</title>'
        f'<desc>{escape(said)} {escape(words)}</desc></g><g aria-hidden="true">{body}</g></svg>'
    )

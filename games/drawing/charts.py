"""Charts of lines as SVG: numbers that rise and fall over turns, matches, rounds or seasons. Strings alone.

The style sheet dresses them, in light and in dark. What is said of a chart in words is the caller's, and the
caller puts a table beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import groupby

from games.drawing.emblems import letter, place
from games.drawing.scales import Scale, spread, ticks, within
from games.drawing.words import amount

Number = int | float
GAP = 19
"""So far apart are the labels at the ends of lines."""
DODGE = 2.4
"""Lines of few steps lie so far beside each other that all are seen where they have the same number."""
LETTER = 7.9
"""About so wide is a letter of a label."""


@dataclass(frozen=True)
class Size:
    """How large a chart is drawn: with names at the ends of its lines, or for a phone without."""

    look: str
    width: int
    height: int
    named: bool
    hit: float
    """A point that leads somewhere is at least so wide."""


WIDE = Size("wide", 620, 290, named=True, hit=8)
NARROW = Size("narrow", 344, 270, named=False, hit=24)


@dataclass(frozen=True)
class Line:
    """What one line shows: a number or nothing at each point; ``seat`` gives it a dash, colour and emblem.

    ``look`` is ``own`` for the reader's, ``quiet`` for one among many.
    """

    name: str
    values: tuple[Number | None, ...]
    seat: int | None = None
    look: str = ""
    band: tuple[tuple[Number, Number], ...] = ()
    """How far each number may be off, down and up."""

    def last(self) -> int | None:
        """The last point where it has a number."""
        return next((at for at in range(len(self.values) - 1, -1, -1) if self.values[at] is not None), None)


@dataclass(frozen=True)
class Chart:
    """Lines over common points. ``xs`` rise; ``x_names`` are the words for some of them.

    ``downward`` puts small numbers on top, as places have it. ``goal`` is a number with a line and words of
    its own, ``cuts`` are lines between two numbers, ``here`` is a point to be marked.
    """

    label: str
    said: str
    xs: tuple[int, ...]
    lines: tuple[Line, ...]
    x_names: Mapping[int, str] = field(default_factory=dict)
    hits: tuple[tuple[int, str, str], ...] = ()
    """Points that lead somewhere: the index of each, its address and what is said of it."""
    goal: tuple[Number, str] | None = None
    cuts: tuple[Number, ...] = ()
    here: tuple[int, str] | None = None
    from_zero: bool = True
    downward: bool = False
    whole: bool = True


def svg(chart: Chart) -> str:
    """A chart twice, for a wide and for a narrow place; the style sheet shows the one that fits."""
    return "".join(_Drawing(chart, size).svg() for size in (WIDE, NARROW))


class _Drawing:
    """A chart laid out in a size."""

    def __init__(self, chart: Chart, size: Size) -> None:
        self.chart, self.size = chart, size
        self.ticks = self._ticks()
        names = [amount(tick) for tick in self.ticks]
        self.left = 12 + LETTER * max(map(len, names))
        self.right = size.width - self._ends()
        self.top, self.bottom = 22, size.height - 30
        last = max(chart.xs[-1], chart.xs[0] + 1)
        self.x = Scale(chart.xs[0], last, self.left + 6, self.right - 14)
        low, high = self.ticks[0], self.ticks[-1]
        # A place is the middle of its row.
        low, high = (low - 0.5, high + 0.5) if chart.downward else (low, high)
        start, end = (self.top, self.bottom) if chart.downward else (self.bottom, self.top)
        self.y = Scale(low, high, start, end)
        self.step = self._dodge()

    def _ticks(self) -> list[float]:
        chart = self.chart
        found = [value for line in chart.lines for value in line.values if value is not None]
        found += [edge for line in chart.lines for pair in line.band for edge in pair]
        found += [chart.goal[0]] if chart.goal else []
        low, high = min(found, default=0), max(found, default=1)
        if chart.downward:
            high = max(high, *chart.cuts, low + 1) if chart.cuts else max(high, low + 1)
            return [float(at) for at in within(1, int(high), 5)] + (
                [] if high in within(1, int(high), 5) else [float(int(high))]
            )
        low = min(low, 0) if chart.from_zero else low
        return ticks(low, high, 5, whole=chart.whole)

    def _ends(self) -> float:
        """The room for what stands at the ends of lines."""
        lines = self.chart.lines
        lines = tuple([line for line in lines if line.look != "quiet"])
        numbers = max((len(self._number(line)) for line in lines), default=0)
        names = max((len(self._name(line)) for line in lines), default=0)
        return (26 if any(line.seat is not None for line in lines) else 12) + LETTER * (names + numbers)

    def _name(self, line: Line) -> str:
        """The name at the end of a line: whole where there is room, none where an emblem stands for it."""
        if self.size.named:
            return short(line.name, 14) + " "
        return "" if line.seat is not None or not line.name else short(line.name, 8) + " "

    def _number(self, line: Line) -> str:
        at = line.last()
        value = None if at is None else line.values[at]
        return "" if value is None else amount(value)

    def _dodge(self) -> float:
        steps = abs(self.y.high - self.y.low)
        room = (self.bottom - self.top) / max(steps, 1)
        few = self.chart.whole and len(self.chart.lines) > 1 and room > 3 * DODGE * len(self.chart.lines) / 2
        return 0 if self.chart.downward or not few else DODGE

    # parts

    def svg(self) -> str:
        """The whole."""
        chart, size = self.chart, self.size
        body = self._grid() + self._goal() + self._here()
        body += "".join([self._band(line) for line in chart.lines])
        body += "".join([self._line(at, line) for at, line in enumerate(chart.lines)])
        body += self._labels()
        return (
            f'<svg class="chart {size.look}" viewBox="0 0 {size.width} {size.height}" width="{size.width}" '
            f'height="{size.height}"><g role="img" aria-label="{escape(chart.label)}">'
            f"<title>{escape(chart.label)}</title><desc>{escape(chart.said)}</desc>{body}</g>"
            f"{self._hits()}</svg>"
        )

    def _grid(self) -> str:
        out = ""
        for tick in self.ticks:
            y = self.y.at(tick)
            look = "zero" if tick == 0 and not self.chart.downward else "grid"
            out += f'<path class="{look}" d="M{self.left:g} {y:g}H{self.right:g}"/>'
            out += text("tick", self.left - 6, y + 4.5, amount(tick), "end")
        for cut in self.chart.cuts:
            out += f'<path class="cut" d="M{self.left:g} {self.y.at(cut):g}H{self.right:g}"/>'
        return out + self._x_names()

    def _x_names(self) -> str:
        """What stands below the points, as far as there is room."""
        out, free = "", 0.0
        for value, name in self.chart.x_names.items():
            x, half = self.x.at(value), LETTER * len(name) / 2
            if x - half >= free and x + half <= self.size.width:
                out += text("tick", x, self.bottom + 21, name, "middle")
                out += f'<path class="grid" d="M{x:g} {self.bottom:g}v5"/>'
                free = x + half + 10
            elif not out:  # the first name may lean to the right
                out += text("tick", self.left, self.bottom + 21, name)
                out += f'<path class="grid" d="M{x:g} {self.bottom:g}v5"/>'
                free = self.left + 2 * half + 10
        return out

    def _goal(self) -> str:
        if self.chart.goal is None:
            return ""
        y = self.y.at(self.chart.goal[0])
        line = f'<path class="goal" d="M{self.left:g} {y:g}H{self.right:g}"/>'
        return line + text("goal-name", self.left + 6, y - 6, self.chart.goal[1])

    def _here(self) -> str:
        if self.chart.here is None:
            return ""
        x, name = self.x.at(self.chart.here[0]), self.chart.here[1]
        anchor = "end" if x > (self.left + self.right) / 2 else "start"
        line = f'<path class="here" d="M{x:g} {self.top - 8:g}V{self.bottom:g}"/>'
        return line + text("here-name", x + (-5 if anchor == "end" else 5), self.top - 8, name, anchor)

    def _points(self, at: int, line: Line) -> list[list[tuple[float, float]]]:
        """The points of a line, in one piece as long as it has numbers."""
        shift = self.step * (at - (len(self.chart.lines) - 1) / 2)
        there = [(x, value) for x, value in zip(self.chart.xs, line.values, strict=True)]
        return [
            [(self.x.at(x), round(self.y.at(value) + shift, 1)) for x, value in piece if value is not None]
            for has, piece in groupby(there, key=lambda pair: pair[1] is not None)
            if has
        ]

    def _line(self, at: int, line: Line) -> str:
        look = " ".join(["line", *([f"s{place(line.seat)}"] if line.seat is not None else []), line.look])
        pieces = self._points(at, line)
        path = "".join("M" + "L".join(f"{x:g} {y:g}" for x, y in piece) for piece in pieces)
        dots = ""
        if len(self.chart.xs) <= 24:
            dots = "".join(
                f'<circle class="dot {look}" cx="{x:g}" cy="{y:g}" r="2.4"/>'
                for piece in pieces
                for x, y in piece
            )
        return f'<path class="{look.strip()}" d="{path}"/>{dots}' if path else ""

    def _band(self, line: Line) -> str:
        if not line.band:
            return ""
        pairs = list(zip([self.x.at(x) for x in self.chart.xs], line.band, strict=True))
        upper = [f"{x:g} {self.y.at(most):g}" for x, (_least, most) in pairs]
        lower = [f"{x:g} {self.y.at(least):g}" for x, (least, _most) in pairs]
        return f'<path class="band" d="M{"L".join([*upper, *lower[::-1]])}Z"/>'

    def _labels(self) -> str:
        """Emblem, name and number at the end of each line that is no quiet one, kept apart."""
        ends = []
        for at, line in enumerate(self.chart.lines):
            pieces = self._points(at, line)
            if pieces and line.look != "quiet":
                ends.append((line, *pieces[-1][-1]))
        heights = spread([y for _line, _x, y in ends], GAP, self.top + 2, self.bottom - 2)
        return "".join([self._label(line, x, y, to) for (line, x, y), to in zip(ends, heights, strict=True)])

    def _label(self, line: Line, x: float, y: float, to: float) -> str:
        left = self.right - 2
        said = (self._name(line) + self._number(line)).strip()
        seat = "" if line.seat is None else f" s{place(line.seat)}"
        out = ""
        if abs(to - y) > 3 or left - x > 16:
            out = f'<path class="lead{seat}" d="M{x:g} {y:g}L{left - 1:g} {to:g}"/>'
        if line.seat is None:
            return out + text(f"end {line.look}".strip(), left + 3, to + 4.5, said)
        out += (
            f'<use class="sign{seat}" href="#suit-{letter(line.seat)}" x="{left:g}" y="{to - 8:g}" '
            f'width="16" height="16"/>'
        )
        return out + text(f"end{seat}", left + 20, to + 4.5, said)

    def _hits(self) -> str:
        """Columns that can be pointed at: each says what was there and leads to it. For pointers only, since
        the table beside has the same links."""
        out, after = "", self.left
        hits, xs = self.chart.hits, self.chart.xs
        for number, (at, url, said) in enumerate(hits):
            x = self.x.at(xs[at])
            following = self.x.at(xs[hits[number + 1][0]]) if number + 1 < len(hits) else self.right
            edge = (x + following) / 2 if number + 1 < len(hits) else self.right
            if edge - after < self.size.hit and number + 1 < len(hits):
                continue
            out += (
                f'<a href="{escape(url)}" tabindex="-1"><title>{escape(said)}</title>'
                f'<rect class="hit" x="{after:g}" y="{self.top:g}" width="{round(edge - after, 1):g}" '
                f'height="{self.bottom - self.top:g}"/></a>'
            )
            after = round(edge, 1)
        return f'<g aria-hidden="true">{out}</g>' if out else ""


def text(look: str, x: float, y: float, said: str, anchor: str = "start") -> str:
    """Words in a chart."""
    at = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text class="{look}" x="{x:g}" y="{y:g}"{at}>{escape(said)}</text>'


def short(name: str, most: int) -> str:
    """A name that fits."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"

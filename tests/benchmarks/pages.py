"""Drawing a board beside a template's loop (W1), and the page of a match beside a bare row (W2)."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from django.template import Context, Engine

from games import drawing
from games.rules.game import Cell, Picture
from tests.benchmarks.goals import Figure, Findings, Goal
from tests.benchmarks.pool import CHANGED
from tests.benchmarks.servers import Pair, pair
from tests.benchmarks.sizes import Size
from tests.benchmarks.slices import Side, compare, timed
from tests.benchmarks.stage import Stage, say

W1 = Goal("a board of 8×8 drawn ÷ by a template's loop: time", 0.5, 0.25)
W2 = "processor time ÷ a bare REST framework row"
MORE = (
    "the bare row is one statement and some bytes of JSON, with no middleware before it; the page is made"
    " after a change, from two statements for a guest and five for a player who has ordered: some 45 KB,"
    " most of it parts that the process remembers while they stay the same: log, board, hands, form, options"
)
FIRST = (
    "it is made from nothing: twenty turns of log put into words and drawn, board, hands, form and options"
)
AGAIN = "a page that is kept; for a player there are session and person to be read, and a token to be made"
ANEW = {
    "pages": Goal(f"the match page of a player, changed since: {W2}", 1.5, 1.0, MORE),
    "guest pages": Goal(f"the match page of a guest, changed since: {W2}", 1.5, 1.0, MORE),
}
OTHERS = {
    "first pages": Goal(f"the page of a player, a match never read before: {W2}", 1.5, 1.0, FIRST),
    "first guest pages": Goal(f"the page of a guest, a match never read before: {W2}", 1.5, 1.0, FIRST),
    "again pages": Goal(f"the page of a player, unchanged: {W2}", 1.5, 1.0, AGAIN),
}
WARM = 6
"""How often each page is read first: until every process of the server has made it."""
NAMES = ("Ada", "Grace")


def measure(stage: Stage, size: Size) -> Findings:
    """Both figures of pages."""
    found = compare(
        drawn(size.seconds / 4), looped(size.seconds / 4), size.rounds, lambda line: say(f"W1: {line}")
    )
    rate = found["rate"]
    told = f"{1000 / rate.peer:.3g} and {1000 / rate.ours:.3g} ms"
    result = Findings([Figure("W1", W1, 1 / rate.ratio.median, told, control=rate.control.median)])
    for database in ("PostgreSQL", "SQLite"):
        result.take(requests(stage, size, database))
    return result


def board() -> Picture:
    """A board of 64 spaces, half of them with a man."""
    cells = [
        Cell(
            name=str(8 * row + column + 1), x=column, y=row, man=(row + column) // 4 % 2 if row % 2 else None
        )
        for row in range(8)
        for column in range(8)
    ]
    return Picture(width=8, height=8, cells=tuple(cells))


def drawn(seconds: float) -> Side:
    """The board as the site draws it."""
    picture = board()

    def work() -> int:
        drawing.svg(picture, NAMES)
        return 1

    return lambda: timed(work, seconds, time.process_time)


def looped(seconds: float) -> Side:
    """The same board by a loop in a Django template, its numbers worked out before."""
    template = Engine(dirs=[str(Path(__file__).parent / "peers")]).get_template("board.html")
    cells = [
        {
            "name": cell.name,
            "x": cell.x * 60 + 12,
            "y": cell.y * 60 + 12,
            "left": cell.x * 60 + 17,
            "base": cell.y * 60 + 27,
            "middle": cell.x * 60 + 42,
            "foot": cell.y * 60 + 48,
            "dark": (cell.x + cell.y) % 2,
            "man": cell.man,
            "suit": "" if cell.man is None else drawing.SUITS[cell.man],
        }
        for cell in board().cells
    ]
    values = {"cells": cells, "width": 504, "height": 504, "label": drawing.describe(board(), NAMES)}

    def work() -> int:
        template.render(Context(values))
        return 1

    return lambda: timed(work, seconds, time.process_time)


def requests(stage: Stage, size: Size, database: str) -> Findings:
    """W2 on one database; what is no page made anew on PostgreSQL only."""
    sides = pair(stage, database)
    found = Findings()
    for _time in range(WARM):
        for name in ANEW:
            changed(sides, name)
    for name, goal in ANEW.items():
        found.figures.append(figure(sides, size, name, goal, partial(changed, sides, name)))
    if database == "PostgreSQL":
        for name, goal in OTHERS.items():
            read = again if name == "again pages" else unread
            found.figures.append(figure(sides, size, name, goal, partial(read, sides, name, size.seconds)))
    return found


def changed(sides: Pair, name: str) -> Mapping[str, float]:
    """Pages that are read once each, after an order was changed in every match; only the reading counts."""
    sides.load.slice(sides.site, "changes", most=CHANGED)
    return sides.load.slice(sides.site, name, most=CHANGED)


def unread(sides: Pair, name: str, seconds: float) -> Mapping[str, float]:
    """Pages of a slice that nobody read before."""
    return sides.load.slice(sides.site, name, seconds)


def again(sides: Pair, name: str, seconds: float) -> Mapping[str, float]:
    """Pages that both processes of the server have just made; only what is read after that counts."""
    sides.load.slice(sides.site, name, most=WARM * CHANGED)
    return sides.load.slice(sides.site, name, seconds)


def figure(sides: Pair, size: Size, name: str, goal: Goal, ours: Side) -> Figure:
    """Processor time of pages beside that of bare rows."""
    compared = compare(
        ours,
        lambda: sides.load.slice(sides.bare, "rows", size.seconds),
        size.rounds,
        lambda line: say(f"W2, {name}, {sides.database}: {line}"),
    )
    return Figure.of("W2", goal, compared["cpu"], "ms", sides.database)

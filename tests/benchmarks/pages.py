"""Drawing a board beside a template's loop (W1), and pages beside a bare row (W2 a match, W3 all others)."""

from __future__ import annotations

import math
import socket
import time
from collections.abc import Mapping
from dataclasses import replace
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
KINDS = {
    "home, guest": "the home page of a guest",
    "home, player": "the home page of a player",
    "matches": "the list of matches",
    "contests": "the list of contests",
    "rules": "a page of rules",
    "turn": "the page of a turn that is over",
    "course": "the pictures of a match",
    "text": "a match as a page of words",
    "fourbid": "a match of Fourbid, kept",
    "foursquare": "a match of Foursquare, kept",
    "bids": "a match of Bids, kept",
    "bid_n_bet": "a match of Bid N' Bet, kept",
    "bid_chess": "a match of Bid Chess, kept",
    "poll": "a look for news that finds none",
}
ANEW_EACH = (
    "it is made anew for each reader, from several statements and templates; compressing it takes half a"
    " millisecond of that"
)
W3 = {
    "poll": Goal(f"a look for news that finds none: {W2}", 0.75, 0.5),
    "": Goal(f"{{}}, as browsers ask for it: {W2}", 4.0, 2.0, ANEW_EACH),
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
        found.take(visits(sides, size))
    return found


def visits(sides: Pair, size: Size) -> Findings:
    """W3: the pages that people open, one by one between two slices of bare rows, and their bytes."""
    before = sides.load.slice(sides.bare, "rows", size.seconds)["cpu"]
    spent = {}
    for name in KINDS:
        say(f"W3, {name}")
        sides.load.slice(sides.site, f"page {name}", most=WARM)
        spent[name] = sides.load.slice(sides.site, f"page {name}", size.seconds / 2)["cpu"]
    after = sides.load.slice(sides.bare, "rows", size.seconds)["cpu"]
    row = math.sqrt(before * after)
    found = Findings()
    for name, what in KINDS.items():
        whole, packed = (weight(sides, name, packed=packed) for packed in (False, True))
        told = f"{spent[name]:.2f} and {row:.2f} ms; {whole / 1000:.1f} kB, {packed / 1000:.1f} on the wire"
        goal = W3.get(name) or replace(W3[""], what=W3[""].what.format(what))
        found.figures.append(
            Figure("W3", goal, spent[name] / row, told, sides.database, control=after / before)
        )
    return found


def weight(sides: Pair, name: str, *, packed: bool) -> int:
    """How many bytes an answer has beside its head."""
    text = sides.load.example(f"page {name}")
    if not packed:
        text = text.replace("Accept-Encoding: gzip\r\n", "")
    with socket.create_connection(("127.0.0.1", sides.site.port), 30) as link:
        link.sendall(text.replace("HTTP/1.1", "HTTP/1.0", 1).encode())
        answer = b"".join(iter(lambda: link.recv(65536), b""))
    return len(answer.partition(b"\r\n\r\n")[2])


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

"""An order by API beside a bare row (S1), and beside boardgame.io's bid (S2); the queries it takes."""

from __future__ import annotations

from tests.benchmarks.goals import Figure, Findings, Goal
from tests.benchmarks.servers import pair
from tests.benchmarks.sizes import Size
from tests.benchmarks.slices import compare
from tests.benchmarks.stage import Stage, say

WHAT = "an order by API ÷ a bare REST framework row"
S1 = {
    "rate": (Goal(f"{WHAT}: rate", 0.8, 1.0), "a second"),
    "p95": (Goal(f"{WHAT}: p95", 2.0, 1.5), "ms"),
    "cpu": (Goal(f"{WHAT}: processor time", 1.5, 1.0), "ms"),
}


def measure(stage: Stage, size: Size) -> Findings:
    """All figures of orders."""
    found = Findings()
    for database in ("PostgreSQL", "SQLite"):
        found.take(beside_rows(stage, size, database))
    return found


def beside_rows(stage: Stage, size: Size, database: str) -> Findings:
    """S1 on one database."""
    sides = pair(stage, database)
    found = compare(
        lambda: sides.load.slice(sides.site, "orders", size.seconds),
        lambda: sides.load.slice(sides.bare, "rows", size.seconds),
        size.rounds,
        lambda line: say(f"S1, {database}: {line}"),
    )
    return Findings([Figure.of("S1", goal, found[name], unit, database) for name, (goal, unit) in S1.items()])

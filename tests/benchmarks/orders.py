"""An order by API beside a bare row (S1), and beside boardgame.io's bid (S2); the queries it takes."""

from __future__ import annotations

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.benchmarks import boardgame, rows
from tests.benchmarks.goals import Count, Figure, Findings, Goal
from tests.benchmarks.servers import pair
from tests.benchmarks.sizes import Size
from tests.benchmarks.slices import compare
from tests.benchmarks.stage import Stage, say

WHAT = "an order by API ÷ a bare REST framework row"
MORE = (
    "the bare row knows no middleware, no person, no rate and no lock; an order passes the site's first five,"
    " asks for the token, locks and reads its turn, checks and seals the line: three plain statements in a"
    " transaction beside one statement"
)
S1 = {
    "rate": (Goal(f"{WHAT}: rate", 0.8, 1.0, MORE), "a second"),
    "p95": (Goal(f"{WHAT}: p95", 2.0, 1.5, MORE), "ms"),
    "cpu": (Goal(f"{WHAT}: processor time", 1.5, 1.0, MORE), "ms"),
}

S2 = Goal(
    "an order by API ÷ boardgame.io's bid, stored in files: rate",
    1.2,
    2.0,
    "boardgame.io answers over an open socket before it stores anything and never syncs; an order is a whole"
    " request with sign-in, and is answered when it is safe on disk",
)
MOST_QUERIES = 5
"""The token, the slot with its turn, match and seat, the sealed order with whether the turn is complete."""


def measure(stage: Stage, size: Size) -> Findings:
    """All figures of orders."""
    found = Findings()
    for database in ("PostgreSQL", "SQLite"):
        found.take(beside_rows(stage, size, database))
    found.take(beside_bids(stage, size))
    found.counts.append(queries())
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


def beside_bids(stage: Stage, size: Size) -> Findings:
    """S2, on PostgreSQL."""
    home = boardgame.installed(stage.cache)
    if home is None:
        return Findings(skipped=["S2: boardgame.io can't be installed here"])
    sides, peer = pair(stage, "PostgreSQL"), boardgame.Boardgame(stage, home)
    found = compare(
        lambda: sides.load.slice(sides.site, "orders", size.seconds),
        lambda: peer.slice(size.seconds),
        size.rounds,
        lambda line: say(f"S2: {line}"),
    )
    return Findings([Figure.of("S2", S2, found["rate"], "a second", "PostgreSQL")])


def queries() -> Count:
    """How many statements an accepted order takes, without those that begin and end its transaction."""
    match = rows.originals(1, "queries")[0]
    turn = match.turns.open().select_related("match").get()
    user = match.seats.get(index=0).user
    client = Client(
        SERVER_NAME="127.0.0.1", headers={"Authorization": f"Token {rows.token_of(user.username)}"}
    )
    path = f"/api/v1/matches/{match.code}/turns/{turn.number}/order"
    used = 0
    for line in rows.lines(turn, 0)[:2]:  # the first also stamps the token as used
        with CaptureQueriesContext(connection) as captured:
            response = client.put(path, {"order": line}, content_type="application/json")
        assert response.status_code == 200, response.content
        used = sum(
            query["sql"].split()[0] in ("SELECT", "UPDATE", "INSERT") for query in captured.captured_queries
        )
    return Count("S1", "statements for an order", used, MOST_QUERIES, 1)

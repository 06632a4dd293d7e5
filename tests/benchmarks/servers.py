"""The site and its bare peer under the same gunicorn and database; made once a run, shared by families."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from tests.benchmarks.load import Load, request
from tests.benchmarks.stage import Stage, Web, say

MATCHES = 2_000


@dataclass(frozen=True)
class Pair:
    """The site, the bare site, and the loop that knows the requests ``orders``, ``pages`` and ``rows``."""

    database: str
    site: Web
    bare: Web
    load: Load


@lru_cache
def pair(stage: Stage, database: str) -> Pair:
    """Both servers on one kind of database, with matches in play."""
    say(f"starting the site and its bare peer on {database}")
    sqlite = database == "SQLite"
    site = {"DATABASE_URL": address(stage, "site", sqlite=sqlite)}
    bare = {
        "DATABASE_URL": address(stage, "bare", sqlite=sqlite),
        "DJANGO_SETTINGS_MODULE": "tests.benchmarks.bare.settings",
    }
    stage.make_static()
    load = Load(stage)
    for name, requests in json.loads(stage.run(f"tests.benchmarks.pool {MATCHES}", site)).items():
        load.teach(name, requests)
    rows = [{"match": n, "seat": 1, "turn": 1, "line": "K 2; low best"} for n in range(1, 1 + MATCHES)]
    load.teach("rows", [request("POST", "/rows/", row) for row in rows])
    stage.run("django migrate --run-syncdb --verbosity 0", bare)
    return Pair(
        database, stage.web("bidplay.wsgi", site), stage.web("tests.benchmarks.bare.wsgi", bare), load
    )


def address(stage: Stage, name: str, *, sqlite: bool) -> str:
    """The address of a new database."""
    return f"sqlite:///{stage.folder / name}.sqlite3" if sqlite else stage.postgres.create(name)

"""``./run bench [names …] [--quick]``: measure, print floor, goal and figure, fail where a count is broken.

Names are families (rules, bid_chess, bots, orders, closing, mail, reading, pages, growth, contests) or
figures such as L3; without, all.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import sys
import time

from games.rules import GAMES
from tests.benchmarks import bots, table
from tests.benchmarks.goals import Findings
from tests.benchmarks.sizes import QUICK, WHOLE
from tests.benchmarks.stage import ROOT, Stage, say

FAMILIES = {
    "rules": ("R4", "R5", *(f"R6-{slug}" for slug in GAMES), "R7-bids"),
    "bid_chess": ("R1", "R2", "R2-pyffish", "R3", "R8"),
    "bots": tuple(f"B-{slug}" for slug in bots.GOALS),
    "closing": ("L1", "L2", "L3", "L4", "L5"),
    "growth": ("G1", "G2", "G4"),
    "mail": ("M1", "M2", "M2-built", "M3"),
    "reading": ("M4", "M5", "M6"),
    "pages": ("W1", "W2", "W3"),
    "orders": ("S1", "S2"),
    "contests": ("T1", "T1-tables", "T2", "G8", "standings", "contest-pages", "contest-round"),
}


def chosen(names: list[str]) -> list[str]:
    """The families that hold these names, in the order they are run."""
    wanted = {name.lower() for name in names}
    known = {*FAMILIES, *(figure.lower() for figures in FAMILIES.values() for figure in figures)}
    if unknown := sorted(wanted - known):
        raise SystemExit(
            f"there is no {', '.join(unknown)}; there are {', '.join(FAMILIES)} and their figures"
        )
    return [
        family
        for family, figures in FAMILIES.items()
        if not wanted or wanted & {family, *map(str.lower, figures)}
    ]


def main() -> int:
    """Run what was asked for; 1 where a count is broken."""
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    parser.add_argument("names", nargs="*", help="families or figures; without any, all")
    parser.add_argument("--quick", action="store_true", help="fewer and smaller slices: two or three minutes")
    args = parser.parse_args()
    families, size = chosen(args.names), QUICK if args.quick else WHOLE
    began, found, stage = time.monotonic(), Findings(), Stage()
    say("starting PostgreSQL and Valkey")
    stage.start()
    try:
        prepare(stage)
        for family in families:
            say(f"{family}: {', '.join(FAMILIES[family])}")
            found.take(importlib.import_module(f"tests.benchmarks.{family}").measure(stage, size))
    finally:
        stage.close()
    print(table.text(found))
    seconds = time.monotonic() - began
    table.write(ROOT / "artefacts" / "bench.json", table.document(found, seconds, quick=args.quick))
    broken = [count for count in found.counts if not count.holds]
    print(f"\n{seconds:.0f} s on {stage.postgres.name}; {len(broken)} of {len(found.counts)} counts broken")
    return 1 if broken else 0


def prepare(stage: Stage) -> None:
    """Set Django up in this process, and make the tables."""
    import django
    from django.core.management import call_command

    django.setup()
    logging.disable(logging.INFO)
    call_command("migrate", verbosity=0, interactive=False)


if __name__ == "__main__":
    sys.exit(main())

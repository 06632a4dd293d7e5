"""The golden playthroughs by hand.

``python -m tests.rules.playthroughs`` says which files the rules no longer tell as they stand;
``--refresh`` plays the orders of each file again and writes what the rules answer now (look at the
difference before you commit it); ``--record fourbid/NAME --seats 3 --seed 17 --player bot option=value …``
writes a new one, with ``--leave SEAT@TURN`` for seats that leave. The code ``python -m … --help`` tells more.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path

from tests.rules.playthroughs.telling import Head, chosen, read, recorded, told
from tests.rules.walking import bot_order, random_order, silent_order

HERE = Path(__file__).parent
PLAYERS = {"bot": bot_order, "random": random_order, "silent": silent_order}
WORDS = ("north", "east", "south", "west", "sun", "moon")


def check(refresh: bool) -> int:
    """How many files differ from what the rules tell; with ``refresh`` they are written again."""
    stale = 0
    for path in sorted(HERE.glob("*/*.txt")):
        text = path.read_text()
        now = told(*read(text))
        if now != text:
            stale += 1
            print(("refreshed " if refresh else "differs ") + str(path.relative_to(HERE)))
            if refresh:
                path.write_text(now)
    return 0 if refresh else stale


def record(args: argparse.Namespace) -> None:
    head = Head(
        about=args.about,
        game=args.record.split("/")[0],
        options=chosen(args.record.split("/")[0], args.options),
        seed=hashlib.sha256(args.seed.encode()).digest(),
        words=WORDS[: args.seats],
    )
    leaves = dict(map(int, word.split("@")) for word in args.leave)
    moves = recorded(head, [PLAYERS[name] for name in args.player], leaves)
    (HERE / f"{args.record}.txt").write_text(told(head, moves))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.playthroughs", description=__doc__)
    parser.add_argument("--refresh", action="store_true", help="write what the rules answer now")
    parser.add_argument("--record", metavar="GAME/NAME", help="play a new match and write it")
    parser.add_argument("--about", default="A match.", help="one line on what the match shows")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", default="1", help="any text; the seed is its hash")
    parser.add_argument("--player", nargs="+", choices=PLAYERS, default=["random"], help="one a seat")
    parser.add_argument("--leave", nargs="*", default=[], metavar="SEAT@TURN")
    parser.add_argument("options", nargs="*", metavar="option=value")
    args = parser.parse_args()
    if args.record:
        record(args)
        return 0
    return check(args.refresh)


if __name__ == "__main__":
    sys.exit(main())

"""Bots play Bid Chess by themselves over the running site, a match for each row, while somebody watches.

A few rows by default; ``BOT_ROWS=1-41`` in the environment asks for all, and ``BOT_BUDGET=0`` for bots that
play as hard as they do against people.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.rules.bid_chess.lists import listed, pool
from games.rules.document import Document
from tests.journeys.shelf import PACE, Player, signed_up, verified
from tests.journeys.stack import Stack

ROWS = pool(os.environ.get("BOT_ROWS", "7, 19, 41"), "")
LONGEST = int(os.environ.get("BOT_SECONDS", "240"))
"""After so many seconds a match that still goes on is taken for one that hangs."""


@pytest.fixture(scope="module")
def watcher(stack: Stack) -> Player:
    return signed_up(stack, ["watcher"])["watcher"]


@pytest.fixture(scope="module")
def codes(stack: Stack, watcher: Player) -> dict[int, str]:
    """The codes of the matches by their rows, each played to its end, side by side."""
    found = {row: opened(watcher, row) for row in ROWS}
    end = time.monotonic() + LONGEST
    for row, code in found.items():
        while read(watcher, code)["ended_at"] is None:
            assert time.monotonic() < end, f"row {row} is still played\n{stack.tail()}"
            time.sleep(0.5)
    return found


def opened(watcher: Player, row: int) -> str:
    wish = {"game": "bid_chess", "seats": 2, "bots": 2, "pace": PACE, "options": {"pool": str(row)}}
    status, match = watcher.program.call("POST", "matches", **wish, name=f"Row {row}")
    assert (status, match["seat"], match["decision"]) == (201, None, None)
    code: str = match["id"]
    return code


def read(watcher: Player, code: str) -> dict[str, Any]:
    status, match = watcher.program.call("GET", f"matches/{code}")
    assert status == 200
    return dict(match)


@pytest.mark.parametrize("row", ROWS)
def test_both_bots_play_a_row_to_its_end_and_the_record_verifies(
    row: int, codes: dict[int, str], watcher: Player, tmp_path: Path
) -> None:
    match = read(watcher, codes[row])
    assert (match["status"], match["trouble"], match["options"]["pool"]) == ("finished", False, str(row))
    status, text = watcher.program.text("GET", f"matches/{codes[row]}/record")
    assert status == 200
    record = tmp_path / "record.json"
    record.write_text(text)
    verified(record)
    document = msgspec.json.decode(text, type=Document)
    orders = [order for turn in document.turns for order in turn.orders.values()]
    assert {order.by for order in orders} <= {"bot", "forced"}
    print(row, listed("")[row].name, *told(document), sep="; ")


def told(document: Document) -> Iterator[str]:
    """What came of a match: bids, plies, the reason of its end, who won."""
    events = [event for turn in document.turns for event in turn.events]
    yield f"bids {next(event['data']['bids'] for event in events if event['kind'] == 'bids')}"
    yield f"{sum(event['kind'] == 'move' for event in events)} plies"
    yield document.outcome.reason
    yield f"won by {list(document.outcome.winners)}" if document.outcome.winners else "drawn"


def test_nobody_gets_mail_about_a_match_of_bots(codes: dict[int, str], watcher: Player) -> None:
    assert [mail.subject for code in codes.values() for mail in watcher.mails(code)] == []

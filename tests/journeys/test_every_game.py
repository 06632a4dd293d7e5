"""Every game of the shelf, with every option, played to its end over the running site by its API alone."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.rules import GAMES
from tests.journeys.shelf import ALONE, TABLES, TEAMS, Player, Table, kind, signed_up, verified
from tests.journeys.sink import Mail
from tests.journeys.stack import Stack

LONGEST = 240
"""After so many seconds a match that still goes on is taken for one that hangs."""


def test_the_tables_switch_on_every_option_of_every_game() -> None:
    for slug, game in GAMES.items():
        usual = game.options()
        tables = [table for table in TABLES if table.game == slug]
        changed = {name for t in tables for name, value in t.options.items() if value != getattr(usual, name)}
        assert sorted(set(game.options.names()) - changed - {"last_horse"}) == []


@pytest.fixture(scope="module")
def players(stack: Stack) -> dict[str, Player]:
    return signed_up(stack, sorted({name for table in TABLES for name in table.people}))


@pytest.fixture(scope="module")
def codes(stack: Stack, players: dict[str, Player]) -> dict[str, str]:
    """The codes of all matches by the names of their tables, played to the end, side by side."""
    found = {table.name: opened(table, players) for table in TABLES}
    end = time.monotonic() + LONGEST
    running = {found[table.name]: players[table.people[0]] for table in TABLES}
    while running:
        if not sum(player.play() for player in players.values()):
            time.sleep(0.1)
            running = {code: player for code, player in running.items() if not over(player, code)}
        assert time.monotonic() < end, f"still running: {running}\n{stack.tail()}"
    for player in players.values():
        print(player.name, player.played, *sorted(player.refused)[:8], sep="\n  ")
    return found


def over(player: Player, code: str) -> bool:
    status, match = player.program.call("GET", f"matches/{code}")
    assert status == 200, match
    return match["ended_at"] is not None


def opened(table: Table, players: dict[str, Player]) -> str:
    first, *others = (players[name] for name in table.people)
    status, match = first.program.call("POST", "matches", **table.proposal)
    assert status == 201, match
    code: str = match["id"]
    first.plans[code] = list(table.plans)
    for player in (first, *others) if table.offers else ():
        player.offers[code] = table.offers
    for other in others:
        status, answer = other.program.call("POST", f"matches/{code}/join", word=other.name)
        assert status == 200, answer
    return code


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_match_is_played_to_its_end_and_its_record_verifies_offline(
    table: Table, codes: dict[str, str], players: dict[str, Player], tmp_path: Path
) -> None:
    code = codes[table.name]
    first = players[table.people[0]]
    _status, match = first.program.call("GET", f"matches/{code}")
    assert (match["status"], match["trouble"], match["decision"]) == ("finished", False, None)
    assert match["options"] | table.options == match["options"]
    assert sorted(match["outcome"]["places"])[0] == 1
    assert [name for name in table.people if not players[name].played.get(code)] == []
    by = whose(first, code)
    assert by["plan"] == 0 or table.plans
    assert by["bot"] > 0 if table.bots else by["bot"] == 0
    record = tmp_path / "record.json"
    status, text = first.program.text("GET", f"matches/{code}/record")
    assert status == 200
    record.write_text(text)
    verified(record)


def test_orders_given_ahead_are_played_in_every_game_that_takes_them(
    codes: dict[str, str], players: dict[str, Player]
) -> None:
    played = {
        table.game for table in TABLES if whose(players[table.people[0]], codes[table.name])["plan"] > 0
    }
    assert sorted(played) == sorted(slug for slug, game in GAMES.items() if game.plans)


def test_captains_take_turns_and_all_of_a_team_bid_together(
    codes: dict[str, str], players: dict[str, Player]
) -> None:
    for table in TEAMS:
        first = players[table.people[0]]
        orders = [order for turn in all_turns(first, codes[table.name]) for order in turn["orders"]]
        sides = {0: sorted(table.people[::2]), 1: sorted(table.people[1::2])}
        captains = {(o["seat"], o["giver"]) for o in orders if o["member"] is None and o["by"] == "player"}
        assert {seat: sorted(who for s, who in captains if s == seat) for seat in sides} == sides
        bids = {(o["seat"], o["giver"]) for o in orders if o["member"] is not None and o["commitment"]}
        assert {seat: sorted(who for s, who in bids if s == seat) for seat in sides} == sides
        assert [order for order in orders if order["by"] == "team"]


def whose(player: Player, code: str) -> Counter[str]:
    """How many orders of a match came from people, bots, plans."""
    return Counter(order["by"] for turn in all_turns(player, code) for order in turn["orders"])


def all_turns(player: Player, code: str) -> list[dict[str, Any]]:
    turns, place = [], f"matches/{code}/turns"
    while place:
        status, page = player.program.call("GET", place)
        assert status == 200, page
        turns += page["results"]
        place = page["next"]
    return turns


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_each_mail_of_a_match_comes_once_in_one_thread(
    table: Table, codes: dict[str, str], players: dict[str, Player], stack: Stack
) -> None:
    code = codes[table.name]
    for name in table.people:
        player = players[name]
        stack.sink.wait_for(lambda mail, player=player: mail in player.mails(code) and ended(mail), 60)
        mails = player.mails(code)
        kinds = Counter(kind(mail) for mail in mails)
        assert [what for what, times in kinds.items() if times > 1] == []
        assert [what for what in kinds if "your order" in what] or table.game in ALONE
        assert len({mail.message["Message-ID"] for mail in mails}) == len(mails)
        assert {mail.message["References"] for mail in mails} == {mails[0].message["References"]}
        title = f"[bidplay] {GAMES[table.game].name} · {table.name}: "
        assert [mail.subject for mail in mails if not mail.subject.startswith(title)] == []


def ended(mail: Mail) -> bool:
    return kind(mail).startswith("over; ")

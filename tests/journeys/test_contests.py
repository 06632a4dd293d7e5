"""Contests over the running site, from the first entry to the last mail, without a hand touching them."""

from __future__ import annotations

import datetime
import time
import urllib.request
from collections import Counter
from itertools import chain
from typing import Any

import pytest

from games.rules.record import verify
from tests.journeys.cups import CUPS, SEASONS, Cup, Entrant, enter, entrants, opened, play_all, read
from tests.journeys.shelf import Player
from tests.journeys.stack import Stack

Seasons = dict[str, list[dict[str, Any]]]
PATIENCE = 60
"""So many seconds the last mails may take."""


@pytest.fixture(scope="module")
def people(postgres_stack: Stack) -> dict[str, Entrant]:
    names = sorted({name for cup in CUPS for name in cup.people})
    return entrants(postgres_stack, names)


@pytest.fixture(scope="module")
def director(postgres_stack: Stack) -> Player:
    return entrants(postgres_stack, ["director"])["director"]


@pytest.fixture(scope="module")
def seasons(postgres_stack: Stack, director: Player, people: dict[str, Entrant]) -> Seasons:
    """Everything played, by the names of the contests."""
    began = time.monotonic()
    codes = {}
    for cup in CUPS:
        codes[cup.name] = opened(director, cup)
        enter(people, cup, codes[cup.name])
    found = play_all(postgres_stack, director, people, codes)
    played = sum(sum(person.played.values()) for person in people.values())
    seconds = time.monotonic() - began
    print(f"{len(people)} people gave {played} orders in {seconds:.0f} s")
    return found


def later(director: Player, league: str) -> list[dict[str, Any]]:
    """The seasons of a league after those that are played here."""
    status, page = director.program.call("GET", f"contests?league={league}&size=30")
    assert status == 200, page
    return [line for line in page["results"] if line["season"] > SEASONS]


def tables(player: Player, contest: dict[str, Any]) -> list[dict[str, Any]]:
    """Every pairing of a contest, of every group and round."""
    found = []
    for group in contest["groups"]:
        for row in group["rounds"]:
            place = (
                f"contests/{contest['id']}/groups/{group['stage']}/{group['group']}/rounds/{row['number']}"
            )
            status, answer = player.program.call("GET", place)
            assert status == 200, answer
            found += answer["pairings"]
    return found


@pytest.mark.parametrize("cup", CUPS, ids=lambda cup: cup.name)
def test_a_contest_is_played_to_its_end(cup: Cup, seasons: Seasons, director: Player) -> None:
    for contest in seasons[cup.name]:
        assert (contest["status"], contest["trouble"], bool(contest["seed"])) == ("finished", None, True)
        assert contest["entries"] == cup.entries
        assert [row["ended_at"] is None for group in contest["groups"] for row in group["rounds"]].count(
            True
        ) == 0
        pairings = tables(director, contest)
        assert [one["how"] for one in pairings if one["how"] == "open"] == []
        codes = [match for one in pairings for match in one["matches"]]
        assert len(codes) == len(set(codes)) > 0


@pytest.mark.parametrize("cup", CUPS, ids=lambda cup: cup.name)
def test_every_record_of_a_contest_verifies(cup: Cup, seasons: Seasons, director: Player) -> None:
    checked = 0
    for contest in seasons[cup.name]:
        for pairing in tables(director, contest):
            for match in pairing["matches"]:
                status, text = director.program.text("GET", f"matches/{match}/record")
                assert status == 200, text
                assert verify(text) == []
                checked += 1
    print(f"{cup.name}: {checked} records verified")
    assert checked


def test_the_audit_finds_nothing(seasons: Seasons, postgres_stack: Stack) -> None:
    assert ", 0 with findings" in postgres_stack.manage("audit")


@pytest.mark.parametrize("cup", [cup for cup in CUPS if cup.league], ids=lambda cup: cup.name)
def test_a_league_moves_up_and_down_and_ends_when_its_director_says_so(
    cup: Cup, seasons: Seasons, director: Player
) -> None:
    first, second = seasons[cup.name]
    up = cup.plan["stages"][0]["up"]
    divisions = []
    for contest in (first, second):
        found = {}
        for group in contest["groups"]:
            place = f"contests/{contest['id']}/groups/{group['stage']}/{group['group']}/standings"
            status, answer = director.program.call("GET", place)
            assert status == 200
            found[group["group"]] = [line["name"] for line in answer["results"]]
        divisions.append(found)
    before, after = divisions
    assert sorted(chain(*before.values())) == sorted(chain(*after.values()))
    for number in range(1, len(before)):
        risen, fallen = set(before[number + 1][:up]), set(before[number][-up:])
        assert risen <= set(after[number])
        assert fallen <= set(after[number + 1])
    assert later(director, first["league"]) == []


@pytest.mark.parametrize("cup", CUPS, ids=lambda cup: cup.name)
def test_everybody_hears_of_the_draw_and_of_the_end_once(
    cup: Cup, seasons: Seasons, people: dict[str, Entrant], postgres_stack: Stack
) -> None:
    last = seasons[cup.name][-1]
    for name in cup.people:
        address = people[name].address
        postgres_stack.sink.wait_for(
            lambda mail, address=address: mail.to == address and told_of_the_end(mail.subject, last), PATIENCE
        )
        mails = postgres_stack.sink.to(address)
        about = Counter(
            mail.subject
            for mail in mails
            if last["name"] in mail.subject and "your order" not in mail.subject
        )
        assert [subject for subject, times in about.items() if times > 1] == []
    ids = [mail.message["Message-ID"] for mail in postgres_stack.sink.mails]
    assert len(ids) == len(set(ids))


def told_of_the_end(subject: str, contest: dict[str, Any]) -> bool:
    return contest["name"] in subject and "over" in subject


@pytest.mark.parametrize("cup", CUPS, ids=lambda cup: cup.name)
def test_anybody_can_look_at_a_contest_and_take_it_along(
    cup: Cup, seasons: Seasons, postgres_stack: Stack
) -> None:
    contest = seasons[cup.name][0]
    for part in ("", "export.json", "feed.atom"):
        with urllib.request.urlopen(f"{postgres_stack.url}/c/{contest['id']}/{part}", timeout=30) as answer:
            assert answer.status == 200
            assert contest["name"].split(",")[0] in answer.read().decode()


def test_nobody_is_asked_for_anything_any_more(
    seasons: Seasons, people: dict[str, Entrant], director: Player
) -> None:
    assert [name for name, person in people.items() if person.play()] == []
    ends = [read(director, contest["id"])["ended_at"] for found in seasons.values() for contest in found]
    now = datetime.datetime.now(datetime.UTC)
    assert all(datetime.datetime.fromisoformat(end) <= now for end in ends)

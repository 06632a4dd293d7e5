"""Turns and records by the API: what was played, what is sealed, what each reader may see."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.actions import seats
from games.rules import record
from tests.actions.tables import NOW, order, person, play, started, walked
from tests.api.answers import problem, told
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db


def test_closed_turns_are_listed_with_opened_orders(bob: Caller) -> None:
    match = started("ann", "bob")
    receipt = order("ann", match, "7")
    play(match, {"bob": "3"})
    slot = match.turns.get(number=1).orders.get(seat__index=0)
    first, second = told(bob.get(f"matches/{match.code}/turns"))["results"]
    assert first["orders"][0] == {
        "seat": 0,
        "member": None,
        "commitment": receipt.commitment,
        "version": 1,
        "line": "7",
        "by": "player",
        "salt": slot.salt,
        "giver": None,
        "excused": False,
    }
    assert [event["kind"] for event in first["events"]] == ["won", "hint"]
    assert first["events"][1]["seen_by"] == [1]
    assert (first["turn"], first["owed"], first["left"]) == (1, [0, 1], [])
    assert len(first["hash"]) == 64
    assert (second["turn"], second["closed_at"], second["hash"]) == (2, None, None)


def test_the_open_turn_shows_commitments_only(bob: Caller, ann: Caller) -> None:
    match = started("ann", "bob")
    receipt = order("ann", match, "7")
    for who in (ann, bob):
        (turn,) = told(who.get(f"matches/{match.code}/turns"))["results"]
        assert turn["orders"] == [
            {
                "seat": 0,
                "member": None,
                "commitment": receipt.commitment,
                "version": 1,
                "line": None,
                "by": None,
                "salt": None,
                "giver": None,
                "excused": False,
            },
            {
                "seat": 1,
                "member": None,
                "commitment": "",
                "version": 0,
                "line": None,
                "by": None,
                "salt": None,
                "giver": None,
                "excused": False,
            },
        ]


def test_a_turn_shows_its_position_as_the_reader_saw_it(ann: Caller, guest: Caller) -> None:
    match = started("ann", "bob")
    play(match, {"ann": "7", "bob": "3"}, {"ann": "2", "bob": "4"})
    card = match.turns.get(number=2).state().cards[0]
    mine, theirs = (told(who.get(f"matches/{match.code}/turns/2")) for who in (ann, guest))
    assert mine["view"] == {"card": card, "scores": [7, 0], "turn": 2}
    assert theirs["view"] == {"card": None, "scores": [7, 0], "turn": 2}
    assert [event["kind"] for event in theirs["events"]] == ["won"]
    assert [one["line"] for one in theirs["orders"]] == ["2", "4"]


def test_a_turn_with_a_resignation_says_who_left(guest: Caller) -> None:
    match = started("ann", "bob", "cid")
    seats.resign(person("cid"), match, NOW)
    turn = told(guest.get(f"matches/{match.code}/turns/1"))
    assert (turn["left"], turn["owed"]) == ([2], [0, 1])
    assert [event["kind"] for event in turn["events"]] == ["left"]
    assert [one["seat"] for one in turn["orders"]] == [0, 1]


def test_turns_that_are_not_there_are_not_found(ann: Caller) -> None:
    match = started("ann", "bob")
    for number in ("0", "2", "99999999999999999999999"):
        problem(ann.get(f"matches/{match.code}/turns/{number}"), 404, "not_found")
    problem(ann.get(f"matches/{match.code}/turns/-1"), 404, "not_found")
    problem(ann.get(f"matches/{match.code}/turns/one"), 404, "not_found")


def test_many_turns_come_page_by_page(guest: Caller) -> None:
    match = started("ann", "bob", options={"turns": 50})
    play(match, *[{"ann": "7", "bob": "3"}] * 6)
    first = told(guest.get(f"matches/{match.code}/turns", size=4))
    assert [turn["turn"] for turn in first["results"]] == [1, 2, 3, 4]
    rest = told(guest("GET", first["next"].partition("/api/v1/")[2]))
    assert ([turn["turn"] for turn in rest["results"]], rest["next"]) == ([5, 6, 7], None)


def test_a_list_of_turns_takes_as_many_queries_for_thirty_as_for_one(guest: Caller) -> None:
    counts = []
    for length in (0, 30):
        match = started("ann", "bob", options={"turns": 50})
        play(match, *[{"ann": "7", "bob": "3"}] * length)
        with CaptureQueriesContext(connection) as queries:
            told(guest.get(f"matches/{match.code}/turns"))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_record_waits_for_the_end(ann: Caller) -> None:
    match = started("ann", "bob")
    refused = problem(ann.get(f"matches/{match.code}/record"), 409, "not_over")
    assert refused["detail"] == "This match is not over yet."


def test_a_record_verifies_offline(guest: Caller) -> None:
    match = walked(started("ann", "bob", game="fourbid"))
    response = guest.get(f"matches/{match.code}/record")
    document = told(response)
    assert record.verify(response.content) == []
    assert document["match"] == match.code
    assert response["Content-Disposition"] == f'inline; filename="fourbid-{match.code}.json"'


def test_what_the_api_showed_of_a_match_is_what_the_record_holds(guest: Caller) -> None:
    match = walked(started("ann", "bob", options={"turns": 3}))
    document = json.loads(guest.get(f"matches/{match.code}/record").content)
    shown = told(guest.get(f"matches/{match.code}/turns"))["results"]
    assert [turn["hash"] for turn in shown] == [entry["hash"] for entry in document["turns"]]
    assert [one["line"] for turn in shown for one in turn["orders"]] == [
        entry["orders"][seat]["line"] for entry in document["turns"] for seat in sorted(entry["orders"])
    ]

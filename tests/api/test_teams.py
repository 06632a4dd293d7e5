"""Matches of teams by the API: open, join, start, send sealed amounts, read no other's."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from games.rules import record
from tests.api.answers import problem, told
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db

TABLE = {"game": "hush", "seats": 2, "team": 2, "options": {"pooled": "all", "turns": 1}}


@pytest.fixture
def amy(caller: Callable[[str], Caller]) -> Caller:
    return caller("amy")


def running(ann: Caller, amy: Caller, bob: Caller, **more: Any) -> str:
    """The code of a match in which ann and amy play against bob."""
    code = told(ann.post("matches", TABLE | more), 201)["id"]
    told(bob.post(f"matches/{code}/join", {"seat": 1}))
    told(amy.post(f"matches/{code}/join", {"seat": 0}))
    told(ann.post(f"matches/{code}/start", {}))
    return str(code)


def test_a_match_of_teams_shows_who_is_in_them(ann: Caller, amy: Caller, bob: Caller, guest: Caller) -> None:
    code = running(ann, amy, bob)
    match = told(guest.get(f"matches/{code}"))
    assert (match["team"], match["captain"], match["status"]) == (2, "first", "running")
    assert match["seats"][0]["members"] == [
        {"number": 1, "name": "ann", "captain": True, "in": False},
        {"number": 2, "name": "amy", "captain": False, "in": False},
    ]
    assert told(amy.get(f"matches/{code}"))["seat"] == 0


def test_a_full_team_and_too_early_a_start_are_conflicts(ann: Caller, amy: Caller, bob: Caller) -> None:
    code = told(ann.post("matches", TABLE), 201)["id"]
    told(amy.post(f"matches/{code}/join", {"seat": 0}))
    problem(bob.post(f"matches/{code}/join", {"seat": 0}), 409, "team_full")
    problem(ann.post(f"matches/{code}/start", {}), 409, "seats_empty")
    problem(bob.post(f"matches/{code}/start", {}), 403, "not_allowed")


@pytest.mark.parametrize(("field", "value"), [("team", 0), ("team", 99)])
def test_a_team_of_an_impossible_size_is_refused(ann: Caller, field: str, value: int) -> None:
    assert problem(ann.post("matches", TABLE | {field: value}), 400, "illegal_team")["field"] == "team"


def test_a_match_with_room_in_its_teams_is_listed_as_open(ann: Caller, bob: Caller, guest: Caller) -> None:
    code = told(ann.post("matches", TABLE), 201)["id"]
    told(bob.post(f"matches/{code}/join", {}))
    (line,) = told(guest.get("matches", open="true"))["results"]
    assert (line["id"], line["team"], line["free"]) == (code, 2, 2)
    assert (line["players"], line["teams"]) == (["Team 1", "Team 2"], [["ann"], ["bob"]])
    assert told(guest.get(f"matches/{code}"))["free"] == 2
    assert [line["id"] for line in told(bob.get("matches", mine="true"))["results"]] == [code]


def test_a_match_whose_teams_are_full_is_not_listed_as_open(ann: Caller, bob: Caller, guest: Caller) -> None:
    code = told(ann.post("matches", TABLE | {"team": 1}), 201)["id"]
    assert [line["id"] for line in told(guest.get("matches", open="true"))["results"]] == [code]
    told(bob.post(f"matches/{code}/join", {}))
    assert told(guest.get("matches", open="true"))["results"] == []


def test_an_order_of_a_team_is_told_with_who_gave_it_when_its_turn_has_closed(
    ann: Caller, amy: Caller, bob: Caller, guest: Caller
) -> None:
    options = {"pooled": "none", "turns": 3}
    code = running(ann, amy, bob, captain="rotate", options=options)
    refused = problem(amy.put(f"matches/{code}/turns/1/order", {"order": "4"}), 409, "nothing_owed")
    assert refused["detail"] == "ann orders for your team in turn 1; you owe nothing."
    told(ann.put(f"matches/{code}/turns/1/order", {"order": "4"}))
    (given, _other) = told(guest.get(f"matches/{code}/turns/1"))["orders"]
    assert given["giver"] is None
    told(bob.put(f"matches/{code}/turns/1/order", {"order": "2"}))
    assert [seat["name"] for seat in told(guest.get(f"matches/{code}"))["seats"]] == ["Team 1", "Team 2"]
    for path in (f"matches/{code}/turns/1", f"matches/{code}/turns"):
        answer = told(guest.get(path))
        turn = answer["results"][0] if "results" in answer else answer
        assert [order["giver"] for order in turn["orders"]] == ["ann", "bob"]
    assert told(ann.put(f"matches/{code}/turns/1/order", {"order": "4"}))["closed"]


def test_a_member_finds_and_fills_their_slot_in_a_pooled_decision(
    ann: Caller, amy: Caller, bob: Caller
) -> None:
    code = running(ann, amy, bob)
    (duty,) = told(amy.get("todo"))["results"]
    assert (duty["id"], duty["seat"], duty["decision"]["pooled"]) == (code, 0, True)
    path = f"matches/{code}/turns/1/order"
    receipt = told(amy.put(path, {"order": "4"}))
    assert (receipt["order"], receipt["version"]) == ("4", 1)
    mine = told(amy.get(f"matches/{code}"))
    assert (mine["order"]["order"], mine["order"]["commitment"]) == ("4", receipt["commitment"])
    assert told(amy.get("todo"))["results"] == []
    assert amy.delete(path).status_code == 204
    assert told(amy.get(f"matches/{code}"))["order"] is None


def test_a_turn_shows_commitments_of_members_and_their_lines_when_it_has_closed(
    ann: Caller, amy: Caller, bob: Caller, guest: Caller
) -> None:
    code = running(ann, amy, bob)
    path = f"matches/{code}/turns/1/order"
    commitments = [
        told(ann.put(path, {"order": "9"}))["commitment"],
        told(amy.put(path, {"order": "4"}))["commitment"],
    ]
    orders = told(guest.get(f"matches/{code}/turns/1"))["orders"]
    assert [(o["member"], o["commitment"], o["line"]) for o in orders if o["seat"] == 0] == [
        (1, commitments[0], None),
        (2, commitments[1], None),
    ]
    told(bob.put(path, {"order": "2"}))
    orders = told(guest.get(f"matches/{code}/turns/1"))["orders"]
    assert [(o["member"], o["line"], o["by"]) for o in orders if o["seat"] == 0] == [
        (None, "6", "team"),
        (1, "9", "captain"),
        (2, "4", "player"),
    ]


def test_the_record_of_a_match_of_teams_verifies(
    ann: Caller, amy: Caller, bob: Caller, guest: Caller
) -> None:
    code = running(ann, amy, bob)
    for caller, line in ((ann, "9"), (amy, "99"), (bob, "2")):
        told(caller.put(f"matches/{code}/turns/1/order", {"order": line}))
    document = told(guest.get(f"matches/{code}/record"))
    assert [voice["line"] for voice in document["turns"][0]["orders"]["0"]["voices"]] == ["9", "99"]
    assert record.verify(document) == []


def test_two_amounts_look_alike_to_everybody_else_before_the_turn_closes(
    ann: Caller, amy: Caller, bob: Caller, guest: Caller
) -> None:
    """Twins: two matches that differ only in the sealed amount of one member."""
    twins = []
    for line in ("3", "8"):
        code = running(ann, amy, bob)
        receipt = told(amy.put(f"matches/{code}/turns/1/order", {"order": line}))
        seen = [
            caller.get(f"matches/{code}{part}").content.decode()
            for caller in (ann, bob, guest)
            for part in ("", "/turns", "/turns/1")
        ]
        texts = [text.replace(receipt["commitment"], "C").replace(code, "M") for text in seen]
        twins.append([_timeless(text) for text in texts])
    assert twins[0] == twins[1]


def _timeless(text: str) -> str:
    """A body without what differs from match to match: instants, seeds, words, cards."""
    text = re.sub(r'"\d{4}-\d\d-\d\dT[^"]*"', '"T"', text)
    text = re.sub(r'"[0-9a-f]{64}"', '"H"', text)
    return re.sub(r'"word":"[^"]*"|"card":\d+', '"X"', text)

"""A game of memory over the API: no answer of a running match shows what must be remembered."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.actions import seats
from games.models import Match
from tests.actions.dealing import played
from tests.actions.tables import NOW, person, started
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db


def table(memory: str = "on") -> Match:
    """A match of Foursquare for one, played on for a while."""
    match = started(
        "ann", game="foursquare", pace={"kind": "free"}, options={"memory": memory}, visibility="public"
    )
    return played(match, "ann", 9)


def read(who: Caller, path: str) -> Any:
    return json.loads(who.get(path).content)


def turns(who: Caller, match: Match) -> list[Any]:
    """The turns in the list, each with what its own address says."""
    found = read(who, f"matches/{match.code}/turns")["results"]
    for line in found:
        one = read(who, f"matches/{match.code}/turns/{line['turn']}")
        assert {name: one[name] for name in line} == line
        line["view"] = one["view"]
    return found


def test_a_closed_turn_of_a_running_match_has_no_position_and_older_ones_no_events(ann: Caller) -> None:
    match = table()
    for who in (ann, Caller()):
        *earlier, last, now = turns(who, match)
        assert len(earlier) > 5
        assert [(line["view"], line["events"]) for line in earlier] == [(None, [])] * len(earlier)
        assert {order["salt"] for line in earlier for order in line["orders"]} == {None}
        assert (last["view"], bool(last["events"])) == (None, True)
        assert now["view"] == read(who, f"matches/{match.code}")["view"]


def test_an_order_for_an_old_turn_is_refused_with_what_happened_since_the_last_one(ann: Caller) -> None:
    match = table()
    answer = ann.put(f"matches/{match.code}/turns/2/order", {"order": "d5"})
    problem = json.loads(answer.content)
    assert answer.status_code == 409
    assert {event["turn"] for event in problem["events"]} == {problem["current"] - 1}


def test_without_memory_and_after_the_end_everything_shows(ann: Caller) -> None:
    assert all(line["view"] for line in turns(ann, table("off")))
    match = table()
    seats.resign(person("ann"), match, NOW)
    found = turns(ann, match)
    assert all(line["view"] and line["events"] for line in found)
    assert all(order["salt"] for line in found for order in line["orders"] if order["by"] == "player")

"""Lists by the API: matches, and what is owed; what they show, how they are narrowed, paged and paid for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.actions import turns
from tests.actions.tables import NEXT, opened, order, person, started
from tests.api.answers import problem, told
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db


def test_an_unlisted_match_is_open_to_who_has_its_address_but_in_no_list(eve: Caller) -> None:
    match = opened("ann", visibility="unlisted")
    assert told(eve.get("matches"))["results"] == []
    assert told(eve.get(f"matches/{match.code}"))["id"] == match.code


def names(response: Any) -> list[str]:
    return [match["name"] for match in told(response)["results"]]


def test_a_list_has_what_concerns_the_reader(ann: Caller, eve: Caller, guest: Caller) -> None:
    person("eve")
    opened("bob", name="public")
    opened("bob", name="unlisted", visibility="unlisted")
    opened("bob", name="private", visibility="private", invite=["ann"])
    opened("ann", name="mine", visibility="private")
    assert names(guest.get("matches")) == ["public"]
    assert names(eve.get("matches")) == ["public"]
    assert names(ann.get("matches")) == ["mine", "private", "public"]
    assert names(ann.get("matches", mine="true")) == ["mine"]
    assert names(ann.get("matches", invited="true")) == ["private"]
    problem(guest.get("matches", mine="true"), 401, "not_authenticated")
    problem(guest.get("matches", invited="1"), 401, "not_authenticated")


def test_a_list_is_narrowed_by_what_is_asked(guest: Caller) -> None:
    opened("ann", 3, name="three")
    opened("bob", game="fourbid", name="other game")
    started("ann", "cid", name="running")
    assert names(guest.get("matches")) == ["running", "other game", "three"]
    assert names(guest.get("matches", game="fourbid")) == ["other game"]
    assert names(guest.get("matches", game="chess")) == []
    assert names(guest.get("matches", status="running")) == ["running"]
    assert names(guest.get("matches", seats=3)) == ["three"]
    assert names(guest.get("matches", player="ANN")) == ["running", "three"]
    assert names(guest.get("matches", open="true")) == ["other game", "three"]
    assert names(guest.get("matches", open="false")) == ["running", "other game", "three"]
    assert names(guest.get("matches", open="true", player="bob", game="fourbid")) == ["other game"]


def test_a_line_of_a_list_says_who_plays_and_when_the_turn_ends(guest: Caller) -> None:
    match = started("ann", bots=1, name="Friday")
    assert told(guest.get("matches"))["results"] == [
        {
            "id": match.code,
            "game": "hush",
            "name": "Friday",
            "status": "running",
            "visibility": "public",
            "size": 2,
            "team": 1,
            "free": 0,
            "players": ["ann", "Bot 2"],
            "teams": [],
            "vacant": [],
            "reliability": 0,
            "turn": 1,
            "deadline": "2030-01-04T12:00:00Z",
            "paused": False,
            "created_at": "2030-01-01T12:00:00Z",
            "url": f"http://testserver/api/v1/matches/{match.code}",
        }
    ]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"status": "sleeping"}, "status"),
        ({"seats": "many"}, "seats"),
        ({"open": "perhaps"}, "open"),
        ({"size": "x"}, "size"),
        ({"colour": "red"}, "colour"),
        ({"cursor": "nonsense"}, "cursor"),
        ({"cursor": "cD1hYmM="}, "cursor"),
        ({"cursor": "bz0tMQ=="}, "cursor"),
    ],
)
def test_a_query_that_makes_no_sense_is_refused_by_its_name(
    guest: Caller, query: dict[str, str], field: str
) -> None:
    response = guest.get("matches", **query)
    assert response.status_code == 400, response.content
    assert problem(response, 400, response.json()["code"])["field"] == field


def test_a_long_list_comes_page_by_page(guest: Caller) -> None:
    for number in range(7):
        opened(f"p{number}", name=f"t{number}")
    first = told(guest.get("matches", size=3))
    assert [match["name"] for match in first["results"]] == ["t6", "t5", "t4"]
    assert first["previous"] is None
    opened("late", name="added meanwhile")
    second = told(guest("GET", first["next"].partition("/api/v1/")[2].replace("?", "?")))
    assert [match["name"] for match in second["results"]] == ["t3", "t2", "t1"]
    third = told(guest("GET", second["next"].partition("/api/v1/")[2]))
    assert ([match["name"] for match in third["results"]], third["next"]) == (["t0"], None)
    back = told(guest("GET", third["previous"].partition("/api/v1/")[2]))
    assert [match["name"] for match in back["results"]] == ["t3", "t2", "t1"]


@pytest.mark.parametrize("path", ["matches", "todo", "matches?mine=true"])
def test_a_list_takes_as_many_queries_for_thirty_as_for_one(
    ann: Caller, caller: Callable[[str], Caller], path: str
) -> None:
    counts = []
    for amount in (1, 29):
        for number in range(amount):
            started("ann", f"other{amount}-{number}", bots=1)
        told(ann.get("me"))
        with CaptureQueriesContext(connection) as queries:
            found = told(ann("GET", path))["results"]
        counts.append((len(found), len(queries)))
    assert [found for found, _queries in counts] == [1, 30]
    assert counts[0][1] == counts[1][1]


def test_what_is_owed_is_listed_with_the_most_urgent_first(ann: Caller, guest: Caller) -> None:
    slow = started("ann", "bob", pace={"interval": 9000}, name="slow")
    fast = started("ann", "bob", pace={"interval": 600}, name="fast")
    done = started("ann", "bob", name="done")
    order("ann", done, "5")
    opened("ann")
    todo = told(ann.get("todo"))["results"]
    assert [(duty["name"], duty["turn"], duty["seat"]) for duty in todo] == [("fast", 1, 0), ("slow", 1, 0)]
    assert todo[0]["deadline"] == "2030-01-01T12:10:00Z"
    assert todo[0]["decision"]["default"] == "1"
    assert todo[0]["order_url"] == f"http://testserver/api/v1/matches/{fast.code}/turns/1/order"
    assert told(ann.get("me"))["todo"] == 2
    problem(guest.get("todo"), 401, "not_authenticated")
    told(ann.put(f"matches/{slow.code}/turns/1/order", {"order": "5"}))
    assert told(ann.get("me"))["todo"] == 1


def test_nobody_owes_anything_for_a_seat_that_is_given_up(ann: Caller) -> None:
    match = started("ann", "bob", "cid")
    told(ann.post(f"matches/{match.code}/resign"))
    assert told(ann.get("todo"))["results"] == []


def test_anybody_may_read_how_reliable_somebody_is(guest: Caller) -> None:
    match = started("ann", "bob", pace={"grace": False})
    order("ann", match, "7")
    turns.close_due(NEXT)
    assert told(guest.get("people/ann")) == {
        "username": "ann",
        "owed": 1,
        "in_time": 1,
        "percent": 100,
        "ratings": [],
    }
    assert told(guest.get("people/bob")) == {
        "username": "bob",
        "owed": 1,
        "in_time": 0,
        "percent": 0,
        "ratings": [],
    }
    for name in ("nobody", "%00", "a" * 300):
        problem(guest.get(f"people/{name}"), 404, "not_found")

"""Deserted seats by the API: which are free, how they are taken over, what a successor sees and what not."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.actions import orders, seats, turns
from games.actions.successors import take_over
from games.models import Match, Turn
from games.seals import seal
from tests.actions.tables import NEXT, NOW, open_turn, opened, order, person, started
from tests.actions.test_successors import SUBSTITUTE, deserted, unreliable
from tests.api.answers import problem, told
from tests.api.conftest import Caller
from tests.api.test_secrecy import fetched

pytestmark = pytest.mark.django_db


def seat_of(answer: dict[str, object], index: int) -> dict[str, object]:
    keys = ("name", "bot", "state", "in", "misses", "vacant", "since", "former")
    return {key: answer["seats"][index][key] for key in keys}  # type: ignore[index]


def test_a_deserted_seat_is_vacant(guest: Caller) -> None:
    match = deserted()
    found = told(guest.get(f"matches/{match.code}"))
    assert seat_of(found, 1) == {
        "name": "bob",
        "bot": False,
        "state": "deserted",
        "in": None,
        "misses": 1,
        "vacant": True,
        "since": 1,
        "former": [],
    }
    assert seat_of(found, 0)["vacant"] is False


def test_a_vacant_seat_is_taken_over(eve: Caller) -> None:
    match = deserted()
    found = told(eve.post(f"matches/{match.code}/seats/1/take-over"))
    assert (found["seat"], found["decision"]["kind"]) == (1, "number")
    assert seat_of(found, 1) == {
        "name": "eve",
        "bot": False,
        "state": "playing",
        "in": False,
        "misses": 0,
        "vacant": False,
        "since": 2,
        "former": [{"name": "bob", "since": 1, "until": 1}],
    }
    assert found["urls"]["order"].endswith("/turns/2/order")
    assert told(eve.post(f"matches/{match.code}/seats/1/take-over/"))["seat"] == 1


def test_a_seat_that_is_not_vacant_is_refused(eve: Caller, ann: Caller, bob: Caller, guest: Caller) -> None:
    match = deserted("ann", "bob", "cid")
    base = f"matches/{match.code}/seats"
    for index in (0, 3, 10**30):
        problem(eve.post(f"{base}/{index}/take-over"), 409, "seat_taken")
    problem(eve.post(f"{base}/-1/take-over"), 404, "not_found")
    problem(ann.post(f"{base}/2/take-over"), 409, "already_seated")
    problem(guest.post(f"{base}/2/take-over"), 401, "not_authenticated")
    problem(eve.post(f"{base}/2/take-over", {"word": "x"}), 400, "unknown_field")
    problem(eve.post("matches/nothing/seats/2/take-over"), 404, "not_found")
    seats.resign(person("ann"), match, NEXT)
    seats.resign(person("bob"), match, NEXT)
    problem(eve.post(f"{base}/2/take-over"), 409, "not_running")
    assert seat_of(told(guest.get(f"matches/{match.code}")), 2)["vacant"] is False


def test_a_table_for_reliable_people_says_how_reliable(caller: Callable[[str], Caller]) -> None:
    unreliable("cid", 8, 2)
    cid = caller("cid")
    match = deserted(reliability=90)
    refused = problem(cid.post(f"matches/{match.code}/seats/1/take-over"), 403, "not_reliable")
    assert refused["detail"] == (
        "This table asks for 90 percent of orders in time; you have 80 percent of your last 10."
    )
    waiting = opened("ann", 3, reliability=90)
    problem(cid.post(f"matches/{waiting.code}/join"), 403, "not_reliable")
    assert told(cid.get(f"matches/{waiting.code}"))["reliability"] == 90


def test_a_match_is_opened_for_reliable_people(ann: Caller) -> None:
    wanted = {"game": "hush", "seats": 2, "reliability": 75, "pace": {"deserted": "substitute"}}
    found = told(ann.post("matches", wanted), 201)
    assert (found["reliability"], found["pace"]["deserted"]) == (75, "substitute")
    assert told(ann.get("matches"))["results"][0]["reliability"] == 75
    problem(ann.post("matches", wanted | {"reliability": 101}), 400, "illegal_reliability")


def test_lists_are_narrowed_to_matches_with_a_vacant_seat(guest: Caller) -> None:
    match = deserted(name="short of one")
    started("ann", "bob", name="complete")
    found = told(guest.get("matches", vacant="true"))["results"]
    assert [(one["name"], one["vacant"]) for one in found] == [("short of one", [1])]
    take_over(person("cid"), match, 1, NEXT)
    assert told(guest.get("matches", vacant="true"))["results"] == []


def test_a_match_without_changes_of_seats_costs_no_query_more(guest: Caller) -> None:
    match, counts = deserted(), []
    for _look in range(2):
        with CaptureQueriesContext(connection) as seen:
            guest.get(f"matches/{match.code}")
        counts.append(len(seen))
        take_over(person("cid"), match, 1, NEXT)
    assert counts[1] == counts[0] + 1


def test_orders_of_a_former_holder_are_called_theirs(guest: Caller) -> None:
    match = started("ann", "bob", pace=SUBSTITUTE, options={"turns": 9})
    order("ann", match, "7")
    order("bob", match, "3")
    order("ann", match, "7")
    turns.close_due(NEXT)
    order("ann", match, "7", NEXT)
    take_over(person("cid"), match, 1, NEXT)
    order("ann", match, "7", NEXT)
    order("cid", match, "9", NEXT)
    found = told(guest.get(f"matches/{match.code}/turns"))["results"]
    givers = [
        (one["turn"], row["line"], row["giver"]) for one in found for row in one["orders"] if row["seat"]
    ]
    assert givers[:4] == [(1, "3", "bob"), (2, "1", "bob"), (3, "1", None), (4, "9", None)]
    assert told(guest.get(f"matches/{match.code}/turns/1"))["orders"][1]["giver"] == "bob"


# Two worlds: what is whose.


def world(note: str, plan: str, card: int) -> Match:
    """A match in which bob kept this note and this plan at a seat with this card, and then lost the seat."""
    Match.objects.all().delete()
    match = started("ann", "bob", "cid", pace=SUBSTITUTE, word="w")
    Match.objects.filter(pk=match.pk).update(sealed_seed=seal(b"the same dice in both worlds"))
    state = msgspec.structs.replace(open_turn(match).state(), cards=(1111, card, 3333))
    Turn.objects.filter(match=match).update(position=msgspec.json.encode(state))
    seats.note(person("bob"), match, note)
    orders.plan(person("bob"), match.code, plan, NOW)
    order("ann", match, "5")
    order("cid", match, "5")
    turns.close_due(NEXT)
    take_over(person("eve"), match, 1, NEXT)
    return match


def private(who: Caller, match: Match) -> dict[str, str]:
    """Everything somebody can fetch, their own plan too."""
    return fetched(who, match) | {"plan": who.get(f"matches/{match.code}/plan").content.decode()}


def test_a_successor_sees_nothing_private_of_who_held_the_seat(eve: Caller) -> None:
    """A successor could read the predecessor's private messages."""
    one = private(eve, world("bid low", "then 97 2", 2222))
    other = private(eve, world("bid high", "then 97 9 9 9", 2222))
    assert one == other
    assert "2222" in one[""]


@pytest.mark.parametrize("reader", ["bob", "ann"])
def test_who_held_a_seat_sees_nothing_of_it_any_more(caller: Callable[[str], Caller], reader: str) -> None:
    who = caller(reader)
    one, other = private(who, world("x", "then 97", 2222)), private(who, world("x", "then 97", 9999))
    assert one == other


def test_there_was_something_to_leak(eve: Caller) -> None:
    assert private(eve, world("x", "then 97", 9999)) != private(eve, world("x", "then 97", 2222))


def test_who_held_a_seat_can_do_nothing_at_it(bob: Caller) -> None:
    match = world("x", "then 97", 2222)
    base = f"matches/{match.code}"
    problem(bob.put(f"{base}/turns/2/order", {"order": "3"}), 403, "not_your_seat")
    problem(bob.put(f"{base}/plan", {"plan": "then 5"}), 403, "not_your_seat")
    problem(bob.post(f"{base}/resign"), 403, "not_your_seat")
    assert told(bob.get("todo"))["results"] == []

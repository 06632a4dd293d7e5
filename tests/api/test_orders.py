"""Orders by the API: receipts, changes, refusals, and what one costs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.actions import seats, turns
from games.models import Order
from tests.actions.tables import NOW, open_turn, opened, order, person, play, seat, started
from tests.api.answers import problem, told
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db


def test_an_order_is_answered_with_its_receipt(ann: Caller) -> None:
    match = started("ann", "bob")
    answer = told(ann.put(f"matches/{match.code}/turns/1/order", {"order": " 7"}))
    slot = Order.objects.get(seat=seat(match, "ann"))
    assert answer == {
        "order": "7",
        "version": 1,
        "commitment": slot.commitment,
        "deadline": "2030-01-04T12:00:00Z",
        "closed": False,
        "plan": "",
        "played": 0,
        "left": "",
    }
    assert slot.door == "api"


def test_the_same_order_again_gives_the_same_receipt(ann: Caller) -> None:
    match = started("ann", "bob")
    answers = [ann.put(f"matches/{match.code}/turns/1/order", {"order": "7"}).content for _n in range(3)]
    assert len(set(answers)) == 1


def test_the_last_order_closes_the_turn(ann: Caller, bob: Caller) -> None:
    match = started("ann", "bob")
    ann.put(f"matches/{match.code}/turns/1/order", {"order": "7"})
    assert told(bob.put(f"matches/{match.code}/turns/1/order", {"order": "3"}))["closed"] is True
    assert told(ann.get(f"matches/{match.code}"))["turn"] == 2


def test_an_order_taken_back_is_gone(ann: Caller) -> None:
    match = started("ann", "bob")
    ann.put(f"matches/{match.code}/turns/1/order", {"order": "7"})
    for _n in range(2):
        response = ann.delete(f"matches/{match.code}/turns/1/order")
        assert (response.status_code, response.content) == (204, b"")
    assert told(ann.get(f"matches/{match.code}"))["order"] is None


def test_an_order_takes_a_fixed_and_small_number_of_queries(ann: Caller) -> None:
    """The token with its person, the slot with turn, match and seat, the sealed order and who is missing."""
    match = started("ann", "bob", "cid", game="fourbid")
    ann.put(f"matches/{match.code}/turns/1/order", {"order": "A"})
    with CaptureQueriesContext(connection) as queries:
        told(ann.put(f"matches/{match.code}/turns/1/order", {"order": "K 2; low best"}))
    work = [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"] and query["sql"] != "BEGIN"]
    assert [sql.split()[0] for sql in work] == ["SELECT", "SELECT", "UPDATE"]


def test_an_order_takes_no_more_queries_in_a_long_match(ann: Caller) -> None:
    counts = []
    told(ann.get("me"))  # the first use of a token is noted
    for length in (1, 30):
        match = started("ann", "bob", options={"turns": 50})
        for _n in range(length):
            play(match, {"ann": "7", "bob": "3"})
        with CaptureQueriesContext(connection) as queries:
            told(ann.put(f"matches/{match.code}/turns/{length + 1}/order", {"order": "5"}))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_an_illegal_order_names_the_rule_and_changes_nothing(ann: Caller) -> None:
    match = started("ann", "bob", game="fourbid")
    told(ann.put(f"matches/{match.code}/turns/1/order", {"order": "A"}))
    refused = problem(ann.put(f"matches/{match.code}/turns/1/order", {"order": "A K"}), 400, "too_high")
    assert refused["field"] == "order"
    assert told(ann.get(f"matches/{match.code}"))["order"]["order"] == "A"


def test_an_order_for_a_closed_turn_says_what_happened_since(ann: Caller) -> None:
    match = started("ann", "bob", options={"turns": 9})
    play(match, {"ann": "7", "bob": "3"}, {"ann": "2", "bob": "4"})
    refused = problem(ann.put(f"matches/{match.code}/turns/1/order", {"order": "9"}), 409, "turn_closed")
    assert refused["current"] == 3
    assert [(event["turn"], event["kind"]) for event in refused["events"]] == [
        (1, "won"),
        (1, "hint"),
        (2, "won"),
        (2, "hint"),
    ]
    assert {event["data"].get("card") for event in refused["events"] if event["kind"] == "hint"} == {
        match.turns.get(number=1).state().cards[0]
    }
    assert refused["detail"] == "Turn 1 has closed; the match is at turn 3 now. Nothing was changed."
    assert list(Order.objects.given().filter(turn__number=3)) == []


def test_an_order_for_a_turn_to_come_is_refused(ann: Caller) -> None:
    match = started("ann", "bob")
    refused = problem(ann.put(f"matches/{match.code}/turns/2/order", {"order": "9"}), 409, "turn_ahead")
    assert (refused["current"], refused["events"]) == (1, [])


def test_a_withdrawal_for_a_closed_turn_says_what_happened_since(ann: Caller) -> None:
    match = started("ann", "bob")
    play(match, {"ann": "7", "bob": "3"})
    refused = problem(ann.delete(f"matches/{match.code}/turns/1/order"), 409, "turn_closed")
    assert (refused["current"], len(refused["events"])) == (2, 2)


def test_an_order_after_the_end_says_so(ann: Caller) -> None:
    match = started("ann", "bob", options={"turns": 1})
    play(match, {"ann": "7", "bob": "3"})
    refused = problem(ann.put(f"matches/{match.code}/turns/1/order", {"order": "9"}), 409, "turn_closed")
    assert refused["current"] is None
    problem(ann.put(f"matches/{match.code}/turns/2/order", {"order": "9"}), 409, "not_running")


def test_an_order_before_the_start_is_refused(ann: Caller) -> None:
    match = opened("ann")
    problem(ann.put(f"matches/{match.code}/turns/1/order", {"order": "9"}), 409, "not_running")


def test_who_holds_no_seat_gives_no_order(eve: Caller, guest: Caller) -> None:
    match = started("ann", "bob")
    problem(eve.put(f"matches/{match.code}/turns/1/order", {"order": "9"}), 403, "not_your_seat")
    problem(guest.put(f"matches/{match.code}/turns/1/order", {"order": "9"}), 401, "not_authenticated")
    assert list(Order.objects.given()) == []


def test_a_private_match_does_not_exist_for_strangers(eve: Caller) -> None:
    match = started("ann", "bob")
    match.visibility = "private"
    match.save()
    problem(eve.put(f"matches/{match.code}/turns/1/order", {"order": "9"}), 404, "not_found")
    problem(eve.put(f"matches/{match.code}/turns/7/order", {"order": "9"}), 404, "not_found")
    problem(eve.delete(f"matches/{match.code}/turns/1/order"), 404, "not_found")


def test_a_match_that_is_none_is_not_found(ann: Caller) -> None:
    problem(ann.put("matches/nosuchcode/turns/1/order", {"order": "9"}), 404, "not_found")


def test_an_order_of_who_owes_none_is_refused(bob: Caller) -> None:
    match = started("ann", "bob", options={"solo": True})
    play(match, {"ann": "7", "bob": "3"})
    problem(bob.put(f"matches/{match.code}/turns/2/order", {"order": "9"}), 409, "nothing_owed")


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({}, "missing_field", "order"),
        ({"order": 7}, "invalid", "order"),
        ({"order": None}, "invalid", "order"),
        ({"order": "7", "seat": 1}, "unknown_field", "seat"),
        (["7"], "invalid", "body"),
        ({"order": "7\0"}, "malformed", None),
    ],
)
def test_a_body_that_is_no_order_names_what_is_wrong(
    ann: Caller, body: object, code: str, field: str | None
) -> None:
    match = started("ann", "bob")
    refused = problem(ann.put(f"matches/{match.code}/turns/1/order", body), 400, code)
    assert refused.get("field") == field
    assert list(Order.objects.given()) == []


def test_a_huge_order_is_refused_by_the_rules_or_by_its_size(ann: Caller) -> None:
    match = started("ann", "bob", game="fourbid")
    problem(ann.put(f"matches/{match.code}/turns/1/order", {"order": "K " * 100_000}), 400, "too_long")
    path = f"matches/{match.code}/turns/1/order"
    problem(ann("PUT", path, raw=b'{"order": "' + b"9" * 10_000_000 + b'"}'), 413, "too_big")


def test_orders_reach_every_turn_of_a_match(ann: Caller, caller: Callable[[str], Caller]) -> None:
    match = started("ann", "bob", "cid")
    seats.resign(person("cid"), match, NOW)
    order("bob", match, "3")
    told(ann.put(f"matches/{match.code}/turns/1/order", {"order": "5"}))
    assert open_turn(match).number == 2
    problem(caller("cid").put(f"matches/{match.code}/turns/2/order", {"order": "5"}), 403, "not_your_seat")
    turns.close_due(NOW)

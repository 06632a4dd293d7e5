"""The course of a match for programs: the numbers behind the pictures, and no more than a guest may know."""

from __future__ import annotations

import pytest

from tests.actions.tables import order, play, started
from tests.api.answers import problem, told
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db


def test_the_course_has_a_value_of_each_seat_for_each_turn_listed(ann: Caller, guest: Caller) -> None:
    match = started("ann", "bob", game="fourbid")
    play(match, {"ann": "K 2", "bob": "3"})
    course = told(ann.get(f"matches/{match.code}/course"))
    assert course == told(guest.get(f"matches/{match.code}/course"))
    assert (course["id"], course["closed"], course["step"], course["turns"]) == (match.code, 1, 1, [1, 2])
    gauges = {gauge["key"]: gauge for gauge in course["gauges"]}
    assert gauges["cards"]["values"][0] == [13, 13]
    assert (gauges["row"]["goal"], gauges["pieces"]["values"]) == (4, [[0, 0], [1, 0]])
    sheets = {sheet["key"]: sheet for sheet in course["sheets"]}
    assert (sheets["bids"]["look"], len(sheets["bids"]["spots"])) == ("plan", 32)
    assert sheets["cards"]["rows"][0] == "A"
    assert sheets["cards"]["values"][1] == [1, 0]


def test_a_match_without_a_closed_turn_and_one_of_memory_have_no_course(ann: Caller) -> None:
    problem(ann.get(f"matches/{started('ann', 'bob').code}/course"), 404, "not_found")
    match = started("ann", game="foursquare", options={"memory": "on"})
    order("ann", match, "d4")
    problem(ann.get(f"matches/{match.code}/course"), 404, "not_found")


def test_the_course_of_a_private_match_is_not_found_by_others(ann: Caller, guest: Caller) -> None:
    match = started("ann", game="foursquare", visibility="private")
    order("ann", match, "d4")
    course = told(ann.get(f"matches/{match.code}/course"))
    assert course["turns"] == [*range(1, course["closed"] + 2)]
    problem(guest.get(f"matches/{match.code}/course"), 404, "not_found")

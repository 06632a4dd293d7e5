"""Orders ahead by programs: what was played of them, what waits, and the same request twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse

from games.models import Match, Order, Seat
from tests.actions.nonsense import default
from tests.actions.tables import open_turn, started
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db
PLAN = "standing horse red; standing bid 40"


@pytest.fixture
def race() -> tuple[Match, str]:
    """A race, and who is to move first."""
    match = started("ann", "bob", game="bid_n_bet")
    return match, open_turn(match).orders.get().seat.user.username


def said(answer: HttpResponse, status: int = 200) -> dict[str, Any]:
    assert answer.status_code == status, answer.content
    found: dict[str, Any] = json.loads(answer.content)
    return found


def test_a_plan_is_answered_with_what_waits_and_shown_with_the_words_it_came_in(
    race: tuple[Match, str], caller: Callable[[str], Caller]
) -> None:
    match, name = race
    place = f"matches/{match.code}/plan"
    receipt = said(caller(name).put(place, {"plan": PLAN}))
    kept = "standing bid 40; standing horse red"
    assert (receipt["order"], receipt["plan"], receipt["played"], receipt["left"]) == ("", kept, 0, kept)
    assert said(caller(name).get(place)) == {"plan": kept, "written": PLAN}


def test_a_plan_that_is_followed_at_once_says_so_and_the_same_request_plays_no_more(
    caller: Callable[[str], Caller],
) -> None:
    match = started("ann", game="foursquare")
    place = f"matches/{match.code}/plan"
    wish = {"plan": "from 2; next *:d5; next *:e4; next *:stop", "turn": 2}
    receipt = said(caller("ann").put(place, wish))
    assert (receipt["order"], receipt["closed"], receipt["played"], receipt["left"]) == ("d5", True, 2, "")
    assert open_turn(match).number == 4
    assert said(caller("ann").put(place, wish)) == receipt
    assert said(caller("ann").put(f"matches/{match.code}/turns/2/order", {"order": wish["plan"]})) == receipt
    assert open_turn(match).number == 4
    turns = said(caller("ann").get(f"matches/{match.code}/turns"))["results"]
    assert [order["by"] for turn in turns for order in turn["orders"]] == ["forced", "plan", "plan", None]
    assert said(caller("ann").get(f"matches/{match.code}/turns/2"))["orders"][0]["by"] == "plan"


def test_an_order_with_a_plan_gives_one_receipt_however_often_it_comes(
    race: tuple[Match, str], caller: Callable[[str], Caller]
) -> None:
    match, name = race
    place = f"matches/{match.code}/turns/1/order"
    wish = {"order": f"{default(match)}; {PLAN}"}
    first = said(caller(name).put(place, wish))
    assert first["closed"]
    assert said(caller(name).put(place, wish)) == first
    other = said(caller(name).put(place, {"order": f"{default(match)}; standing bid 60"}), 409)
    assert other["code"] == "turn_closed"


def test_a_plan_whose_key_is_lost_is_told_to_be_and_can_be_replaced(
    race: tuple[Match, str], caller: Callable[[str], Caller]
) -> None:
    match, name = race
    place = f"matches/{match.code}/plan"
    Seat.objects.filter(match=match, user__username=name).update(sealed_plan=b"no seal of ours")
    problem = said(caller(name).get(place), 409)
    assert problem["code"] == "plan_lost"
    said(caller(name).put(place, {"plan": PLAN}))
    assert said(caller(name).get(place))["written"] == PLAN


def test_an_order_whose_key_is_lost_is_null(race: tuple[Match, str], caller: Callable[[str], Caller]) -> None:
    match = started("ann", "bob", game="fourbid")
    said(caller("ann").put(f"matches/{match.code}/turns/1/order", {"order": "K"}))
    Order.objects.given().update(sealed=b"no seal of ours")
    assert said(caller("ann").get(f"matches/{match.code}"))["order"]["order"] is None


@pytest.mark.parametrize("turn", [0, -1, "one", 1.5])
def test_a_turn_that_is_no_turn_is_refused(
    race: tuple[Match, str], caller: Callable[[str], Caller], turn: object
) -> None:
    match, name = race
    said(caller(name).put(f"matches/{match.code}/plan", {"plan": PLAN, "turn": turn}), 400)


def test_the_refusal_of_a_plan_names_it(race: tuple[Match, str], caller: Callable[[str], Caller]) -> None:
    match, name = race
    assert said(caller(name).put(f"matches/{match.code}/plan", {"plan": "?"}), 400)["field"] == "plan"

"""Every game behind the API: what it can't take is refused with a sentence, and nothing changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Match
from games.rules import GAMES, IllegalOrder
from tests.actions import nonsense
from tests.actions.tables import open_turn, walked
from tests.api.conftest import Caller

pytestmark = [pytest.mark.django_db, pytest.mark.parametrize("slug", sorted(GAMES))]


def refused(answer: HttpResponse, *statuses: int) -> dict[str, Any]:
    """A refusal with a sentence for people and a code for programs."""
    problem: dict[str, Any] = json.loads(answer.content)
    assert answer.status_code in statuses, problem
    assert len(problem["detail"]) > 10
    assert problem["detail"][-1] in ".?!"
    assert problem["code"]
    return problem


def address(match: Match, later: int = 0) -> str:
    """Where orders for the open turn go, or for one so many turns later."""
    return f"matches/{match.code}/turns/{open_turn(match).number + later}/order"


def test_a_text_that_is_no_order_is_refused_by_both_doors_and_changes_nothing(
    slug: str, caller: Callable[[str], Caller]
) -> None:
    match, name, _idle = nonsense.at_play(slug)
    before, refusals = nonsense.rows(match), set()
    for text in (*nonsense.TEXTS, *nonsense.orders_of_all_games()):
        if nonsense.takes(match, name, text):
            continue
        answer = caller(name).put(address(match), {"order": text})
        refusals.add(refused(answer, 400)["code"])
        assert nonsense.rows(match) == before
    assert len(refusals) > 1


def test_a_text_that_is_no_plan_is_refused_and_changes_nothing(
    slug: str, caller: Callable[[str], Caller]
) -> None:
    match, name, _idle = nonsense.at_play(slug)
    before, view = nonsense.rows(match), match.rules.view
    for text in nonsense.TEXTS:
        if not text.strip() or planned(match, name, text, view):
            continue
        refused(caller(name).put(f"matches/{match.code}/plan", {"plan": text}), 400)
        assert nonsense.rows(match) == before


def planned(match: Match, name: str, text: str, view: Any) -> bool:
    """Whether the game takes this text as orders ahead."""
    state = open_turn(match).state()
    index = match.seats.get(user__username=name).index
    try:
        match.rules.plan(view(state, index), index, text)
    except IllegalOrder:
        return False
    return True


def test_orders_of_those_who_owe_none_are_refused_and_change_nothing(
    slug: str, caller: Callable[[str], Caller]
) -> None:
    match, name, idle = nonsense.at_play(slug)
    line = nonsense.default(match)
    before, place = nonsense.rows(match), address(match)
    refused(Caller().put(place, {"order": line}), 401)
    refused(caller("eve").put(place, {"order": line}), 403, 404)
    refused(caller("eve").put(f"matches/{match.code}/plan", {"plan": "else"}), 400, 403, 404)
    if idle:
        refused(caller(idle).put(place, {"order": line}), 409)
    refused(caller(name).put(address(match, 1), {"order": line}), 409)
    refused(caller(name).put(f"matches/{match.code}/turns/0/order", {"order": line}), 404, 409)
    assert nonsense.rows(match) == before


def test_a_match_that_is_over_takes_no_order_and_no_plan(slug: str, caller: Callable[[str], Caller]) -> None:
    match, name, _idle = nonsense.at_play(slug)
    line = nonsense.default(match)
    caller(name).post(f"matches/{match.code}/resign", {})
    match = walked(match, 1200)
    before, last = nonsense.rows(match), match.turns.last().number
    for text in (line, *nonsense.TEXTS):
        refused(caller(name).put(f"matches/{match.code}/turns/{last}/order", {"order": text}), 400, 403, 409)
        refused(
            caller(name).put(f"matches/{match.code}/turns/{last + 1}/order", {"order": text}), 400, 403, 409
        )
    refused(caller(name).put(f"matches/{match.code}/plan", {"plan": "else R1"}), 403, 409)
    assert nonsense.rows(match) == before


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=60) | st.lists(st.sampled_from(nonsense.WORDS), max_size=6).map(" ".join))
def test_whatever_is_sent_is_taken_as_the_rules_take_it(
    slug: str, caller: Callable[[str], Caller], text: str
) -> None:
    match, name, _idle = nonsense.at_play(slug)
    before, legal = nonsense.rows(match), nonsense.takes(match, name, text)
    answer = caller(name).put(address(match), {"order": text})
    if legal:
        assert answer.status_code == 200
    else:
        refused(answer, 400)
        assert nonsense.rows(match) == before

"""Plans that come just while a turn closes."""

from __future__ import annotations

import pytest

from games.actions import orders, turns
from games.models import Match
from tests.actions.tables import NEXT, NOW, open_turn, order, person, play, started
from tests.actions.test_races import held_up

pytestmark = pytest.mark.django_db(transaction=True)


def alone() -> Match:
    """A match at a turn in which dan is not asked; he is in the one after."""
    match = started("cid", "dan", options={"solo": True, "turns": 20}, pace={"grace": False})
    play(match, {"cid": "7", "dan": "3"})
    return match


@pytest.mark.parametrize("how", ["order", "clock"])
def test_a_plan_that_waited_for_a_closing_turn_is_followed_in_the_next(how: str) -> None:
    match = alone()

    def close() -> None:
        if how == "order":
            order("cid", match, "7", NOW, 2)
        else:
            turns.close_due(NEXT)

    receipt = held_up(lambda: orders.plan(person("dan"), match.code, "then 4 5", NOW), close)
    assert (receipt.line, receipt.plan) == ("4", "then 4 5")
    assert orders.own_order(person("dan"), open_turn(match)) == "4"
    assert orders.own_plan(person("dan"), match).plan == "then 5"

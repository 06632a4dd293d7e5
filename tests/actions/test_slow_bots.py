"""A bot that thinks long orders by the clock, never while somebody waits for an answer."""

from __future__ import annotations

from typing import Any

import pytest

from games.actions import seats, turns
from games.models import Match, Turn
from games.rules import GAMES
from games.rules.game import Decision, Game
from tests.actions.tables import NOW, lines, open_turn, opened, order, started
from tests.actions.tables import person as person_of
from tests.actions.test_teams import teams

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _bots_think_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES["bid_chess"], "budget", 5)


def to_the_bot(match: Match) -> Turn:
    """The first turn of the match in which nobody but a bot is to order."""
    while (turn := open_turn(match)).orders.exists():
        (decision,) = [one for seat, one in match.rules.decisions(turn.state()).items() if seat == 0]
        order("ann", match, usual(decision))
    return turn


def usual(decision: Decision) -> str:
    """What silence means, or else the first move."""
    return decision.clauses[0].values[0] if decision.kind == "move" else decision.default


def test_its_turn_is_due_at_once_and_closes_by_the_clock_alone() -> None:
    match = started("ann", bots=1, game="bid_chess")
    turn = to_the_bot(match)
    assert (turn.closed_at, turn.due_at) == (None, NOW)
    assert turns.close_due(NOW) == 1
    assert [by for _line, by in lines(match.turns.get(number=turn.number)).values()] == ["bot"]
    assert open_turn(match).number == turn.number + 1
    assert turns.close_due(NOW) == 0


def test_a_match_of_slow_bots_begins_by_the_clock_too() -> None:
    match = opened("ann", 2, bots=2, game="bid_chess")
    assert open_turn(match).number == 1
    assert turns.close_due(NOW) == 1
    assert open_turn(match).number == 2


def test_who_leaves_a_team_does_not_wait_for_it() -> None:
    match = teams("ann amy", "bob", game="bid_chess", pace={"grace": False, "misses": 1})
    order("ann", match, "bid 0")
    turns.close_due(open_turn(match).due_at)
    turn = to_the_bot(match)
    seats.resign(person_of("amy"), match, NOW)
    assert open_turn(match).number == turn.number


def test_no_other_turn_is_held_while_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = [opened(name, 2, bots=2, game="bid_chess") for name in ("ann", "bob")]
    quick = started("cyd", "dan", pace={"grace": False})
    Turn.objects.filter(match=quick).update(due_at=NOW)
    seen: list[list[int]] = []
    thinks = type(GAMES["bid_chess"])
    choose = thinks.choose

    def watched(game: Game[Any], *rest: Any) -> str:
        seen.append([open_turn(match).number for match in (quick, *slow)])
        return choose(game, *rest)

    monkeypatch.setattr(thinks, "choose", watched)
    assert turns.close_due(NOW) == 3
    assert seen == [[2, 1, 1], [2, 1, 1], [2, 2, 1], [2, 2, 1]]
    assert [open_turn(match).number for match in slow] == [2, 2]

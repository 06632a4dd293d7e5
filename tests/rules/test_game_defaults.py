"""What a game gets that brings no plans and no teams of its own: seen at Fourbid."""

from __future__ import annotations

import pytest

from games.rules import GAMES, IllegalOrder
from games.rules.chance import Chance

GAME = GAMES["fourbid"]
STATE = GAME.setup(2, GAME.options(), Chance(bytes(32), 0))


def test_a_game_without_plans_takes_none() -> None:
    assert GAME.ahead(STATE.options) == ()
    assert GAME.parted("K 2; next 3") == ("K 2; next 3", "")
    with pytest.raises(IllegalOrder) as refusal:
        GAME.plan(GAME.view(STATE, 0), 0, "next 3")
    assert refusal.value.code == "no_plans"


def test_a_game_without_plans_follows_none() -> None:
    decision = GAME.decisions(STATE)[0]
    assert GAME.follow(GAME.view(STATE, 0), 0, decision, "next 3") == (None, "next 3")


def test_the_captain_speaks_for_a_team_unless_the_game_knows_better() -> None:
    decision = GAME.decisions(STATE)[0]
    assert GAME.voice(STATE, 0, "K 2") == "K 2"
    assert GAME.pool(GAME.view(STATE, 0), 0, decision, ["K 2", "A"]) == "K 2"

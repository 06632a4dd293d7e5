"""Whole matches among bots, by their key alone."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import GAMES
from games.rules.exhibition import MOST_TURNS, Endless, exhibited


@pytest.fixture(autouse=True)
def short_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in GAMES.values():
        monkeypatch.setattr(game, "budget", min(game.budget, 20))


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_match_of_bots_ends_the_same_for_the_same_key(slug: str) -> None:
    game = GAMES[slug]
    first = exhibited(game, game.seats[0], game.options(), b"key")
    assert exhibited(game, game.seats[0], game.options(), b"key") == first
    assert len(first.places) == game.seats[0]


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_table_may_have_as_many_seats_as_the_game_allows(slug: str) -> None:
    game = GAMES[slug]
    assert len(exhibited(game, game.seats[-1], game.options(), b"full").places) == game.seats[-1]


def test_a_match_that_never_ends_is_a_fault_and_no_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["bid_n_bet"]
    turns: list[int] = []

    def stand_still(state: Any, orders: object, chance: object) -> tuple[Any, tuple[()]]:
        turns.append(1)
        return state, ()

    monkeypatch.setattr(game, "resolve", stand_still)
    with pytest.raises(Endless, match="bid_n_bet"):
        exhibited(game, 2, game.options(), b"key")
    assert len(turns) == MOST_TURNS

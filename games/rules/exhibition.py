"""A whole match among the games' own bots, as a function of its key: to try a contest without a server."""

from __future__ import annotations

from typing import Any

from games.rules.chance import Chance, bot_chance
from games.rules.game import Game, Outcome

MOST_TURNS = 5000
"""No game lasts as many turns; one that did would hold up whoever waits for its end."""


class Endless(RuntimeError):
    """A match of bots that doesn't end: a fault of the rules or of a bot."""


def exhibited(game: Game[Any], seats: int, options: Any, key: bytes, luck: bytes = b"") -> Outcome:
    """How a match ends that has a bot at every seat, each ordering from what its own seat may see.

    Options are those of the game, ready made. ``luck`` is the key of what bots choose by; without it they go
    by the key of the match. Raises ``IllegalOption`` for a wrong combination.
    """
    state = game.setup(seats, options, Chance(key, 0))
    for turn in range(1, MOST_TURNS + 1):
        outcome = game.outcome(state)
        if outcome is not None:
            return outcome
        orders = {
            seat: decision.default
            if decision.forced
            else game.choose(game.view(state, seat), seat, decision, bot_chance(luck or key, turn, seat))
            for seat, decision in game.decisions(state).items()
        }
        state, _events = game.resolve(state, orders, Chance(key, turn))
    raise Endless(game.slug)

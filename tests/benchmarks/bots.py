"""How the games' own bots fare over seeded matches: alone, or one bot among players who order at random.

Alone, the figure is the share of matches won; at a table, how often it wins for each win of its fair
share, sitting at each seat in turn. The seeds never change: a figure moves only when rules or bots do.
"""

from __future__ import annotations

import math
import random
import time
from typing import Any

from games.rules import GAMES
from games.rules.game import Decision, Game
from tests.benchmarks.goals import Figure, Findings, Goal
from tests.benchmarks.sizes import WHOLE, Size
from tests.benchmarks.stage import Stage, say
from tests.rules.walking import bot_order, random_order, walked

ALONE = "share of matches a bot wins"
AMONG = "wins of one bot among random players ÷ its fair share"
GOALS = {
    "foursquare": Goal(ALONE, 0.8, 0.9),
    "bid_n_bet": Goal(AMONG, 1.25, 1.5),
    "bids": Goal(AMONG, 1.25, 1.5),
}
"""The aims of each game; one that has none here is not measured."""
MATCHES, FEW = 400, 60
SURE = 1.96
"""How many standard deviations the interval of 95 % takes on each side."""


class Timed:
    """The order of a bot, with a note of the processor time of its turns."""

    def __init__(self) -> None:
        self.turns = 0
        self.spent = 0.0
        self.worst = 0.0

    def __call__(
        self, game: Game[Any], state: Any, seat: int, decision: Decision, luck: random.Random
    ) -> str:
        began = time.process_time()
        order = bot_order(game, state, seat, decision, luck)
        spent = time.process_time() - began
        self.turns += 1
        self.spent += spent
        self.worst = max(self.worst, spent)
        return order


def measure(stage: Stage | None, size: Size) -> Findings:
    """A figure for each game with an aim, at every number of seats."""
    matches = MATCHES if size is WHOLE else FEW
    return Findings(
        [
            fared(GAMES[slug], seats, matches, goal)
            for slug, goal in GOALS.items()
            for seats in GAMES[slug].seats
        ]
    )


def fared(game: Game[Any], seats: int, matches: int, goal: Goal) -> Figure:
    """How the bot fares at a table of that size, by the usual rules."""
    bot, won = Timed(), 0.0
    for number in range(matches):
        won += share_won(game, seats, number, bot)
    low, high = interval(won / matches, matches)
    fair = 1.0 if seats == 1 else 1 / seats
    say(f"B-{game.slug}, {seats} seats: {won:g} of {matches}")
    return Figure(
        name=f"B-{game.slug}",
        goal=goal,
        value=won / matches / fair,
        told=f"{won:,.4g} of {matches} won, by 95 % a share of {low:.2f} to {high:.2f}; "
        f"a turn of the bot takes {1000 * bot.spent / bot.turns:.2g} ms, {1000 * bot.worst:.2g} ms at most",
        where="" if len(game.seats) == 1 else f"{seats} seats",
    )


def share_won(game: Game[Any], seats: int, number: int, bot: Timed) -> float:
    """Play one match with the bot at one of the seats: 1 for a win, less for one that is shared."""
    place = number % seats
    choices = [bot if seat == place else random_order for seat in range(seats)]
    key = number.to_bytes(32, "big")
    state, _turns = walked(game, seats, game.options(), key, choices)
    outcome = game.outcome(state)
    return 1 / len(outcome.winners) if outcome and place in outcome.winners else 0


def interval(share: float, count: int) -> tuple[float, float]:
    """Where the true share lies by 95 %, by Wilson's way."""
    spare = SURE * SURE / count
    middle = (share + spare / 2) / (1 + spare)
    reach = SURE * math.sqrt(share * (1 - share) / count + spare / (4 * count)) / (1 + spare)
    return middle - reach, middle + reach

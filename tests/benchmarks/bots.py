"""How the games' own bots fare over seeded matches: alone, or one bot among players who order at random.

Alone, the figure is the share of matches won; at a table, how often it wins for each win of its fair
share, sitting at each seat in turn. In Bid Chess it is the share of duels won with each item in turn, also
against one who takes all he can. The seeds never change: a figure moves only when rules or bots do.
"""

from __future__ import annotations

import math
import random
import time
from typing import Any

from games.rules import GAMES
from games.rules.bid_chess.men import ROWS
from games.rules.game import Decision, Game
from tests.benchmarks.goals import Figure, Findings, Goal
from tests.benchmarks.sizes import WHOLE, Size
from tests.benchmarks.stage import Stage, say
from tests.rules.bid_chess_rivals import greedy_order
from tests.rules.walking import Choice, bot_order, random_order, walked

ALONE = "share of matches a bot wins"
DUELS = "share of duels a bot wins"
DUELS = "share of duels a bot wins, each item of the list in turn"
AMONG = "wins of one bot among random players ÷ its fair share"
GOALS = {
    "foursquare": Goal(ALONE, 0.8, 0.9),
    "bid_n_bet": Goal(AMONG, 1.25, 1.5),
    "bids": Goal(AMONG, 1.25, 1.5),
    "bid_chess": Goal(DUELS, 0.9, 0.95),
}
"""The aims of each game; one that has none here is not measured."""
GREEDY = Goal(DUELS, 0.65, 0.75)
"""The aim of Bid Chess against one who takes what is to be had at once and looks no further."""
MATCHES, FEW = 400, 60
SLOW = 4
"""Of a bot that thinks long so many times fewer matches are played."""
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
    whole = MATCHES if size is WHOLE else FEW
    found = Findings()
    for slug, goal in GOALS.items():
        game = GAMES[slug]
        matches = whole if game.quick else whole // SLOW
        found.figures += [fared(game, seats, matches, goal) for seats in game.seats]
        if goal.what == DUELS:
            found.figures.append(fared(game, 2, matches, GREEDY, greedy_order, "against one ply"))
    return found


def fared(
    game: Game[Any], seats: int, matches: int, goal: Goal, rival: Choice = random_order, where: str = ""
) -> Figure:
    """How the bot fares at a table of that size, by the usual rules."""
    bot, won = Timed(), 0.0
    for number in range(matches):
        won += share_won(game, seats, number, bot, rival)
    low, high = interval(won / matches, matches)
    # A duel is for two, but its figure is the share itself.
    fair = 1.0 if seats == 1 or goal.what == DUELS else 1 / seats
    where = where or ("" if len(game.seats) == 1 else f"{seats} seats")
    say(f"B-{game.slug}, {where or f'{seats} seats'}: {won:g} of {matches}")
    return Figure(
        name=f"B-{game.slug}",
        goal=goal,
        value=won / matches / fair,
        told=f"{won:,.4g} of {matches} won, by 95 % a share of {low:.2f} to {high:.2f}; "
        f"a turn of the bot takes {took(bot.spent / bot.turns)}, {took(bot.worst)} at most",
        where=where,
    )


def took(seconds: float) -> str:
    """Seconds as people read them."""
    return f"{1000 * seconds:.2g} ms" if seconds < 0.1 else f"{seconds:.2g} s"


def share_won(game: Game[Any], seats: int, number: int, bot: Timed, rival: Choice = random_order) -> float:
    """Play one match with the bot at one of the seats: 1 for a win, less for one that is shared."""
    place = number % seats
    choices = [bot if seat == place else rival for seat in range(seats)]
    key = number.to_bytes(32, "big")
    state, _turns = walked(game, seats, _options(game, number), key, choices)
    outcome = game.outcome(state)
    return 1 / len(outcome.winners) if outcome and place in outcome.winners else 0


def _options(game: Game[Any], number: int) -> Any:
    """The usual options, in Bid Chess for each row of the list in turn."""
    return game.options(pool=str(number % len(ROWS) + 1)) if game.slug == "bid_chess" else game.options()


def interval(share: float, count: int) -> tuple[float, float]:
    """Where the true share lies by 95 %, by Wilson's way."""
    spare = SURE * SURE / count
    middle = (share + spare / 2) / (1 + spare)
    reach = SURE * math.sqrt(share * (1 - share) / count + spare / (4 * count)) / (1 + spare)
    return middle - reach, middle + reach

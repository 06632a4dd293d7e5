"""Rules speed: Fourbid's random play beside open_spiel's goofspiel (R4) and boardgame.io's reducer (R5), in
slices of processor time; and what a turn of each game costs (R6).

Both sides go through their public interface with its checks. A bid is the unit: goofspiel has 26 a playout,
Fourbid ten times as many, and each of those is read from text, checked, and resolved on a board.
"""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from games.rules import GAMES
from games.rules.chance import Chance
from games.rules.game import Decision, Game
from tests.benchmarks import boardgame
from tests.benchmarks.goals import Figure, Findings, Goal
from tests.benchmarks.sizes import Size
from tests.benchmarks.slices import compare, timed
from tests.benchmarks.stage import Stage, say
from tests.rules.walking import random_order, start

R4 = Goal(
    "random play, bids a second ÷ open_spiel's goofspiel through Python",
    0.5,
    1.0,
    "a bid of Fourbid is a line of text that is read, checked against hand, board and options and written"
    " back, and its turn moves pieces, looks for lines and draws a die by HMAC; one of goofspiel is a number",
)
R5 = Goal(
    "random play, bids a second ÷ sealed bids by boardgame.io's reducer",
    10,
    25,
    "the reducer's bid is a number put into an object and compared with another; it reads no text and knows"
    " no board, hand, option or die",
)
LATE = 500
"""The turn that is measured beside the first, in a game whose matches get that far."""
LONGEST: dict[str, dict[str, Any]] = {"bids": {"rounds": 10}}
"""The options with which a match of such a game lasts longest."""
R7 = Goal(f"rules time of a turn, ms: around turn {LATE}", 10, 1)
R6 = Goal("rules time of a turn in random play, ms: decisions, check and resolve", 10, 1)
SEATS = 2
SOMETIMES = frozenset(("low", "bonus", "give"))
LUCK = random.Random(4)


def measure(stage: Stage, size: Size) -> Findings:
    """R6 and R7 of each game, R4 and R5, or why it can't be had."""
    found = Findings([of_turns(game, max(game.seats), size) for game in GAMES.values()])
    found.figures += [of_late_turns(GAMES[slug], options) for slug, options in LONGEST.items()]
    try:
        import pyspiel
    except ImportError:
        found.skipped.append("R4: open_spiel is not installed here")
    else:
        found.figures.append(beside(goofspiel(pyspiel), size))
    found.take(beside_reducer(stage, size))
    return found


def of_turns(game: Game[Any], seats: int, size: Size) -> Figure:
    """What a turn of a game costs at its largest table, and how many whole matches a second that makes."""
    spent, turns, matches = 0.0, 0, 0
    while spent < size.seconds:
        took = one_match(game, seats, {})
        spent, turns, matches = spent + sum(took), turns + len(took) - 1, matches + 1
    return Figure(
        name=f"R6-{game.slug}",
        goal=R6,
        value=1000 * spent / turns,
        told=f"{matches / spent:,.4g} whole matches a second, {turns / matches:,.3g} turns each",
        where=f"{seats} seats" if len(game.seats) > 1 else "",
    )


def of_late_turns(game: Game[Any], options: dict[str, Any]) -> Figure:
    """What a turn costs in the middle of a very long match, beside one at its beginning."""
    early: list[float] = []
    late: list[float] = []
    while len(late) < 50:
        took = one_match(game, max(game.seats), options)
        early += took[1:11]
        late += took[LATE - 5 : LATE + 5]
    told = f"{1000 * statistics.median(early):.3g} ms around the first"
    return Figure(f"R7-{game.slug}", R7, 1000 * statistics.median(late), told)


def one_match(game: Game[Any], seats: int, options: dict[str, Any]) -> list[float]:
    """The rules time of the set-up and of each turn of a random match, in seconds.

    The choosing of orders is not counted.
    """
    key, clock = LUCK.randbytes(32), time.process_time
    began = clock()
    state, turn = start(game, seats, game.options(**options), key), 0
    owed = game.decisions(state)
    spent = [clock() - began]
    while owed:
        turn += 1
        orders = {seat: random_order(game, state, seat, decision, LUCK) for seat, decision in owed.items()}
        began = clock()
        lines = {seat: game.check(state, seat, order) for seat, order in orders.items()}
        state, _events = game.resolve(state, lines, Chance(key, turn))
        owed = game.decisions(state)
        spent.append(clock() - began)
    return spent


def beside(peer: Callable[[], int], size: Size) -> Figure:
    """Fourbid's random play beside goofspiel's."""
    found = compare(
        lambda: timed(fourbid, size.seconds / 2, time.process_time),
        lambda: timed(peer, size.seconds / 2, time.process_time),
        2 * size.rounds - 1,
        lambda line: say(f"R4: {line}"),
    )
    return Figure.of("R4", R4, found["rate"], "bids a second")


def beside_reducer(stage: Stage, size: Size) -> Findings:
    """R5, or why it can't be had."""
    home = boardgame.installed(stage.cache)
    if home is None:
        return Findings(skipped=["R5: boardgame.io can't be installed here"])
    reducer = boardgame.Talk(stage, home, "reducer.js", dict(os.environ))
    found = compare(
        lambda: timed(fourbid, size.seconds / 2, time.process_time),
        lambda: reducer.slice(size.seconds / 2),
        2 * size.rounds - 1,
        lambda line: say(f"R5: {line}"),
    )
    return Findings([Figure.of("R5", R5, found["rate"], "bids a second")])


def fourbid() -> int:
    """One random playout; how many orders it took."""
    game = GAMES["fourbid"]
    key = LUCK.randbytes(32)
    state, turn, orders = game.setup(SEATS, game.options(), Chance(key, 0)), 0, 0
    while owed := game.decisions(state):
        turn += 1
        lines = {
            seat: game.check(state, seat, random_line(decision, LUCK)) for seat, decision in owed.items()
        }
        state, _events = game.resolve(state, lines, Chance(key, turn))
        orders += len(lines)
    return orders


def random_line(decision: Decision, luck: random.Random) -> str:
    """An order made from what is offered: a value of each clause that must be there, of others sometimes."""
    line = []
    for clause in decision.clauses:
        word, values = clause.word, clause.values
        if clause.required or (word in SOMETIMES and luck.random() < 0.5):
            value = values[int(luck.random() * len(values))] if values else ""
            line.append(f"{word} {value}" if word and value else word or value)
    return "; ".join(line)


def goofspiel(pyspiel: object) -> Callable[[], int]:
    """open_spiel's closest relative: sealed bids for prizes that are turned up one by one."""
    game = pyspiel.load_game("goofspiel(num_cards=13,imp_info=True)")  # type: ignore[attr-defined]

    def playout() -> int:
        state, bids = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(LUCK.choices(actions, chances)[0])
            else:
                state.apply_actions([LUCK.choice(state.legal_actions(seat)) for seat in range(SEATS)])
                bids += SEATS
        return bids

    return playout

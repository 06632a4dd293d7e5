"""Rules speed (R4): Fourbid's random play beside open_spiel's goofspiel, in slices of processor time.

Both sides go through their public interface with its checks. A bid is the unit: goofspiel has 26 a playout,
Fourbid ten times as many, and each of those is read from text, checked, and resolved on a board.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from games.rules import GAMES
from games.rules.chance import Chance
from games.rules.game import Decision
from tests.benchmarks.goals import Figure, Findings, Goal
from tests.benchmarks.sizes import Size
from tests.benchmarks.slices import compare, timed
from tests.benchmarks.stage import Stage, say

R4 = Goal(
    "random play, bids a second ÷ open_spiel's goofspiel through Python",
    0.5,
    1.0,
    "a bid of Fourbid is a line of text that is read, checked against hand, board and options and written"
    " back, and its turn moves pieces, looks for lines and draws a die by HMAC; one of goofspiel is a number",
)
SEATS = 2
SOMETIMES = frozenset(("low", "bonus", "give"))
LUCK = random.Random(4)


def measure(stage: Stage, size: Size) -> Findings:
    """R4, or why it can't be had."""
    try:
        import pyspiel
    except ImportError:
        return Findings(skipped=["R4: open_spiel is not installed here"])
    peer = goofspiel(pyspiel)
    found = compare(
        lambda: timed(fourbid, size.seconds / 2, time.process_time),
        lambda: timed(peer, size.seconds / 2, time.process_time),
        2 * size.rounds - 1,
        lambda line: say(f"R4: {line}"),
    )
    return Findings([Figure.of("R4", R4, found["rate"], "bids a second")])


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

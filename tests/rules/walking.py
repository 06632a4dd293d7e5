"""Random legal play of any game, made from its decisions alone: for tests, benchmarks and journeys.

``walk`` gives every turn of a match, ``walked`` only its end, ``random_order`` one order for one seat.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.rules import IllegalOrder
from games.rules.chance import Chance
from games.rules.game import Clause, Decision, Event, Game

Choice = Callable[[Any, Any, int, Decision, random.Random], str]
"""What a walker asks for an order: game, state, seat, decision and its own luck."""


class Step(NamedTuple):
    """One turn: the state before it, what was owed and played, what came of it. Turns count from 1."""

    turn: int
    state: Any
    decisions: Mapping[int, Decision]
    orders: Mapping[int, str]
    after: Any
    events: Sequence[Event]


def written(clause: Clause, luck: random.Random) -> str:
    """The clause with as many of its values as it may have, drawn at random."""
    count = min(len(clause.values), luck.randint(clause.least, clause.most))
    return " ".join([clause.word, *luck.sample(clause.values, count)]).strip()


def wish(decision: Decision, luck: random.Random) -> str:
    """A line with every clause that must be there and some of the others; it may still be illegal."""
    chosen = [clause for clause in decision.clauses if clause.required or luck.random() < 0.4]
    return "; ".join(written(clause, luck) for clause in chosen)


def random_order(game: Game[Any], state: Any, seat: int, decision: Decision, luck: random.Random) -> str:
    """A legal order, canonical: the first of thirty wishes that is legal, else the default."""
    if not decision.forced:
        for _ in range(30):
            try:
                return game.check(state, seat, wish(decision, luck))
            except IllegalOrder:
                continue
    return game.check(state, seat, decision.default)


def silent_order(game: Game[Any], state: Any, seat: int, decision: Decision, luck: random.Random) -> str:
    """The order of a seat that says nothing."""
    return decision.default


def bot_order(game: Game[Any], state: Any, seat: int, decision: Decision, luck: random.Random) -> str:
    """The order of the game's own bot."""
    chance = Chance(luck.randbytes(32), 0)
    return game.check(state, seat, game.choose(game.view(state, seat), seat, decision, chance))


def start(game: Game[Any], seats: int, options: Any, key: bytes) -> Any:
    """The first state, by the chance of turn 0."""
    return game.setup(seats, options, Chance(key, 0))


def walk(
    game: Game[Any],
    seats: int,
    options: Any,
    key: bytes,
    choices: Sequence[Choice] = (random_order,),
    *,
    limit: int = 5000,
) -> Iterator[Step]:
    """Every turn of a match to its end; seat n asks choice n, and the last choice serves all seats beyond."""
    luck = random.Random(key)
    state = start(game, seats, options, key)
    for turn in range(1, limit + 1):
        owed = game.decisions(state)
        if not owed:
            return
        orders = {
            seat: choices[min(seat, len(choices) - 1)](game, state, seat, decision, luck)
            for seat, decision in owed.items()
        }
        after, events = game.resolve(state, orders, Chance(key, turn))
        yield Step(turn, state, owed, orders, after, events)
        state = after
    raise AssertionError(f"no end after {limit} turns of {game.slug}")


def walked(
    game: Game[Any], seats: int, options: Any, key: bytes, choices: Sequence[Choice] = (random_order,)
) -> tuple[Any, int]:
    """The last state of a match and how many turns it took."""
    state, turns = start(game, seats, options, key), 0
    for step in walk(game, seats, options, key, choices):
        state, turns = step.after, step.turn
    return state, turns

"""Players that the bot of Bid Chess is measured against: one that takes what it can get at once. No tests."""

from __future__ import annotations

import random
from typing import Any

from games.rules.bid_chess.making import made
from games.rules.bid_chess.men import VALUES
from games.rules.bid_chess.moves import in_check, legal
from games.rules.bid_chess.notation import line
from games.rules.bid_chess.position import Position
from games.rules.bid_chess.state import position, row
from games.rules.game import Decision, Game

MATE = 1000


def greedy_order(game: Game[Any], state: Any, seat: int, decision: Decision, luck: random.Random) -> str:
    """A mate or the move that leaves most material, by chance among equals; before play as silence."""
    if decision.kind != "move":
        return game.check(state, seat, decision.default)
    here = position(state)
    values = (*VALUES, 0, *[row(state, award.row).value for award in state.awards if award.letter])
    moves = legal(here)
    luck.shuffle(moves)
    return line(max(moves, key=lambda move: _gained(made(here, move), values)))


def _gained(after: Position, values: tuple[float, ...]) -> float:
    """What the side that has moved has more than the other."""
    sides = [
        sum(value * men.bit_count() for value, men in zip(values, own, strict=True)) for own in after.men
    ]
    lead = sides[1 - after.turn] - sides[after.turn]
    if after.extra is not None:
        hands = [sum(value * n for value, n in zip(values, hand, strict=True)) for hand in after.extra.hands]
        lead += hands[1 - after.turn] - hands[after.turn]
    return lead + MATE * (in_check(after) and not legal(after))

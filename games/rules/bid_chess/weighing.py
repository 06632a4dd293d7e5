"""What a position is worth to the bot, in hundredths of a pawn, from the side to move.

Men count what the list says they are worth and a little for the squares they reach on an empty board. Kings
hide while the enemy has heavy men and come out later; a side far ahead drives the other's to the edge.
"""

from __future__ import annotations

from functools import lru_cache

from games.rules.bid_chess.army import STEP, Armies, Army, Law, armies
from games.rules.bid_chess.men import KING, PAWN
from games.rules.bid_chess.position import Position, squares

PAWN_WORTH = 100
WORTH = (100, 310, 325, 500, 920, 0)
REACHED = 4
"""For each square that a man reaches on an empty board."""
AHEAD = (0, 0, 2, 6, 14, 28, 50, 0)
"""For a pawn by the ranks it has gone."""
HIDDEN = 24
"""For a king on its own first rank while heavy men are about, less so much a rank that it has come out."""
ENDING = 1600
"""Below this much enemy material beside the king and pawns, kings come out."""
DRIVEN = 8

Tables = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]


class Weights:
    """What a man of each kind is worth on each square, and bare, for each colour."""

    def __init__(self, both: Armies, worth: tuple[int, ...]) -> None:
        self.worth = worth
        self.here: Tables = (_table(both.sides[0], worth, 0), _table(both.sides[1], worth, 1))


@lru_cache(maxsize=64)
def weights(law: Law, values: tuple[float, ...]) -> Weights:
    """The tables for two armies whose men that were bid for are worth so many pawns each."""
    return Weights(armies(law), WORTH + tuple([round(100 * value) for value in values]))


def _table(side: Army, worth: tuple[int, ...], colour: int) -> tuple[tuple[int, ...], ...]:
    reach = dict(side.every)
    found = []
    for kind, value in enumerate(worth):
        if kind == PAWN:
            found.append(tuple([value + AHEAD[at // 8 ^ 7 * colour] + _centre(at) for at in range(64)]))
        elif kind == KING:
            found.append(tuple([0] * 64))
        else:
            found.append(tuple([value + REACHED * reach[kind][at][0].bit_count() for at in range(64)]))
    return tuple(found)


def _centre(at: int) -> int:
    return 6 if at & 7 in (3, 4) else 2 if at & 7 in (2, 5) else 0


def weigh(position: Position, weights: Weights) -> int:
    """What the position is worth to the side to move."""
    total = [0, 0]
    heavy = [0, 0]
    for colour in (0, 1):
        tables = weights.here[colour]
        for kind, men in enumerate(position.men[colour]):
            table = tables[kind]
            total[colour] += sum([table[at] for at in squares(men)])
        pawns = position.men[colour][PAWN].bit_count()
        heavy[colour] = total[colour] - pawns * PAWN_WORTH
        if position.extra is not None:
            hand = position.extra.hands[colour]
            total[colour] += sum([count * worth for count, worth in zip(hand, weights.worth, strict=True)])
    for colour in (0, 1):
        total[colour] += _king(position, colour, heavy, total[colour] - total[1 - colour])
    return total[position.turn] - total[1 - position.turn]


def _king(position: Position, colour: int, heavy: list[int], lead: int) -> int:
    """A king's place: hidden while the enemy is strong; at the end near the other king, if ahead."""
    at = position.men[colour][KING].bit_length() - 1
    other = position.men[1 - colour][KING].bit_length() - 1
    if heavy[1 - colour] > ENDING:
        shield = (STEP[at][0] & position.men[colour][PAWN]).bit_count()
        return HIDDEN - HIDDEN * (at // 8 ^ 7 * colour) + 8 * shield
    if lead < 300:
        return -_from_centre(at)
    near = max(abs((at & 7) - (other & 7)), abs(at // 8 - other // 8))
    return DRIVEN * (_from_centre(other) - near)


def _from_centre(at: int) -> int:
    file, rank = at & 7, at // 8
    return max(3 - file, file - 4) + max(3 - rank, rank - 4)

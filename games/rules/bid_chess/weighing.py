"""What a position is worth to the bot, in hundredths of a pawn, from the side to move.

Men count what the list says they are worth and a little for the squares they reach on an empty board. Kings
hide while the enemy has heavy men and come out later; a side far ahead drives the other's to the edge.
"""

from __future__ import annotations

from functools import lru_cache

from games.rules.bid_chess.army import STEP, Armies, Army, Law, armies
from games.rules.bid_chess.men import KING, PAWN, ROWS, Row
from games.rules.bid_chess.position import Position, squares
from games.rules.bid_chess.rays import kind

PAWN_WORTH = 100
WORTH = (100, 310, 325, 500, 920, 0)
REACHED = 4
"""For each square that a man reaches on an empty board."""
SQUARE_VALUE = 0.4
"""What a man of one's own list is worth for each square that it reaches on an empty board, in pawns."""
AHEAD = (0, 0, 2, 6, 14, 28, 50, 0)
"""For a pawn by the ranks it has gone."""
CENTRE = (0, 0, 2, 6, 6, 2, 0, 0)
"""For a pawn by its file."""
HIDDEN = 24
"""For a king on its own first rank while heavy men are about, less so much a rank that it has come out."""
SHIELD = 8
"""For each own pawn beside the king."""
ENDING = 1600
"""Below this much enemy material beside the king and pawns, kings come out."""
WINNING = 300
"""From this lead on a king helps to drive the other one to the edge."""
DRIVEN = 8
BARE_LEAD = 400
"""A smaller lead without a pawn to promote seldom wins: it counts an eighth."""
LEAP_KEPT = 30
"""For a leap that the king still has."""
MOST_KEPT = 4096


class Sums(dict[int, int]):
    """What the men of one kind are worth together, by the squares they stand on."""

    __slots__ = ("by_square",)

    def __init__(self, by_square: tuple[int, ...]) -> None:
        super().__init__()
        self.by_square = by_square

    def __missing__(self, men: int) -> int:
        if len(self) >= MOST_KEPT:
            self.clear()
        by_square = self.by_square
        self[men] = found = sum([by_square[at] for at in squares(men)])
        return found


class Weights:
    """What a man of each kind is worth on each square, and bare, for each colour."""

    def __init__(self, both: Armies, worth: tuple[int, ...]) -> None:
        self.worth = worth
        self.here = (_sums(both.sides[0], worth, 0), _sums(both.sides[1], worth, 1))


@lru_cache(maxsize=64)
def weights(law: Law, values: tuple[float, ...]) -> Weights:
    """The tables for two armies whose men that were bid for are worth so many pawns each."""
    return Weights(armies(law), WORTH + tuple([round(100 * value) for value in values]))


@lru_cache(maxsize=256)
def value(row: Row) -> float:
    """What one copy of a row's item is worth in pawns; of a row of one's own by the squares it reaches."""
    if row.number <= len(ROWS):
        return row.value
    made = kind(row.betza, False)
    quiet = made.quiet or made.capture
    reached = [
        max(len(squares(one[0])), len(squares(other[0])))
        for one, other in zip(made.capture, quiet, strict=True)
    ]
    return SQUARE_VALUE * sum(reached) / 64


def _sums(side: Army, worth: tuple[int, ...], colour: int) -> tuple[Sums, ...]:
    reach = dict(side.every)
    ahead = [gain // 2 if "restrict" in side.powers else gain for gain in AHEAD]
    found = []
    for number, each in enumerate(worth):
        if number == PAWN:
            places = [each + ahead[at // 8 ^ 7 * colour] + CENTRE[at & 7] for at in range(64)]
        elif number == KING:
            places = [0] * 64
        else:
            places = [each + REACHED * reach[number][at][0].bit_count() for at in range(64)]
        found.append(Sums(tuple(places)))
    return tuple(found)


def weigh(position: Position, weights: Weights) -> int:
    """What the position is worth to the side to move."""
    mine, theirs = position.men
    total = [0, 0]
    for colour, men in enumerate((mine, theirs)):
        total[colour] = sum(
            [sums[bits] for sums, bits in zip(weights.here[colour], men, strict=True) if bits]
        )
    pawns = (mine[PAWN].bit_count(), theirs[PAWN].bit_count())
    heavy = (total[0] - PAWN_WORTH * pawns[0], total[1] - PAWN_WORTH * pawns[1])
    extra = position.extra
    if extra is not None:
        for colour, hand in enumerate(extra.hands):
            total[colour] += LEAP_KEPT * (extra.spare >> colour & 1)
            if any(hand):
                total[colour] += sum([count * each for count, each in zip(hand, weights.worth, strict=True)])
    lead = total[0] - total[1]
    if -BARE_LEAD < lead < BARE_LEAD and extra is None and not pawns[lead < 0]:
        lead //= 8
    lead += _king(position, 0, heavy[1], lead) - _king(position, 1, heavy[0], -lead)
    return -lead if position.turn else lead


def _king(position: Position, colour: int, danger: int, lead: int) -> int:
    """A king's place: hidden while the enemy is strong; at the end near the other king, if ahead."""
    at = position.men[colour][KING].bit_length() - 1
    if danger > ENDING:
        shield = (STEP[at][0] & position.men[colour][PAWN]).bit_count()
        return HIDDEN - HIDDEN * (at >> 3 ^ 7 * colour) + SHIELD * shield
    if lead < WINNING:
        return -FROM_CENTRE[at]
    other = position.men[1 - colour][KING].bit_length() - 1
    near = max(abs((at & 7) - (other & 7)), abs((at >> 3) - (other >> 3)))
    return DRIVEN * (FROM_CENTRE[other] - near)


def _from_centre(at: int) -> int:
    file, rank = at & 7, at // 8
    return max(3 - file, file - 4) + max(3 - rank, rank - 4)


FROM_CENTRE = tuple([_from_centre(at) for at in range(64)])

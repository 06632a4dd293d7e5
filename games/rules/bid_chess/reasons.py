"""Why a man may not make a move that it seems able to make: what a sentence of refusal begins with.

What is legal is found in ``moves.py``; here a single move is looked at again, slowly, after it was refused.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.bid_chess.army import LEAP, STEP, THIRD
from games.rules.bid_chess.men import KING, PAWN
from games.rules.bid_chess.moves import LAST, safe
from games.rules.bid_chess.position import Position, squares
from games.rules.bid_chess.spelling import kind_at
from games.rules.game import gettext_noop

_ = gettext_noop

CHECK = _("“{move}” is no legal move: it would leave your king in check. You may play {moves}.")
FIRST = _("“{move}” is no legal move: White's first move may not capture. You may play {moves}.")
NOT_LOST = _("“{move}” is no legal move: your pawns become only men that are lost. You may play {moves}.")
OWN = _("“{move}” is no legal move: a man of yours stands on {square}. You may play {moves}.")
BLOCKED = _("“{move}” is no legal move: another man stands in the way. You may play {moves}.")


def why(position: Position, starts: Iterable[int], target: int, became: int) -> tuple[int, str]:
    """The square of a man and the message that says why it may not go to a square; the message is empty, and
    the square -1, where none of the men goes there at all or more than one would.
    """
    found = [(start, message) for start in starts if (message := _why(position, start, target, became))]
    return found[0] if len(found) == 1 else (-1, "")


def _why(position: Position, start: int, target: int, became: int) -> str:
    now, ever = _goals(position, start)
    if not now >> target & 1:
        return BLOCKED if ever >> target & 1 else ""
    if position.taken[position.turn] >> target & 1:
        return OWN
    promoted = became if kind_at(position, start) == PAWN and LAST >> target & 1 else 0
    if not safe(position, start | target << 6 | promoted << 12):
        return CHECK
    if not position.ply and position.taken[1 - position.turn] >> target & 1:
        return FIRST
    limited = "restrict" in position.armies.sides[position.turn].powers
    return NOT_LOST if promoted and limited else ""


def _goals(position: Position, start: int) -> tuple[int, int]:
    """Where a man would go if no king had to be safe, own men's squares among them; where on an empty board.

    The enemy's king is nobody's goal.
    """
    kind, turn = kind_at(position, start), position.turn
    theirs = position.taken[1 - turn]
    taken = theirs | position.taken[turn]
    open_to = ~position.men[1 - turn][KING]
    if kind == PAWN:
        return _pawn_goals(position, start, open_to)
    if kind == KING:
        leap = position.extra is not None and position.extra.spare >> turn & 1
        reached = (STEP[start][0] | (LEAP[start][0] if leap else 0)) & open_to
        return reached, reached
    for number, tables in position.armies.sides[turn].same:
        if number == kind:
            reach = tables[start]
            return reach[taken & reach.relevant] & open_to, reach[0] & open_to
    captures, quiets = next(
        (captures[start], quiets[start])
        for number, captures, quiets in position.armies.sides[turn].split
        if number == kind
    )
    moves, hits = quiets[taken & quiets.relevant], captures[taken & captures.relevant]
    return (moves & ~theirs | hits & taken) & open_to, (quiets[0] & ~theirs | captures[0]) & open_to


def _pawn_goals(position: Position, start: int, open_to: int) -> tuple[int, int]:
    turn = position.turn
    ahead, low = (-8 if turn else 8), 1 << start
    theirs, mine = position.taken[1 - turn], position.taken[turn]
    fresh = position.extra.fresh if position.extra is not None else 0
    twice = bool((1 << start + ahead) & THIRD[turn] or fresh & low)
    steps = [start + ahead, start + 2 * ahead][
        : 1 + (twice and "single" not in position.armies.sides[turn].powers)
    ]
    free = 0
    for step in steps:
        free |= 1 << step
        if (theirs | mine) >> step & 1:
            break
    hits = STEP[start][0] & 0xFF << (start + ahead & ~7) & ~(1 << start + ahead)
    passing = 1 << position.ep if position.ep else 0
    now = free & ~theirs | hits & (theirs | mine | passing)
    return now & open_to, sum([1 << step for step in steps]) & open_to


def men_of_a_kind(position: Position, kind: int) -> list[int]:
    """The squares of the own men of a kind; of a kind that is not in the match there are none."""
    own = position.men[position.turn]
    return squares(own[kind]) if 0 <= kind < len(own) else []

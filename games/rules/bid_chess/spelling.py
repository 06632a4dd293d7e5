"""How a move is written: coordinates as the canonical line, and the algebraic notation that people use.

``e2e4``, ``e7e8Q``, ``e1g1`` (castling), ``N@f3`` (a drop), ``swap a5`` (the king's exchange) are lines;
``e4``, ``e8=Q``, ``O-O``, ``Nbd7``, ``R1a3+`` is what people write for the first three and others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.rules.bid_chess.making import DROP, SWAP, made
from games.rules.bid_chess.men import KING, LETTERS, PAWN
from games.rules.bid_chess.moves import in_check, legal
from games.rules.bid_chess.position import Position, name

SHORT, LONG = "O-O", "O-O-O"


@cache
def line(move: int) -> str:
    """The canonical line of a move."""
    start, target, kind = move & 63, move >> 6 & 63, move >> 12 & 15
    if move & DROP:
        return f"{LETTERS[kind]}@{name(target)}"
    if move & SWAP:
        return f"swap {name(target)}"
    return name(start) + name(target) + (LETTERS[kind] if kind else "")


def kind_at(position: Position, at: int) -> int:
    """The kind of the own man on a square; -1 for a square without one."""
    bit = 1 << at
    return next((kind for kind, men in enumerate(position.men[position.turn]) if men & bit), -1)


def algebraic(position: Position, move: int, moves: Sequence[int] | None = None) -> str:
    """A move of a position as people write it, with ``+`` or ``#``; ``moves`` are the legal ones if known."""
    after = made(position, move)
    tail = ""
    if in_check(after):
        tail = "+" if legal(after) else "#"
    return _bare(position, move, legal(position) if moves is None else moves) + tail


def _bare(position: Position, move: int, moves: Sequence[int]) -> str:
    start, target, promoted = move & 63, move >> 6 & 63, move >> 12 & 15
    if move & (DROP | SWAP):
        return line(move)
    kind = kind_at(position, start)
    if kind == KING and target - start in (2, -2):
        return SHORT if target > start else LONG
    takes = "x" if _captures(position, move, kind) else ""
    if kind == PAWN:
        became = f"={LETTERS[promoted]}" if promoted else ""
        return (name(start)[0] if takes else "") + takes + name(target) + became
    return LETTERS[kind] + _which(position, move, moves) + takes + name(target)


def _captures(position: Position, move: int, kind: int) -> bool:
    taken = position.taken[1 - position.turn] >> (move >> 6 & 63) & 1
    return bool(taken) or (kind == PAWN and bool((move >> 6) - move & 7))


def _which(position: Position, move: int, moves: Sequence[int]) -> str:
    """What tells a man from others of its kind that could go to the same square."""
    kind = kind_at(position, move & 63)
    others = [
        other & 63
        for other in moves
        if other < DROP
        and other >> 6 == move >> 6
        and other != move
        and kind_at(position, other & 63) == kind
    ]
    if not others:
        return ""
    start = move & 63
    if all(other & 7 != start & 7 for other in others):
        return name(start)[0]
    if all(other >> 3 != start >> 3 for other in others):
        return name(start)[1]
    return name(start)

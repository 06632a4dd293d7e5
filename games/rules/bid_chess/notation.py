"""Moves read from words: coordinates, and the algebraic notation that people write, in either case.

Beside the canonical lines of ``spelling.py`` these are ``O-O``, ``0-0``, ``Nf3``, ``exd5``, ``R1a3``,
``e8=Q+``, ``12… exd6 e.p.``; case matters only where two moves would be meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.rules.bid_chess.making import DROP, SWAP
from games.rules.bid_chess.men import KING, LETTERS, PAWN
from games.rules.bid_chess.position import Position, name, square
from games.rules.bid_chess.reasons import men_of_a_kind
from games.rules.bid_chess.refusing import (
    barred,
    no_castling,
    no_drop,
    no_move,
    no_swap,
    not_from,
    not_with,
    shown,
)
from games.rules.bid_chess.spelling import algebraic, kind_at, line
from games.rules.game import IllegalOrder, gettext_noop

__all__ = ["algebraic", "kind_at", "line", "looks", "meant_by", "read"]

_ = gettext_noop

_COORDINATES = re.compile(r"([a-h][1-8])[-x:]?([a-h][1-8])=?([A-Z]?)", re.IGNORECASE)
_ALGEBRAIC = re.compile(r"([A-Z]?)([a-h]?)([1-8]?)[-x:]?([a-h][1-8])=?([a-z]?)")
_DROP = re.compile(r"([A-Z]?)@([a-h][1-8])", re.IGNORECASE)
_SWAP = re.compile(r"SWAP\s*([a-h][1-8])", re.IGNORECASE)
_NUMBER = re.compile(r"^\d{1,3}\s*(?:\.+|…)\s*")
_TAIL = re.compile(r"(?:\s*(?:e\.?\s*p\.?|[+#!?]))+\s*$", re.IGNORECASE)


def read(position: Position, text: str, moves: Sequence[int]) -> int:
    """The one legal move that a text means; raises ``IllegalOrder`` that says what is legal instead."""
    for move in moves:
        if line(move) == text:
            return move
    bare = _bare_text(text)
    for reading in _cases(bare):
        found = _meant(position, reading, moves)
        if len(found) == 1:
            return found[0]
        if found:
            raise IllegalOrder(
                _("“{move}” could be {moves}; say which."),
                "ambiguous",
                move=shown(bare),
                moves=", ".join(map(line, found)),
            )
    raise _illegal(position, bare, moves)


def _illegal(position: Position, text: str, moves: Sequence[int]) -> IllegalOrder:
    """Why a text is no legal move, and which moves are."""
    if match := _COORDINATES.fullmatch(text):
        start, target = square(match[1].lower()), square(match[2].lower())
        own = [start] if kind_at(position, start) >= 0 else []
        return barred(position, text, moves, own, target, match[3]) or not_from(position, text, moves, start)
    if match := _algebraic(text):
        kind = _kind(match[1])
        own = [at for at in men_of_a_kind(position, kind) if _stands(at, match[2], match[3])]
        found = barred(position, text, moves, own, square(match[4].lower()), match[5])
        return found or not_with(position, text, moves, kind)
    if _DROP.fullmatch(text):
        return no_drop(position, text, moves)
    if _SWAP.fullmatch(text):
        return no_swap(position, moves)
    return no_castling(position, moves) if _way(text) else no_move(position, text, moves)


def _algebraic(text: str) -> re.Match[str] | None:
    """The parts of a move in algebraic notation. A letter in the other case counts only where the text means
    nothing as it was written.
    """
    found = (_ALGEBRAIC.fullmatch(reading) for reading in _cases(text))
    return next((match for match in found if match and _kind(match[1]) >= 0), None)


def _bare_text(text: str) -> str:
    """A move without its number and without what is said of it: ``12… exd6 e.p.+`` is ``exd6``."""
    return _TAIL.sub("", _NUMBER.sub("", text.strip()))


def _cases(bare: str) -> tuple[str, ...]:
    """How a text may be read: first as it was written, then with its first letter in the other case."""
    first, rest = bare[:1], bare[1:].lower()
    return first + rest, first.swapcase() + rest


def _way(text: str) -> int:
    """How far the king goes in a castling so written, 0 for any other text."""
    return {"OO": 2, "OOO": -2}.get(text.upper().replace("0", "O").replace("-", ""), 0)


def _meant(position: Position, text: str, moves: Sequence[int]) -> list[int]:
    """The legal moves that a text may mean."""
    if across := _way(text):
        return [
            move for move in moves if _castles(position, move) and (move >> 6 & 63) - (move & 63) == across
        ]
    if match := _SWAP.fullmatch(text):
        return [move for move in moves if move & SWAP and name(move >> 6 & 63) == match[1].lower()]
    if match := _DROP.fullmatch(text):
        dropped = f"{match[1].upper() or 'P'}@{match[2].lower()}"
        return [move for move in moves if move & DROP and line(move) == dropped]
    if match := _COORDINATES.fullmatch(text):
        there = match[1].lower() + match[2].lower()
        return [move for move in moves if move < DROP and _goes(move, there, match[3].upper())]
    if match := _ALGEBRAIC.fullmatch(text):
        return [move for move in moves if move < DROP and _fits(position, move, match)]
    return []


def looks(text: str) -> bool:
    """Whether a text looks like a move at all."""
    bare = _bare_text(text)
    if _way(bare) or any(shape.fullmatch(bare) for shape in (_SWAP, _DROP, _COORDINATES)):
        return True
    return _algebraic(bare) is not None


def meant_by(position: Position, last: str, text: str) -> bool:
    """Whether a text means the move that has just led to a position, given as its canonical line."""
    bare = _bare_text(text)
    if match := _SWAP.fullmatch(bare):
        return last == f"swap {match[1].lower()}"
    if match := _DROP.fullmatch(bare):
        return last == f"{match[1].upper() or 'P'}@{match[2].lower()}"
    if "@" in last or last.startswith("swap"):
        return False
    target = square(last[2:4])
    kind = next(kind for kind, men in enumerate(position.men[1 - position.turn]) if men >> target & 1)
    castled = target - square(last[:2]) if kind == KING and target - square(last[:2]) in (2, -2) else 0
    if across := _way(bare):
        return across == castled
    if match := _COORDINATES.fullmatch(bare):
        there = (match[1] + match[2]).lower()
        return there + (match[3].upper() or (last[4:] and "Q")) == last
    match = _algebraic(bare)
    return match is not None and not castled and _was(match, last, PAWN if last[4:] else kind)


def _was(match: re.Match[str], last: str, kind: int) -> bool:
    letter, file, rank, target, became = match.groups()
    return (
        _kind(letter) == kind
        and last[:2].startswith(file)
        and last[:2].endswith(rank)
        and target == last[2:4]
        and last[4:] == (became.upper() or (last[4:] and "Q"))
    )


def _kind(letter: str) -> int:
    """The kind of man that a letter of a move names: none is a pawn; -1 for a letter of no man."""
    return LETTERS.find(letter) if letter else PAWN


def _castles(position: Position, move: int) -> bool:
    return move < DROP and kind_at(position, move & 63) == KING and (move >> 6 & 63) - (move & 63) in (2, -2)


def _goes(move: int, there: str, letter: str) -> bool:
    """Whether a move goes there; without a letter a pawn that reaches the end becomes a queen."""
    made_into = LETTERS[move >> 12] if move >> 12 else ""
    return line(move)[:4] == there and made_into == (letter or ("Q" if made_into else ""))


def _stands(at: int, file: str, rank: str) -> bool:
    """Whether a square lies on the file and the rank that a move names, if it names any."""
    return name(at).startswith(file) and name(at).endswith(rank)


def _fits(position: Position, move: int, match: re.Match[str]) -> bool:
    letter, file, rank, target, became = match.groups()
    start = name(move & 63)
    return (
        kind_at(position, move & 63) == _kind(letter)
        and not _castles(position, move)
        and _stands(move & 63, file, rank)
        and _goes(move, start + target, became.upper())
    )

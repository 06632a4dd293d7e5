"""Moves as words: coordinates as the canonical line, and the algebraic notation people write and read.

``e2e4``, ``e7e8Q``, ``e1g1`` (castling), ``N@f3`` (a drop), ``swap a5`` (the king's exchange). Read are also
``O-O``, ``Nf3``, ``exd5``, ``R1a3``, ``e8=Q+``; case matters only where two moves would be meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.rules.bid_chess.making import DROP, SWAP, made
from games.rules.bid_chess.men import KING, LETTERS, PAWN
from games.rules.bid_chess.moves import in_check, legal
from games.rules.bid_chess.position import Position, name, square, squares
from games.rules.game import IllegalOrder, gettext_noop

_ = gettext_noop

SHORT, LONG = "O-O", "O-O-O"
_COORDINATES = re.compile(r"([a-h][1-8])[-x:]?([a-h][1-8])=?([A-Z]?)", re.IGNORECASE)
_ALGEBRAIC = re.compile(r"([A-Z]?)([a-h]?)([1-8]?)[-x:]?([a-h][1-8])=?([A-Z]?)")
_DROP = re.compile(r"([A-Z]?)@([a-h][1-8])", re.IGNORECASE)
_SWAP = re.compile(r"SWAP\s*([a-h][1-8])", re.IGNORECASE)
_TAIL = "+#!?"
MOST_SHOWN = 12


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


def read(position: Position, text: str, moves: Sequence[int]) -> int:
    """The one legal move that a text means; raises ``IllegalOrder`` that says what is legal instead."""
    bare = text.strip().rstrip(_TAIL)
    for reading in dict.fromkeys((bare, bare[:1].lower() + bare[1:], bare[:1].upper() + bare[1:])):
        found = _meant(position, reading, moves)
        if len(found) == 1:
            return found[0]
        if found:
            raise IllegalOrder(
                _("“{move}” could be {moves}; say which."),
                "ambiguous",
                move=_shown(bare),
                moves=", ".join(map(line, found)),
            )
    raise _illegal(position, bare, moves)


def _meant(position: Position, text: str, moves: Sequence[int]) -> list[int]:
    """The legal moves that a text may mean."""
    castling = text.upper().replace("0", "O")
    if castling in (SHORT, LONG):
        across = 2 if castling == SHORT else -2
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
    bare = text.strip().rstrip(_TAIL)
    if bare.upper().replace("0", "O") in (SHORT, LONG):
        return True
    return any(shape.fullmatch(bare) for shape in (_SWAP, _DROP, _COORDINATES, _ALGEBRAIC))


def meant_by(position: Position, last: str, text: str) -> bool:
    """Whether a text means the move that has just led to a position, given as its canonical line."""
    bare = text.strip().rstrip(_TAIL)
    if bare.casefold() == last.casefold():
        return True
    if "@" in last or last.startswith("swap"):
        return bare.casefold().replace("p@", "@") == last.casefold().replace("p@", "@")
    start, target = square(last[:2]), square(last[2:4])
    kind = next(kind for kind, men in enumerate(position.men[1 - position.turn]) if men >> target & 1)
    castling = bare.upper().replace("0", "O")
    if castling in (SHORT, LONG):
        return kind == KING and target - start == (2 if castling == SHORT else -2)
    match = _COORDINATES.fullmatch(bare)
    if match:
        return (match[1] + match[2]).lower() == last[:4] and match[3].upper() in (last[4:], last[4:] and "")
    match = _ALGEBRAIC.fullmatch(bare)
    return match is not None and _was(match, last, PAWN if last[4:] else kind)


def _was(match: re.Match[str], last: str, kind: int) -> bool:
    letter, file, rank, target, became = match.groups()
    return (
        (LETTERS.find(letter) if letter else PAWN) == kind
        and last[:2].startswith(file)
        and last[:2].endswith(rank)
        and target == last[2:4]
        and became == last[4:]
    )


def _castles(position: Position, move: int) -> bool:
    return move < DROP and kind_at(position, move & 63) == KING and (move >> 6 & 63) - (move & 63) in (2, -2)


def _goes(move: int, there: str, letter: str) -> bool:
    """Whether a move goes there; without a letter a pawn that reaches the end becomes a queen."""
    made_into = LETTERS[move >> 12] if move >> 12 else ""
    return line(move)[:4] == there and made_into == (letter or ("Q" if made_into else ""))


def _fits(position: Position, move: int, match: re.Match[str]) -> bool:
    letter, file, rank, target, became = match.groups()
    start = name(move & 63)
    kind = LETTERS.index(letter) if letter in LETTERS and letter else PAWN
    return (
        kind_at(position, move & 63) == kind
        and not _castles(position, move)
        and start.startswith(file)
        and start.endswith(rank)
        and _goes(move, start + target, became)
    )


def _shown(text: str) -> str:
    """A word of an order as it may stand in a sentence: short and printable."""
    text = "".join(letter if letter.isprintable() else "�" for letter in text[:25])
    return text if len(text) < 25 else text[:24] + "…"


def _illegal(position: Position, text: str, moves: Sequence[int]) -> IllegalOrder:
    """Why a text is no legal move, and which moves are."""
    shown = _shown(text)
    start = _start(text)
    if start is None:
        return IllegalOrder(
            _(
                "“{move}” is no legal move here. Write where a man stands and where it goes, such as e2e4, or"
                " Nf3, O-O, e7e8Q; legal are {moves}."
            ),
            "illegal_move",
            move=shown,
            moves=_some([line(move) for move in moves]),
        )
    if kind_at(position, start) < 0:
        own = [name(at) for at in squares(position.taken[position.turn])]
        return IllegalOrder(
            _("“{move}” is no legal move: no man of yours stands on {square}; yours stand on {squares}."),
            "no_man",
            move=shown,
            square=name(start),
            squares=_some(own, len(own)),
        )
    goals = [line(move) for move in moves if move < DROP and move & 63 == start]
    if not goals:
        return IllegalOrder(
            _("“{move}” is no legal move: the man on {square} can't move now. Legal are {moves}."),
            "stuck",
            move=shown,
            square=name(start),
            moves=_some([line(move) for move in moves]),
        )
    return IllegalOrder(
        _("“{move}” is no legal move: from {square} you may play {moves}."),
        "illegal_move",
        move=shown,
        square=name(start),
        moves=_some(goals, len(goals)),
    )


def _start(text: str) -> int | None:
    match = _COORDINATES.fullmatch(text)
    return square(match[1].lower()) if match else None


def _some(words: Sequence[str], most: int = MOST_SHOWN) -> str:
    return ", ".join(words[:most]) + (" …" if len(words) > most else "")

"""What is said of a text that means no legal move: why, and which moves are legal instead."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.bid_chess.making import DROP
from games.rules.bid_chess.men import LETTERS, PAWN
from games.rules.bid_chess.position import Position, name, squares
from games.rules.bid_chess.reasons import why
from games.rules.bid_chess.spelling import algebraic, kind_at, line
from games.rules.game import IllegalOrder, gettext_noop

_ = gettext_noop

MOST_SHOWN = 12
MOST_OF_A_KIND = 30


def shown(text: str) -> str:
    """A word of an order as it may stand in a sentence: short and printable."""
    text = "".join(letter if letter.isprintable() else "�" for letter in text[:25])
    return text if len(text) < 25 else text[:24] + "…"


def no_move(position: Position, text: str, moves: Sequence[int]) -> IllegalOrder:
    """A text that is no move of this position."""
    return IllegalOrder(
        _(
            "“{move}” is no legal move here. Write where a man stands and where it goes, such as e2e4, or"
            " Nf3, O-O, e7e8Q; legal are {moves}."
        ),
        "illegal_move",
        move=shown(text),
        moves=_some(_said(position, moves)),
    )


def no_castling(position: Position, moves: Sequence[int]) -> IllegalOrder:
    """Castling that is not legal."""
    return IllegalOrder(
        _(
            "You can't castle that way now. King and rook have to stand where they were set up at home and"
            " never have moved, with nothing between them, and the king may not be in check, cross an"
            " attacked square or come to one. Legal are {moves}."
        ),
        "illegal_move",
        moves=_some(_said(position, moves)),
    )


def no_swap(position: Position, moves: Sequence[int]) -> IllegalOrder:
    """An exchange of the king that is not legal."""
    return IllegalOrder(
        _(
            "Your king changes places with a piece only when it is checkmated and you own Sacrifice, and not"
            " into another check. Legal are {moves}."
        ),
        "illegal_move",
        moves=_some(_said(position, moves)),
    )


def no_drop(position: Position, text: str, moves: Sequence[int]) -> IllegalOrder:
    """A man that can't be dropped there, and where those in hand can."""
    drops = [line(move) for move in moves if move & DROP]
    if not drops:
        return no_move(position, text, moves)
    return IllegalOrder(
        _("“{move}” is no legal move; of the men in your hand you may play {moves}."),
        "illegal_drop",
        move=shown(text),
        moves=_some(drops),
    )


def barred(
    position: Position, text: str, moves: Sequence[int], starts: Sequence[int], target: int, became: str
) -> IllegalOrder | None:
    """A move that some man of these squares seems able to make, with what bars it; None if none does."""
    start, message = why(position, starts, target, max(PAWN, LETTERS.find(became.upper() or "Q")))
    if not message:
        return None
    own = [move for move in moves if move < DROP and move & 63 == start]
    told = _said(position, own, moves) if own else _said(position, moves)
    most = MOST_OF_A_KIND if own else MOST_SHOWN
    return IllegalOrder(
        message, "barred", move=shown(text), square=name(target), moves=_some(told, most) or "–"
    )


def not_from(position: Position, text: str, moves: Sequence[int], start: int) -> IllegalOrder:
    """Why a move that begins on a square is not legal, and which from there are."""
    goals = [line(move) for move in moves if move < DROP and move & 63 == start]
    if goals:
        return IllegalOrder(
            _("“{move}” is no legal move: from {square} you may play {moves}."),
            "illegal_move",
            move=shown(text),
            square=name(start),
            moves=_some(goals, len(goals)),
        )
    if kind_at(position, start) < 0:
        own = [name(at) for at in squares(position.taken[position.turn])]
        return IllegalOrder(
            _("“{move}” is no legal move: no man of yours stands on {square}; yours stand on {squares}."),
            "no_man",
            move=shown(text),
            square=name(start),
            squares=_some(own, len(own)),
        )
    return IllegalOrder(
        _("“{move}” is no legal move: the man on {square} can't move now. Legal are {moves}."),
        "stuck",
        move=shown(text),
        square=name(start),
        moves=_some([line(move) for move in moves]),
    )


def not_with(position: Position, text: str, moves: Sequence[int], kind: int) -> IllegalOrder:
    """Why a move that names a kind of man is not legal, and which of that kind are."""
    letter = LETTERS[kind]
    own = [move for move in moves if move < DROP and kind_at(position, move & 63) == kind]
    if own:
        message = _("“{move}” is no legal move; with {letter} you may play {moves}.")
        if kind == PAWN:
            message = _("“{move}” is no legal move; with a pawn you may play {moves}.")
        told = _some(_said(position, own, moves), MOST_OF_A_KIND)
        return IllegalOrder(message, "illegal_move", move=shown(text), letter=letter, moves=told)
    standing = kind < len(position.men[position.turn]) and position.men[position.turn][kind]
    message = _("“{move}” is no legal move: no {letter} of yours can move now. Legal are {moves}.")
    if kind == PAWN:
        message = _("“{move}” is no legal move: no pawn of yours can move now. Legal are {moves}.")
    elif not standing:
        message = _("“{move}” is no legal move: you have no {letter} on the board. Legal are {moves}.")
    told = _some(_said(position, moves))
    return IllegalOrder(message, "stuck", move=shown(text), letter=letter, moves=told)


def _said(position: Position, some: Sequence[int], moves: Sequence[int] | None = None) -> list[str]:
    """Some of the legal moves as people write them."""
    return [algebraic(position, move, moves or some) for move in some]


def _some(words: Sequence[str], most: int = MOST_SHOWN) -> str:
    return ", ".join(words[:most]) + (" …" if len(words) > most else "")

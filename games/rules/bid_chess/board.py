"""The board of Bid Chess as data for a drawing, from the reader's side, and the move of a man on its own.

What stands beside the board is in ``beside.py``.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.bid_chess.army import WHITE
from games.rules.bid_chess.beside import called, hands, items, moved_as, reach, shape
from games.rules.bid_chess.men import KING, LETTERS, ORDINARY
from games.rules.bid_chess.moves import in_check
from games.rules.bid_chess.position import Position, name
from games.rules.bid_chess.setup import RANKS, Placement, usual
from games.rules.bid_chess.state import (
    BidChessState,
    BidChessView,
    colour,
    position,
    row,
    seat_of,
)
from games.rules.game import Cell, Hand, Item, Picture, Seat

SIDE = 8
MIDDLE = "d4"
"""The square on which the move of a man is shown."""


def picture(view: BidChessView) -> Picture:
    """The position; before the reveal how the item moves, or where the men will stand if nobody says so."""
    state = view.state
    flipped = view.seat is not None and colour(state, view.seat) != WHITE
    if state.board:
        here = position(state)
        cells = tuple([_cell(state, here, at, flipped) for at in _order(flipped)])
        return _framed(cells, hands(state, here), items(state))
    betza = moved_as(row(state, state.row)) if state.phase in ("bid", "pay") else ""
    if betza:
        return movement(betza, _letter(state), hands(state), items(state, shown=state.row))
    own = (view.seat,) if state.phase == "setup" and view.seat is not None else (0, 1)
    waiting = {colour(state, seat): (seat, usual(state, seat)) for seat in own}
    cells = tuple([_waiting(state, waiting, at, flipped) for at in _order(flipped)])
    return _framed(cells, hands(state), items(state))


def _letter(state: BidChessState) -> str:
    """The letter of the man that is bid for or paid for; the king's for a power."""
    if not row(state, state.row).betza:
        return "K"
    before = sum([bool(award.letter) for award in state.awards if award.row != state.row])
    return LETTERS[len(ORDINARY) + before]


def _framed(cells: tuple[Cell, ...], beside: tuple[Hand, ...], said: tuple[Item, ...]) -> Picture:
    return Picture(SIDE, SIDE, cells, beside, "chess", said)


def _order(flipped: bool) -> list[int]:
    """The squares from the top left of the board as the reader sees it."""
    ranks = range(SIDE) if flipped else range(SIDE - 1, -1, -1)
    files = range(SIDE - 1, -1, -1) if flipped else range(SIDE)
    return [file + SIDE * rank for rank in ranks for file in files]


def _place(at: int, flipped: bool) -> tuple[int, int]:
    file, rank = at % SIDE, at // SIDE
    return (SIDE - 1 - file, rank) if flipped else (file, SIDE - 1 - rank)


def _cell(state: BidChessState, here: Position, at: int, flipped: bool) -> Cell:
    x, y = _place(at, flipped)
    bit, marks = 1 << at, _marks(state, here, at)
    for turn in (0, 1):
        if here.taken[turn] & bit:
            letter = LETTERS[next(number for number, men in enumerate(here.men[turn]) if men & bit)]
            marks = ("black", *marks) if turn else marks
            return Cell(
                name(at), x, y, seat_of(state, turn), marks, (), shape(state, letter), called(state, letter)
            )
    return Cell(name(at), x, y, marks=marks)


def _marks(state: BidChessState, here: Position, at: int) -> tuple[str, ...]:
    marks = []
    if name(at) in (state.last[:2], state.last[2:4], state.last[-2:]):
        marks.append("new")
    if here.men[here.turn][KING] >> at & 1 and in_check(here):
        marks.append("here")
    return tuple(marks)


def _waiting(
    state: BidChessState, sides: Mapping[int, tuple[Seat, Placement]], at: int, flipped: bool
) -> Cell:
    """A square before the reveal: the man whom silence puts there, of those ``sides`` that are shown."""
    x, y = _place(at, flipped)
    for turn, (seat, placement) in sides.items():
        rank = SIDE - 1 - at // SIDE if turn else at // SIDE
        if rank < RANKS:
            letter = placement[at % SIDE + SIDE * rank]
            if not letter:
                return Cell(name(at), x, y)
            marks = ("black", "usual") if turn else ("usual",)
            return Cell(name(at), x, y, seat, marks, (), shape(state, letter), called(state, letter))
    return Cell(name(at), x, y, marks=("far",))


# --- The move of a man ------------------------------------------------------------------------------------


def movement(betza: str, letter: str, beside: tuple[Hand, ...] = (), said: tuple[Item, ...] = ()) -> Picture:
    """How a man moves from d4 on an empty board, forward being up."""
    marks = {square: (mark,) for square, mark in reach(betza)}
    cells = []
    for at in _order(flipped=False):
        here = name(at)
        card = "P" if marks.get(here) == ("grey",) else ""
        if here == MIDDLE:
            card = letter if letter == "K" else f"{letter}:{betza}"
        cells.append(Cell(here, *_place(at, flipped=False), marks=marks.get(here, ()), card=card))
    return _framed(tuple(cells), beside, said)

"""The board of Bid Chess as data for a drawing, from the reader's side, and the move of a man on its own."""

from __future__ import annotations

from games.rules.bid_chess.army import WHITE
from games.rules.bid_chess.men import KING, LETTERS, ORDINARY, VALUES
from games.rules.bid_chess.moves import in_check
from games.rules.bid_chess.position import Position, name
from games.rules.bid_chess.rays import kind
from games.rules.bid_chess.state import BidChessState, BidChessView, colour, position, row, seat_of
from games.rules.game import Cell, Hand, Picture, gettext_noop

_ = gettext_noop

SIDE = 8
MIDDLE = 27
"""The square d4, on which the move of a man is shown."""


def picture(view: BidChessView) -> Picture:
    """The position; before the reveal how the item moves."""
    state = view.state
    flipped = view.seat is not None and colour(state, view.seat) != WHITE
    if not state.board:
        number = state.row or (state.awards[-1].row if state.awards else 0)
        return movement(row(state, number).betza, state.white, _counted(state))
    here = position(state)
    cells = tuple([_cell(state, here, at, flipped) for at in _order(flipped)])
    return Picture(SIDE, SIDE, cells, _hands(state, here), "chess")


def _order(flipped: bool) -> list[int]:
    """The squares from the top left of the board as the reader sees it."""
    ranks = range(SIDE) if flipped else range(SIDE - 1, -1, -1)
    files = range(SIDE - 1, -1, -1) if flipped else range(SIDE)
    return [file + SIDE * rank for rank in ranks for file in files]


def _cell(state: BidChessState, here: Position, at: int, flipped: bool) -> Cell:
    file, rank = at % SIDE, at // SIDE
    x, y = (SIDE - 1 - file, rank) if flipped else (file, SIDE - 1 - rank)
    bit = 1 << at
    man, card = None, ""
    for turn in (0, 1):
        if here.taken[turn] & bit:
            man = seat_of(state, turn)
            number = next(number for number, men in enumerate(here.men[turn]) if men & bit)
            card = shape(state, LETTERS[number])
    return Cell(name(at), x, y, man=man, marks=_marks(state, here, at), card=card)


def shape(state: BidChessState, letter: str) -> str:
    """How a man is drawn: its letter for an ordinary one, its movement for one that was bid for."""
    if letter in LETTERS[: len(ORDINARY)]:
        return letter
    return next(row(state, award.row).betza for award in state.awards if award.letter == letter)


def _marks(state: BidChessState, here: Position, at: int) -> tuple[str, ...]:
    marks = []
    if name(at) in (state.last[:2], state.last[2:4], state.last[-2:]):
        marks.append("new")
    if here.men[here.turn][KING] >> at & 1 and in_check(here):
        marks.append("here")
    return tuple(marks)


def _hands(state: BidChessState, here: Position) -> tuple[Hand, ...]:
    """What each seat has beside the board."""
    found = []
    for seat in (0, 1):
        turn = colour(state, seat)
        facts: list[tuple[str, float]] = []
        if here.extra is not None:
            powers = here.armies.sides[turn].powers
            facts += [(_("men in hand"), sum(here.extra.hands[turn]))] if "enlist" in powers else []
            facts += [(_("King's Leap left"), here.extra.spare >> turn & 1)] if "leap" in powers else []
            facts += (
                [(_("lost men to promote to"), sum(here.extra.lost[turn][1:5]))]
                if "restrict" in powers
                else []
            )
        found.append(Hand(seat, facts=tuple(facts)))
    return tuple(found)


def _counted(state: BidChessState) -> tuple[Hand, ...]:
    """The worth of each army before the reveal."""
    worths = [sum([count * value for count, value in zip(men, VALUES, strict=True)]) for men in state.men]
    return tuple([Hand(seat, facts=((_("worth of the army"), worth),)) for seat, worth in enumerate(worths)])


def movement(betza: str, white: int, hands: tuple[Hand, ...] = (), black: bool = False) -> Picture:
    """How a man moves from d4 on an empty board; an empty board for a power."""
    reached = 0
    if betza:
        made = kind(betza, black)
        reached = (made.quiet or made.capture)[MIDDLE][0] | made.capture[MIDDLE][0]
    cells = []
    for at in _order(flipped=False):
        marks = ("open",) if reached >> at & 1 else ()
        here = bool(betza) and at == MIDDLE
        cells.append(
            Cell(
                name(at),
                at % SIDE,
                SIDE - 1 - at // SIDE,
                man=white if here else None,
                marks=marks,
                card=betza if here else "",
            )
        )
    return Picture(SIDE, SIDE, tuple(cells), hands, "chess")

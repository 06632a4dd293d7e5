"""What a match of Bid Chess is between two turns, and which options there are. Everybody may see all of it.

Bids and setups are sealed orders, so the state never holds one before it is opened. Until the reveal it
counts men; from then on it holds a position as one line of text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec

from games.rules.bid_chess.army import Armies, Law, armies
from games.rules.bid_chess.lists import listed
from games.rules.bid_chess.men import ARRAY, LETTERS, ORDINARY, ROWS, Power, Row
from games.rules.bid_chess.moves import legal
from games.rules.bid_chess.position import Counts, Position, read, write
from games.rules.game import Options, Outcome, Seat, State, View, gettext_noop

_ = gettext_noop

MOST_KEPT = 64
"""So many positions are remembered with their moves."""
Switch = Literal["off", "on"]
Phase = Literal["bid", "pay", "setup", "play", "over"]
Rows = Annotated[
    str,
    msgspec.Meta(
        max_length=200,
        pattern=r"^(\s*\d{1,2}\s*(-\s*\d{1,2}\s*)?(,|$))*$",
        description=_("rows of the list such as 7 or 1-10, 23; empty for all"),
    ),
]
OwnRows = Annotated[
    str,
    msgspec.Meta(
        max_length=400,
        pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$",
        description=_(
            "own rows such as Wizard FC 2; Nightrider NN 1: a name, a movement, copies; empty for none"
        ),
    ),
]


class BidChessOptions(Options, frozen=True, kw_only=True):
    """The options of a match.

    ``items`` are bid for one after the other. ``pool`` names the rows of the list that may come up,
    ``custom`` adds own ones behind row 41 (and alone makes the pool where ``pool`` is empty). ``lot`` is how
    many copies of a man one bid buys, ``list`` as the list says. ``min_bid`` is the least bid; a ``negative``
    one adds men of that value, or lets the opponent give some up of its choice, or is not allowed at all.
    ``pay`` open shows what is paid before the setup; hidden, it is what a setup leaves away or adds, and bids
    for several items are paid in one sum. ``promote_new`` says whose pawns may become an item's kind.
    ``double_from_3`` lets pawns deployed on the third rank step two squares. ``castling`` std needs king and
    rook deployed at home. ``first_ban`` lift lets White capture at once where nothing else is legal. ``leap``
    unmoved allows the King's Leap only to a king that has not moved and is not in check. ``lost`` all counts
    men given up as lost too. ``sacrifice`` says how often the king may be exchanged. ``enlist_promoted`` pawn
    gives the captor of a promoted man a pawn.
    """

    items: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    pool: Rows = ""
    custom: OwnRows = ""
    lot: Literal["list", "1", "2", "3"] = "list"
    min_bid: Annotated[int, msgspec.Meta(ge=-9, le=0)] = -9
    negative: Literal["add", "opponent", "off"] = "add"
    pay: Literal["open", "hidden"] = "open"
    promote_new: Literal["off", "owner", "both"] = "off"
    double_from_3: Switch = "off"
    castling: Literal["std", "off"] = "std"
    first_ban: Literal["lift", "strict"] = "lift"
    leap: Literal["free", "unmoved"] = "free"
    lost: Literal["captured", "all"] = "captured"
    sacrifice: Literal["always", "once"] = "always"
    enlist_promoted: Literal["keep", "pawn"] = "keep"

    @property
    def least(self) -> int:
        """The least bid that may be made."""
        return 0 if self.negative == "off" else self.min_bid


class Award(msgspec.Struct, frozen=True):
    """An item that was won: its row, by whom, for how much; copies and letter, none for a power."""

    row: int
    seat: Seat
    bid: int
    copies: int = 0
    letter: str = ""


class BidChessState(State, frozen=True, kw_only=True):
    """Where a match stands. Tuples without a word about it go by seat.

    ``white`` is the seat that has White; ``row`` what is bid for now. ``men`` counts each seat's ordinary men
    but the king, in the order of ``VALUES``. While somebody pays, ``payer`` is who, ``due`` the value of the
    men to give up, or below 0 to add; with hidden payment it stays due until the setup, for each seat in
    ``dues``. ``board`` is the position as a line, ``past`` the keys of those since the last move that can't
    be taken back, ``last`` the last move, ``offer`` whether it came with an offer of a draw, ``given`` what
    each seat gave up.
    """

    options: BidChessOptions
    white: Seat
    phase: Phase = "bid"
    row: int = 0
    awards: tuple[Award, ...] = ()
    men: tuple[Counts, Counts] = (ARRAY, ARRAY)
    payer: Seat = 0
    due: int = 0
    dues: tuple[int, int] = (0, 0)
    given: tuple[Counts, Counts] = ((0,) * 5, (0,) * 5)
    board: str = ""
    past: tuple[str, ...] = ()
    last: str = ""
    offer: bool = False
    result: Outcome | None = None


class BidChessView(View, frozen=True):
    """What anybody may see: all of it. ``seat`` is the reader's, for the side the board is shown from."""

    state: BidChessState
    seat: Seat | None


def colour(state: BidChessState, seat: Seat) -> int:
    """0 for the seat that has White, 1 for the other."""
    return int(seat != state.white)


def seat_of(state: BidChessState, turn: int) -> Seat:
    """The seat that has a colour."""
    return state.white ^ turn


def row(state: BidChessState, number: int) -> Row:
    """A row of the match's list."""
    return listed(state.options.custom)[number]


def item(state: BidChessState, number: int) -> dict[str, Any]:
    """What events tell of a row: its number, name and movement or power, what it is worth if the list says
    so; one bid buys ``lot`` copies."""
    found = row(state, number)
    value = found.value if number <= len(ROWS) else None
    told: dict[str, Any] = {"row": number, "name": found.name, "words": found.words, "value": value}
    return told | {"betza": found.betza, "lot": lot(state, number)}


def lot(state: BidChessState, number: int) -> int:
    """How many copies of a man one bid for a row buys; 0 for a power."""
    found = row(state, number)
    if not found.betza:
        return 0
    return found.lot if state.options.lot == "list" else int(state.options.lot)


def law(state: BidChessState) -> Law:
    """What options and awards come to during play."""
    return _law(state.options, state.white, state.awards)


@lru_cache(maxsize=MOST_KEPT)
def _law(options: BidChessOptions, white: Seat, awards: tuple[Award, ...]) -> Law:
    rows, colours = listed(options.custom), (white, 1 - white)
    owned = [[award for award in awards if award.seat == seat] for seat in colours]
    new = {"off": ([], []), "owner": owned, "both": (awards, awards)}[options.promote_new]
    return Law(
        movements=tuple([rows[award.row].betza for award in awards if award.letter]),
        powers=(_powers(rows, owned[0]), _powers(rows, owned[1])),
        promotions=(_promotions(new[0]), _promotions(new[1])),
        double=options.double_from_3 == "on",
        castling=options.castling == "std",
        first_ban=options.first_ban,
        leap=options.leap,
        sacrifice=options.sacrifice,
        enlist_promoted=options.enlist_promoted,
    )


def _powers(rows: Mapping[int, Row], awards: Sequence[Award]) -> tuple[Power, ...]:
    return tuple(sorted([power for award in awards if (power := rows[award.row].power)]))


def _promotions(new: Sequence[Award]) -> str:
    return "QRBN" + "".join([award.letter for award in new])


def both(state: BidChessState) -> Armies:
    """The tables of the two armies."""
    return armies(law(state))


class _Positions(dict[tuple[str, Law], Position]):
    """Positions by their lines: one turn is checked, played, asked for and shown, all of the same few."""

    def __missing__(self, place: tuple[str, Law]) -> Position:
        line, law = place
        return self.keep(place, read(line, armies(law)))

    def keep(self, place: tuple[str, Law], here: Position) -> Position:
        if len(self) >= MOST_KEPT:
            self.clear()
        self[place] = here
        return here


_POSITIONS = _Positions()


def position(state: BidChessState) -> Position:
    """The position of a match that has come to its reveal."""
    return _POSITIONS[state.board, law(state)]


def come_to(state: BidChessState, here: Position) -> BidChessState:
    """The state with a position; whoever asks for it next gets this very one."""
    state = msgspec.structs.replace(state, board=write(here))
    _POSITIONS.keep((state.board, law(state)), here)
    return state


def legal_moves(state: BidChessState) -> tuple[int, ...]:
    """Every legal move in the position of a match."""
    return _legal_moves(state.board, law(state))


@lru_cache(maxsize=MOST_KEPT)
def _legal_moves(line: str, law: Law) -> tuple[int, ...]:
    return tuple(legal(_POSITIONS[line, law]))


def kinds(state: BidChessState) -> str:
    """The letters of all men of the match."""
    return LETTERS[: len(ORDINARY) + sum(bool(award.letter) for award in state.awards)]

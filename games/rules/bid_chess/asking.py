"""What each seat owes: a bid, a payment, a setup or a move; what may stand in it; and what silence means."""

from __future__ import annotations

from games.rules.bid_chess.auction import additions, payments, worth
from games.rules.bid_chess.making import DROP, SWAP
from games.rules.bid_chess.men import KING
from games.rules.bid_chess.notation import kind_at, line
from games.rules.bid_chess.orders import ASK, men
from games.rules.bid_chess.position import Counts, Position
from games.rules.bid_chess.setup import copies, others, usual, written
from games.rules.bid_chess.state import BidChessState, legal_moves, position, seat_of
from games.rules.game import Clause, Decision, Seat, gettext_noop

_ = gettext_noop

AGREE = "draw"
OFFER = "draw?"
RESIGN = "resign"
TIME = "time"
"""The order of a seat that let its time run out: it loses."""

BID_HINT = _("what the item is worth to you")
PAY_HINT = _("the men to give up if you win: letters such as RPP, or ask; else the fewest men")
ADD_HINT = _(
    "the men to give up, or to add for a bid below 0: letters such as RPP, or ask; else the fewest men"
)
SETUP_HINT = _("three rows, your first rank first, a point for an empty square")

MOVE_HINT = _("your move: e2e4, or as Nf3, exd5, O-O, e8=Q; or resign")


def decisions(state: BidChessState) -> dict[Seat, Decision]:
    """What each seat owes now; nothing once it is over."""
    match state.phase:
        case "bid":
            return {seat: _bid(state, seat) for seat in (0, 1)}
        case "pay":
            return {state.payer: _pay(state)}
        case "setup":
            return {seat: _setup(state, seat) for seat in (0, 1)}
        case "play":
            here = position(state)
            return {seat_of(state, here.turn): _move(state, here)}
    return {}


def bids(state: BidChessState, seat: Seat) -> list[int]:
    """Every bid a seat can pay for exactly, smallest first; 0 is always among them.

    With hidden payment the bids of earlier items are still due: it is their sum that has to be payable.
    """
    most = worth(state.men[seat]) - state.dues[seat]
    return [amount for amount in range(state.options.least, most + 1) if _kept(state, seat, amount)]


def _kept(state: BidChessState, seat: Seat, amount: int) -> bool:
    """Whether a bid can be kept: somebody has the men, or there is room for them beside the item."""
    if amount < 0 and state.options.negative == "opponent":
        return bool(choices(state, 1 - seat, state.dues[1 - seat] - amount))
    return bool(choices(state, seat, state.dues[seat] + amount))


def choices(state: BidChessState, seat: Seat, due: int) -> tuple[Counts, ...]:
    """Every way to pay what is due, or below 0 to add it, the default first.

    While an item is bid for, men are added beside the copies of it that the seat would get.
    """
    if due >= 0:
        return payments(due, state.men[seat])
    awaited = state.phase == "bid" and state.row not in [award.row for award in state.awards]
    return additions(-due, state.men[seat], others(state, seat) + (copies(state, seat) if awaited else 0))


def _bid(state: BidChessState, seat: Seat) -> Decision:
    clauses = [Clause("bid", BID_HINT, tuple(map(str, bids(state, seat))), required=True, least=1)]
    if state.options.pay == "open":
        hint = ADD_HINT if state.options.negative == "add" and state.options.least < 0 else PAY_HINT
        clauses.append(Clause("pay", hint, (ASK,), least=1))
    return Decision("bid", tuple(clauses), "bid 0")


def _pay(state: BidChessState) -> Decision:
    ways = [men(paid) for paid in choices(state, state.payer, state.due)]
    clause = Clause("pay", _pay_hint(state), tuple(ways), required=True, least=1)
    return Decision("pay", (clause,), f"pay {ways[0]}")


def _pay_hint(state: BidChessState) -> str:
    return _("the men to add to your army") if state.due < 0 else _("the men to give up")


def _setup(state: BidChessState, seat: Seat) -> Decision:
    clause = Clause("setup", SETUP_HINT, required=True, least=1)
    return Decision("setup", (clause,), f"setup {written(usual(state, seat))}")


def _move(state: BidChessState, here: Position) -> Decision:
    moves = legal_moves(state)
    values = [line(move) for move in moves]
    meanings = [_told(here, move) for move in moves]
    if state.offer:
        values.append(AGREE)
        meanings.append((_("agree to a draw"),))
    clauses = (
        Clause("", MOVE_HINT, tuple(values), required=True, least=1, meanings=tuple(meanings)),
        Clause(OFFER, _("offer a draw with your move"), most=0),
    )
    return Decision("move", clauses, TIME, silence=_("Your time is over, and you lose the match."))


def _told(here: Position, move: int) -> tuple[str, ...]:
    """What a move is where its line does not say it."""
    if move & SWAP:
        return (_("the king changes places with that man"),)
    across = (move >> 6 & 63) - (move & 63)
    castles = move < DROP and across in (2, -2) and kind_at(here, move & 63) == KING
    return (_("castle"),) if castles else ()

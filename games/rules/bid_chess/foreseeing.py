"""Examples of plans: answers to moves that may come, and setups for either result of an auction."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.rules.bid_chess.asking import bids, choices
from games.rules.bid_chess.auction import minus, plus
from games.rules.bid_chess.making import DROP, made
from games.rules.bid_chess.men import LETTERS, ORDINARY
from games.rules.bid_chess.moves import legal
from games.rules.bid_chess.notation import algebraic
from games.rules.bid_chess.position import Position
from games.rules.bid_chess.setup import usual, written
from games.rules.bid_chess.state import Award, BidChessState, lot, position, row, seat_of
from games.rules.game import Seat

TRIED = 8
"""Among so many replies one is looked for whose man can be taken back."""


def pairs(state: BidChessState, seat: Seat) -> tuple[str, ...]:
    """An answer to one move, and answers to two; to moves after the first of one's own if that is due."""
    here = position(state)
    if seat == seat_of(state, here.turn):
        here = made(here, min(legal(here)))
    found = list(_answered(here))
    return tuple([found[0], "; ".join(found[:2])] if len(found) > 1 else found)


def _answered(here: Position) -> Iterator[str]:
    """Moves with an answer to each: first one whose man can be taken back, if there is any."""
    replies = sorted(legal(here), key=lambda move: (move & DROP, move))
    replies = replies[:: max(1, len(replies) // TRIED)]
    found = []
    for reply in replies:
        after = made(here, reply)
        answers = legal(after)
        if answers:
            back = [move for move in answers if move >> 6 & 63 == reply >> 6 & 63 and not move & DROP]
            theirs, mine = algebraic(here, reply), algebraic(after, (back or answers)[0], answers)
            found.append((not back, f"if {theirs} then {mine}"))
    yield from [text for _late, text in sorted(found, key=lambda one: one[0])]


def setups(state: BidChessState, seat: Seat) -> tuple[str, ...]:
    """A setup for a lost auction, and one for each result; the one that is known already alone."""
    if state.phase == "pay":
        won = state.awards[-1].seat == seat
        due = state.due if state.payer == seat else 0
        return (f"setup {'win' if won else 'lose'} {_usual(state, seat, due)}",)
    lose = f"setup lose {_usual(state, seat, 0)}"
    return lose, f"setup win {_usual(_won(state, seat), seat, _price(state, seat))}; {lose}"


def _price(state: BidChessState, seat: Seat) -> int:
    """A bid near to what the item is worth, if that is paid before the setup."""
    worth = row(state, state.row).value * max(1, lot(state, state.row))
    price = min(bids(state, seat), key=lambda bid: abs(bid - worth))
    return max(0, price) if state.options.pay == "open" else 0


def _won(state: BidChessState, seat: Seat) -> BidChessState:
    copies = lot(state, state.row)
    letter = LETTERS[len(ORDINARY)] if copies else ""
    return msgspec.structs.replace(state, awards=(Award(state.row, seat, 0, copies, letter),))


def _usual(state: BidChessState, seat: Seat, due: int) -> str:
    """The usual setup after the usual payment."""
    paid = choices(state, seat, due)[0]
    armies = list(state.men)
    armies[seat] = plus(armies[seat], paid) if due < 0 else minus(armies[seat], paid)
    return written(usual(msgspec.structs.replace(state, men=(armies[0], armies[1])), seat))

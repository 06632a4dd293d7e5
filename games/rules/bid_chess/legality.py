"""Which orders are legal: each text is read, compared with what may be ordered, and made canonical."""

from __future__ import annotations

import re

from games.rules.bid_chess.asking import AGREE, OFFER, RESIGN, TIME, bids, choices
from games.rules.bid_chess.auction import worth
from games.rules.bid_chess.notation import line, read
from games.rules.bid_chess.orders import ASK, Bid, bid_line, headless, men, plain, read_bid, read_payment
from games.rules.bid_chess.position import Counts
from games.rules.bid_chess.setup import checked as placed
from games.rules.bid_chess.setup import read as read_setup
from games.rules.bid_chess.setup import written
from games.rules.bid_chess.state import BidChessState, legal_moves, position, seat_of
from games.rules.game import IllegalOrder, Seat, gettext_noop

_ = gettext_noop

MOST_SHOWN = 8
_PARTS = re.compile(r"[;\n]")
_OFFERED = re.compile(r"(.*?)[\s,(]*draw\s*\?\)?\s*", re.IGNORECASE)
_AGREED = {"draw", "draw ok", "ok draw", "agree", "agreed", "accept", "draw yes"}


def checked(state: BidChessState, seat: Seat, order: str) -> str:
    """The canonical line of a legal order; raises ``IllegalOrder`` for any other text."""
    text = plain(order)
    if state.phase == "bid" and seat in (0, 1):
        return bid_line(_bid(state, seat, read_bid(text)))
    if state.phase == "pay" and seat == state.payer:
        return f"pay {men(_payment(state, seat, state.due, headless(text)))}"
    if state.phase == "setup" and seat in (0, 1):
        return f"setup {written(placed(state, seat, read_setup(headless(text))))}"
    if state.phase == "play":
        return _move(state, seat, text)
    raise IllegalOrder(_("This seat owes no order now."), "not_asked")


def _bid(state: BidChessState, seat: Seat, bid: Bid) -> Bid:
    """A bid that can be kept, with a payment that is worth it."""
    legal_bids = bids(state, seat)
    if bid.amount not in legal_bids:
        raise IllegalOrder(
            _("You can't bid {bid}; what you can pay exactly is {bids}."),
            "illegal_bid",
            bid=bid.amount,
            bids=spans(legal_bids),
        )
    if bid.paid is None:
        return bid
    if bid.amount == 0:
        raise IllegalOrder(_("A bid of 0 costs nothing; leave “pay” out."), "nothing_due")
    if state.options.pay == "hidden":
        raise IllegalOrder(
            _("What you pay stays hidden here: leave “pay” out, and those men out of your setup."), "hidden"
        )
    if bid.amount < 0 and state.options.negative == "opponent":
        raise IllegalOrder(_("Your opponent chooses what a bid below 0 costs; leave “pay” out."), "not_yours")
    if bid.paid != ASK:
        _payable(state, seat, bid.amount, bid.paid)
    return bid


def _payment(state: BidChessState, seat: Seat, due: int, text: str) -> Counts:
    found = read_payment(text)
    if isinstance(found, str):
        raise IllegalOrder(
            _("Now you have to say what you pay: {ways}."), "say_payment", ways=_ways(state, seat, due)
        )
    return _payable(state, seat, due, found)


def _payable(state: BidChessState, seat: Seat, due: int, paid: Counts | str) -> Counts:
    if paid in choices(state, seat, due) and not isinstance(paid, str):
        return paid
    value = 0 if isinstance(paid, str) else worth(paid)
    if value != abs(due):
        message = _("{men} is worth {value}, and {due} is due exactly; you can choose {ways}.")
    elif due < 0:
        message = _(
            "Your army has no room for {men}: 24 men and 16 pawns are the most; you can choose {ways}."
        )
    else:
        message = _("You don't have {men} to give up; you can choose {ways}.")
    raise IllegalOrder(
        message,
        "wrong_payment",
        men=paid if isinstance(paid, str) else men(paid),
        value=value,
        due=abs(due),
        ways=_ways(state, seat, due),
    )


def _ways(state: BidChessState, seat: Seat, due: int) -> str:
    ways = [men(paid) for paid in choices(state, seat, due)]
    return ", ".join(ways[:MOST_SHOWN]) + (" …" if len(ways) > MOST_SHOWN else "")


def spans(numbers: list[int]) -> str:
    """Numbers in short: ``-9 to 39``, ``0, 5, 9 to 14``."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join([str(first) if first == last else f"{first}…{last}" for first, last in spans])


def _move(state: BidChessState, seat: Seat, text: str) -> str:
    """A move, perhaps with an offer of a draw; or an agreement, a resignation, or time that ran out."""
    here = position(state)
    if seat != seat_of(state, here.turn):
        raise IllegalOrder(_("It is your opponent's move."), "not_asked")
    parts = [" ".join(part.split()) for part in _PARTS.split(text) if part.strip()]
    word = parts[0].casefold() if len(parts) == 1 else ""
    if word in (RESIGN, TIME):
        return word
    if word in _AGREED:
        return _agreed(state)
    if word == "claim":
        raise IllegalOrder(
            _("Nothing has to be claimed: a third repetition or 100 quiet plies end the match at once."),
            "no_claim",
        )
    move, offer = move_words(" ".join(parts))
    if offer and not move:
        raise IllegalOrder(
            _("A draw is offered with a move, such as e2e4; draw? Who agrees to one writes draw."), "no_move"
        )
    return line(read(here, move, legal_moves(state))) + offer


def move_words(text: str) -> tuple[str, str]:
    """A move as it was written, and ``; draw?`` if it comes with an offer of a draw."""
    match = _OFFERED.fullmatch(text)
    return headless(match[1] if match else text), f"; {OFFER}" if match else ""


def _agreed(state: BidChessState) -> str:
    if not state.offer:
        raise IllegalOrder(
            _("Your opponent offers no draw now. Offer one with a move of yours, such as e2e4; draw?"),
            "no_offer",
        )
    return AGREE

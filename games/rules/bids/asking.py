"""What each seat owes in a match of Bids, the line played in silence, and whether an order may stand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.rules.bids.cards import ALLY, BLACK, PLACE, VALUE
from games.rules.bids.deciding import prey
from games.rules.bids.orders import Order, read
from games.rules.bids.state import BidsState, to_play
from games.rules.game import Clause, Decision, IllegalOrder, Seat, gettext_noop

_ = gettext_noop

CARD_HINT = _("the card you bid")
STEAL_HINT = _("the black card that you take from the lowest bidder")
NO = Clause("no", _("steal nothing now"), most=0, instead="steal")
ONLY_NO = Decision("steal", (NO,), "no", forced=True)
GO = Decision("follow", (Clause("go", _("go on"), required=True, most=0),), "go", forced=True)
"""Owed by the first seat left when everybody who was to play, or the thief, has left: nothing to choose."""


def asked(state: BidsState) -> tuple[str, list[Seat]]:
    """What is owed now (``bid``, ``steal`` or ``follow``), and by whom."""
    if state.result is not None:
        return "", []
    if state.stage == "steal" and state.thief is not None and state.thief not in state.left:
        return "steal", [state.thief]
    waiting = to_play(state, len(state.hand)) if state.stage == "bid" else []
    if waiting:
        return "bid", waiting[:1] if state.options.bidding == "open" else waiting
    return "follow", [next(seat for seat in range(len(state.hand)) if seat not in state.left)]


def decisions(state: BidsState) -> dict[Seat, Decision]:
    """What each seat owes now."""
    kind, seats = asked(state)
    if kind == "bid":
        return {seat: _bid(state.hand[seat], state.low) for seat in seats}
    return {seat: _steal(tuple(spoils(state))) if kind == "steal" else GO for seat in seats}


def spoils(state: BidsState) -> dict[str, Seat]:
    """The cards that the thief may take now, lowest first, and whose they are."""
    plays = state.last.plays if state.last else ()
    found = prey(plays, state.taken, (state.thief, *state.left))
    return {card: found[card] for card in sorted(found, key=VALUE.__getitem__)}


@lru_cache(maxsize=1024)
def _steal(cards: tuple[str, ...]) -> Decision:
    if not cards:
        return ONLY_NO
    numbers = tuple(card.removeprefix(BLACK) for card in cards)
    return Decision("steal", (Clause("steal", STEAL_HINT, numbers, least=1), NO), "no")


@lru_cache(maxsize=4096)
def _bid(hand: tuple[str, ...], low: bool) -> Decision:
    clause = Clause("", CARD_HINT, hand, required=True, least=1)
    return Decision("bid", (clause,), silent(hand, low=low), forced=len(hand) == 1)


def silent(hand: Sequence[str], *, low: bool) -> str:
    """The card played in silence: the coloured card that is least likely to win, then a black number, then
    another black card, then the Ally."""

    def rank(card: str) -> tuple[int, int, int]:
        kind = 3 if card == ALLY else 0 if card[0] != BLACK else 1 if card in VALUE else 2
        value = VALUE.get(card, 0)
        return kind, -value if low else value, PLACE[card]

    return min(hand, key=rank)


def checked(state: BidsState, seat: Seat, text: str) -> str:
    """The canonical line of a legal order, or raise ``IllegalOrder``."""
    kind, seats = asked(state)
    if seat not in seats:
        raise IllegalOrder(_("You owe no order now."), "not_asked")
    order = read(text)
    if kind == "bid":
        return _card(state.hand[seat], order)
    if kind == "follow":
        if order.what == "go":
            return "go"
        raise IllegalOrder(_("There is nothing to choose now; write “go”."), "only_go")
    return _theft(state, order)


def _card(hand: Sequence[str], order: Order) -> str:
    if order.what != "card":
        raise IllegalOrder(
            _("There is a card to play now; you hold {hand}."), "no_theft_now", hand=", ".join(hand)
        )
    if order.card not in hand:
        raise IllegalOrder(
            _("You don’t hold {card}; you hold {hand}."), "not_held", card=order.card, hand=", ".join(hand)
        )
    return order.card


def _theft(state: BidsState, order: Order) -> str:
    if order.what == "no":
        return "no"
    cards = spoils(state)
    if order.what == "steal" and order.card in cards:
        return f"steal {order.card.removeprefix(BLACK)}"
    legal = [f"steal {card.removeprefix(BLACK)}" for card in cards]
    raise IllegalOrder(
        _("You may steal now, or not; write one of these: {legal}."),
        "illegal_theft",
        legal=", ".join([*legal, "no"]),
    )

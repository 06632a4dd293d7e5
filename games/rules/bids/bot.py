"""A modest opponent for Bids: it counts cards, weighs the pot, and sees its view and no more.

A card is worth the pot times the chance that it wins, less what the card may be worth in a later trick, and
less the lucky points that a first win throws away.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.rules.bids.cards import (
    ALLY,
    BLACK,
    DOUBLE,
    FIVE,
    LUCKY,
    SURPRISE,
    THIEF,
    TOP,
    VALUE,
    coloured,
)
from games.rules.bids.deciding import verdict
from games.rules.bids.state import HIDDEN, TRICKS, BidsView, to_play
from games.rules.chance import Chance
from games.rules.game import Decision, Seat

BLIND = 5.0
"""What a card that lies face down, or a Thief, is taken to be worth."""
HOPE = 0.7
"""How much of the hope for lucky points survives each trick that is still to come."""
KEEP = 0.35
"""What the best card of a hand is worth in a later trick, for each number on it."""
PRESS = 1.3
"""How much likelier than by chance those who play later beat a card that can be beaten."""


class Trick(NamedTuple):
    """What the bot knows of the trick it bids in: ``later`` are the seats that play after it, ``unseen`` the
    values of the coloured cards that may be in their hands."""

    view: BidsView
    seat: Seat
    pot: float
    price: float
    later: int
    unseen: tuple[int, ...]
    ahead: int


def choose(view: BidsView, seat: Seat, decision: Decision, chance: Chance) -> str:
    """A legal order for what is owed."""
    if decision.kind == "steal" and not decision.forced:
        best = max(int(value) for value in decision.clauses[0].values)
        return f"steal {best}" if best > 0 else decision.default
    if decision.forced or decision.kind != "bid":
        return decision.default
    trick = _trick(view, seat)
    return max(view.hand, key=lambda card: _worth(trick, card))


def _trick(view: BidsView, seat: Seat) -> Trick:
    seats = len(view.counts)
    blacks = (view.centre, *(card for _seat, card in view.plays if card[0] == BLACK))
    return Trick(
        view=view,
        seat=seat,
        pot=sum(worth_of(card, view.points[seat]) for card in blacks),
        price=_price(view, seat, seats),
        later=len(to_play(view, seats)) - 1,
        unseen=_unseen(seats, view.seen, view.hand),
        ahead=TRICKS - view.trick_no,
    )


def worth_of(card: str, points: int) -> float:
    """What a black card is worth to who takes it with so many points."""
    if card == DOUBLE:
        return points + 4.0
    if card in (HIDDEN, THIEF):
        return BLIND
    return float(VALUE.get(card, 0))


def _price(view: BidsView, seat: Seat, seats: int) -> float:
    """The lucky points that a first black card with points would throw away, by the hope to get them."""
    if view.spoiled[seat]:
        return 0.0
    times = view.zeros[seat] + 1 if view.options.lucky_growth == "rising" else 1
    return float(LUCKY[seats] * times * HOPE ** (TRICKS - view.trick_no))


@lru_cache(maxsize=1024)
def _unseen(seats: int, seen: Sequence[str], hand: Sequence[str]) -> tuple[int, ...]:
    known = {*seen, *hand}
    return tuple([VALUE[card] for card in coloured(seats) if card not in known])


def _worth(trick: Trick, card: str) -> tuple[float, float]:
    """How good it is to play a card, and of equals the one that is missed least."""
    win = _chance(trick, card)
    mine = worth_of(card, trick.view.points[trick.seat]) if card[0] == BLACK else 0.0
    keep = _keep(trick, card)
    gain = win * (trick.pot + mine - trick.price) - (1 - win) * max(mine, 0.0) * 0.3 - keep
    return gain, -keep


def _keep(trick: Trick, card: str) -> float:
    """What a card may still be worth in a later trick."""
    if not trick.ahead or card not in VALUE or card == FIVE:
        return 0.0
    top = TOP[len(trick.view.counts)]
    rank = top + 1 - VALUE[card] if trick.view.low else VALUE[card]
    return KEEP * rank * rank / top


def _chance(trick: Trick, card: str) -> float:
    """How likely a card wins: it is best now, and nobody who plays later beats it or ties with it."""
    view = trick.view
    if card in (ALLY, SURPRISE) or card not in VALUE:
        return 0.0
    plays = (*view.plays, (trick.seat, card))
    colour = view.options.colour == "on"
    found = verdict(plays, view.centre, low=view.low, colour=colour)
    if found.winner != trick.seat:
        return 0.15 if colour and trick.later else 0.0
    value = VALUE[card]
    better = sum([other <= value if view.low else other >= value for other in trick.unseen])
    held = 1 - better / max(len(trick.unseen), 1)
    return float(max(held, 0.0) ** (trick.later * PRESS))

"""The cards of a Bids match while one turn is resolved, and the facts noted on the way.

It knows how cards are dealt, turned up and played; what comes of a trick is the business of tricks.py. Chance
is used only when a round is dealt: at the start, and in the turn that ends the round before.
"""

from __future__ import annotations

from typing import Any

from games.rules.bids.cards import LOWEST, SURPRISE, deal
from games.rules.bids.state import HIDDEN, BidsState, Play
from games.rules.chance import Chance
from games.rules.game import Event, Outcome, Seat

_LISTS = ("plays", "seen", "hand", "points", "score", "won", "spoiled", "zeros", "fives")
_KEPT = tuple(name for name in BidsState.__struct_fields__ if name not in (*_LISTS, "taken", "options"))


class Table:
    """A match in the making. Lives within one call."""

    def __init__(self, state: BidsState, chance: Chance) -> None:
        self.before = state
        self.options = state.options
        self.chance = chance
        self.seats = len(state.hand)
        self.left = state.left
        self.first = state.first
        self.round_no, self.trick_no, self.leader = state.round_no, state.trick_no, state.leader
        self.stage, self.last = state.stage, state.last
        self.centre, self.hidden = state.centre, state.hidden
        self.plays: list[Play] = list(state.plays)
        self.seen = list(state.seen)
        self.hand = list(state.hand)
        self.stack, self.out = state.stack, state.out
        self.taken = [list(cards) for cards in state.taken]
        self.points, self.score, self.won = list(state.points), list(state.score), list(state.won)
        self.spoiled, self.zeros, self.fives = list(state.spoiled), list(state.zeros), list(state.fives)
        self.low, self.allies = state.low, state.allies
        self.thief, self.thief_used = state.thief, state.thief_used
        self.result: Outcome | None = state.result
        self.events: list[Event] = []

    def state(self) -> BidsState:
        """The match as it is now."""
        fields = {name: getattr(self, name) for name in _KEPT}
        tuples: dict[str, Any] = {name: tuple(getattr(self, name)) for name in _LISTS}
        tuples["taken"] = tuple(map(tuple, self.taken))
        return BidsState(options=self.options, **fields, **tuples)

    def tell(self, kind: str, **data: Any) -> None:
        """Note a fact."""
        self.events.append(Event(kind, data))

    def deal(self) -> None:
        """Deal a round and turn up its first centre card; the hands of those who left are taken out."""
        hands, self.stack, self.out = deal(self.seats, self.options, self.chance)
        for seat, cards in enumerate(hands):
            if seat in self.left:
                self.hand[seat], self.out = (), self.out + cards
            else:
                self.hand[seat] = cards
        self.leader = (self.first + self.round_no - 1) % self.seats
        self.open()

    def open(self) -> None:
        """Turn up the centre card of the next trick."""
        self.stage, self.plays = "bid", []
        self.turn_up()
        if self.centre == SURPRISE:
            self.tell("surprise", card=None)
            self.cover()
        else:
            self.tell("centre", round=self.round_no, trick=self.trick_no, card=self.centre)
            self.see_lowest(self.centre)

    def turn_up(self) -> None:
        self.centre, self.stack, self.hidden = self.stack[0], self.stack[1:], False
        self.seen.append(self.centre)

    def cover(self) -> None:
        """Put the next card of the stack in the middle, face down."""
        self.centre, self.stack, self.hidden = self.stack[0], self.stack[1:], True

    def play(self, seat: Seat, card: str) -> None:
        """A seat bids a card."""
        hand = self.hand[seat]
        at = hand.index(card)
        self.hand[seat] = hand[:at] + hand[at + 1 :]
        self.plays.append((seat, card))
        self.seen.append(card)
        self.tell("bid", seat=seat, card=card)
        self.see_lowest(card)
        if card == SURPRISE:
            self.tell("surprise", card=HIDDEN if self.hidden else self.centre)
            self.cover()

    def see_lowest(self, card: str) -> None:
        if card == LOWEST:
            self.low = True
            self.tell("lowest")

"""A Bid N' Bet position that changes while one turn is resolved, and the facts noted on the way.

It knows how money, horses, cards and bets behave; who may do what is the business of turn.py and stop.py.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.rules.bid_n_bet.choices import CARDS_IN_ALL, leaders
from games.rules.bid_n_bet.orders import Bets
from games.rules.bid_n_bet.ring import COLOURS, PRICE
from games.rules.bid_n_bet.state import BidNBetState, Pending, ended
from games.rules.game import Event, Outcome, Seat


class Table:
    """A position in the making. Lives within one call."""

    def __init__(self, state: BidNBetState) -> None:
        self.before = state
        self.options = state.options
        self.order = state.order
        self.active = state.active
        self.money = list(state.money)
        self.bidcards = list(state.bidcards)
        self.token = list(state.token)
        self.horse = list(state.horse)
        self.tickets = [list(row) for row in state.tickets]
        self.deck = state.deck
        self.discards = state.discards
        self.round_no = state.round_no
        self.out = state.out
        self.result: Outcome | None = None
        self.pending: Pending | None = None
        self.events: list[Event] = []

    def state(self) -> BidNBetState:
        """The position as it is now."""
        return BidNBetState(
            options=self.options,
            order=self.order,
            active=self.active,
            money=tuple(self.money),
            bidcards=tuple(self.bidcards),
            token=tuple(self.token),
            horse=tuple(self.horse),
            tickets=tuple(map(tuple, self.tickets)),
            deck=self.deck,
            discards=self.discards,
            round_no=self.round_no,
            out=self.out,
            result=self.result,
            pending=self.pending,
        )

    def tell(self, kind: str, **data: Any) -> None:
        """Note a fact."""
        self.events.append(Event(kind, data))

    # money and cards

    def able(self, seat: Seat) -> bool:
        """Whether a seat can make a compulsory payment; one that can't is out of the race at once."""
        if self.money[seat] >= PRICE:
            return True
        self.tell("broke", seat=seat, money=self.money[seat])
        self.remove(seat)
        return False

    def pay(self, seat: Seat) -> bool:
        """Take a compulsory payment; who can't make it pays nothing."""
        able = self.able(seat)
        if able:
            self.money[seat] -= PRICE
        return able

    def cards_left(self) -> int:
        """The Bid Cards that the bank has."""
        return CARDS_IN_ALL - sum(self.bidcards)

    def free_card(self, seat: Seat) -> None:
        """Take a Bid Card if there is one."""
        if not self.cards_left():
            return self.tell("no_card", seat=seat)
        self.bidcards[seat] += 1
        return self.tell("free", seat=seat, cards=self.bidcards[seat])

    def buy_card(self, seat: Seat) -> None:
        """Pay for a Bid Card if there is one."""
        if not self.cards_left():
            self.tell("no_card", seat=seat)
        elif self.pay(seat):
            self.bidcards[seat] += 1
            self.tell("buy", seat=seat, cards=self.bidcards[seat])

    def cards_back(self) -> None:
        """All Bid Cards return to the bank."""
        if any(self.bidcards):
            self.tell("cards_back", cards=sum(self.bidcards))
            self.bidcards = [0] * len(self.bidcards)

    # bets

    def bet(self, seat: Seat, bets: Bets) -> None:
        """Put tickets on horses; they are legal."""
        for colour, dollars in bets:
            self.money[seat] -= dollars
            self.tickets[seat][colour] += dollars
            self.tell("bet", seat=seat, horse=COLOURS[colour], dollars=dollars)

    def cash(self) -> None:
        """Settle all bets: a sole leader pays double, tied leaders pay back, all others nothing."""
        front = leaders(self.state())
        times = 2 if len(front) == 1 else 1
        paid = [times * sum([row[colour] for colour in front]) for row in self.tickets]
        self._settle(paid)
        self.tickets = [[0] * len(COLOURS) for _row in self.tickets]
        self.tell("cash", horses=[COLOURS[colour] for colour in front], paid=paid)

    def _settle(self, paid: list[int]) -> None:
        self.money = [money + back for money, back in zip(self.money, paid, strict=True)]

    # horses

    def push(self, kind: str, seat: Seat, colour: int, lengths: int) -> None:
        """Move a horse, not behind the start line, and see whether it has crossed the finish."""
        self.horse[colour] = max(0, self.horse[colour] + lengths)
        self.tell(kind, seat=seat, horse=COLOURS[colour], lengths=lengths, at=self.horse[colour])
        if self.horse[colour] >= self.options.track:
            owner = colour if colour < len(self.money) else None
            self.tell("finish", seat=owner, horse=COLOURS[colour])
            self.end("finish" if owner is not None else "stray", () if owner is None else (owner,))

    def remove(self, seat: Seat) -> None:
        """Take a seat out of the race: horse, token, Bid Cards and tickets go; the last one left wins."""
        self.out = (*self.out, seat)
        self.bidcards[seat] = 0
        self.tickets[seat] = [0] * len(COLOURS)
        bets = [row[seat] for row in self.tickets]
        for row in self.tickets:
            row[seat] = 0
        refunds = self.options.dq_bets == "refund"
        if refunds:
            self._settle(bets)
        self.tell("out", seat=seat, horse=COLOURS[seat], bets=bets, refunded=refunds)
        seats = [other for other in self.order if other not in self.out]
        if len(seats) == 1:
            self.tell("last", seat=seats[0])
            self.end("last_horse", tuple(seats))

    def end(self, reason: str, winners: tuple[Seat, ...] = ()) -> None:
        """The race is over."""
        self.pending = None
        self.result = ended(len(self.money), self.out, reason, winners)

    # turns

    def pass_on(self) -> None:
        """The next seat in the race is to move; where that closes the last round, the leader wins."""
        if self.result is not None:
            return
        at = self.order.index(self.active)
        seats = [seat for seat in self.order[at + 1 :] + self.order[: at + 1] if seat not in self.out]
        self.active = seats[0]
        if self.order.index(seats[0]) <= at:
            self.round_no += 1
            if self.round_no == self.options.turn_cap:
                self.stop_race()

    def stop_race(self) -> None:
        """Too many rounds: the owner of the leader wins, or those of tied leaders share."""
        front = leaders(self.state())
        winners = tuple([colour for colour in front if colour < len(self.money)])
        self.tell("cap", rounds=self.round_no, horses=[COLOURS[colour] for colour in front])
        self.end("cap", winners)


def left(state: BidNBetState, seat: Seat) -> tuple[BidNBetState, list[Event]]:
    """The position after a seat left for good: out of the race as if it could not pay."""
    table = Table(state)
    table.tell("resigned", seat=seat)
    table.pending = _without(state.pending, seat)
    table.remove(seat)
    return table.state(), table.events


def _without(pending: Pending | None, seat: Seat) -> Pending | None:
    """What waits, without a seat: it is not asked, and a bid of it counts no more."""
    if pending is None:
        return None
    bids = {"high": 0, "leader": None} if pending.leader == seat else {}
    return msgspec.structs.replace(
        pending,
        asked=tuple([other for other in pending.asked if other != seat]),
        queue=tuple([other for other in pending.queue if other != seat]),
        **bids,
    )

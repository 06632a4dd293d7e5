"""What happens at a STOP BID: who moves a horse two lengths, and what it costs.

A turn that waits for bids or for the name of a horse leaves the rest to the next one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from games.rules.bid_n_bet.choices import RAISE, clockwise, holders, step_of
from games.rules.bid_n_bet.orders import read
from games.rules.bid_n_bet.state import BidNBetState, Pending, running
from games.rules.bid_n_bet.table import Table
from games.rules.game import Seat

LENGTHS = 2


class Stop(Table):
    """A position in the making with a STOP BID in it."""

    def __init__(self, state: BidNBetState) -> None:
        super().__init__(state)
        none = (None,) * len(state.money)
        self.wishes: list[int | None] = list(state.pending.wishes if state.pending else none)

    def begin(self) -> None:
        """The active seat landed: the sole holder of most cards moves a horse, or those tied bid."""
        state = self.state()
        tied = holders(state)
        self.tell("stop", seat=self.active, seats=tied, cards=self.bidcards[tied[0]])
        if len(tied) == 1:
            return self.lengths(tied[0], self.active if tied[0] == self.active else None)
        step = step_of(state)
        bidders = [
            seat for seat in clockwise(state, self.active) if seat in tied and self.money[seat] >= step
        ]
        if not bidders:
            return self.nobody()
        if self.options.auction != "open5":
            return self.wait("auction", tuple(sorted(bidders)))
        if bidders[0] == self.active:
            bidders.append(bidders.pop(0))
        return self.wait("open", tuple(bidders[:1]), queue=tuple(bidders))

    def wait(
        self,
        stage: Literal["auction", "open", "horse"],
        asked: tuple[Seat, ...],
        queue: tuple[Seat, ...] = (),
        high: int = 0,
        leader: Seat | None = None,
        again: bool = False,
    ) -> None:
        """Leave the rest to the answers of these seats."""
        self.pending = Pending(stage, asked, tuple(self.wishes), queue, high, leader, again)

    def hear(self, pending: Pending, orders: Mapping[Seat, str]) -> None:
        """Go on with the answers; those asked who are out of the race gave none."""
        for seat, line in orders.items():
            horse = read(line).horse
            self.wishes[seat] = self.wishes[seat] if horse is None else horse
        if pending.stage == "auction":
            self.open_bids({seat: read(orders[seat]).amount for seat in pending.asked}, pending.again)
        elif pending.stage == "open":
            self.go_round(pending, orders)
        elif pending.asked:
            self.lengths(pending.asked[0])
        else:
            self.close()

    # sealed bids

    def open_bids(self, bids: Mapping[Seat, int], again: bool) -> None:
        """Show the bids and see who wins."""
        self.tell("bids", bids=[bids.get(seat) for seat in range(len(self.money))])
        best = max(bids.values(), default=0)
        if not best:
            return self.nobody()
        tops = [seat for seat in clockwise(self.before, self.active) if bids.get(seat) == best]
        if not tops[1:] or self.options.auction_tie == "order" or again:
            return self.won(tops[0], self._price(best, sorted(bids.values())))
        self.tell("again", seats=tops, bid=best)
        return self.wait("auction", tuple(sorted(tops)), again=True)

    def _price(self, best: int, ranked: list[int]) -> int:
        """What the highest bid costs: itself, or as a limit one step more than the next."""
        if self.options.auction == "sealed":
            return best
        return min(best, [0, *ranked][-2] + RAISE)

    # open bids

    def go_round(self, pending: Pending, orders: Mapping[Seat, str]) -> None:
        """Take the answer of the seat asked; those who can't go higher pass."""
        queue, high, leader = list(pending.queue), pending.high, pending.leader
        for seat in pending.asked:
            queue.remove(seat)
            if "raise" in read(orders[seat]).said:
                queue.append(seat)
                high, leader = read(orders[seat]).amount, seat
                self.tell("raise", seat=seat, bid=high)
            else:
                self.tell("pass", seat=seat)
        while queue and queue[0] != leader and self.money[queue[0]] < high + RAISE:
            self.tell("pass", seat=queue.pop(0))
        if not queue:
            self.nobody()
        elif queue[0] == leader:
            self.won(queue[0], high)
        else:
            self.wait("open", tuple(queue[:1]), queue=tuple(queue), high=high, leader=leader)

    # the prize

    def won(self, seat: Seat, price: int) -> None:
        """The winner pays; one that named no horse is asked for it."""
        self.money[seat] -= price
        self.tell("won", seat=seat, bid=price)
        self.lengths(seat)

    def nobody(self) -> None:
        """Nobody bid: who landed here moves a horse for nothing, if still in the race."""
        if self.active in self.out:
            return self.close()
        self.tell("no_bids", seat=self.active)
        return self.lengths(self.active, self.active)

    def lengths(self, seat: Seat, silent: int | None = None) -> None:
        """Two lengths for the horse that a seat named, or else for the silent one."""
        colour = self.wishes[seat]
        if colour not in running(self.state()):
            colour = silent
        if colour is None:
            return self.wait("horse", (seat,))
        self.push("lengths", seat, colour, LENGTHS)
        return self.close()

    def close(self) -> None:
        """All Bid Cards return, and the next seat moves, unless the race is over."""
        if self.result is None:
            self.cards_back()
        self.pass_on()

"""What happens in an auction of Fourbid: bids shown, space claimed, card taken, hands counted, queen moved.

Dice fall in this order: the bonus roll, if there is one, then the queen's roll for the next auction, unless
the match is over. A turn that waits for somebody who asked leaves the rest of the rolls to the next turn.
A seat that leaves while others are waited for keeps its bid on the table; it claims and takes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, cast

from games.rules.chance import Chance
from games.rules.fourbid.cards import RANK, VALUE, bid_of, with_card
from games.rules.fourbid.choices import (
    bonus_targets,
    leader_of,
    leads,
    moving,
    own_spaces,
    sole,
    takeable,
    totals_of,
)
from games.rules.fourbid.orders import SILENT, Order, merged, read
from games.rules.fourbid.state import FourbidState, Pending, ended
from games.rules.fourbid.table import Table
from games.rules.game import Event, Seat

Stage = Literal["bids", "claim", "exchange"]


def resolved(
    state: FourbidState, orders: Mapping[Seat, str], chance: Chance
) -> tuple[FourbidState, Sequence[Event]]:
    """The next state and what happened, from one legal order of every seat that owed one."""
    auction = Auction(state, chance)
    auction.run(orders)
    return auction.state(), auction.events


class Auction(Table):
    """One auction in the making."""

    def __init__(self, state: FourbidState, chance: Chance) -> None:
        super().__init__(state, chance)
        self.before = state.pending
        self.bids: list[tuple[str, ...]] = [()] * len(state.hand)
        self.orders: list[Order] = [SILENT] * len(state.hand)
        self.totals: dict[Seat, int] = {}
        self.counted = state.pending is not None and state.pending.stage != "bids"

    def run(self, orders: Mapping[Seat, str]) -> None:
        """Go on from where the position stands until the next decisions are due."""
        pending = self.before
        if pending is None:
            self.show(orders)
        else:
            self.hear(pending, orders)
        if pending is None and self.ask_bidders():
            return
        if pending is None or pending.stage == "bids":
            bonus = self.settle()
            if bonus and pending is None and self.ask_leader(*bonus):
                return
            if bonus:
                self.take_bonus(*bonus)
        else:
            self.take_bonus(cast(Seat, pending.leader), 5 if pending.stage == "claim" else 1)
        self.close()

    # bids

    def show(self, orders: Mapping[Seat, str]) -> None:
        """Open the bids: their cards leave the hands."""
        cards: list[list[str] | None] = [None] * len(self.hand)
        for seat in sorted(orders):
            order = read(orders[seat])
            bid = bid_of(self.hand[seat], order.bid)
            self.orders[seat] = order
            self.bids[seat] = bid.cards
            self.totals[seat] = bid.total
            self.hand[seat] = bid.rest
            cards[seat] = list(bid.cards)
        self.tell("bids", cards=cards, totals=[self.totals.get(seat) for seat in range(len(cards))])

    def hear(self, pending: Pending, orders: Mapping[Seat, str]) -> None:
        """Take up an auction that waited, with the answers of those asked."""
        self.bids = list(pending.bids)
        self.totals = totals_of(pending.bids)
        self.orders = [
            merged(read(sealed), read(orders.get(seat, ""))) for seat, sealed in enumerate(pending.sealed)
        ]

    # questions

    def ask_bidders(self) -> bool:
        """Wait for those who asked and have something to choose now that the bids are shown."""
        asking = [seat for seat in self.totals if self.orders[seat].ask]
        if not asking or not any(self.chooses(seat) for seat in asking):
            return False
        found = leads(self.options, self.hand, self.left, self.bids)
        leaders = {seat for seat, lead in found if self.may_choose_bonus(seat, lead)}
        asked = [seat for seat in asking if seat in leaders or self.chooses(seat)]
        return self.wait("bids", asked)

    def chooses(self, seat: Seat) -> bool:
        """Whether a seat has a choice as the sole highest or lowest bidder."""
        total = self.totals[seat]
        if sole(self.totals, total) is None:
            return False
        if total == max(self.totals.values()):
            return self.moving(seat) != "none"
        if total == min(self.totals.values()):
            return self.options.low_pick == "may" or len(takeable(self.options, self.bids, seat)) > 1
        return False

    def may_choose_bonus(self, seat: Seat, lead: int) -> bool:
        """Whether a lead of so many cards may give a seat a choice once high and low are settled."""
        high = sole(self.totals, max(self.totals.values()))
        return lead >= 5 or self.supply[seat] == (1 if seat == high else 0)

    def ask_leader(self, seat: Seat, lead: int) -> bool:
        """Wait for a leader who asked and has a choice."""
        if not self.orders[seat].ask:
            return False
        if lead >= 5:
            targets = bonus_targets(self.options, tuple(self.owner), seat)
            return (len(targets) > 1 or not self.supply[seat]) and self.wait("claim", [seat], seat)
        free = self.supply[seat] or self.owner[self.queen - 1] == seat
        return not free and self.wait("exchange", [seat], seat)

    def wait(self, stage: Stage, asked: Sequence[Seat], leader: Seat | None = None) -> bool:
        """Leave the auction open until those seats answered."""
        sealed = [order.tail.removesuffix("ask").removesuffix("; ") for order in self.orders]
        self.pending = Pending(stage, tuple(self.bids), tuple(sealed), tuple(asked), leader)
        self.tell("asked", seats=list(asked))
        return True

    # high and low

    def settle(self) -> tuple[Seat, int] | None:
        """Claim, card and count: the leader who gets a bonus, and by how many cards it leads."""
        high = self.sole_bidder("tie_high", max(self.totals.values()))
        if high is not None:
            self.claim(high)
        if self.result is not None:
            return None
        at_bid = self.empty_hands()
        taken = self.take_card(self.sole_bidder("tie_low", min(self.totals.values())))
        self.tell("discard", cards=[card for cards in self.bids for card in cards if card != taken])
        empty = at_bid if self.options.empty_at == "bid" else self.empty_hands()
        return self.count(empty) if empty else None

    def sole_bidder(self, tie: str, total: int) -> Seat | None:
        """The seat that alone bid so much."""
        seat = sole(self.totals, total)
        if seat is None:
            self.tell(tie, seats=[one for one, bid in self.totals.items() if bid == total], total=total)
        return seat

    def claim(self, high: Seat) -> None:
        """What the highest bidder does with the queen's space."""
        queen = self.queen
        if high in self.left:
            self.tell("no_claim", seat=high, space=queen, why="left")
        elif None in self.owner and self.supply[high]:
            self.place(high, queen)
            self.tell("claim", seat=high, space=queen)
        else:
            self.swap(high, self.orders[high].swap)
        self.judge_at_once()

    def swap(self, high: Seat, wish: int | None) -> None:
        """Move an own piece to the queen's space, in exchange for what stands there, where that may be."""
        mode = self.moving(high)
        if mode == "none":
            why = "own" if self.owner[self.queen - 1] == high else "no_pieces"
            self.tell("no_claim", seat=high, space=self.queen, why=why)
            return
        source = wish if wish and self.owner[wish - 1] == high else None
        if source is None and mode == "must":
            source = own_spaces(tuple(self.owner), high)[0]
        if source is None:
            self.tell("no_claim", seat=high, space=self.queen, why="declined")
            return
        rival = self.exchange(high, source, self.queen)
        self.tell("swap", seat=high, space=self.queen, source=source, rival=rival)

    def moving(self, high: Seat) -> str:
        """Whether the highest bidder ``may`` or ``must`` move an own piece, or can do ``none`` of it."""
        return moving(self.options, self.owner, self.supply[high], self.queen, high)

    def take_card(self, low: Seat | None) -> str | None:
        """The card that the lowest bidder takes."""
        if low is None:
            return None
        if low in self.left:
            self.tell("no_low", seat=low, why="left")
            return None
        card = self.wished_card(low)
        if card is None:
            self.tell("no_low", seat=low, why="declined")
            return None
        self.hand[low] = with_card(self.hand[low], card)
        self.tell("kept" if card in self.bids[low] else "low", seat=low, card=card)
        return card

    def wished_card(self, low: Seat) -> str | None:
        """The first wish of the lowest bidder that comes true, else the card with the highest value."""
        cards = takeable(self.options, self.bids, low)
        for wish in self.orders[low].low:
            if wish == "none":
                return None
            if wish == "best":
                break
            found = self.bids[low] if wish == "own" else [c for c in cards if wish in (c, RANK[c])]
            if found:
                return max(found, key=VALUE.__getitem__)
        return max(cards, key=VALUE.__getitem__)

    # hands

    def count(self, empty: Sequence[Seat]) -> tuple[Seat, int] | None:
        """Count all hands; the queen rolls at once where the lead asks for it."""
        sizes = {seat: len(hand) for seat, hand in enumerate(self.hand) if seat not in self.left}
        leader, lead = leader_of(sizes)
        self.tell("empty", seats=list(empty))
        counts = [sizes.get(seat) for seat in range(len(self.hand))]
        self.tell("counts", counts=counts, leader=leader, lead=lead)
        self.counted = True
        if leader is None:
            self.tell("bonus_none", why="tie")
            return None
        if lead < 5:
            self.roll("bonus_roll", self.options.skip if self.options.bonus_roll == "skip" else "all")
        return leader, lead

    def take_bonus(self, leader: Seat, lead: int) -> None:
        """The space that the leader takes, by the roll or of free choice."""
        order = self.orders[leader]
        if leader in self.left:
            self.tell("bonus_none", why="left")
        elif lead < 5:
            if self.owner[self.queen - 1] == leader:
                self.tell("bonus_own", seat=leader, space=self.queen)
            else:
                self.take_space(leader, self.queen, order.give, swaps=True)
        else:
            targets = bonus_targets(self.options, tuple(self.owner), leader)
            space = next((space for space in order.bonus if space in targets), targets[0])
            self.take_space(leader, space, order.source, swaps=None not in self.owner)
        self.judge_at_once()

    def take_space(self, seat: Seat, space: int, wish: int | None, *, swaps: bool) -> None:
        """Take a space from the supply, else with an own piece; with ``swaps`` a rival takes its place."""
        if self.supply[seat]:
            rival, source = self.place(seat, space), None
        else:
            own = own_spaces(tuple(self.owner), seat)
            source = wish if wish in own else own[0]
            rival = self.exchange(seat, source, space)
            if rival is not None and not swaps:
                self.owner[source - 1] = None
                self.supply[rival] += 1
        self.tell("bonus_claim", seat=seat, space=space, source=source, rival=rival, swaps=swaps)

    # the end of the turn

    def close(self) -> None:
        """Reset, check, and the roll for the next auction."""
        self.auction_no += 1
        if self.result is None and self.counted:
            self.reset()
        if self.result is None:
            self.judge()
        if self.result is None and self.auction_no == self.options.auction_cap:
            self.tell("cap", auctions=self.auction_no)
            self.result = ended(len(self.hand), self.left, "cap")
        if self.result is None:
            self.roll("roll", self.options.skip)

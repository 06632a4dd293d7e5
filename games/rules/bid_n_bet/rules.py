"""The law of Bid N' Bet: the door to this room, and the only module that others import.

Each part of the law has its own module beside this one; the drawing and the bot are asked for from here too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from games.rules.bid_n_bet import board, bot, course
from games.rules.bid_n_bet.asking import decisions
from games.rules.bid_n_bet.legality import checked
from games.rules.bid_n_bet.plans import PLANS, examples, followed, parted, planned, pooled
from games.rules.bid_n_bet.ring import CARDS, COLOURS
from games.rules.bid_n_bet.seeing import seen
from games.rules.bid_n_bet.state import BidNBetOptions, BidNBetState, BidNBetView
from games.rules.bid_n_bet.table import left
from games.rules.bid_n_bet.turn import resolved
from games.rules.bid_n_bet.wording import LABELS
from games.rules.chance import Chance
from games.rules.game import (
    Clause,
    Decision,
    Event,
    Facts,
    Game,
    Gauge,
    IllegalOption,
    IllegalOrder,
    Label,
    Options,
    Outcome,
    Picture,
    Seat,
    Sheet,
    State,
    gettext_noop,
)

_ = gettext_noop

PURSE = 300


class BidNBet(Game[BidNBetState]):
    """A horse race without dice: choose your space, pay, bet, and win two lengths at the STOP BID."""

    slug: ClassVar[str] = "bid_n_bet"
    name: ClassVar[str] = _("Bid N’ Bet")
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 6)
    options: ClassVar[type[Options]] = BidNBetOptions
    labels: ClassVar[Mapping[str, Label]] = LABELS
    state: ClassVar[type[State]] = BidNBetState
    practice_seats: ClassVar[int] = 3
    practice: ClassVar[Mapping[str, Any]] = {"track": 6}
    written: ClassVar[Mapping[str, str]] = {
        "move": "3; horse red; bet red 20",
        "auction": "bid 40; horse red",
        "open": "raise 20; horse red",
        "horse": "horse red",
        "go": "go",
    }
    plans: ClassVar[tuple[Clause, ...]] = PLANS

    def setup(self, seats: int, options: BidNBetOptions, chance: Chance) -> BidNBetState:
        """All on START with $300. Drawn are first the order of the seats, then that of the Gamble Cards."""
        if seats not in self.seats:
            raise IllegalOption(
                _("Bid N’ Bet is for 2 to 5 owners, not {seats}."), "illegal_seats", seats=seats
            )
        order = chance.shuffle(range(seats))
        return BidNBetState(
            options=options,
            order=order,
            active=order[0],
            money=(PURSE,) * seats,
            bidcards=(0,) * seats,
            token=(0,) * seats,
            horse=(0,) * len(COLOURS),
            tickets=((0,) * len(COLOURS),) * seats,
            deck=chance.shuffle(CARDS),
        )

    def decisions(self, state: BidNBetState) -> dict[Seat, Decision]:
        """A move (``move``), bids of those tied (``auction``, ``open``), or a horse's name (``horse``)."""
        return decisions(state)

    def check(self, state: BidNBetState, seat: Seat, order: str) -> str:
        """The canonical line: ``3!; horse red; bet blue 60``, with the mark only where it is needed."""
        return checked(state, seat, order)

    def resolve(
        self, state: BidNBetState, orders: Mapping[Seat, str], chance: Chance
    ) -> tuple[BidNBetState, Sequence[Event]]:
        """The move and what its space brings, or the rest of a STOP BID that waited."""
        return resolved(state, orders, chance)

    def leave(self, state: BidNBetState, seat: Seat) -> tuple[BidNBetState, Sequence[Event]]:
        """Out of the race, as one who can't pay; the last owner in it wins."""
        if not 0 <= seat < len(state.money):
            raise IllegalOrder(_("There is no such seat at this table."), "no_seat")
        if state.result is not None or seat in state.out:
            return state, ()
        return left(state, seat)

    def view(self, state: BidNBetState, seat: Seat | None) -> BidNBetView:
        """All but the Gamble Cards face down, with the five spaces before that seat."""
        return seen(state, seat)

    def hides(self, state: BidNBetState) -> bool:
        """The order of the Gamble Cards is hidden in every state."""
        return True

    def parted(self, text: str) -> tuple[str, str]:
        """An order, and the plan that follows in one text with it, from the first word that only plans have.

        ``horse`` and ``bet`` before that belong to the order.
        """
        return parted(text)

    def plan(self, view: Any, seat: Seat, text: str) -> str:
        """``nextmove 2; horse red; bet blue 40; standing bid 40; standing horse red``, or parts of it."""
        return planned(view, seat, text)

    def examples(self, view: Any, seat: Seat) -> tuple[str, ...]:
        """Standing orders and a move to queue, with money that the seat has."""
        return examples(view, seat)

    def follow(self, view: Any, seat: Seat, decision: Decision, plan: str) -> tuple[str | None, str]:
        """A queued move is spent by the next decision about a move; standing orders stay."""
        return followed(view, seat, decision, plan)

    def voice(self, state: BidNBetState, seat: Seat, order: str) -> str:
        """A sealed bid, also one above the purse: ``pool`` leaves it out."""
        return checked(state, seat, order, above=True)

    def pool(self, view: Any, seat: Seat, decision: Decision, orders: Sequence[str]) -> str:
        """The average bid of a team; the horse is its captain's, whose order comes first."""
        return pooled(view, seat, orders)

    def waits(self, state: BidNBetState) -> bool:
        """The horse that who landed on a STOP BID would move waits for the bids."""
        return state.pending is not None

    def outcome(self, state: BidNBetState) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return state.result

    def picture(self, view: Any) -> Picture:
        """The ring as a frame, START top left, and a lane for each horse inside."""
        return board.picture(view)

    def gauges(self, view: Any) -> tuple[Gauge, ...]:
        """The race, money, dollars on horses, Bid Cards."""
        return course.gauges(view)

    def sheets(self, view: Any, turns: Sequence[Facts]) -> tuple[Sheet, ...]:
        """Bets by horse, the sealed bids, the spaces chosen."""
        return course.sheets(view, turns)

    def worked_pictures(self) -> dict[str, Picture]:
        """A race under way, and the same after a STOP BID."""
        before, after = board.worked_example()
        return {"worked_picture": before, "worked_stop": after}

    def choose(self, view: Any, seat: Seat, decision: Decision, chance: Chance) -> str:
        """The order of a bot that weighs the five spaces before it."""
        return bot.choose(view, seat, decision, chance)

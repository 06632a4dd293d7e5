"""The law of Bids: the door to this room, and the only module that others import.

Each part of the law has its own module beside this one; the drawing and the bot are asked for from here too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from games.rules.bids import ahead, asking, board, bot, course, plans, tricks
from games.rules.bids.state import BidsOptions, BidsState, BidsView, seen
from games.rules.bids.wording import LABELS
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


class Bids(Game[BidsState]):
    """Ten tricks a round for black cards: the highest bid takes the points, equal bids burn them."""

    slug: ClassVar[str] = "bids"
    name: ClassVar[str] = _("Bids")
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(3, 7)
    options: ClassVar[type[Options]] = BidsOptions
    practice: ClassVar[Mapping[str, Any]] = {"rounds": 1}
    labels: ClassVar[Mapping[str, Label]] = LABELS
    state: ClassVar[type[State]] = BidsState
    written: ClassVar[Mapping[str, str]] = {"bid": "R10", "steal": "steal 2", "follow": "go"}
    plans: ClassVar[tuple[Clause, ...]] = ahead.CLAUSES

    def setup(self, seats: int, options: BidsOptions, chance: Chance) -> BidsState:
        """The first round dealt and its first centre card turned up. Draw 0 names who leads, then come the
        shuffles of the black cards, the coloured ones and the hand deck."""
        if seats not in self.seats:
            raise IllegalOption(_("Bids is for 3 to 6 players, not {seats}."), "illegal_seats", seats=seats)
        if seats == 6 and options.ally == "off":
            raise IllegalOption(
                _("Six players need the Ally: without it there are 59 cards for 60 places in the hands."),
                "illegal_ally",
            )
        return tricks.opened(seats, options, chance)

    def decisions(self, state: BidsState) -> dict[Seat, Decision]:
        """What each seat owes: a card (kind ``bid``), or a theft (kind ``steal``)."""
        return asking.decisions(state)

    def check(self, state: BidsState, seat: Seat, order: str) -> str:
        """The canonical line: a card by its name, ``steal 9`` or ``no``."""
        return asking.checked(state, seat, order)

    def resolve(
        self, state: BidsState, orders: Mapping[Seat, str], chance: Chance
    ) -> tuple[BidsState, Sequence[Event]]:
        """A card, or all cards of a sealed trick; the last one of a trick decides it, the last trick of a
        round deals the next."""
        return tricks.resolved(state, orders, chance)

    def leave(self, state: BidsState, seat: Seat) -> tuple[BidsState, Sequence[Event]]:
        """The hand is out of the match; a card already played stays on the table, but takes nothing."""
        if not 0 <= seat < len(state.hand):
            raise IllegalOrder(_("There is no such seat at this table."), "no_seat")
        if state.result is not None or seat in state.left:
            return state, ()
        return tricks.departed(state, seat)

    def hides(self, state: BidsState) -> bool:
        """Always: hands, the stack and the cards taken out."""
        return True

    def view(self, state: BidsState, seat: Seat | None) -> BidsView:
        """The own hand and everything that lies open."""
        return seen(state, seat)

    def ahead(self, options: Any, view: Any = None) -> tuple[Clause, ...]:
        """A card is chosen ahead only where one sees what others play; a theft where there is a thief."""
        return ahead.clauses(sealed=options.bidding == "sealed", thief=options.thief == "on")

    def parted(self, text: str) -> tuple[str, str]:
        """A card or a theft, and the conditions and the word for the thief that follow it."""
        return ahead.parted(text)

    def plan(self, view: Any, seat: Seat, text: str) -> str:
        """Conditions for the card of this trick, and what the thief shall do whenever it may steal."""
        return plans.planned(view, seat, text)

    def examples(self, view: Any, seat: Seat) -> tuple[str, ...]:
        """Conditions with cards that the seat holds, and the word for the thief where there is one."""
        return plans.examples(view, seat)

    def follow(self, view: Any, seat: Seat, decision: Decision, plan: str) -> tuple[str | None, str]:
        """The first condition that fits, or the standing word about thefts."""
        return plans.follow(view, seat, decision, plan)

    def outcome(self, state: BidsState) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return state.result

    def picture(self, view: Any) -> Picture:
        """The trick, the one before it, and the black cards taken."""
        return board.picture(view)

    def gauges(self, view: Any) -> tuple[Gauge, ...]:
        """Score, tricks and black cards of the round."""
        return course.gauges(view)

    def sheets(self, view: Any, turns: Sequence[Facts]) -> tuple[Sheet, ...]:
        """Points and tricks by round, colours bid."""
        return course.sheets(view, turns)

    def worked_pictures(self) -> dict[str, Picture]:
        """A trick before its last card, and after it."""
        before, after = board.worked_example()
        return {"worked_picture": before, "worked_taken": after}

    def choose(self, view: Any, seat: Seat, decision: Decision, chance: Chance) -> str:
        """The order of a bot that counts cards."""
        return bot.choose(view, seat, decision, chance)

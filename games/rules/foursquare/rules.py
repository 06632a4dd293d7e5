"""The law of Foursquare: the door to this room, and the only module that others import.

Each part of the law has its own module beside this one; the drawing and the bot are asked for from here too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from games.rules.chance import Chance
from games.rules.foursquare import ahead, board, bot, course
from games.rules.foursquare.asking import checked, decisions
from games.rules.foursquare.playing import resigned, resolved
from games.rules.foursquare.sheet import NAMES
from games.rules.foursquare.state import DECK, FoursquareOptions, FoursquareState, FoursquareView, seen
from games.rules.foursquare.wording import LABELS
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


class Foursquare(Game[FoursquareState]):
    """A solitaire: build a grid of four by four face-up piles while cards turn each other over."""

    slug: ClassVar[str] = "foursquare"
    name: ClassVar[str] = _("Foursquare")
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(1, 2)
    options: ClassVar[type[Options]] = FoursquareOptions
    labels: ClassVar[Mapping[str, Label]] = LABELS
    state: ClassVar[type[State]] = FoursquareState
    written: ClassVar[Mapping[str, str]] = {"place": "d5"}
    plans: ClassVar[tuple[Clause, ...]] = ahead.PLANS

    def setup(self, seats: int, options: FoursquareOptions, chance: Chance) -> FoursquareState:
        """An empty sheet and the whole stock, shuffled once (draws 0 to 38 of this turn) and never again."""
        if seats not in self.seats:
            raise IllegalOption(_("Foursquare is for one player, not {seats}."), "illegal_seats", seats=seats)
        return FoursquareState(options=options, piles=((),) * len(NAMES), stock=chance.shuffle(DECK))

    def decisions(self, state: FoursquareState) -> dict[Seat, Decision]:
        """What the player owes: a cell for the card drawn (kind ``place``)."""
        return decisions(state)

    def check(self, state: FoursquareState, seat: Seat, order: str) -> str:
        """The canonical line: the name of a cell, in small letters."""
        return checked(state, seat, order)

    def resolve(
        self, state: FoursquareState, orders: Mapping[Seat, str], chance: Chance
    ) -> tuple[FoursquareState, Sequence[Event]]:
        """The card placed, what turns over, and the next card drawn; the stock lies as it was shuffled."""
        return resolved(state, orders[0])

    def leave(self, state: FoursquareState, seat: Seat) -> tuple[FoursquareState, Sequence[Event]]:
        """Who leaves gives the match up."""
        if seat != 0:
            raise IllegalOrder(_("There is no such seat at this table."), "no_seat")
        return (state, ()) if state.result is not None else resigned(state)

    def hides(self, state: FoursquareState) -> bool:
        """The stock, even of a match that is over: others may still play the same deal."""
        return True

    def view(self, state: FoursquareState, seat: Seat | None) -> FoursquareView:
        """All but the stock, and face-down and covered cards if they must be remembered; for all the same."""
        return seen(state)

    def plan(self, view: FoursquareView, seat: Seat, text: str) -> str:
        """Up to five lines, each with the number of the card it is for counted on from the first."""
        return ahead.planned(view, seat, text)

    def examples(self, view: Any, seat: Seat) -> tuple[str, ...]:
        """Cells that a card can still go to."""
        return ahead.examples(view, seat)

    def follow(
        self, view: FoursquareView, seat: Seat, decision: Decision, plan: str
    ) -> tuple[str | None, str]:
        """The cell for the card drawn; a plan that has none for it is dropped whole."""
        return ahead.followed(view, decision, plan)

    def recalls(self, options: FoursquareOptions) -> bool:
        """Not where covered cards must be remembered."""
        return options.memory == "off"

    def outcome(self, state: FoursquareState) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return state.result

    def picture(self, view: Any) -> Picture:
        """The part of the sheet that is still within reach, row 1 at the bottom."""
        return board.picture(view)

    def gauges(self, view: Any) -> tuple[Gauge, ...]:
        """Piles face up and face down, cards in the stock."""
        return course.gauges(view)

    def sheets(self, view: Any, turns: Sequence[Facts]) -> tuple[Sheet, ...]:
        """The order of filling, how high the piles are, what turned over."""
        return course.sheets(view, turns)

    def worked_pictures(self) -> dict[str, Picture]:
        """A card that is the highest of its row and its column, before and after."""
        before, after = board.worked_example()
        return {"worked_picture": before, "worked_turned": after}

    def choose(self, view: Any, seat: Seat, decision: Decision, chance: Chance) -> str:
        """The order of a bot that looks two cards ahead."""
        return bot.choose(view, seat, decision, chance)

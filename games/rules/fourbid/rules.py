"""The law of Fourbid: the door to this room, and the only module that others import.

Each part of the law has its own module beside this one; the drawing and the bot are asked for from here too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from games.rules.chance import Chance
from games.rules.fourbid import board, bot, course
from games.rules.fourbid.asking import decisions
from games.rules.fourbid.auction import resolved
from games.rules.fourbid.cards import FULL
from games.rules.fourbid.legality import checked
from games.rules.fourbid.state import FourbidOptions, FourbidState, FourbidView, ended, seen
from games.rules.fourbid.wording import LABELS
from games.rules.game import (
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


class Fourbid(Game[FourbidState]):
    """Auctions over a half chessboard: the highest bid claims, the lowest takes a card, four in line win."""

    slug: ClassVar[str] = "fourbid"
    name: ClassVar[str] = _("Fourbid")
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 5)
    options: ClassVar[type[Options]] = FourbidOptions
    labels: ClassVar[Mapping[str, Label]] = LABELS
    state: ClassVar[type[State]] = FourbidState
    written: ClassVar[Mapping[str, str]] = {"bid": "K 2; low best; ask", "follow": "bonus 14 9 from 3"}

    def setup(self, seats: int, options: FourbidOptions, chance: Chance) -> FourbidState:
        """An empty board, full hands, and the queen's first roll (draw 0 of this turn)."""
        if seats not in self.seats:
            raise IllegalOption(
                _("Fourbid is for 2 to 4 players, not {seats}."), "illegal_seats", seats=seats
            )
        if options.pieces > 8 and seats != 2:
            raise IllegalOption(_("More than 8 pieces each are for 2 players only."), "illegal_pieces")
        roll = chance.die()
        return FourbidState(
            options=options,
            owner=(None,) * 32,
            supply=(options.pieces,) * seats,
            hand=FULL[:seats],
            queen=roll + 1 if options.first_roll == "from1" else roll,
        )

    def decisions(self, state: FourbidState) -> dict[Seat, Decision]:
        """What each seat owes: a bid (kind ``bid``), or an answer of those who asked (kind ``follow``)."""
        return decisions(state)

    def check(self, state: FourbidState, seat: Seat, order: str) -> str:
        """The canonical line: cards highest first, suits only where needed, clauses in the rules' order."""
        return checked(state, seat, order)

    def resolve(
        self, state: FourbidState, orders: Mapping[Seat, str], chance: Chance
    ) -> tuple[FourbidState, Sequence[Event]]:
        """The auction, or the rest of one that waited; the queen's next roll is part of it."""
        return resolved(state, orders, chance)

    def leave(self, state: FourbidState, seat: Seat) -> tuple[FourbidState, Sequence[Event]]:
        """Pieces stay as blockers, the hand counts no more, and the last seat left wins."""
        if not 0 <= seat < len(state.hand):
            raise IllegalOrder(_("There is no such seat at this table."), "no_seat")
        if state.result is not None or seat in state.left:
            return state, ()
        left = (*state.left, seat)
        events = [Event("resigned", {"seat": seat})]
        stayed = [other for other in range(len(state.hand)) if other not in left]
        if len(stayed) == 1:
            result = ended(len(state.hand), left, "resigned", tuple(stayed))
            events.append(Event("last_left", {"seat": stayed[0]}))
            return msgspec.structs.replace(state, left=left, result=result, pending=None), events
        pending = state.pending
        if pending is not None:
            asked = tuple([other for other in pending.asked if other != seat])
            pending = msgspec.structs.replace(pending, asked=asked)
        return msgspec.structs.replace(state, left=left, pending=pending), events

    def hides(self, state: FourbidState) -> bool:
        """Only the follow-up clauses of an auction that waits."""
        return state.pending is not None

    def view(self, state: FourbidState, seat: Seat | None) -> FourbidView:
        """The whole position but for sealed follow-ups: the same for every seat and guest."""
        return seen(state)

    def waits(self, state: FourbidState) -> bool:
        """Follow-up clauses wait while somebody who asked decides."""
        return state.pending is not None

    def outcome(self, state: FourbidState) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return state.result

    def picture(self, view: Any) -> Picture:
        """The half chessboard with row 4 on top."""
        return board.picture(view)

    def gauges(self, view: Any) -> tuple[Gauge, ...]:
        """Longest row, pieces on the board, cards in hand."""
        return course.gauges(view)

    def sheets(self, view: Any, turns: Sequence[Facts]) -> tuple[Sheet, ...]:
        """What was bid on each space, when each was taken, which cards were bid."""
        return course.sheets(view, turns)

    def worked_pictures(self) -> dict[str, Picture]:
        """An auction for the last space of a line, before and after."""
        before, after = board.worked_example()
        return {"worked_picture": before, "worked_line": after}

    def choose(self, view: Any, seat: Seat, decision: Decision, chance: Chance) -> str:
        """The order of a bot that knows lines and open hands."""
        return bot.choose(view, seat, decision, chance)

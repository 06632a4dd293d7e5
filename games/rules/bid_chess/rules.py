"""The law of Bid Chess: the door to this room, and the only module that others import.

Each part of the law has its own module beside this one; the drawing and the bot are asked for from here too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from games.rules.bid_chess import board, bot, course, example, form, plans
from games.rules.bid_chess.asking import decisions
from games.rules.bid_chess.ending import ended
from games.rules.bid_chess.legality import checked
from games.rules.bid_chess.pgn import pgn
from games.rules.bid_chess.standing import standing
from games.rules.bid_chess.state import BidChessOptions, BidChessState, BidChessView
from games.rules.bid_chess.turn import begun, resolved
from games.rules.bid_chess.wording import LABELS
from games.rules.chance import Chance
from games.rules.exports import Export
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


class BidChess(Game[BidChessState]):
    """Chess with different armies: players bid men for a new man or power, then set up behind a barrier."""

    slug: ClassVar[str] = "bid_chess"
    name: ClassVar[str] = _("Bid Chess")
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 3)
    options: ClassVar[type[Options]] = BidChessOptions
    labels: ClassVar[Mapping[str, Label]] = LABELS
    state: ClassVar[type[State]] = BidChessState
    written: ClassVar[Mapping[str, str]] = {
        "bid": "bid 5; pay RPP",
        "pay": "pay RPP",
        "setup": "setup RNBQKBNR/PPPPPPPP/........",
        "move": "e2e4; draw?",
    }
    quick: ClassVar[bool] = False
    notated: ClassVar[bool] = True
    lost_by_silence: ClassVar[str] = _("whoever has made no move at the deadline loses the match")
    budget: int = bot.BUDGET
    """So many positions its bot looks at for a move."""
    exports: ClassVar[tuple[Export, ...]] = (
        Export("pgn", _("the moves as PGN"), "application/vnd.chess-pgn", pgn),
    )
    plans: ClassVar[tuple[Clause, ...]] = (*plans.SETUPS, *plans.CLAUSES)

    def setup(self, seats: int, options: BidChessOptions, chance: Chance) -> BidChessState:
        """Colours and the first item, both by chance."""
        if seats not in self.seats:
            raise IllegalOption(_("Bid Chess is for 2 players, not {seats}."), "illegal_seats", seats=seats)
        return begun(options, chance)

    def decisions(self, state: BidChessState) -> dict[Seat, Decision]:
        """What each seat owes: kind ``bid``, ``pay``, ``setup`` or ``move``."""
        return decisions(state)

    def check(self, state: BidChessState, seat: Seat, order: str) -> str:
        """The canonical line: ``bid 5; pay R``, ``setup …``, ``e2e4; draw?``."""
        return checked(state, seat, order)

    def resolve(
        self, state: BidChessState, orders: Mapping[Seat, str], chance: Chance
    ) -> tuple[BidChessState, Sequence[Event]]:
        """An auction, a payment, the reveal of the setups, or a move."""
        return resolved(state, orders, chance)

    def leave(self, state: BidChessState, seat: Seat) -> tuple[BidChessState, Sequence[Event]]:
        """Who leaves loses."""
        if seat not in (0, 1):
            raise IllegalOrder(_("There is no such seat at this table."), "no_seat")
        if state.result is not None:
            return state, ()
        return ended(state, "resigned", 1 - seat), (Event("resigned", {"seat": seat}),)

    def ahead(self, options: Any, view: Any = None) -> tuple[Clause, ...]:
        """Answers to moves; with one item also a setup for each result of the auction."""
        return plans.clauses(options, view)

    def parted(self, text: str) -> tuple[str, str]:
        """A bid or a move, and what follows from ``if`` or ``setup win`` on."""
        return plans.parted(text)

    def plan(self, view: Any, seat: Seat, text: str) -> str:
        """The canonical text of answers to moves, or of setups for either result."""
        return plans.checked(view, seat, text)

    def examples(self, view: Any, seat: Seat) -> tuple[str, ...]:
        """Answers to moves that may come, or setups for either result."""
        return plans.examples(view, seat)

    def follow(self, view: Any, seat: Seat, decision: Decision, plan: str) -> tuple[str | None, str]:
        """The answer to the move that was made, or the setup for the result that came out."""
        return plans.follow(view, seat, decision, plan)

    def hides(self, state: BidChessState) -> bool:
        """Nothing: bids and setups are orders, which are sealed anyway."""
        return False

    def view(self, state: BidChessState, seat: Seat | None) -> BidChessView:
        """The whole state."""
        return BidChessView(state, seat)

    def outcome(self, state: BidChessState) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return state.result

    def picture(self, view: Any) -> Picture:
        """The board from the reader's side; before the reveal how the item moves."""
        return board.picture(view)

    def form(self, view: Any, seat: Seat) -> Mapping[str, Any]:
        """The legal moves by man, what can be paid, or the men to place."""
        return form.form(view, seat)

    def standing(self, view: Any) -> tuple[Event, ...]:
        """Before the bids who has which colour, and what is bid for."""
        return standing(view.state)

    def gauges(self, view: Any) -> tuple[Gauge, ...]:
        """Worth and number of men, and what was given up for items."""
        return course.gauges(view)

    def sheets(self, view: Any, turns: Sequence[Facts]) -> tuple[Sheet, ...]:
        """The bids for each item."""
        return course.sheets(view, turns)

    def worked_pictures(self) -> dict[str, Picture]:
        """A position with a Griffon, and how Griffon and Cannon move."""
        return example.pictures()

    def choose(self, view: Any, seat: Seat, decision: Decision, chance: Chance) -> str:
        """The order of a bot that looks a few moves ahead."""
        return bot.choose(view, seat, decision, chance, self.budget)

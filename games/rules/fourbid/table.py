"""A Fourbid position that changes while one turn is resolved, and the facts noted on the way.

It knows how pieces, queen and lines behave; who may do what is the business of auction.py.
"""

from __future__ import annotations

from typing import Any

from games.rules.chance import Chance
from games.rules.fourbid.cards import FULL
from games.rules.fourbid.geometry import Owner, completed, walk
from games.rules.fourbid.state import FourbidState, Pending, ended
from games.rules.game import Event, Outcome, Seat


class Table:
    """A position in the making. Lives within one call."""

    def __init__(self, state: FourbidState, chance: Chance) -> None:
        self.options = state.options
        self.chance = chance
        self.owner: list[Owner] = list(state.owner)
        self.supply = list(state.supply)
        self.hand = list(state.hand)
        self.queen = state.queen
        self.auction_no = state.auction_no
        self.reset_no = state.reset_no
        self.left = state.left
        self.result: Outcome | None = None
        self.pending: Pending | None = None
        self.events: list[Event] = []

    def state(self) -> FourbidState:
        """The position as it is now."""
        return FourbidState(
            options=self.options,
            owner=tuple(self.owner),
            supply=tuple(self.supply),
            hand=tuple(self.hand),
            queen=self.queen,
            auction_no=self.auction_no,
            reset_no=self.reset_no,
            result=self.result,
            left=self.left,
            pending=self.pending,
        )

    def tell(self, kind: str, **data: Any) -> None:
        """Note a fact."""
        self.events.append(Event(kind, data))

    def place(self, seat: Seat, space: int) -> Seat | None:
        """Put a piece from the supply on a space; a piece that stood there goes home. Whose that was."""
        rival = self.owner[space - 1]
        if rival is not None:
            self.supply[rival] += 1
        self.supply[seat] -= 1
        self.owner[space - 1] = seat
        return rival

    def exchange(self, seat: Seat, source: int, space: int) -> Seat | None:
        """Let an own piece and whatever is on a space change places. Whose piece went the other way."""
        rival = self.owner[space - 1]
        self.owner[source - 1], self.owner[space - 1] = rival, seat
        return rival

    def empty_hands(self) -> list[Seat]:
        """The seats, but for those that left, without a card."""
        if () not in self.hand:
            return []
        return [seat for seat, hand in enumerate(self.hand) if not hand and seat not in self.left]

    def roll(self, kind: str, way: str) -> None:
        """Let the queen walk by a roll of the die."""
        roll, start = self.chance.die(), self.queen
        self.queen = walk(self.owner, start, roll, way)
        self.tell(kind, roll=roll, start=start, space=self.queen)

    def judge_at_once(self) -> None:
        """Look for lines already now, where the options say so."""
        if self.options.check == "instant":
            self.judge()

    def judge(self) -> None:
        """See who has a line: one wins, two end the match without a winner."""
        lines = completed(self.owner, self.left)
        if not lines:
            return
        seats = sorted({seat for seat, _spaces in lines})
        spaces = sorted({space for _seat, four in lines for space in four})
        if len(seats) == 1:
            self.tell("line", seat=seats[0], spaces=spaces)
            self.result = ended(len(self.hand), self.left, "line", tuple(seats))
        else:
            self.tell("two_lines", seats=seats, spaces=spaces)
            self.result = ended(len(self.hand), self.left, "two_lines")

    def reset(self) -> None:
        """Everybody holds the full suit again."""
        self.reset_no += 1
        self.hand = list(FULL[: len(self.hand)])
        self.tell("reset")

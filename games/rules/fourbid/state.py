"""What a position of Fourbid is, which options there are, and what anybody may see of it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.rules.game import Options, Outcome, Seat, State, View

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Pieces = Annotated[int, msgspec.Meta(ge=8, le=16)]


class FourbidOptions(Options, frozen=True, kw_only=True):
    """The options of a match; each value but the first of its kind is another reading of the rules."""

    first_roll: Literal["from1", "onto1"] = "from1"
    skip: Literal["count", "land"] = "count"
    low_from: Literal["all", "rivals"] = "all"
    low_pick: Literal["must", "may"] = "must"
    out_of_pieces: Literal["may", "none", "must"] = "may"
    empty_at: Literal["bid", "resolve"] = "bid"
    bonus5: Literal["free", "any"] = "free"
    bonus_roll: Literal["all", "skip"] = "all"
    check: Literal["turn", "instant"] = "turn"
    auction_cap: Count = 150
    pieces: Pieces = 8


class Pending(msgspec.Struct, frozen=True):
    """An auction that waits for answers of seats that asked.

    ``stage`` is ``bids`` (high and low choose), ``claim`` (a free claim) or ``exchange`` (a bonus roll).
    ``bids`` are the cards shown, per seat; ``sealed`` each seat's follow-up clauses, which nobody else sees.
    """

    stage: Literal["bids", "claim", "exchange"]
    bids: tuple[tuple[str, ...], ...]
    sealed: tuple[str, ...]
    asked: tuple[Seat, ...]
    leader: Seat | None = None


class FourbidState(State, frozen=True, kw_only=True):
    """A position with orders due, or one that is over.

    ``owner[space - 1]`` is who stands on a space; ``supply``, ``hand`` are per seat; ``auction_no`` and
    ``reset_no`` count what is done; ``left`` names the seats that left, first to last.
    """

    options: FourbidOptions
    owner: tuple[Seat | None, ...]
    supply: tuple[int, ...]
    hand: tuple[tuple[str, ...], ...]
    queen: int
    auction_no: int = 0
    reset_no: int = 0
    result: Outcome | None = None
    left: tuple[Seat, ...] = ()
    pending: Pending | None = None


class FourbidView(View, frozen=True, kw_only=True):
    """What anybody may see: all but the follow-up clauses that wait. ``bids`` is empty between auctions."""

    options: FourbidOptions
    owner: tuple[Seat | None, ...]
    supply: tuple[int, ...]
    hand: tuple[tuple[str, ...], ...]
    queen: int
    auction_no: int
    reset_no: int
    result: Outcome | None
    left: tuple[Seat, ...]
    stage: str
    bids: tuple[tuple[str, ...], ...]
    asked: tuple[Seat, ...]


def seen(state: FourbidState) -> FourbidView:
    """What anybody may see of a state."""
    pending = state.pending
    return FourbidView(
        options=state.options,
        owner=state.owner,
        supply=state.supply,
        hand=state.hand,
        queen=state.queen,
        auction_no=state.auction_no,
        reset_no=state.reset_no,
        result=state.result,
        left=state.left,
        stage="bid" if pending is None else pending.stage,
        bids=() if pending is None else pending.bids,
        asked=() if pending is None else pending.asked,
    )


def ended(seats: int, left: tuple[Seat, ...], reason: str, winners: tuple[Seat, ...] = ()) -> Outcome:
    """The outcome: winners first (without any, all who stayed share first place), then those who stayed, then
    those who left, the last to leave before the first."""
    stayed = [seat for seat in range(seats) if seat not in left]
    places = [1] * seats
    for seat in stayed:
        places[seat] = 1 if not winners or seat in winners else 2
    for number, seat in enumerate(left):
        places[seat] = seats - number
    return Outcome(places=tuple(places), reason=reason, winners=winners)

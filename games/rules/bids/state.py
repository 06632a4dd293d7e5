"""What a match of Bids is between two turns, which options there are, and what each seat may see of it.

Scores of the match are kept in half points, so that the points two allies share and the 30 points of the −5
bonus come out exactly for every table size. Points of the round that is going on are whole.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.rules.game import Options, Outcome, Seat, State, View

TRICKS = 10
"""Tricks of a round, and cards of a hand."""

HIDDEN = "?"
"""How a card that lies face down is written."""

Switch = Literal["off", "on"]
Rounds = Annotated[int, msgspec.Meta(ge=1, le=10)]
Play = tuple[Seat, str]
"""A card that lies on the table, and who played it."""


class BidsOptions(Options, frozen=True, kw_only=True):
    """The options of a match.

    ``ally`` auto puts the Ally in with five and six players; with six it is always in. ``lowest``,
    ``surprise`` and ``thief`` add that black card. ``minus5_bonus`` shares 30 points at the end among those
    who took the −5 most often. ``colour`` lets the colour that lies most on the table decide. ``bidding``
    sealed lets all play at once. ``lucky_growth`` says whether the k-th round without black points pays k
    times as much; ``lucky_strict`` on, whether black cards without points spoil it too. ``double_scope``
    game doubles all points of the match; ``double_order`` before doubles before the points of the same trick
    are added. ``specials_in_hands`` no keeps black cards without a number above zero out of the hands.
    """

    rounds: Rounds = 3
    bidding: Literal["open", "sealed"] = "open"
    ally: Literal["auto", "on", "off"] = "auto"
    lowest: Switch = "off"
    surprise: Switch = "off"
    thief: Switch = "off"
    minus5_bonus: Switch = "off"
    colour: Switch = "off"
    lucky_growth: Literal["rising", "linear"] = "rising"
    lucky_strict: Switch = "off"
    double_scope: Literal["round", "game"] = "round"
    double_order: Literal["after", "before"] = "after"
    specials_in_hands: Literal["yes", "no"] = "yes"


class Trick(msgspec.Struct, frozen=True):
    """A trick that is over: its centre card, what was played in that order, and who won it."""

    centre: str
    plays: tuple[Play, ...]
    winner: Seat | None = None


class Common(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may see. Tuples without a word about it go by seat.

    ``leader`` is from whom on the seats play; who left is passed over. ``plays`` is what lies on the table,
    in the order it was played. ``seen`` are the cards of this round that everybody saw, ``taken`` the black
    cards each seat holds, ``points`` the points of this round, ``score`` the half points of the rounds before
    it, ``spoiled`` who took what ends the hope for lucky points, ``zeros`` the rounds without black points,
    ``fives`` the rounds in which a seat took the −5, ``won`` the tricks of this round.
    """

    options: BidsOptions
    round_no: int
    trick_no: int
    leader: Seat
    stage: Literal["bid", "steal"] = "bid"
    hidden: bool = False
    plays: tuple[Play, ...] = ()
    last: Trick | None = None
    seen: tuple[str, ...] = ()
    taken: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    score: tuple[int, ...]
    spoiled: tuple[bool, ...]
    zeros: tuple[int, ...]
    fives: tuple[int, ...]
    won: tuple[int, ...]
    low: bool = False
    thief: Seat | None = None
    thief_used: bool = False
    allies: tuple[Seat, ...] = ()
    left: tuple[Seat, ...] = ()
    result: Outcome | None = None


class BidsState(State, Common, frozen=True, kw_only=True):
    """A match between two turns. Secret: ``hand``, ``stack`` (top first), ``out``, a hidden ``centre``."""

    first: Seat
    centre: str
    hand: tuple[tuple[str, ...], ...]
    stack: tuple[str, ...]
    out: tuple[str, ...]


class BidsView(View, Common, frozen=True, kw_only=True):
    """What ``viewer`` may see: its own ``hand``, and of the others how many cards they hold (``counts``)."""

    viewer: Seat | None
    centre: str
    hand: tuple[str, ...]
    counts: tuple[int, ...]


_COMMON = Common.__struct_fields__


def seen(state: BidsState, seat: Seat | None) -> BidsView:
    """What a seat, or a guest, may see of a state."""
    held = seat is not None and 0 <= seat < len(state.hand)
    return BidsView(
        viewer=seat,
        centre=HIDDEN if state.hidden else state.centre,
        hand=state.hand[seat] if held and seat is not None else (),
        counts=tuple([len(cards) for cards in state.hand]),
        **{name: getattr(state, name) for name in _COMMON},
    )


def to_play(state: Common, seats: int) -> list[Seat]:
    """Who has still to play in this trick, in that order."""
    gone = {*state.left, *(seat for seat, _card in state.plays)}
    return [seat for seat in _ORDERS[seats][state.leader] if seat not in gone]


_ORDERS = {
    seats: [[(leader + step) % seats for step in range(seats)] for leader in range(seats)]
    for seats in range(3, 7)
}
"""For each number of seats the order in which they play, by who leads."""

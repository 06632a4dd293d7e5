"""What a position of Bid N' Bet is, which options there are, and what anybody may see of it."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

import msgspec

from games.rules.bid_n_bet.ring import COLOURS
from games.rules.game import Options, Outcome, Seat, State, View, gettext_noop

_ = gettext_noop

Layout = Annotated[
    str, msgspec.Meta(pattern=r"\A(ring36|[SABGFCKU]{9})\Z", description=_("ring36, 9 letters of SABGFCKU"))
]
Track = Annotated[int, msgspec.Meta(ge=2, le=40)]
Rounds = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class BidNBetOptions(Options, frozen=True, kw_only=True):
    """The options of a match; the first value of each is how it is usually played.

    ``layout``: the usual ring, or one side of another as nine letters from its corner on (S stop, A advance,
    B bet, G gamble, F free card, C cash in, K back, U buy). ``start_corner``: whether START is a STOP BID
    too, or does nothing. ``track``: lengths to the finish. ``extra_horses``: whether horses without owner
    run. ``bet_colours``: whether one MUST BET takes tickets of one colour or of many. ``auction``: sealed
    exact bids, sealed limits in steps of $5, or open raises in steps of $5. ``auction_tie``: of equal sealed
    bids the first from who landed on wins, or those bid once more. ``dq_bets``: whether bets on a removed
    horse are refunded or lost. ``last_horse``: the last owner in the race wins. ``turn_cap``: after so many
    rounds the leader wins; 0 is never.
    """

    layout: Layout = "ring36"
    start_corner: Literal["stop", "plain"] = "stop"
    track: Track = 10
    extra_horses: Literal["off", "on"] = "off"
    bet_colours: Literal["one", "many"] = "one"
    auction: Literal["sealed", "proxy5", "open5"] = "sealed"
    auction_tie: Literal["order", "rebid"] = "order"
    dq_bets: Literal["refund", "lose"] = "refund"
    last_horse: Literal["wins"] = "wins"
    turn_cap: Rounds = 80


class Pending(msgspec.Struct, frozen=True):
    """A STOP BID that waits for answers.

    ``stage`` is ``auction`` (sealed bids), ``open`` (raises one by one) or ``horse`` (who won two lengths
    names a horse). ``asked`` owe an answer. In an open auction ``queue`` are those still in it, next first,
    ``high`` the highest bid and ``leader`` whose that is. ``wishes`` are the horses named so far, per seat;
    ``again`` says that equal bids are made once more.
    """

    stage: Literal["auction", "open", "horse"]
    asked: tuple[Seat, ...]
    wishes: tuple[int | None, ...]
    queue: tuple[Seat, ...] = ()
    high: int = 0
    leader: Seat | None = None
    again: bool = False


class BidNBetState(State, frozen=True, kw_only=True):
    """A position with orders due, or one that is over.

    ``order`` are the seats clockwise, ``active`` whose turn it is; ``money``, ``bidcards``, ``token`` (a
    space of the ring) and ``tickets`` (dollars on each colour) are per seat; ``horse`` are the positions of
    all five colours; ``deck`` are the Gamble Cards face down, next first; ``round_no`` counts rounds done;
    ``out`` names the seats that are out of the race, first to last. Seat n owns colour n.
    """

    options: BidNBetOptions
    order: tuple[Seat, ...]
    active: Seat
    money: tuple[int, ...]
    bidcards: tuple[int, ...]
    token: tuple[int, ...]
    horse: tuple[int, ...]
    tickets: tuple[tuple[int, ...], ...]
    deck: tuple[str, ...]
    discards: tuple[str, ...] = ()
    round_no: int = 0
    out: tuple[Seat, ...] = ()
    result: Outcome | None = None
    pending: Pending | None = None


class Ahead(msgspec.Struct, frozen=True):
    """A space that a seat can reach: steps, index on the ring, letter, what it is called and does (message
    ids), what it costs now, and whether that would put the seat out of the race."""

    steps: int
    space: int
    letter: str
    word: str
    does: str
    cost: int
    out: bool


class BidNBetView(View, frozen=True, kw_only=True):
    """What anybody may see: all but the order of the Gamble Cards face down and the horses named ahead.

    ``ahead`` are the five spaces before the seat that looks, before the active one for a guest; ``asked``,
    ``queue``, ``high`` and ``leader`` tell of an auction, and ``stage`` is ``move`` without one.
    """

    options: BidNBetOptions
    order: tuple[Seat, ...]
    active: Seat
    money: tuple[int, ...]
    bidcards: tuple[int, ...]
    token: tuple[int, ...]
    horse: tuple[int, ...]
    tickets: tuple[tuple[int, ...], ...]
    deck_left: int
    discards: tuple[str, ...]
    round_no: int
    out: tuple[Seat, ...]
    result: Outcome | None
    stage: str
    asked: tuple[Seat, ...]
    queue: tuple[Seat, ...]
    high: int
    leader: Seat | None
    ahead: tuple[Ahead, ...]


Position = BidNBetState | BidNBetView
"""What the questions of choices.py can be asked of."""


def running(position: Position) -> tuple[int, ...]:
    """The colours in the race: those of seats that are in, and all without owner where they run too."""
    return _running(len(position.money), position.out, position.options.extra_horses == "on")


@lru_cache(maxsize=1024)
def _running(seats: int, out: tuple[Seat, ...], extra: bool) -> tuple[int, ...]:
    last = len(COLOURS) if extra else seats
    return tuple([colour for colour in range(last) if colour not in out])


def ended(seats: int, out: tuple[Seat, ...], reason: str, winners: tuple[Seat, ...] = ()) -> Outcome:
    """The outcome: winners first, then all others in the race, then those out of it, the last before the
    first. Without a winner all who are in the race share the first place."""
    places = [len(winners) + 1] * seats
    for seat in winners:
        places[seat] = 1
    for number, seat in enumerate(out):
        places[seat] = seats - number
    return Outcome(places=tuple(places), reason=reason, winners=winners)

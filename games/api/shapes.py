"""What goes over the wire to programs: the answers they get. The schema is made of it."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal

import msgspec

from games.api.pause_shapes import Away, Pause
from games.api.sent import PACE, Captain, Status, Visibility
from games.rules.game import Decision, Outcome


class OptionWord(msgspec.Struct, frozen=True):
    """What a value is called for people."""

    value: Any
    label: str


class Option(msgspec.Struct, frozen=True):
    """An option of a game. ``values`` lists what it can be; for numbers ``least`` and ``most`` bound it.

    ``name`` and ``values`` are what programs send; ``label``, ``help`` and ``words`` say the same to people.
    """

    name: str
    label: str
    help: str
    words: list[OptionWord]
    values: list[Any]
    least: int | None
    most: int | None
    default: Any


class Game(msgspec.Struct, frozen=True):
    """A game on the shelf."""

    slug: str
    name: str
    version: int
    seats: list[int]
    options: list[Option]
    orders: dict[str, str]
    """For each kind of decision an order as it may be written."""
    rules: str
    """The address of its rules page."""


class Games(msgspec.Struct, frozen=True):
    """All games."""

    results: list[Game]


class Deal(msgspec.Struct, frozen=True):
    """A deal of the day: its commitment is there before the day begins, its ``seed`` when it is over."""

    game: str
    day: datetime.date
    begins_at: datetime.datetime
    ends_at: datetime.datetime
    seed_commitment: str
    seed: str | None


class Deals(msgspec.Struct, frozen=True):
    """The deals of a game."""

    results: list[Deal]


class DealLine(msgspec.Struct, frozen=True):
    """A finished try. ``place`` is null until the deal is published."""

    place: int | None
    player: str
    score: int | float
    won: bool
    match: str


class DealTable(msgspec.Struct, frozen=True):
    """A deal with the tries at it that you may see, the best first."""

    deal: Deal
    lines: list[DealLine]


class Member(msgspec.Struct, frozen=True, rename={"given": "in"}):
    """A member of a team. ``in`` says whether their own voice is in, null where no voice is awaited."""

    number: int
    name: str
    captain: bool
    given: bool | None


class Former(msgspec.Struct, frozen=True):
    """Who held a seat from the turn ``since`` until the end of the turn ``until``."""

    name: str
    since: int
    until: int


class Seat(msgspec.Struct, frozen=True, rename={"given": "in"}):
    """A seat. ``in`` says whether its order for the open turn is in, null where no order is awaited."""

    index: int
    name: str
    bot: bool
    state: Literal["playing", "deserted", "resigned"]
    word: str
    given: bool | None
    misses: int
    """Deadlines missed in a row, in a team by its captain of now."""
    clock: int | None
    """Seconds on its clock when the open turn began, at a pace with a bank; else null."""
    vacant: bool
    """Whether it is deserted and anyone may take it over."""
    since: int
    """The first turn that is its holder's."""
    away: Away | None
    """Until when its holder is away, for those at the table; null for others."""
    pause: bool
    """Whether its holder asks for a pause."""
    former: list[Former]
    """Who held it before, others than its holder of now."""
    members: list[Member]
    """The team that holds the seat; ``name`` is then the team's. Empty in a match without teams."""


class Receipt(msgspec.Struct, frozen=True):
    """What you get for an accepted order: its canonical line and the commitment that everybody sees."""

    order: str
    version: int
    commitment: str
    deadline: datetime.datetime | None
    closed: bool
    """Whether this was the last order awaited, so that the turn has closed."""
    plan: str
    """The orders ahead that came with it, as they are kept; empty if there were none."""
    played: int
    """How many orders these gave at once; ``order`` may be one of them."""
    left: str
    """What of them still waits; empty if all is spent or was dropped because it did not fit."""


class Plan(msgspec.Struct, frozen=True):
    """What is left of orders given ahead; nobody else sees them."""

    plan: str
    written: str
    """Your own words, if they are kept in others and nothing is spent yet."""


class OwnOrder(msgspec.Struct, frozen=True):
    """Your own sealed order for the open turn; nobody else sees its line.

    ``order`` is null if no key of the host opens it any more: give it anew.
    """

    order: str | None
    version: int
    commitment: str


class Urls(msgspec.Struct, frozen=True):
    """Where to find what belongs to a match; ``order`` is where your order goes, null if you owe none."""

    page: str
    self: str
    turns: str
    record: str
    exports: dict[str, str]
    """Other texts that the match can be read as, by their names, such as ``pgn``."""
    order: str | None


class MatchLine(msgspec.Struct, frozen=True):
    """A match in a list."""

    id: str
    game: str
    name: str
    status: Status
    visibility: Visibility
    size: int
    team: int
    """How many people may hold a seat together; 1 without teams."""
    free: int
    """How many more people may join."""
    players: list[str]
    """Who holds the seats, in their order: people, bots, teams."""
    teams: list[list[str]]
    """Who is in the teams, seat by seat; empty in a match without teams."""
    vacant: list[int]
    """The seats that anyone may take over, by index."""
    reliability: int
    """The percentage of orders in time that whoever takes a place must have; 0 for none."""
    turn: int | None
    deadline: datetime.datetime | None
    paused: bool
    """Whether the clocks stand, because all who play agreed to a pause."""
    created_at: datetime.datetime
    url: str


class MatchPage(msgspec.Struct, frozen=True):
    """A page of matches."""

    next: str | None
    previous: str | None
    results: list[MatchLine]


class Match(msgspec.Struct, frozen=True):
    """A match as you may see it. ``seat`` is yours, ``view`` what it sees, ``decision`` what you owe."""

    id: str
    game: str
    name: str
    status: Status
    visibility: Visibility
    options: dict[str, Any]
    pace: Annotated[dict[str, Any], msgspec.Meta(extra_json_schema=PACE)]
    team: int
    captain: Captain
    reliability: int
    """The percentage of orders in time that whoever takes a place must have; 0 for none."""
    turn: int | None
    deadline: datetime.datetime | None
    """Null while the match pauses; else the stored one, with all by which it has been moved."""
    pause: Pause | None
    seats: list[Seat]
    free: int
    """How many more people may join."""
    seat: int | None
    view: dict[str, Any] | None
    decision: Decision | None
    order: OwnOrder | None
    outcome: Outcome | None
    seed_commitment: str
    seed: str | None
    """Published when the match has ended."""
    rematch: str | None
    stopped: str | None
    """Why a director of its contest stopped it; null if nobody did."""
    trouble: bool
    created_at: datetime.datetime
    started_at: datetime.datetime | None
    ended_at: datetime.datetime | None
    urls: Urls


class TurnOrder(msgspec.Struct, frozen=True):
    """An order. While its turn is open there is only the commitment; ``line``, ``by`` and ``salt`` follow.

    ``member`` is null for the order of a seat; else this is what that member of its team gave for one.
    """

    seat: int
    member: int | None
    commitment: str
    version: int
    line: str | None
    by: str | None
    salt: str | None
    giver: str | None
    """Who gave the order of a team, or was captain and silent; without a team who held the seat then, or
    null where that is its holder of now."""
    excused: bool
    """Whether the default was played without a missed deadline being booked, as no mail came through."""


class TurnLine(msgspec.Struct, frozen=True):
    """A turn: its orders and, of what happened, the events that you may see."""

    turn: int
    opened_at: datetime.datetime
    deadline: datetime.datetime | None
    moved: int
    """By how many seconds the deadline was moved because the site or its mail was down."""
    stretched: int
    """By how many it was moved because of vacations."""
    paused: bool
    """Whether the match pauses in this turn, or paused when it closed."""
    closed_at: datetime.datetime | None
    owed: list[int]
    left: list[int]
    orders: list[TurnOrder]
    events: list[dict[str, Any]]
    hash: str | None
    """The running hash of the record, once the turn has closed."""


class TurnPage(msgspec.Struct, frozen=True):
    """A page of turns."""

    next: str | None
    previous: str | None
    results: list[TurnLine]


class Turn(TurnLine, frozen=True):
    """A turn with ``view``, the position in which its orders are given, as your seat sees it.

    In a running match of a game of memory it is null for closed turns, and ``events`` are those since your
    last order.
    """

    view: dict[str, Any] | None


class Duty(msgspec.Struct, frozen=True):
    """An order that you owe."""

    id: str
    name: str
    game: str
    turn: int
    seat: int
    deadline: datetime.datetime | None
    paused: bool
    decision: Decision
    order_url: str
    page: str


class Todo(msgspec.Struct, frozen=True):
    """What you owe, the most urgent first."""

    results: list[Duty]


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is wrong: a sentence for people in ``detail``, a stable ``code`` for programs."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    field: str | None = None
    """The field or parameter that is wrong."""
    current: int | None = None
    """The number of the turn that is open now, where an order was for another one."""
    events: list[dict[str, Any]] | None = None
    """What happened since the turn that the order was for."""
    lines: list[dict[str, Any]] | None = None
    """What is wrong with each line of a list: its number as ``line``, with a ``code`` and a ``detail``."""

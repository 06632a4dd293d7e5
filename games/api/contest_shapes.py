"""What goes over the wire to programs about contests: the answers they get.

Points are as people count them, and so are stages, groups, rounds and boards: from 1.
"""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal

import msgspec

from games.api.contest_sent import PLAN, Admission, ContestStatus, EntryStatus
from games.api.sent import PACE, Captain, Visibility

How = Literal["open", "played", "forfeit", "bye", "half_bye", "zero_bye", "adjudicated", "annulled"]


class ContestLine(msgspec.Struct, frozen=True):
    """A contest in a list."""

    id: str
    name: str
    """With the number of the season where there are several."""
    league: str | None
    season: int
    game: str
    format: str
    """How it is held, in a few words."""
    status: ContestStatus
    visibility: Visibility
    size: int
    team: int
    """How many people an entry may have; 1 for single people."""
    entries: int
    """How many take part."""
    most: int | None
    starts_at: datetime.datetime | None
    started_at: datetime.datetime | None
    ended_at: datetime.datetime | None
    created_at: datetime.datetime
    url: str


class ContestPage(msgspec.Struct, frozen=True):
    """A page of contests."""

    next: str | None
    previous: str | None
    results: list[ContestLine]


class ContestEntry(msgspec.Struct, frozen=True):
    """An entry: a person or a team. ``number`` is its place in the seeding, once that is drawn."""

    id: int
    name: str
    people: list[str]
    """Who it is, the captain first."""
    number: int | None
    status: EntryStatus
    rating: float
    word: str
    since: int
    until: int | None
    absent: list[int]
    division: int | None


class EntryPage(msgspec.Struct, frozen=True):
    """A page of entries."""

    next: str | None
    previous: str | None
    results: list[ContestEntry]


class RoundLine(msgspec.Struct, frozen=True):
    """A round without its pairings."""

    number: int
    name: str
    begins_at: datetime.datetime | None
    paired_at: datetime.datetime | None
    started_at: datetime.datetime | None
    ended_at: datetime.datetime | None


class GroupLine(msgspec.Struct, frozen=True):
    """A group of a stage, or a division of a league, with its rounds so far."""

    stage: int
    group: int
    name: str
    """Empty where there is only the one."""
    format: str
    entries: int
    ended_at: datetime.datetime | None
    rounds: list[RoundLine]


class ContestUrls(msgspec.Struct, frozen=True):
    """Where the rest of a contest is."""

    page: str
    entries: str
    acts: str
    export: str
    feed: str
    calendar: str


class Contest(ContestLine, frozen=True, kw_only=True):
    """A contest, and your part in it."""

    about: str
    options: dict[str, Any]
    pace: Annotated[dict[str, Any], msgspec.Meta(extra_json_schema=PACE)]
    captain: Captain
    plan: Annotated[dict[str, Any], msgspec.Meta(extra_json_schema=PLAN)]
    admission: Admission
    reliability: int
    rating_least: int | None
    rating_most: int | None
    least: int
    late_rounds: int
    opens_at: datetime.datetime | None
    round_days: int
    stage: int
    """The stage that is played."""
    paused_at: datetime.datetime | None
    directors: list[str]
    seed_commitment: str
    seed: str | None
    """Published when it has ended."""
    trouble: str | None
    """What needs a director's hand; told only to directors."""
    entry: ContestEntry | None
    """Yours, whatever its status."""
    stands: bool | None
    """Whether your entry is in the next season too; null outside of leagues."""
    groups: list[GroupLine]
    urls: ContestUrls


class Term(msgspec.Struct, frozen=True):
    """What a tie-break is worth to an entry."""

    tie: str
    value: float


class StandingsLine(msgspec.Struct, frozen=True):
    """A line of the standings."""

    rank: int
    entry: int
    name: str
    points: float
    played: int
    wins: int
    draws: int
    losses: int
    byes: int
    terms: list[Term]
    """In the order in which they count."""


class Standings(msgspec.Struct, frozen=True):
    """The standings of a group, the best first, as of the last result."""

    stage: int
    group: int
    results: list[StandingsLine]


class TermPart(msgspec.Struct, frozen=True):
    """One part of a term: a round, or an opponent."""

    value: float
    """What it adds; as if it were not cut."""
    round: int | None
    opponent: int | None
    points: float | None
    """What the entry has of it."""
    score: float | None
    """What the points of the opponent count."""
    virtual: bool
    """Whether a virtual opponent stands in, as nothing was played."""
    cut: bool
    """Whether it is left out of the sum."""


class TermExplained(msgspec.Struct, frozen=True):
    """A term with every part of it: the sum of those that are not cut."""

    tie: str
    name: str
    about: str
    entry: int
    value: float
    parts: list[TermPart]
    level: list[int]
    """The entries that are level by all that counts before this."""


class SideLine(msgspec.Struct, frozen=True):
    """An entry at a pairing. ``points`` are null until they are decided."""

    entry: int
    name: str
    seat: int
    """Counted from 0, as at matches."""
    points: float | None
    place: int | None
    score: float | None


class ContestPairing(msgspec.Struct, frozen=True):
    """Entries that meet, or one that has a bye."""

    stage: int
    group: int
    round: int
    board: int
    slot: str
    """Where it stands in a bracket; empty elsewhere."""
    how: How
    sides: list[SideLine]
    matches: list[str]
    """The ids of its matches, the first one first."""


class ContestRound(RoundLine, frozen=True, kw_only=True):
    """A round with its pairings, the first board first."""

    stage: int
    group: int
    pairings: list[ContestPairing]


class BracketSlot(msgspec.Struct, frozen=True):
    """A place for a pairing: ``w2.1`` is the first of the second round in the upper bracket.

    With ``l`` it is in the lower bracket, ``f`` are finals, ``t`` is for the third place.
    """

    slot: str
    round: int
    sides: list[str]
    """Where its sides come from: ``seed 1``, ``winner w1.1``, ``loser w1.1``, or ``again``."""
    pairing: ContestPairing | None


class Bracket(msgspec.Struct, frozen=True):
    """The bracket of a knock-out."""

    stage: int
    group: int
    slots: list[BracketSlot]


class CrossCell(msgspec.Struct, frozen=True):
    """What an entry got in a round, and whom it met there."""

    round: int
    board: int
    how: How
    seat: int
    points: float | None
    others: list[int]


class CrossRow(msgspec.Struct, frozen=True):
    """The way of an entry through the rounds."""

    rank: int
    entry: int
    name: str
    points: float
    cells: list[CrossCell]


class Crosstable(msgspec.Struct, frozen=True):
    """A row for each entry in the order of the standings."""

    stage: int
    group: int
    results: list[CrossRow]


class EntryList(msgspec.Struct, frozen=True):
    """Some entries."""

    results: list[ContestEntry]


class ImportDone(msgspec.Struct, frozen=True):
    """What came, or would come, of a list of entries."""

    dry: bool
    invited: list[str]
    """Who is invited now, by the names of their entries."""
    changed: list[str]
    """Who was there already."""

"""What goes over the wire about acts of directors: the log, what an act changes, what a verb wants."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec

from games.actions.contests.directing.effects import ContestChange, EntryChange, PairingChange
from games.api.sent import Sent


class ActRequest(Sent, frozen=True):
    """An act: its verb, what that wants, and a reason that everybody can read."""

    verb: str
    data: dict[str, Any] = {}
    why: str = ""


class ActLine(msgspec.Struct, frozen=True):
    """An act in the log."""

    id: int
    verb: str
    director: str | None
    """Null for somebody who left the site."""
    said: str
    """What was done, in a sentence."""
    why: str
    own: bool
    """Whether it touched an entry of the director's own."""
    done_at: datetime.datetime
    undone_at: datetime.datetime | None
    lasts: str | None
    """Why it can't be undone; null if a director may try."""


class ContestAct(ActLine, frozen=True):
    """An act that was just done or undone."""


class ActPage(msgspec.Struct, frozen=True):
    """A page of the log, the newest first."""

    next: str | None
    previous: str | None
    results: list[ActLine]


class MovedTable(msgspec.Struct, frozen=True):
    """What becomes of a match: ``stopped``, ``moved`` (its deadline), ``paused`` or ``goes_on``."""

    what: str
    match: str
    entries: list[int]
    before: datetime.datetime | None
    after: datetime.datetime | None


class MovedPlace(msgspec.Struct, frozen=True):
    """A line of the standings before and after."""

    entry: int
    before: int | None
    after: int | None
    points_before: float | None
    points_after: float | None
    changed: bool


class MovedGroup(msgspec.Struct, frozen=True):
    """The standings of a group, in the order after the act."""

    group: int
    places: list[MovedPlace]


class ActEffect(msgspec.Struct, frozen=True):
    """What an act would change. Entries are named by their ids; ``names`` says what they are called."""

    verb: str
    said: str
    names: dict[str, str]
    contest: list[ContestChange]
    entries: list[EntryChange]
    groups: list[list[int]]
    """The seeding of groups that are drawn."""
    pairings: list[PairingChange]
    tables: list[MovedTable]
    standings: list[MovedGroup]
    told: int
    """How many people are told."""
    own: bool
    lasts: str | None
    """Why it can't be undone; null if it can, until the contest takes its next step."""


class VerbLine(msgspec.Struct, frozen=True):
    """What a director may do. ``data`` is the JSON schema of what it wants."""

    verb: str
    title: str
    now: bool
    """Whether the contest is where it can be done."""
    reasoned: bool
    """Whether a reason must be given."""
    data: dict[str, Any]


class Verbs(msgspec.Struct, frozen=True):
    """All verbs."""

    results: list[VerbLine]

"""What goes over the wire to the site about contests: bodies and queries of programs."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal

import msgspec

from games.api.sent import PACE, Captain, Sent, Visibility
from games.contests.plan import Plan

_, _parts = msgspec.json.schema_components([Plan])
PLAN: dict[str, Any] = _parts["Plan"] | {
    "properties": _parts["Plan"]["properties"]
    | {"stages": {"type": "array", "items": _parts["Stage"] | {"title": "Stage"}}},
    "title": "How a contest is held",
}
"""How a plan is described. What is wrong with one is said by the action, in a sentence."""

ContestStatus = Literal["draft", "registration", "drawn", "running", "finished", "called_off"]
Admission = Literal["open", "invited"]
EntryStatus = Literal["invited", "waiting", "in", "substitute", "withdrawn"]


class ContestRequest(Sent, frozen=True):
    """What somebody wants to hold. It is a draft that only you see until you announce it.

    ``plan`` says how: its stages with their formats, the points, the tie-breaks. Without ``starts_at`` you
    draw it yourself, by an act. ``league`` makes it the first season of a league.
    """

    name: str
    game: str
    plan: Annotated[dict[str, Any], msgspec.Meta(extra_json_schema=PLAN)]
    size: int = 2
    """How many seats a full table has."""
    about: str = ""
    options: dict[str, Any] = {}
    pace: Annotated[dict[str, Any], msgspec.Meta(extra_json_schema=PACE)] = {}
    team: int = 1
    captain: Captain = "first"
    admission: Admission = "open"
    reliability: int = 0
    rating_least: int | None = None
    rating_most: int | None = None
    least: int = 2
    most: int | None = None
    late_rounds: int = 0
    visibility: Visibility = "public"
    opens_at: datetime.datetime | None = None
    starts_at: datetime.datetime | None = None
    round_days: int = 0
    league: bool = False


class ContestQuery(Sent, frozen=True):
    """Which contests to list. Flags that are false ask for nothing."""

    game: str | None = None
    status: ContestStatus | None = None
    league: str | None = None
    mine: bool = False
    directed: bool = False
    invited: bool = False
    cursor: str | None = None
    size: int | None = None


class EntryQuery(Sent, frozen=True):
    """Which entries to list."""

    status: EntryStatus | None = None
    cursor: str | None = None
    size: int | None = None


class TermQuery(Sent, frozen=True):
    """In which group a term counts; without, in the last one the entry is in."""

    stage: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None


class EnterRequest(Sent, frozen=True):
    """Your public word, and where teams play the team's ``name`` and the user names of whom you ask to it."""

    word: str = ""
    name: str = ""
    mates: list[str] = []


class NamesRequest(Sent, frozen=True):
    """User names of people."""

    names: list[str]


class EntryRequest(Sent, frozen=True):
    """An entry by its id."""

    entry: Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)]


class AbsenceRequest(Sent, frozen=True):
    """The rounds you sit out; an empty list for none of those to come."""

    rounds: list[Annotated[int, msgspec.Meta(ge=1, le=9999)]]


class StandRequest(Sent, frozen=True):
    """Whether you are in the next season of a league too."""

    stands: bool


class WhyRequest(Sent, frozen=True):
    """A reason, for everybody to read."""

    why: str = ""


class ImportRequest(Sent, frozen=True):
    """A list of entries as CSV; the first line names its columns: name, team, rating, division.

    With ``dry`` nothing is stored: the answer tells what would come of it.
    """

    list: str
    dry: bool = False

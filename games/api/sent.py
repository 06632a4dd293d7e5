"""What goes over the wire to the site: bodies and queries of programs. The schema is made of it too."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal

import msgspec

from games.pace import Pace

_, _parts = msgspec.json.schema_components([Pace])
PACE: dict[str, Any] = _parts["Pace"] | {"additionalProperties": False}
"""How a pace is described. What is wrong with one is said by the action, in a sentence."""

Status = Literal["open", "running", "finished", "aborted"]
Captain = Literal["first", "rotate"]
Visibility = Literal["public", "unlisted", "private"]


class Sent(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """Something a program sends; a field that is not named here is refused."""


class Nothing(Sent, frozen=True):
    """An empty body."""


class TokenRequest(Sent, frozen=True):
    """Name (or e-mail address) and password; ``code`` from the authenticator app of those who use one.

    ``name`` is what your settings page calls the token.
    """

    username: Annotated[str, msgspec.Meta(max_length=254)]
    password: str
    code: str = ""
    name: str = "API"


class MatchRequest(Sent, frozen=True):
    """What somebody wants to play. ``invite`` holds user names, ``word`` your public part of the chance.

    With as many ``bots`` as ``seats`` you only watch.

    A match for one seat has no pace, no bots and no guests; without a ``visibility`` only you see it, while
    a match for several is public.
    """

    game: str
    seats: int
    options: dict[str, Any] = {}
    pace: Annotated[dict[str, Any], msgspec.Meta(extra_json_schema=PACE)] = {}
    bots: int = 0
    team: int = 1
    """How many people may hold a seat together, 1 to 8."""
    captain: Captain = "first"
    """Whose orders count as those of a team."""
    reliability: int = 0
    """The percentage of orders in time that whoever joins must have, 0 to 100; 0 for none."""
    visibility: Visibility | None = None
    name: str = ""
    word: str = ""
    invite: list[str] = []


class JoinRequest(Sent, frozen=True):
    """Your public word, part of the chance of the match; one is made up if it is empty.

    ``seat`` is the index of the seat you want. Of a team only the first member's word counts.
    """

    word: str = ""
    seat: int | None = None


class OrderRequest(Sent, frozen=True):
    """One order line in the notation of the game."""

    order: str


class PlanRequest(Sent, frozen=True):
    """Orders ahead in the notation of the game. ``turn`` is the turn that was open when they were written.

    The same text for the same turn is a repeated request: it gives the first receipt and changes nothing.
    Without ``turn`` it is for the turn that is open when it comes.
    """

    plan: str
    turn: Annotated[int, msgspec.Meta(ge=1)] | None = None


class VacationRequest(Sent, frozen=True):
    """The first and the last day of a vacation, in your zone. Without ``first`` it begins now."""

    last: datetime.date
    first: datetime.date | None = None


class MatchQuery(Sent, frozen=True):
    """Which matches to list. Flags that are false ask for nothing."""

    game: str | None = None
    status: Status | None = None
    seats: int | None = None
    player: str | None = None
    mine: bool = False
    open: bool = False
    vacant: bool = False
    invited: bool = False
    cursor: str | None = None
    size: int | None = None


class PageQuery(Sent, frozen=True):
    """Which page of a list."""

    cursor: str | None = None
    size: int | None = None

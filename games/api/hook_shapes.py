"""What goes over the wire about webhooks and feeds, both ways. The schema is made of it."""

from __future__ import annotations

import datetime
from typing import Annotated, Literal

import msgspec

from games.api.sent import Sent


class HookRequest(Sent, frozen=True):
    """A webhook. With a ``match`` it gets the public events of that match, which you must have opened.

    Without one it gets your own notices of these ``kinds``; without ``kinds`` the usual ones.
    """

    form: Literal["discord", "slack", "json"]
    address: Annotated[str, msgspec.Meta(max_length=1000)]
    name: Annotated[str, msgspec.Meta(max_length=60)] = ""
    kinds: list[str] | None = None
    match: str = ""


class HookChange(Sent, frozen=True):
    """Which kinds of your notices a webhook or a device gets."""

    kinds: list[str]


class HookLine(msgspec.Struct, frozen=True):
    """A webhook or a device of yours. ``match`` is whose public events it gets, ``host`` where it is."""

    id: int
    form: str
    name: str
    match: str | None
    kinds: list[str]
    host: str
    made_at: datetime.datetime
    error: str
    """Why the last try failed; empty if it did not."""
    off_at: datetime.datetime | None
    """When it was switched off, because too many tries failed."""


class Hook(HookLine, frozen=True):
    """One webhook or device of yours."""


class NewHook(msgspec.Struct, frozen=True):
    """A new webhook, and the secret that signs what it gets; the secret is told this once."""

    hook: HookLine
    secret: str | None


class Hooks(msgspec.Struct, frozen=True):
    """Your webhooks and devices."""

    results: list[HookLine]


class TableHook(msgspec.Struct, frozen=True):
    """What everybody may know of a webhook of a match."""

    form: str
    made_at: datetime.datetime
    off: bool


class TableHooks(msgspec.Struct, frozen=True):
    """The webhooks of a match."""

    results: list[TableHook]


class FeedLine(msgspec.Struct, frozen=True):
    """A secret address of yours: ``name`` is ``calendar``, or the code of the match it tells of."""

    name: str
    url: str
    made_at: datetime.datetime


class Feed(FeedLine, frozen=True):
    """One secret address of yours."""


class Feeds(msgspec.Struct, frozen=True):
    """Your secret addresses."""

    results: list[FeedLine]

"""When a turn ends. Pure: instants in, instants out; no clock, no rows."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from games.rules.game import IllegalOption, gettext_noop

_ = gettext_noop

REMINDER_SHARE = 0.8
"""The share of the time after which a seat that has not ordered is reminded."""


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """How fast a match runs, shown before anyone joins. Times are in seconds.

    ``interval`` is how long a turn lasts; at a ``free`` pace turns have no deadline. A seat that is silent at
    the deadline gets one extra half turn once a match (``grace``); after ``misses`` missed deadlines in a row
    it is deserted, and then a bot plays on or the game's own rule for leaving applies (``deserted``).
    """

    kind: Literal["interval", "free"] = "interval"
    interval: int = 3 * 24 * 3600
    grace: bool = True
    misses: int = 3
    deserted: Literal["bot", "out"] = "bot"

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Pace:
        """A pace from plain values; raises ``IllegalOption`` for a name or value it can't take."""
        unknown = sorted(set(values) - set(cls.__struct_fields__))
        if unknown:
            raise IllegalOption(
                _("A pace has no “{name}”; it has {names}."),
                "unknown_pace",
                name=unknown[0],
                names=", ".join(cls.__struct_fields__),
            )
        try:
            return msgspec.convert(dict(values), cls, strict=True)
        except msgspec.ValidationError as error:
            raise IllegalOption(_("This is no pace: {why}."), "illegal_pace", why=str(error)) from error

    def due_at(self, opened_at: datetime.datetime) -> datetime.datetime | None:
        """The deadline of a turn that opens at this instant; None at a free pace."""
        if self.kind == "free":
            return None
        return opened_at + datetime.timedelta(seconds=self.interval)

    def remind_at(self, opened_at: datetime.datetime) -> datetime.datetime | None:
        """When silent seats are reminded; never at a free pace."""
        if self.kind == "free":
            return None
        return opened_at + datetime.timedelta(seconds=self.interval * REMINDER_SHARE)

    def grace_until(self, due_at: datetime.datetime) -> datetime.datetime:
        """The deadline after grace: half a turn later."""
        return due_at + datetime.timedelta(seconds=self.interval / 2)

    def bounded(self, shortest: datetime.timedelta, longest: datetime.timedelta) -> Pace:
        """This pace, or ``IllegalOption`` if its turns are shorter or longer than a site allows."""
        if self.kind == "free":
            raise IllegalOption(_("Only a match for one seat has no deadlines."), "pace_free")
        if not shortest.total_seconds() <= self.interval <= longest.total_seconds():
            raise IllegalOption(
                _("A turn lasts from {shortest} to {longest} seconds here, not {interval}."),
                "pace_bounds",
                shortest=int(shortest.total_seconds()),
                longest=int(longest.total_seconds()),
                interval=self.interval,
            )
        if not 1 <= self.misses <= 20:
            raise IllegalOption(_("A seat is deserted after 1 to 20 misses."), "pace_misses")
        return self


FREE = Pace(kind="free")
"""No deadlines: for those who play alone."""

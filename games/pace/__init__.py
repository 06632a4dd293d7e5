"""When a turn ends. Pure: instants in, instants out; no clock, no rows."""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterable, Mapping
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
    it is deserted, and then a bot plays on, the game's own rule for leaving applies, or anyone may take the
    seat over (``deserted``).

    At a ``bank`` pace each seat has a clock of its own, which runs only while it owes an order. It starts at
    ``interval``, gains ``gain`` with each turn it was asked at, and never holds more than ``cap`` (0 for as
    much as it starts with). There is no grace then. A turn lasts until the fullest clock of those asked has
    run out.
    """

    kind: Literal["interval", "free", "bank"] = "interval"
    interval: int = 3 * 24 * 3600
    gain: int = 0
    cap: int = 0
    grace: bool = True
    misses: int = 3
    deserted: Literal["bot", "out", "substitute"] = "bot"

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

    @property
    def gives_grace(self) -> bool:
        """Whether a silent seat gets half a turn more, once a match."""
        return self.grace and self.kind == "interval"

    @property
    def most(self) -> int:
        """What a clock holds at most."""
        return self.cap or self.interval

    def due_at(
        self, opened_at: datetime.datetime, clocks: Iterable[int | None] = ()
    ) -> datetime.datetime | None:
        """The deadline of a turn that opens at this instant; None at a free pace.

        ``clocks`` are those of the seats that are asked, None for one that has not run yet.
        """
        if self.kind == "free":
            return None
        return opened_at + datetime.timedelta(seconds=self._lasts(clocks))

    def remind_at(
        self, opened_at: datetime.datetime, clocks: Iterable[int | None] = ()
    ) -> datetime.datetime | None:
        """When silent seats are reminded; never at a free pace."""
        if self.kind == "free":
            return None
        return opened_at + datetime.timedelta(seconds=self._lasts(clocks) * REMINDER_SHARE)

    def _lasts(self, clocks: Iterable[int | None]) -> int:
        if self.kind == "interval":
            return self.interval
        return max([self.interval if clock is None else clock for clock in clocks], default=self.interval)

    def clock_after(self, clock: int | None, used: datetime.timedelta) -> int | None:
        """What a clock holds after its seat was asked and took this long; None where no clocks run."""
        if self.kind != "bank":
            return None
        left = (self.interval if clock is None else clock) - math.ceil(used.total_seconds())
        return min(self.most, max(0, left) + self.gain)

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
        if not self.interval <= self.most <= longest.total_seconds() or not 0 <= self.gain <= self.most:
            raise IllegalOption(
                _(
                    "A clock gains from 0 seconds to what it holds at most, which is at least its start and"
                    " at most {longest} seconds here."
                ),
                "pace_bank",
                longest=int(longest.total_seconds()),
            )
        if not 1 <= self.misses <= 20:
            raise IllegalOption(_("A seat is deserted after 1 to 20 misses."), "pace_misses")
        return self


FREE = Pace(kind="free")
"""No deadlines: for those who play alone."""

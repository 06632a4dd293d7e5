"""The pace of a match: its deadlines, reminders, grace and clocks, all from one policy object."""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from games.pace import bounds
from games.pace.days import NONE, Days, Instant, days_of, merged
from games.pace.grid import Grid, grid_of
from games.rules.game import IllegalOption, gettext_noop

_ = gettext_noop

REMINDER_SHARE = 0.8
"""The share of the time after which a seat that has not ordered is reminded."""


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """How fast a match runs, shown before anyone joins. Spans are in seconds, instants in UTC.

    ``interval`` is how long a turn lasts; at a ``free`` pace turns have no deadline.

    At a ``slot`` pace turns end at the local time ``at`` in ``zone`` on ``weekdays`` (0 for Monday to 6 for
    Sunday), and only there: one that closes early leaves the grid as it is, and the next has at least one
    whole interval, at most two. The slots keep their local time when clocks are changed: of a time that is
    shown twice the first counts, and one that is skipped is as much later by the new time. ``interval`` is
    then the longest span between two slots of a usual week, whatever was asked for.

    At a ``bank`` pace each seat has a clock of its own, which runs only while it owes an order. It starts at
    ``interval``, gains ``gain`` with each turn it was asked at, and never holds more than ``cap`` (0 for as
    much as it starts with). There is no grace then. A turn lasts until the fullest clock of those asked has
    run out; with no gain an empty clock ends it at once.

    On the weekdays ``off_days`` and the dates ``off_dates`` in ``zone`` no time passes, and no deadline falls
    on them. A turn closes as soon as all orders are in, unless ``early`` is off. ``vacations`` of people are
    honoured or not.

    A seat that is silent at the deadline gets one extra half turn once a match (``grace``); after ``misses``
    missed deadlines in a row it is deserted: then a bot plays on, anybody may take it over, or the game's own
    rule for leaving applies (``deserted``).
    """

    kind: Literal["interval", "free", "bank", "slot"] = "interval"
    interval: int = 3 * 24 * 3600
    gain: int = 0
    cap: int = 0
    at: str = ""
    weekdays: tuple[int, ...] = ()
    zone: str = "UTC"
    off_days: tuple[int, ...] = ()
    off_dates: tuple[str, ...] = ()
    early: bool = True
    vacations: bool = True
    grace: bool = True
    misses: int = 3
    deserted: Literal["bot", "substitute", "out"] = "bot"

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

    def plain(self) -> dict[str, Any]:
        """This pace as plain values, as ``read`` takes them and as it is stored."""
        values: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return values

    def bounded(self, shortest: datetime.timedelta, longest: datetime.timedelta) -> Pace:
        """This pace as a site takes it whose turns last from ``shortest`` to ``longest``.

        Raises ``IllegalOption`` for one that makes no sense or is too fast or too slow.
        """
        return bounds.bounded(self, shortest, longest)

    @property
    def gives_grace(self) -> bool:
        """Whether a silent seat gets half a turn more, once a match."""
        return self.grace and self.kind in ("interval", "slot")

    @property
    def most(self) -> int:
        """What a clock holds at most."""
        return self.cap or self.interval

    @property
    def has_days_off(self) -> bool:
        """Whether there are days on which no time passes."""
        return bool(self.off_days or self.off_dates)

    def due_at(
        self,
        opened_at: datetime.datetime,
        clocks: Iterable[int | None] = (),
        since: datetime.datetime | None = None,
    ) -> datetime.datetime | None:
        """The deadline of a turn that opens at this instant; None at a free pace.

        ``clocks`` are those of the seats that are asked, None for one that has not run yet. ``since`` is the
        deadline at which the turn before has just ended, if it ended there.
        """
        if self.kind == "free":
            return None
        if self.kind == "slot":
            return self._grid.due_at(opened_at, since)
        return self._days.later(opened_at, datetime.timedelta(seconds=self._lasts(clocks)))

    def _lasts(self, clocks: Iterable[int | None]) -> int:
        if self.kind == "interval":
            return self.interval
        return max([self.interval if clock is None else clock for clock in clocks], default=self.interval)

    def remind_at(
        self, opened_at: datetime.datetime, due_at: datetime.datetime | None
    ) -> datetime.datetime | None:
        """When seats that are still silent are reminded; never where there is no deadline."""
        if due_at is None:
            return None
        return self._days.later(opened_at, self._days.between(opened_at, due_at) * REMINDER_SHARE)

    def grace_until(self, due_at: datetime.datetime) -> datetime.datetime:
        """The deadline after grace: half a turn later; with slots half of the time to the next one."""
        if self.kind == "slot":
            return self._days.later(due_at, self._days.between(due_at, self._grid.after(due_at)) / 2)
        return self._days.later(due_at, datetime.timedelta(seconds=self.interval / 2))

    def used(
        self,
        opened_at: datetime.datetime,
        until: datetime.datetime,
        stops: Iterable[Sequence[Instant]] = (),
    ) -> datetime.timedelta:
        """The time that clocks ran from the opening of a turn: without days off, and without ``stops``,
        spans of time in which they stood still.
        """
        stood = sum((self._days.between(*stop) for stop in merged(stops, opened_at, until)), NONE)
        return self._days.between(opened_at, until) - stood

    def after_stop(
        self,
        due_at: datetime.datetime,
        opened_at: datetime.datetime,
        begins: datetime.datetime,
        ends: datetime.datetime,
    ) -> datetime.datetime:
        """The deadline once the clock has stood still for a while: what was left when that began is left
        when it ends. A slot moves to the grid again, so that more may be left.
        """
        begins = max(begins, opened_at)
        if ends <= begins or due_at <= begins:
            return due_at
        if self.kind == "slot":
            return self._grid.moved(due_at, begins, ends)
        return self._days.later(ends, self._days.between(begins, due_at))

    def later(self, instant: datetime.datetime, span: datetime.timedelta) -> datetime.datetime:
        """The instant after so much time in which clocks run; it is never on a day off."""
        return self._days.later(instant, span)

    def day_on(self, instant: datetime.datetime) -> datetime.datetime:
        """This instant, or the first one after the days off that it is on."""
        return self._days.later(instant, NONE)

    def clock_after(self, clock: int | None, used: datetime.timedelta) -> int | None:
        """What a clock holds after its seat was asked and took this long; None where no clocks run."""
        if self.kind != "bank":
            return None
        left = (self.interval if clock is None else clock) - math.ceil(used.total_seconds())
        return min(self.most, max(0, left) + self.gain)

    @property
    def _days(self) -> Days:
        return days_of(self.zone, self.off_days, self.off_dates)

    @property
    def _grid(self) -> Grid:
        return grid_of(self.at, self.weekdays, self.zone, self.off_days, self.off_dates)


FREE = Pace(kind="free")
"""No deadlines: for those who play alone."""

"""Slots: one local time of day on chosen weekdays, day after day, as a grid of instants."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.pace.days import DAY, NONE, Days, days_of


@dataclass(frozen=True)
class Grid:
    """The instants at which turns may end; none of them is on a day off."""

    days: Days
    time: datetime.time
    weekdays: frozenset[int]

    def since(self, instant: datetime.datetime) -> Iterator[datetime.datetime]:
        """The slots from this instant on, in order and without end."""
        day = self.days.day_of(instant) - DAY
        return (slot for slot in self._from(day) if slot >= instant)

    def due_at(
        self, opened_at: datetime.datetime, reached: datetime.datetime | None = None
    ) -> datetime.datetime:
        """The second slot from the opening on: at least one whole interval away, at most two.

        Where the turn before ended at its deadline, it is counted from there, so that a clock that came late
        skips no slot; unless it came so late that less than half of the turn would be left. A deadline that
        was moved a little, for an outage, stands for its slot.
        """
        if reached is not None:
            begun = self._slot_of(reached)
            due_at = self._second(begun)
            if opened_at - begun <= (due_at - begun) / 2:
                return due_at
        return self._second(opened_at)

    def after(self, instant: datetime.datetime) -> datetime.datetime:
        """The first slot later than this instant."""
        return next(slot for slot in self.since(instant) if slot > instant)

    def moved(
        self, due_at: datetime.datetime, begins: datetime.datetime, ends: datetime.datetime
    ) -> datetime.datetime:
        """The first slot that leaves as much time as was left when a stop began.

        Where clocks were changed on the way an hour may be missing, rather than that a whole interval is
        added for it.
        """
        target = ends + (due_at - begins)
        offsets = [self._offset(instant) for instant in (begins, due_at, ends, target)]
        return next(self.since(max(target - (max(offsets) - min(offsets)), due_at, ends)))

    def _from(self, first: datetime.date) -> Iterator[datetime.datetime]:
        day = first
        while True:
            if day.weekday() in self.weekdays and not self.days.is_off(day):
                yield self.days.at(day, self.time)
            day += DAY

    def _slot_of(self, reached: datetime.datetime) -> datetime.datetime:
        """The slot that a deadline was, if less than a quarter of the time to the next has passed since."""
        day = self.days.day_of(reached)
        while (slot := next(self._from(day))) > reached:
            day -= DAY
        return slot if reached - slot < (self.after(slot) - slot) / 4 else reached

    def _second(self, instant: datetime.datetime) -> datetime.datetime:
        slots = self.since(instant)
        next(slots)
        return next(slots)

    def _offset(self, instant: datetime.datetime) -> datetime.timedelta:
        return instant.astimezone(self.days.zone).utcoffset() or NONE


@lru_cache(maxsize=256)
def grid_of(
    at: str, weekdays: tuple[int, ...], zone: str, off_days: tuple[int, ...], off_dates: tuple[str, ...]
) -> Grid:
    """The slots at this time of day on these weekdays."""
    days = days_of(zone, off_days, off_dates)
    return Grid(days, datetime.time.fromisoformat(at), frozenset(weekdays) - days.off_days)


def longest_gap(weekdays: frozenset[int]) -> datetime.timedelta:
    """The longest span from one of these weekdays to the next."""
    ordered = sorted(weekdays)
    following = [*ordered[1:], ordered[0] + 7]
    return DAY * max(later - day for day, later in zip(ordered, following, strict=True))

"""Days on and off in one time zone, and working time: the time of the days on. Knows nothing of turns."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

DAY = datetime.timedelta(days=1)
NONE = datetime.timedelta()

Instant = datetime.datetime | str
"""An instant, or its ISO text as it is stored with a turn."""


@dataclass(frozen=True)
class Days:
    """Which days count, told by local dates; a day begins when its date does, also where clocks change."""

    zone: ZoneInfo
    off_days: frozenset[int]
    """Weekdays from 0 for Monday to 6 for Sunday; never all of them."""
    off_dates: frozenset[str]

    @property
    def all_count(self) -> bool:
        """Whether there is no day off."""
        return not self.off_days and not self.off_dates

    def is_off(self, day: datetime.date) -> bool:
        """Whether no clock runs on this day."""
        return day.weekday() in self.off_days or day.isoformat() in self.off_dates

    def day_of(self, instant: datetime.datetime) -> datetime.date:
        """The local date of an instant."""
        return instant.astimezone(self.zone).date()

    def start(self, day: datetime.date) -> datetime.datetime:
        """The instant at which a day begins."""
        return self.at(day, datetime.time())

    def at(self, day: datetime.date, time: datetime.time) -> datetime.datetime:
        """The instant of a local time: the first one where clocks show it twice; where they skip it, the
        instant at which they would have shown it, which is as much later by the new time.
        """
        return datetime.datetime.combine(day, time, self.zone).astimezone(datetime.UTC)

    def later(self, instant: datetime.datetime, span: datetime.timedelta) -> datetime.datetime:
        """The instant after so much working time; it is never on a day off."""
        if self.all_count:
            return instant + span
        day = self.day_of(instant)
        while True:
            end = self.start(day + DAY)
            if not self.is_off(day):
                if span < end - instant:
                    return instant + span
                span -= end - instant
            instant, day = end, day + DAY

    def between(self, start: datetime.datetime, end: datetime.datetime) -> datetime.timedelta:
        """The working time from one instant to a later one; none if it is not later."""
        if end <= start:
            return NONE
        if self.all_count:
            return end - start
        spent, day = NONE, self.day_of(start)
        while start < end:
            following = self.start(day + DAY)
            if not self.is_off(day):
                spent += min(following, end) - start
            start, day = following, day + DAY
        return spent


@lru_cache(maxsize=256)
def days_of(zone: str, off_days: tuple[int, ...], off_dates: tuple[str, ...]) -> Days:
    """The days of a zone with these of them off."""
    return Days(ZoneInfo(zone), frozenset(off_days), frozenset(off_dates))


def is_zone(name: str) -> bool:
    """Whether this is the name of a time zone, such as ``Europe/Warsaw``."""
    return name in _zones()


@lru_cache(maxsize=1)
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def merged(
    stops: Iterable[Sequence[Instant]], since: datetime.datetime, until: datetime.datetime
) -> Iterator[tuple[datetime.datetime, datetime.datetime]]:
    """Spans of time in order, cut to what lies between two instants, without what is in two of them twice."""
    for begins, ends in sorted((_instant(begins), _instant(ends)) for begins, ends in stops):
        start, end = max(begins, since), min(ends, until)
        if start < end:
            yield start, end
            since = end


def _instant(value: Instant) -> datetime.datetime:
    return datetime.datetime.fromisoformat(value) if isinstance(value, str) else value

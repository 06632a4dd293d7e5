"""A second reading of every pace: minute by minute, as somebody with a calendar and a clock on the wall
would count. Knows nothing of how the first one works.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from games.pace import Pace

MINUTE = datetime.timedelta(minutes=1)
HOUR = datetime.timedelta(hours=1)
DAY = datetime.timedelta(days=1)
ZONES = ("Europe/Warsaw", "America/New_York", "Australia/Lord_Howe")
CHANGES = {
    "Europe/Warsaw": ((2026, 3, 29, 1, 0), (2026, 10, 25, 1, 0)),
    "America/New_York": ((2026, 3, 8, 7, 0), (2026, 11, 1, 6, 0)),
    "Australia/Lord_Howe": ((2026, 10, 3, 15, 30), (2026, 4, 4, 15, 0)),
}
"""When clocks go forward and back, in UTC."""


def utc(*parts: int) -> datetime.datetime:
    """An instant by year, month, day, hour and minute."""
    return datetime.datetime(*parts, tzinfo=datetime.UTC)


def local(pace: Pace, instant: datetime.datetime) -> datetime.datetime:
    """What clocks on the wall show in the zone of a pace."""
    return instant.astimezone(ZoneInfo(pace.zone)).replace(tzinfo=None)


def is_off(pace: Pace, instant: datetime.datetime) -> bool:
    """Whether an instant is on a day off."""
    day = local(pace, instant).date()
    return day.weekday() in pace.off_days or day.isoformat() in pace.off_dates


def later(pace: Pace, start: datetime.datetime, minutes: int) -> datetime.datetime:
    """So many minutes of working time later."""
    while minutes or is_off(pace, start):
        minutes -= not is_off(pace, start)
        start += MINUTE
    return start


def worked(pace: Pace, start: datetime.datetime, end: datetime.datetime) -> int:
    """How many minutes of working time there are from one instant to another."""
    minutes = 0
    while start < end:
        minutes += not is_off(pace, start)
        start += MINUTE
    return minutes


def slots(pace: Pace, start: datetime.datetime) -> Iterator[datetime.datetime]:
    """The slots from an instant on, from what the clock shows minute by minute."""
    hour, minute = map(int, pace.at.split(":"))
    instant, seen = start - DAY, None
    before = local(pace, instant - MINUTE)
    while True:
        shown = local(pace, instant)
        named = datetime.datetime.combine(shown.date(), datetime.time(hour, minute))
        if shown >= named and seen != named and named > before:
            seen = named
            # Where the clock has jumped past it, it is as many minutes after the jump as were missing.
            slot = instant + (named - (before + MINUTE))
            if slot >= start and named.weekday() in pace.weekdays and not is_off(pace, slot):
                yield slot
        before, instant = max(before, shown), instant + MINUTE


@st.composite
def instants(draw: st.DrawFn, zone: str) -> datetime.datetime:
    """Whole minutes near one of the clock changes of a zone."""
    change = utc(*draw(st.sampled_from(CHANGES[zone])))
    return change + draw(st.integers(-6 * 1440, 3 * 1440)) * MINUTE


@st.composite
def days_off(draw: st.DrawFn, zone: str) -> dict[str, object]:
    """Some weekdays and some dates near the clock changes, never a whole week of weekdays."""
    dates = st.builds(
        lambda change, days: (utc(*change) + days * DAY).date().isoformat(),
        st.sampled_from(CHANGES[zone]),
        st.integers(-7, 9),
    )
    return {
        "zone": zone,
        "off_days": tuple(draw(st.sets(st.integers(0, 6), max_size=5))),
        "off_dates": tuple(draw(st.sets(dates, max_size=3))),
    }


@st.composite
def slotted(draw: st.DrawFn, zone: str) -> Pace:
    """A pace with slots, half of the time in the hours in which clocks are changed."""
    off = draw(days_off(zone))
    weekdays = draw(st.sets(st.integers(0, 6), min_size=1).filter(lambda days: days - set(off["off_days"])))
    minutes = draw(st.one_of(st.integers(0, 1439), st.integers(60, 240)))
    return Pace(kind="slot", at=f"{minutes // 60:02}:{minutes % 60:02}", weekdays=tuple(weekdays), **off)


@st.composite
def timed(draw: st.DrawFn, zone: str) -> Pace:
    """A pace of a fixed time a turn, in whole minutes, with days off."""
    return Pace(interval=60 * draw(st.integers(5, 4 * 1440)), **draw(days_off(zone)))

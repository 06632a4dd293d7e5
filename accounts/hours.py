"""When mail may come: a person's quiet hours and the hour of their daily digest. Values only, no rows."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo

ONE_DAY = datetime.timedelta(days=1)
APART = datetime.timedelta(hours=12)
"""A digest that comes late keeps the next one away for so long."""
FAIR = datetime.timedelta(hours=2)
"""How much time before a deadline is enough to order in, if it is not less than half of what is left now."""


def leaves_enough(due_at: datetime.datetime | None, until: datetime.datetime, now: datetime.datetime) -> bool:
    """Whether a mail may wait until an instant and still leave a fair time before a deadline.

    If not, it goes now: whoever is still awake gets all the time there is.
    """
    return due_at is None or due_at - until >= min(FAIR, (due_at - now) / 2)


def quiet_end(
    begin: datetime.time | None, end: datetime.time | None, zone: ZoneInfo, now: datetime.datetime
) -> datetime.datetime | None:
    """When the quiet hours that it is now end; None if it is none of them.

    They begin and end by the clock on the wall, past midnight if the end is the earlier one. An end that a
    clock change brings twice is the second one; one that it leaves out is as much later.
    """
    if begin is None or end is None or begin == end:
        return None
    today = now.astimezone(zone).date()
    for day in (today - ONE_DAY, today):
        begins = instant(day, begin, zone)
        ends = instant(day if begin < end else day + ONE_DAY, end, zone, last=True)
        if begins <= now < ends:
            return ends
    return None


def next_digest(
    hour: int, zone: ZoneInfo, now: datetime.datetime, last: datetime.datetime | None = None
) -> datetime.datetime:
    """When the next digest leaves that comes after now and not soon after the last one."""
    after = now if last is None else max(now, last + APART)
    day = after.astimezone(zone).date() - ONE_DAY
    while (at := instant(day, datetime.time(hour), zone)) <= after:
        day += ONE_DAY
    return at


def instant(
    day: datetime.date, time: datetime.time, zone: ZoneInfo, *, last: bool = False
) -> datetime.datetime:
    """The instant of a local time of day, in UTC: of two the first, or the last; one left out is later."""
    local = datetime.datetime.combine(day, time, zone)
    first = local.replace(fold=0).astimezone(datetime.UTC)
    return max(first, local.replace(fold=1).astimezone(datetime.UTC)) if last else first

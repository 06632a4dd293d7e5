"""What makes a pace one that a site takes: each refusal says what would be right."""

from __future__ import annotations

import datetime
import re
from typing import TYPE_CHECKING

import msgspec

from games.pace.days import is_zone
from games.pace.grid import longest_gap
from games.rules.game import IllegalOption, gettext_noop

if TYPE_CHECKING:
    from games.pace.policy import Pace

_ = gettext_noop

MOST_DATES = 60
"""So many single days off has a pace at most."""
_WEEK = frozenset(range(7))
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_SHOWN = 60
"""So much of a wrong value is repeated."""


def bounded(pace: Pace, shortest: datetime.timedelta, longest: datetime.timedelta) -> Pace:
    """The pace; with slots its ``interval`` becomes the longest span between two of them in a usual week."""
    if pace.kind == "free":
        raise IllegalOption(_("Only a match for one seat has no deadlines."), "pace_free")
    _check_days(pace)
    if pace.kind == "slot":
        _check_slots(pace)
        gap = longest_gap(frozenset(pace.weekdays) - frozenset(pace.off_days))
        pace = msgspec.structs.replace(pace, interval=int(gap.total_seconds()))
    elif pace.at or pace.weekdays:
        raise IllegalOption(
            _("Only a pace of the kind “slot” has a time of day and weekdays."), "pace_no_slots"
        )
    if not shortest.total_seconds() <= pace.interval <= longest.total_seconds():
        raise IllegalOption(
            _("A turn lasts from {shortest} to {longest} seconds here, not {interval}."),
            "pace_bounds",
            shortest=int(shortest.total_seconds()),
            longest=int(longest.total_seconds()),
            interval=pace.interval,
        )
    if pace.kind != "slot":
        _check_clocks(pace, longest)
    if not 1 <= pace.misses <= 20:
        raise IllegalOption(_("A seat is deserted after 1 to 20 misses."), "pace_misses")
    return pace


def _check_clocks(pace: Pace, longest: datetime.timedelta) -> None:
    if not pace.interval <= pace.most <= longest.total_seconds() or not 0 <= pace.gain <= pace.most:
        raise IllegalOption(
            _(
                "A clock gains from 0 seconds to what it holds at most, which is at least its start and"
                " at most {longest} seconds here."
            ),
            "pace_bank",
            longest=int(longest.total_seconds()),
        )


def _check_days(pace: Pace) -> None:
    if not is_zone(pace.zone):
        raise IllegalOption(
            _("There is no time zone “{zone}”; zones have names such as Europe/Warsaw."),
            "pace_zone",
            zone=pace.zone[:_SHOWN],
        )
    if not _WEEK.issuperset((*pace.weekdays, *pace.off_days)):
        raise IllegalOption(_("Weekdays are numbers from 0 for Monday to 6 for Sunday."), "pace_weekdays")
    if _WEEK.issubset(pace.off_days):
        raise IllegalOption(_("Not all seven days of the week can be days off."), "pace_days_off")
    if len(pace.off_dates) > MOST_DATES:
        raise IllegalOption(
            _("At most {most} dates can be days off, not {count}."),
            "pace_dates",
            most=MOST_DATES,
            count=len(pace.off_dates),
        )
    for date in pace.off_dates:
        if not _is_date(date):
            raise IllegalOption(
                _("“{date}” is no date; a date is written as year, month and day, such as 2027-12-24."),
                "pace_date",
                date=date[:_SHOWN],
            )


def _is_date(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _check_slots(pace: Pace) -> None:
    if not _TIME.fullmatch(pace.at):
        raise IllegalOption(
            _("“{at}” is no time of day; it is written from 00:00 to 23:59."),
            "pace_time",
            at=pace.at[:_SHOWN],
        )
    if not pace.weekdays:
        raise IllegalOption(_("Slots need at least one weekday."), "pace_no_weekday")
    if not set(pace.weekdays) - set(pace.off_days):
        raise IllegalOption(_("At least one weekday of the slots must not be a day off."), "pace_slots_off")

"""Instants and durations as a reader of a mail says them, in the zone and language that are active."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from functools import lru_cache

from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

from games.pace import Pace

_WEEK = datetime.timedelta(days=6)
_SOON = datetime.timedelta(minutes=10)
MONTHS = (
    pgettext_lazy("alt. month", "January"),
    pgettext_lazy("alt. month", "February"),
    pgettext_lazy("alt. month", "March"),
    pgettext_lazy("alt. month", "April"),
    pgettext_lazy("alt. month", "May"),
    pgettext_lazy("alt. month", "June"),
    pgettext_lazy("alt. month", "July"),
    pgettext_lazy("alt. month", "August"),
    pgettext_lazy("alt. month", "September"),
    pgettext_lazy("alt. month", "October"),
    pgettext_lazy("alt. month", "November"),
    pgettext_lazy("alt. month", "December"),
)
"""The months of dates with Django's letter E, so that a catalog can say them better than Django: in Bulgarian
it begins them with a capital."""


def deadline(due_at: datetime.datetime, now: datetime.datetime) -> str:
    """A deadline in full: day, time, zone, and the time left."""
    left = due_at - now
    return _("{moment}; {left} left").format(moment=_moment(due_at, left < _SOON), left=duration(left))


def moment(instant: datetime.datetime) -> str:
    """An instant in full, with the zone named."""
    return _moment(instant, False)


def _moment(instant: datetime.datetime, seconds: bool) -> str:
    return _written(instant, seconds, timezone.get_current_timezone_name(), get_language() or "")


@lru_cache(maxsize=512)
def _written(instant: datetime.datetime, seconds: bool, zone: str, language: str) -> str:
    local = timezone.localtime(instant)
    short = local.strftime("%Z")
    named = zone if zone == short or short.lstrip("+-").isdigit() else f"{zone}, {short}"
    # Translators: a moment such as "Monday 30 November 2026, 20:00"; see Django's date format letters.
    form = _("l j F Y, H:i") + ":s" * seconds
    return f"{date_format(local, form)} ({named})"


def short_moment(instant: datetime.datetime, now: datetime.datetime) -> str:
    """An instant for a subject line: within a week the weekday says enough."""
    local = timezone.localtime(instant)
    # Translators: short moments such as "Mon 20:00" and "Mon 7 Dec 20:00".
    form = _("D H:i") if instant - now < _WEEK else _("D j M H:i")
    return date_format(local, form + ":s" * (instant - now < _SOON))


def moved(seconds: int) -> str:
    """By how much an outage has moved a deadline, and why; empty if none has."""
    if not seconds:
        return ""
    span = duration(datetime.timedelta(seconds=seconds))
    return _("The deadline was moved by {span}, because the site or its mail was down.").format(span=span)


def duration(span: datetime.timedelta) -> str:
    """A duration in its two largest units: ``2 days 4 hours``."""
    seconds = max(0, int(span.total_seconds()))
    days, rest = divmod(seconds, 86_400)
    hours, rest = divmod(rest, 3_600)
    minutes, seconds = divmod(rest, 60)
    if days:
        return _two(ngettext("{n} day", "{n} days", days).format(n=days), _hours(hours))
    if hours:
        return _two(_hours(hours), _minutes(minutes))
    if minutes:
        return _minutes(minutes)
    return ngettext("{n} second", "{n} seconds", seconds).format(n=seconds)


def _two(large: str, small: str) -> str:
    return f"{large} {small}" if small else large


def _hours(n: int) -> str:
    return ngettext("{n} hour", "{n} hours", n).format(n=n) if n else ""


def _minutes(n: int) -> str:
    return ngettext("{n} minute", "{n} minutes", n).format(n=n) if n else ""


def clocks_in_words(pace: Pace) -> str:
    """What the clocks of the seats hold at a pace with a bank."""
    start, gain, most = (
        duration(datetime.timedelta(seconds=span)) for span in (pace.interval, pace.gain, pace.most)
    )
    held = _("each seat has a clock of {start} that runs while it is asked").format(start=start)
    if not pace.gain:
        return held
    return _("{held}; each turn adds {gain}, up to {most}").format(held=held, gain=gain, most=most)


def pace_in_words(pace: Pace, teams: bool, lost: str = "") -> str:
    """How fast a match runs, with teams or without, in a sentence or two.

    ``lost`` says which silence loses the match at once, as the rules say it; empty where none does.
    """
    if pace.kind == "free":
        return _("no deadline")
    said = [*_length_in_words(pace)]
    if pace.has_days_off:
        said.append(days_off_in_words(pace))
    if not pace.vacations:
        said.append(_("deadlines do not wait for vacations"))
    if pace.gives_grace:
        said.append(_("half a turn more for each seat, once"))
    said += if_missed(pace, teams, lost)
    return "; ".join(said)


def _length_in_words(pace: Pace) -> list[str]:
    """When turns end, as clauses."""
    never = (
        [] if pace.early else [_("no turn closes before its deadline, and until then orders may be changed")]
    )
    if pace.kind == "bank":
        return [clocks_in_words(pace), *never]
    if pace.kind == "slot":
        return [slots_in_words(pace), *(never or [_("earlier when all orders are in")])]
    span = duration(datetime.timedelta(seconds=pace.interval))
    if never:
        return [_("a turn lasts {span}").format(span=span), *never]
    return [_("a turn lasts {span}, less when all orders are in earlier").format(span=span)]


def slots_in_words(pace: Pace) -> str:
    """At which times of day turns end, as a clause."""
    weekdays = set(pace.weekdays) - set(pace.off_days)
    if len(weekdays) == len(WEEKDAYS):
        return _("turns end every day at {time} ({zone})").format(time=pace.at, zone=pace.zone)
    return _("turns end at {time} ({zone}) on {weekdays}").format(
        time=pace.at, zone=pace.zone, weekdays=weekdays_in_words(weekdays)
    )


def weekdays_in_words(weekdays: Iterable[int]) -> str:
    """Weekdays by name, in their order."""
    return ", ".join(str(WEEKDAYS[day]) for day in sorted(set(weekdays)))


def days_off_in_words(pace: Pace) -> str:
    """On which days no time passes, as a clause."""
    dates = [datetime.date.fromisoformat(date) for date in sorted(set(pace.off_dates))]
    # Translators: a date such as "24 December 2026"; see Django's date format letters.
    named = [date_format(date, _("j F Y")) for date in dates]
    weekdays = [weekdays_in_words(pace.off_days)] if pace.off_days else []
    return _("days off, on which no time passes ({zone}): {days}").format(
        zone=pace.zone, days=", ".join([*weekdays, *named])
    )


def deserted_in_words(pace: Pace) -> str:
    """What becomes of a deserted seat, as a clause."""
    if pace.deserted == "substitute":
        return _("anyone may take the seat over, and until then its decisions get their default")
    return _("a bot plays on") if pace.deserted == "bot" else _("the seat leaves the match")


def if_missed(pace: Pace, teams: bool, lost: str = "") -> list[str]:
    """What follows missed deadlines, as clauses; first what loses the match at once, if anything does."""
    then = deserted_in_words(pace)
    if teams:
        then = _(
            "a captain leaves the team and the next member takes over; where there is nobody else, {then}"
        ).format(then=then)
    if lost:
        said = ngettext(
            "in all else, after {count} missed deadline {then}",
            "in all else, after {count} missed deadlines in a row {then}",
            pace.misses,
        )
        return [_(lost), said.format(count=pace.misses, then=then)]
    said = ngettext(
        "after {count} missed deadline {then}", "after {count} missed deadlines in a row {then}", pace.misses
    )
    return [said.format(count=pace.misses, then=then)]

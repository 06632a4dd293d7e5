"""Instants and durations as a reader of a mail says them, in the zone and language that are active."""

from __future__ import annotations

import datetime
from functools import lru_cache

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.pace import Pace

_WEEK = datetime.timedelta(days=6)
_SOON = datetime.timedelta(minutes=10)


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
    return f"{date_format(local, _('l j F Y, H:i') + ':s' * seconds)} ({named})"


def short_moment(instant: datetime.datetime, now: datetime.datetime) -> str:
    """An instant for a subject line: within a week the weekday says enough."""
    local = timezone.localtime(instant)
    # Translators: short moments such as "Mon 20:00" and "Mon 7 Dec 20:00".
    form = _("D H:i") if instant - now < _WEEK else _("D j M H:i")
    return date_format(local, form + ":s" * (instant - now < _SOON))


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


def pace_in_words(pace: Pace, teams: bool) -> str:
    """How fast a match runs, with teams or without, in a sentence or two."""
    if pace.kind == "free":
        return _("no deadline")
    if pace.kind == "bank":
        said = [clocks_in_words(pace)]
    else:
        span = duration(datetime.timedelta(seconds=pace.interval))
        said = [_("a turn lasts {span}, less when all orders are in earlier").format(span=span)]
    if pace.gives_grace:
        said.append(_("half a turn more for each seat, once"))
    said.append(if_missed(pace, teams))
    return "; ".join(said)


def deserted_in_words(pace: Pace) -> str:
    """What becomes of a deserted seat, as a clause."""
    if pace.deserted == "substitute":
        return _("anyone may take the seat over, and until then its decisions get their default")
    return _("a bot plays on") if pace.deserted == "bot" else _("the seat leaves the match")


def if_missed(pace: Pace, teams: bool) -> str:
    """What follows missed deadlines, as a clause."""
    then = deserted_in_words(pace)
    if teams:
        then = _(
            "a captain leaves the team and the next member takes over; where there is nobody else, {then}"
        ).format(then=then)
    return ngettext(
        "after {count} missed deadline {then}", "after {count} missed deadlines in a row {then}", pace.misses
    ).format(count=pace.misses, then=then)

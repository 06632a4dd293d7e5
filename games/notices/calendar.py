"""The deadlines that somebody owes an order by, as a calendar (RFC 5545). Writes no row and reads none."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event

from games.models import Order
from games.notices.letters import heading, match_page

SHOWN = datetime.timedelta(minutes=30)
"""How long an event is; it ends at the deadline, since programs hardly show one that takes no time."""
WARNED = 5
"""One in so many parts of the time before its end, the calendar rings."""


def calendar(slots: Sequence[Order], now: datetime.datetime) -> bytes:
    """The open turns of these empty slots as they are now, in the language and zone that are active."""
    made = Calendar()
    made.add("prodid", f"-//{settings.SITE_NAME}//bidplay//{(get_language() or 'en').upper()}")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    name = _("Orders due at {site}").format(site=settings.SITE_NAME)
    made.add("name", name)
    made.add("x-wr-calname", name)
    made.add("x-wr-timezone", timezone.get_current_timezone_name())
    made.add("refresh-interval", datetime.timedelta(minutes=30), parameters={"value": "DURATION"})
    made.add("x-published-ttl", datetime.timedelta(minutes=30))
    for slot in slots:
        made.add_component(_event(slot, now))
    if slots:
        made.add_missing_timezones()
    written: bytes = made.to_ical()
    return written


def _event(slot: Order, now: datetime.datetime) -> Event:
    turn, match, zone = slot.turn, slot.turn.match, timezone.get_current_timezone()
    assert turn.due_at is not None  # noqa: S101 - callers leave out turns without a deadline
    told = {"turn": turn.number, "table": heading(match)}
    event = Event()
    voice = f"-{slot.voice}" if slot.voice else ""
    event.add("uid", f"{match.code}-{slot.seat.index}{voice}-{turn.number}@{settings.MAIL_DOMAIN}")
    event.add("dtstamp", now.replace(microsecond=0))
    # A deadline may be brought back too, so it tells no sequence; what was read last is what holds.
    event.add("last-modified", now.replace(microsecond=0))
    event.add("dtstart", (turn.due_at - SHOWN).astimezone(zone).replace(microsecond=0))
    event.add("dtend", turn.due_at.astimezone(zone).replace(microsecond=0))
    event.add("summary", _("{table}, turn {turn}: your order is due").format(**told))
    page = match_page(match.code)
    event.add(
        "description", _("You owe an order for turn {turn}. Give it here:").format(**told) + f"\n{page}"
    )
    event.add("url", page)
    event.add("status", "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    event.add("class", "PRIVATE")
    event.add_component(_alarm(turn.due_at - turn.opened_at, str(event["summary"])))
    return event


def _alarm(lasts: datetime.timedelta, said: str) -> Alarm:
    """Rings when most of the time has passed, but no later than the event itself begins."""
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", said)
    before = datetime.timedelta(seconds=max(SHOWN.total_seconds(), lasts.total_seconds() // WARNED))
    alarm.add("trigger", -before, parameters={"related": "END"})
    return alarm

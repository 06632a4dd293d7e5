"""What has happened in a contest, for its feed, and what is to come, for its calendar. Writes no row."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence

from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from games.models import Contest
from games.models.fixture import Round
from games.notices.atom import Item
from games.notices.calendar import SHOWN
from games.notices.letters import contest_page, heading
from games.notices.naming import Naming


def happened(contest: Contest, rounds: Sequence[Round], naming: Naming, now: datetime.datetime) -> list[Item]:
    """What everybody may know of what has happened so far, the newest first."""
    items = [
        *_of_contest(contest, now),
        *(item for one in rounds for item in _of_round(contest, one, naming)),
    ]
    return sorted(items, key=lambda item: item.at, reverse=True)


def _of_contest(contest: Contest, now: datetime.datetime) -> Iterator[Item]:
    page = contest_page(contest.code)
    told = {"contest": contest.title}
    if contest.opens_at is not None and contest.opens_at <= now:
        yield Item("open", _("{contest} is open for entries").format(**told), contest.opens_at, page, "")
    if contest.started_at is not None:
        yield Item("begun", _("{contest} has begun").format(**told), contest.started_at, page, "")
    if contest.ended_at is not None:
        off = contest.status == Contest.Status.CALLED_OFF
        said = _("{contest} was called off") if off else _("{contest} is over")
        yield Item("ended", said.format(**told), contest.ended_at, page, "")


def _of_round(contest: Contest, one: Round, naming: Naming) -> Iterator[Item]:
    page, name = contest_page(contest.code), round_name(one, naming)
    key = f"{one.group.stage}.{one.group.number}.{one.number}"
    if one.paired_at is not None:
        yield Item(f"paired:{key}", _("{round} is paired").format(round=name), one.paired_at, page, "")
    if one.ended_at is not None:
        yield Item(f"over:{key}", _("{round} is over").format(round=name), one.ended_at, page, "")


def round_name(one: Round, naming: Naming) -> str:
    """How a round is called, with its group where there are several."""
    names = [naming.of_group(one.group), naming.of_round(one.group, one.number)]
    return ", ".join(filter(None, names))


def calendar(contest: Contest, rounds: Sequence[Round], naming: Naming, now: datetime.datetime) -> bytes:
    """When registration ends and when rounds begin, as far as a calendar says, in the zone that is active."""
    made = Calendar()
    made.add("prodid", f"-//{settings.SITE_NAME}//bidplay//{(get_language() or 'en').upper()}")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("name", heading(contest))
    made.add("x-wr-calname", heading(contest))
    made.add("x-wr-timezone", timezone.get_current_timezone_name())
    made.add("refresh-interval", datetime.timedelta(hours=6), parameters={"value": "DURATION"})
    made.add("x-published-ttl", datetime.timedelta(hours=6))
    for event in _events(contest, rounds, naming, now):
        made.add_component(event)
    made.add_missing_timezones()
    written: bytes = made.to_ical()
    return written


def _events(
    contest: Contest, rounds: Sequence[Round], naming: Naming, now: datetime.datetime
) -> Iterator[Event]:
    told = {"contest": contest.title}
    if contest.starts_at is not None and contest.status == Contest.Status.REGISTRATION:
        said = _("{contest}: registration ends, and it begins").format(**told)
        yield _event(contest, "start", said, contest.starts_at, now)
    for one in rounds:
        if one.begins_at is not None and one.ended_at is None:
            key = f"{one.group.stage}-{one.group.number}-{one.number}"
            said = _("{contest}: {round} begins").format(**told, round=round_name(one, naming))
            yield _event(contest, f"round-{key}", said, one.begins_at, now)


def _event(contest: Contest, what: str, said: str, at: datetime.datetime, now: datetime.datetime) -> Event:
    zone, page = timezone.get_current_timezone(), contest_page(contest.code)
    event = Event()
    event.add("uid", f"{contest.code}-{what}@{settings.MAIL_DOMAIN}")
    event.add("dtstamp", now.replace(microsecond=0))
    event.add("last-modified", now.replace(microsecond=0))
    event.add("dtstart", at.astimezone(zone).replace(microsecond=0))
    event.add("dtend", (at + SHOWN).astimezone(zone).replace(microsecond=0))
    event.add("summary", said)
    event.add("description", page)
    event.add("url", page)
    event.add("status", "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    return event

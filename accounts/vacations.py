"""Vacations of people: how much of the yearly allowance is left; book one, end it, cancel it.

What a vacation does to matches is not known here: whoever must follow is named in ``FOLLOWERS``.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.formats import get_format
from django.utils.translation import gettext as _

from accounts.models import User, Vacation

FOLLOWERS: list[Callable[[User, datetime.datetime], None]] = []
"""What other apps do when a person's vacations have changed; called last, in the same transaction."""
AHEAD = datetime.timedelta(days=366)
"""So far ahead may a vacation begin."""
DAY = datetime.timedelta(days=1)
UNEVEN = datetime.timedelta(hours=2)
"""By so much may days be longer than 24 hours, because clocks are set back; a day is a day all the same."""
NONE = datetime.timedelta()


class NoVacation(ValidationError):
    """A vacation that can't be booked, ended or cancelled; ``code`` says why to a program."""

    def __init__(self, message: str, code: str, field: str = "", **params: object) -> None:
        super().__init__(message, code, params)
        self.field = field


def allowance() -> datetime.timedelta:
    """How long a person may be away in one year."""
    return datetime.timedelta(days=settings.VACATION_DAYS)


def by_year(
    begins_at: datetime.datetime, ends_at: datetime.datetime, zone: str
) -> dict[int, datetime.timedelta]:
    """The time of a vacation by the years, in its zone, that it belongs to."""
    place, found = ZoneInfo(zone), {}
    first, last = begins_at.astimezone(place).year, ends_at.astimezone(place).year
    for year in range(first, last + 1):
        begin, end = max(begins_at, _new_year(year, place)), min(ends_at, _new_year(year + 1, place))
        if begin < end:
            found[year] = end - begin
    return found


def _new_year(year: int, place: ZoneInfo) -> datetime.datetime:
    return datetime.datetime(year, 1, 1, tzinfo=place).astimezone(datetime.UTC)


def used(vacations: Iterable[Vacation], year: int) -> datetime.timedelta:
    """How much of the allowance of a year these vacations take."""
    return sum((by_year(one.begins_at, one.ends_at, one.zone).get(year, NONE) for one in vacations), NONE)


def left(user: User, year: int) -> datetime.timedelta:
    """How much of the allowance of a year a person still has."""
    return max(NONE, allowance() - used(Vacation.objects.of(user), year))


def year_of(user: User, now: datetime.datetime) -> int:
    """The year that it is where a person lives."""
    return now.astimezone(user.tzinfo).year


def book(user: User, first: datetime.date | None, last: datetime.date, now: datetime.datetime) -> Vacation:
    """Be away from the first day to the end of the last one, both in one's own zone.

    No first day, or today as the first, begins it at once. Raises ``NoVacation``.
    """
    with transaction.atomic():
        person = _held(user)
        today = now.astimezone(person.tzinfo).date()
        begins_at = (
            now if first in (None, today) else _midnight(person, _checked_first(first or today, today))
        )
        if last < (first or today):
            raise NoVacation(_("A vacation ends no sooner than it begins."), "vacation_backwards", "last")
        if last - today > AHEAD + allowance() + DAY:
            raise NoVacation(_("That is too far ahead."), "vacation_far", "last")
        booked = Vacation(
            person=person, begins_at=begins_at, ends_at=_midnight(person, last + DAY), zone=person.zone
        )
        _check(person, booked)
        booked.save()
        _follow(person, now)
    return booked


def _held(user: User) -> User:
    """The person, their row held, so that their vacations change one after the other."""
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _checked_first(first: datetime.date, today: datetime.date) -> datetime.date:
    if first < today:
        raise NoVacation(_("This day is past."), "vacation_past", "first")
    if first - today > AHEAD:
        raise NoVacation(_("That is too far ahead."), "vacation_far", "first")
    return first


def _midnight(person: User, day: datetime.date) -> datetime.datetime:
    """The instant at which a day begins where a person lives."""
    return datetime.datetime.combine(day, datetime.time(), person.tzinfo).astimezone(datetime.UTC)


def _check(person: User, booked: Vacation) -> None:
    others = Vacation.objects.of(person)
    if others.filter(begins_at__lt=booked.ends_at, ends_at__gt=booked.begins_at).exists():
        raise NoVacation(_("You are on vacation then already."), "vacation_overlaps", "first")
    for year in by_year(booked.begins_at, booked.ends_at, booked.zone):
        taken = used([*others, booked], year)
        if taken > allowance() + UNEVEN:
            raise NoVacation(
                _("That is more than you have left in %(year)s: %(left)s of %(all)s days."),
                "vacation_too_long",
                "last",
                year=year,
                left=in_days(left(person, year)),
                all=settings.VACATION_DAYS,
            )


def in_days(span: datetime.timedelta) -> str:
    """A span as a number of days, with a tenth where it is not whole."""
    whole, tenth = divmod(span // (DAY / 10), 10)
    return f"{whole}{get_format('DECIMAL_SEPARATOR')}{tenth}" if tenth else str(whole)


def finish(user: User, pk: int, now: datetime.datetime) -> None:
    """Come back now, or cancel a vacation that has not begun; what was not used is free again.

    Raises ``NoVacation`` for one that is over or another's.
    """
    with transaction.atomic():
        person = _held(user)
        booked = Vacation.objects.of(person).unfinished(now).filter(pk=pk).first()
        if booked is None:
            raise NoVacation(_("This vacation is over, or there is no such."), "vacation_over")
        if booked.begins_at >= now:
            booked.delete()
        else:
            booked.ends_at = now
            booked.save(update_fields=["ends_at"])
        _follow(person, now)


def _follow(person: User, now: datetime.datetime) -> None:
    for follower in FOLLOWERS:
        follower(person, now)

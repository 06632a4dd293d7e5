"""What goes over the wire to programs about vacations and pauses."""

from __future__ import annotations

import datetime

import msgspec


class VacationLine(msgspec.Struct, frozen=True):
    """A vacation of yours. ``zone`` is yours when it was booked: by it its days belong to a year."""

    id: int
    begins_at: datetime.datetime
    ends_at: datetime.datetime
    zone: str


class Vacation(VacationLine, frozen=True):
    """A vacation that you have just booked."""


class VacationDays(msgspec.Struct, frozen=True):
    """How many days of vacation a year has, and how many of them are left."""

    year: int
    days: float
    left: float


class Vacations(msgspec.Struct, frozen=True):
    """Your vacations, the first one first, and what is left of this year and of the next."""

    years: list[VacationDays]
    results: list[VacationLine]


class Away(msgspec.Struct, frozen=True):
    """The vacation of somebody at the table, who is away now or will be before the deadline."""

    begins_at: datetime.datetime
    ends_at: datetime.datetime


class Pause(msgspec.Struct, frozen=True):
    """A pause: no time runs until somebody who plays lets the match go on, or until its end at the latest."""

    begun_at: datetime.datetime
    ends_at: datetime.datetime
    left: int | None
    """How many seconds of the open turn will be left then; at least a fair time is."""

"""Who is away, why a deadline moved, and a pause, as pages and mails say it to those at the table."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from django.conf import settings
from django.utils.translation import gettext as _

from games.models import Seat, Turn
from games.models.absence import absence
from games.notices.times import duration, moment


def away(seat: Seat, turn: Turn | None, now: datetime.datetime) -> str:
    """Until when the holder of a seat is away, or from when to when they will be; empty if they are here."""
    found = absence(seat, now, turn.due_at if turn else None)
    if found is None:
        return ""
    if found.begins <= now:
        return _("on vacation until {moment}").format(moment=moment(found.ends))
    return _("on vacation from {begins} to {ends}").format(
        begins=moment(found.begins), ends=moment(found.ends)
    )


def absences(seats: Iterable[Seat], turn: Turn | None, now: datetime.datetime) -> list[str]:
    """The same for all seats of a table, with their names, for a reader who sits there too."""
    said = ((seat.name, away(seat, turn, now)) for seat in seats)
    return [_("{name}: {absence}.").format(name=name, absence=words) for name, words in said if words]


def stretched(turn: Turn) -> str:
    """By how much vacations have moved a deadline; empty if none has."""
    if not turn.stretched:
        return ""
    span = duration(datetime.timedelta(seconds=turn.stretched))
    return _("The deadline was moved by {span}, because somebody at the table is on vacation.").format(
        span=span
    )


def paused(turn: Turn) -> str:
    """That the clocks of a turn stand, and what is left when they run again."""
    if turn.paused_at is None:
        return ""
    until = moment(turn.paused_at + settings.LONGEST_PAUSE)
    due_at = turn.paused_due or turn.opened_at
    left = duration(max(due_at - max(turn.paused_at, turn.opened_at), datetime.timedelta()))
    return _(
        "The table pauses: no time runs until one of its players lets it go on, or until {moment}."
        " What is left then: {left}."
    ).format(moment=until, left=left)

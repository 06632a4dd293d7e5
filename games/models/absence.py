"""Who of a table is away: the vacations of those who hold its seats, for whoever tells of it. Reads only."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable

from accounts.models import Vacation
from games.models.seat import Away, Seat


def read_absences(seats: Iterable[Seat], now: datetime.datetime) -> None:
    """Let seats know the vacations of their holders that have not ended; one query for all of them."""
    held = [seat for seat in seats if seat.waits_for_person]
    found: dict[int | None, list[Away]] = defaultdict(list)
    booked = Vacation.objects.unfinished(now).filter(person__in={seat.user_id for seat in held})
    for row in booked.values_list("person_id", "begins_at", "ends_at"):
        found[row[0]].append(Away(*row))
    for seat in held:
        seat.vacations = found[seat.user_id]


def absence(seat: Seat, now: datetime.datetime, due_at: datetime.datetime | None) -> Away | None:
    """The vacation of a seat's holder that others should know of: they are away, or will be by the deadline.

    None if there is no such.
    """
    if not seat.waits_for_person:
        return None
    last = max(now, due_at or now)
    return next((away for away in seat.vacations if away.ends > now and away.begins <= last), None)


def spans(user: int | None, text: str | None) -> list[Away]:
    """The vacations of a person from one text, as plain statements give them: ``from/until;…``."""
    if not text or user is None:
        return []
    found = (one.split("/") for one in text.split(";"))
    return sorted(Away(user, _instant(begins), _instant(ends)) for begins, ends in found)


def _instant(text: str) -> datetime.datetime:
    """An instant as a database writes it; SQLite keeps UTC without saying so."""
    instant = datetime.datetime.fromisoformat(text)
    return instant if instant.tzinfo else instant.replace(tzinfo=datetime.UTC)

"""Which notices an action leaves for whom, written in the action's own transaction; sent after it."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import TYPE_CHECKING

from accounts.models import Notice
from games.actions.storing import insert
from games.models import Match, Seat, Turn

if TYPE_CHECKING:
    from games.actions.closing import Closing, Table


def tell(notices: Iterable[Notice]) -> None:
    """Put notices into the outbox; one that is there already stays the only one."""
    insert(list(notices), once=True)


def _notice(user_id: int, kind: str, subject: str, now: datetime.datetime, **data: object) -> Notice:
    return Notice(user_id=user_id, kind=kind, subject=subject, data=data, created_at=now, send_at=now)


def about_turn(kind: str, match: Match, turn: Turn, seat: Seat, now: datetime.datetime) -> Notice:
    """A notice of this kind for the holder of a seat about one turn."""
    assert seat.user_id is not None  # noqa: S101 - callers ask only for seats that people hold
    subject = f"{match.code}:{turn.number}"
    return _notice(seat.user_id, kind, subject, now, match=match.code, turn=turn.number, seat=seat.index)


def closed(closing: Closing, now: datetime.datetime) -> list[Notice]:
    """What people at a table hear when a turn has closed: one notice each at the most, and desertion."""
    table = closing.table
    people = [seat for seat in table.seats if seat.user_id is not None]
    gone = [about_turn("missed", table.match, table.turn, seat, now) for seat in closing.deserted]
    if closing.outcome is not None:
        return gone + [about_turn("end", table.match, table.turn, seat, now) for seat in people]
    if closing.following is None or not closing.waiting:
        # Nobody is asked yet: the clock plays on at once, and the next notice tells of both turns.
        return gone
    told = []
    for seat in people:
        if seat in closing.waiting:
            told.append(about_turn("turn", table.match, closing.following, seat, now))
        elif seat.waits_for_person:
            told.append(about_turn("result", table.match, closing.following, seat, now))
    return gone + told


def grace(table: Table, seat: Seat, now: datetime.datetime) -> Notice:
    """Your time is up, and your one extra half turn has begun."""
    notice = about_turn("missed", table.match, table.turn, seat, now)
    notice.subject += ":grace"
    notice.data["grace"] = True
    return notice


def reminder(turn: Turn, seat: Seat, now: datetime.datetime) -> Notice:
    """Most of the time has passed and nothing is in."""
    return about_turn("reminder", turn.match, turn, seat, now)


def started(match: Match, turn: Turn, seats: list[Seat], now: datetime.datetime) -> list[Notice]:
    """The match has begun."""
    return [about_turn("start", match, turn, seat, now) for seat in seats if seat.user_id is not None]


def ended(match: Match, turn: Turn, seats: list[Seat], now: datetime.datetime) -> list[Notice]:
    """The match is over."""
    return [about_turn("end", match, turn, seat, now) for seat in seats if seat.user_id is not None]


def invited(match: Match, user_ids: list[int], now: datetime.datetime) -> list[Notice]:
    """Somebody asks these people to a match."""
    return [_notice(user_id, "invitation", match.code, now, match=match.code) for user_id in user_ids]


def talked(match: Match, talk_id: int, user_ids: list[int], now: datetime.datetime) -> list[Notice]:
    """Somebody wrote at the table."""
    subject = f"{match.code}:talk:{talk_id}"
    return [_notice(user_id, "talk", subject, now, match=match.code, talk=talk_id) for user_id in user_ids]

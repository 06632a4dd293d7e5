"""Which notices an action leaves for whom, written in the action's own transaction; sent after it."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import msgspec
from django.db.models import Model

from accounts.models import Notice
from games.actions.storing import insert
from games.models import Match, Seat, Turn
from games.models.light import LightMatch, LightSeat, LightTurn

if TYPE_CHECKING:
    from games.actions.closing import Closing, Table


class LightNotice(msgspec.Struct):
    """A notice on its way into the outbox."""

    model: ClassVar[type[Model]] = Notice
    user_id: int
    kind: str
    subject: str
    data: dict[str, object]
    created_at: datetime.datetime
    send_at: datetime.datetime
    pk: int = 0
    status: str = Notice.Status.PENDING.value
    sent_at: datetime.datetime | None = None
    attempts: int = 0
    error: str = ""


AnyMatch: TypeAlias = Match | LightMatch
AnyTurn: TypeAlias = Turn | LightTurn
AnySeat: TypeAlias = Seat | LightSeat


def tell(notices: Iterable[LightNotice]) -> None:
    """Put notices into the outbox; one that is there already stays the only one."""
    insert(list(notices), once=True)


def _notice(user_id: int, kind: str, subject: str, now: datetime.datetime, **data: object) -> LightNotice:
    return LightNotice(user_id, kind, subject, data, now, now)


def about_turn(
    kind: str, match: AnyMatch, turn: AnyTurn, seat: AnySeat, now: datetime.datetime
) -> LightNotice:
    """A notice of this kind for the holder of a seat about one turn."""
    assert seat.user_id is not None  # noqa: S101 - callers ask only for seats that people hold
    subject = f"{match.code}:{turn.number}"
    return _notice(seat.user_id, kind, subject, now, match=match.code, turn=turn.number, seat=seat.index)


def closed(closing: Closing, now: datetime.datetime) -> list[LightNotice]:
    """What people at a table hear when a turn has closed: one notice each at the most, and desertion."""
    table = closing.table
    people = [seat for seat in table.seats if seat.user_id is not None]
    gone = [about_turn("missed", table.match, table.turn, seat, now) for seat in closing.deserted]
    if closing.outcome is None and table.match.size == 1:
        return gone  # who plays alone is answered at once
    if closing.outcome is not None:
        return gone + [about_turn("end", table.match, table.turn, seat, now) for seat in people]
    if closing.following is None or not closing.waiting:
        # Nobody is asked yet: the clock plays on at once, and the next notice tells of both turns.
        return gone
    told = []
    for seat in people:
        if seat in closing.waiting:
            told.append(about_turn("turn", table.match, closing.following, seat, now))
        elif seat.waits_for_person and len(closing.slots) > 1:
            # Where seats order one after the other, what others do is told with one's own next question.
            told.append(about_turn("result", table.match, closing.following, seat, now))
    return gone + told


def grace(table: Table, seat: LightSeat, now: datetime.datetime) -> LightNotice:
    """Your time is up, and your one extra half turn has begun."""
    notice = about_turn("missed", table.match, table.turn, seat, now)
    notice.subject += ":grace"
    notice.data["grace"] = True
    return notice


def reminder(turn: Turn, seat: Seat, now: datetime.datetime) -> LightNotice:
    """Most of the time has passed and nothing is in."""
    return about_turn("reminder", turn.match, turn, seat, now)


def started(
    match: AnyMatch, turn: AnyTurn, seats: Sequence[AnySeat], now: datetime.datetime
) -> list[LightNotice]:
    """The match has begun; who plays alone has just begun it."""
    if len(seats) == 1:
        return []
    return [about_turn("start", match, turn, seat, now) for seat in seats if seat.user_id is not None]


def ended(
    match: AnyMatch, turn: AnyTurn, seats: Sequence[AnySeat], now: datetime.datetime
) -> list[LightNotice]:
    """The match is over."""
    return [about_turn("end", match, turn, seat, now) for seat in seats if seat.user_id is not None]


def invited(match: Match, user_ids: list[int], now: datetime.datetime) -> list[LightNotice]:
    """Somebody asks these people to a match."""
    return [_notice(user_id, "invitation", match.code, now, match=match.code) for user_id in user_ids]


def will_hear(match: Match, user_ids: list[int]) -> set[int]:
    """Who of these people has a mail about table talk coming that no sender has taken up yet.

    It will tell of this message too, so nobody can fill an inbox by talking. The notices stay locked, so
    that no sender reads the talk before this message is there.
    """
    waiting = Notice.objects.pending().filter(user__in=user_ids, kind="talk", attempts=0)
    about = waiting.filter(subject__startswith=f"{match.code}:talk:").select_for_update()
    return set(about.values_list("user_id", flat=True))


def talked(match: Match, talk_id: int, user_ids: list[int], now: datetime.datetime) -> list[LightNotice]:
    """Somebody wrote at the table."""
    subject = f"{match.code}:talk:{talk_id}"
    return [_notice(user_id, "talk", subject, now, match=match.code, talk=talk_id) for user_id in user_ids]

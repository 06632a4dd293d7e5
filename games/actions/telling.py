"""Which notices an action leaves for whom, written in the action's own transaction; sent after it."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import msgspec
from django.db.models import Max, Model

from accounts.models import Notice
from games.actions.spreading import Happening, spread
from games.actions.storing import insert
from games.models import Match, Order, Seat, Turn
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
    wanted_by: datetime.datetime
    pk: int = 0
    status: str = Notice.Status.PENDING.value
    sent_at: datetime.datetime | None = None
    attempts: int = 0
    error: str = ""


PATIENCE = datetime.timedelta(days=30)
"""How long a notice that asks for nothing may wait for those that do, if there are more than can leave."""

TALK_APART = datetime.timedelta(minutes=10)
"""How much time is between two mails about talk at one table; the later one tells all that was said."""

ASKING = frozenset(("start", "turn", "reminder", "missed"))
"""The kinds of notices that may ask for an order: what is due sooner leaves first."""

AnyMatch: TypeAlias = Match | LightMatch
AnyTurn: TypeAlias = Turn | LightTurn
AnySeat: TypeAlias = Seat | LightSeat


def tell(notices: Iterable[LightNotice], happenings: Sequence[Happening] = ()) -> None:
    """Put notices into the outbox, and what devices and hooks get of them and of what happened at tables.

    What is there already stays the only one.
    """
    told = list(notices)
    insert(told, once=True)
    spread(told, happenings)


def _notice(user_id: int, kind: str, subject: str, now: datetime.datetime, **data: object) -> LightNotice:
    return LightNotice(user_id, kind, subject, data, now, now, now + PATIENCE)


def about_turn(
    kind: str,
    match: AnyMatch,
    turn: AnyTurn,
    seat: AnySeat,
    now: datetime.datetime,
    user_id: int | None = None,
) -> LightNotice:
    """A notice of this kind about one turn, for the holder of a seat or for another of their team."""
    reader = seat.user_id if user_id is None else user_id
    assert reader is not None  # noqa: S101 - callers ask only for seats that people hold
    subject = f"{match.code}:{turn.number}"
    notice = _notice(reader, kind, subject, now, match=match.code, turn=turn.number, seat=seat.index)
    if kind in ASKING and turn.due_at is not None:
        notice.wanted_by = turn.due_at
    return notice


def closed(closing: Closing, now: datetime.datetime) -> list[LightNotice]:
    """What people at a table hear when a turn has closed: one notice each at the most, and desertion."""
    table = closing.table
    people = [seat for seat in table.seats if seat.user_id is not None]
    gone = [about_turn("missed", table.match, table.turn, seat, now) for seat in closing.deserted]
    if closing.outcome is None:
        free = [seat for seat in closing.deserted if seat.until is not None]
        gone += vacant(table.match, table.turn, table.seats, free, now)
    gone += [
        about_turn(
            "missed" if closing.outcome is None else "end", table.match, table.turn, seat, now, seat.leaver
        )
        for seat in table.seats
        if seat.leaver is not None
    ]
    if closing.outcome is None and table.match.size == 1:
        return gone  # who plays alone is answered at once
    if closing.outcome is not None:
        return gone + ended(table.match, table.turn, table.seats, now)
    if closing.following is None or not closing.stays_open:
        # Nobody is asked yet: the clock plays on at once, and the next notice tells of both turns.
        return gone
    told = []
    for seat in people:
        # Where seats order one after the other, what others do is told with one's own next question.
        asked, hears = seat in closing.waiting, seat.waits_for_person and len(closing.slots) > 1
        if seat.team:
            told += _to_team(table.match, closing.following, seat, now, asked, hears)
        elif asked or hears:
            kind = "turn" if asked else "result"
            told.append(about_turn(kind, table.match, closing.following, seat, now))
    return gone + told


def readers(seat: AnySeat) -> list[int]:
    """Who hears what happens to a seat: whoever holds it, alone or in a team."""
    others = [one.user for one in seat.team if one.user != seat.user_id]
    return [] if seat.user_id is None else [seat.user_id, *others]


def _to_team(
    match: LightMatch, turn: LightTurn, seat: LightSeat, now: datetime.datetime, asked: bool, hears: bool
) -> list[LightNotice]:
    """What the members of a team hear of a turn that begins: their captain is asked, or each of them."""
    everybody = readers(seat)
    owing = (everybody if seat.index in turn.pooled else everybody[:1]) if asked else []
    others = [reader for reader in everybody if reader not in owing] if hears else []
    return [
        *(about_turn("turn", match, turn, seat, now, reader) for reader in owing),
        *(about_turn("result", match, turn, seat, now, reader) for reader in others),
    ]


def vacant(
    match: AnyMatch, turn: AnyTurn, seats: Iterable[AnySeat], free: Sequence[AnySeat], now: datetime.datetime
) -> list[LightNotice]:
    """Anyone may take over seats that became free together: one notice for each who plays on."""
    if not free:
        return []
    data: dict[str, object] = {"match": match.code, "turn": turn.number}
    subject = f"{match.code}:{turn.number}:free:{free[0].index}"
    playing = [seat for seat in seats if seat.waits_for_person]
    return [_notice(reader, "seat", subject, now, **data) for seat in playing for reader in readers(seat)]


def taken(turn: Turn, seats: Sequence[Seat], seat: Seat, now: datetime.datetime) -> list[LightNotice]:
    """Somebody has taken a seat over, or has come back to it; told to the others who play."""
    data: dict[str, object] = {"match": turn.match.code, "turn": turn.number, "taken": seat.index}
    subject = f"{turn.match.code}:{turn.number}:taken:{seat.index}"
    others = [other for other in seats if other.waits_for_person and other.pk != seat.pk]
    return [_notice(reader, "seat", subject, now, **data) for other in others for reader in readers(other)]


def grace(table: Table, seat: LightSeat, now: datetime.datetime) -> list[LightNotice]:
    """Your time is up, and your one extra half turn has begun; told to everybody who is asked."""
    asked = readers(seat) if seat.index in table.voices else _holder(seat)
    notices = [about_turn("missed", table.match, table.turn, seat, now, reader) for reader in asked]
    for notice in notices:
        notice.subject += ":grace"
        notice.data["grace"] = True
    return notices


def reminder(turn: Turn, slot: Order, now: datetime.datetime) -> list[LightNotice]:
    """Most of the time has passed and nothing is in."""
    readers = [slot.holder.pk] if slot.holder is not None else []
    return [about_turn("reminder", turn.match, turn, slot.seat, now, reader) for reader in readers]


def started(
    match: AnyMatch, turn: AnyTurn, seats: Sequence[AnySeat], now: datetime.datetime
) -> list[LightNotice]:
    """The match has begun; who plays alone has just begun it."""
    if len(seats) == 1:
        return []
    return [
        about_turn("start", match, turn, seat, now, reader)
        for seat in seats
        for reader in (readers(seat) if match.team > 1 else _holder(seat))
    ]


def ended(
    match: AnyMatch, turn: AnyTurn, seats: Sequence[AnySeat], now: datetime.datetime
) -> list[LightNotice]:
    """The match is over."""
    return [
        about_turn("end", match, turn, seat, now, reader)
        for seat in seats
        for reader in (readers(seat) if match.team > 1 else _holder(seat))
    ]


def _holder(seat: AnySeat) -> list[int]:
    """The person at a seat, without a look for a team that can't be there."""
    return [] if seat.user_id is None else [seat.user_id]


def invited(match: Match, user_ids: list[int], now: datetime.datetime) -> list[LightNotice]:
    """Somebody asks these people to a match."""
    return [_notice(user_id, "invitation", match.code, now, match=match.code) for user_id in user_ids]


def will_hear(match: Match, user_ids: list[int]) -> set[int]:
    """Who of these people has a mail about table talk coming that no sender has taken up yet.

    It will tell of this message too, so nobody can fill an inbox by talking. The notices stay locked, so
    that no sender reads the talk before this message is there.
    """
    waiting = Notice.objects.unsent().filter(user__in=user_ids, kind="talk", attempts=0)
    about = waiting.filter(subject__startswith=f"{match.code}:talk:").select_for_update()
    return set(about.values_list("user_id", flat=True))


def talked(match: Match, talk_id: int, user_ids: list[int], now: datetime.datetime) -> list[LightNotice]:
    """Somebody wrote at the table. Who had a mail of that a moment ago gets the next one a little later."""
    subject = f"{match.code}:talk:{talk_id}"
    heard = Notice.objects.filter(user__in=user_ids, kind="talk", sent_at__gt=now - TALK_APART)
    here = heard.filter(subject__startswith=f"{match.code}:talk:")
    last = dict(here.order_by().values_list("user").annotate(Max("sent_at")))
    notices = [_notice(user, "talk", subject, now, match=match.code, talk=talk_id) for user in user_ids]
    for notice in notices:
        if notice.user_id in last:
            notice.send_at = last[notice.user_id] + TALK_APART
    return notices


def pause_asked(match: Match, turn: Turn, seats: Sequence[Seat], now: datetime.datetime) -> list[LightNotice]:
    """Somebody asks these seats to agree to a pause; once a turn."""
    return _of_pause("asked", f"{match.code}:{turn.number}", match, seats, now)


def pause_begun(
    match: Match, turn: AnyTurn, seats: Sequence[Seat], now: datetime.datetime
) -> list[LightNotice]:
    """The clocks stand from now on."""
    return _of_pause("begun", _pause(match, turn), match, seats, now)


def pause_over(
    match: AnyMatch, turn: AnyTurn, seats: Sequence[AnySeat], now: datetime.datetime
) -> list[LightNotice]:
    """The clocks run again; made before they do, as a pause is named by when it began."""
    playing = [seat for seat in seats if seat.waits_for_person]
    return _of_pause("over", _pause(match, turn), match, playing, now)


def _pause(match: AnyMatch, turn: AnyTurn) -> str:
    assert turn.paused_at is not None  # noqa: S101 - callers tell of a turn that pauses
    return f"{match.code}:{turn.paused_at.timestamp():.3f}"


def _of_pause(
    what: str, name: str, match: AnyMatch, seats: Sequence[AnySeat], now: datetime.datetime
) -> list[LightNotice]:
    people = [reader for seat in seats for reader in (readers(seat) if match.team > 1 else _holder(seat))]
    return [_notice(reader, "pause", f"{name}:{what}", now, match=match.code, what=what) for reader in people]

"""When the clocks of a match stand: vacations of those who are asked, a pause of the whole table.

Decides on values; stores nothing. Who takes a vacation or a pause is known in ``vacations`` and ``pausing``.

When clocks stand is worked out on values in ``actions/standstill.py``. A ``Vacation``
(``accounts/vacations.py``, a yearly allowance counted in the zone it was booked in) moves a deadline that
falls into it, at a bank pace the clock of that seat alone; ``Turn.stretched`` is by how much, so that the
deadline without vacations is known whatever else moves it, and ``Seat.away`` when the clock of a seat
stands, which counts towards what one seat may hold up a match. Who booked, cancelled or came back has all
their open turns moved in the same transaction (``actions/vacations.py``). In a team it is the acting
captain's vacation that counts. A pause (``actions/pausing.py``) takes the deadline from the turn
(``due_at`` is null, ``paused_due`` keeps it) and goes on in the turns after, until somebody ends it or
the clock does.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from django.conf import settings

from games.models import Seat, Turn
from games.models.light import LightSeat, LightTurn
from games.pace import Pace

AnySeat: TypeAlias = Seat | LightSeat
AnyTurn: TypeAlias = Turn | LightTurn
Span: TypeAlias = tuple[datetime.datetime, datetime.datetime]

DAY = datetime.timedelta(days=1)
SECOND = datetime.timedelta(seconds=1)
NONE = datetime.timedelta()
PAST = "past"
"""Marks a stop of a seat that its deadline no longer hangs on, because it was set anew since."""


def fair(pace: Pace) -> datetime.timedelta:
    """What is left at least where a deadline is brought back or a match goes on."""
    return min(DAY, datetime.timedelta(seconds=pace.interval / 2))


def no_sooner(pace: Pace, due_at: datetime.datetime, now: datetime.datetime) -> datetime.datetime:
    """This deadline, or one that leaves a fair time of days on from now; a slot stays on its grid."""
    soonest = pace.later(now, fair(pace))
    if due_at >= soonest:
        return due_at
    return pace.after_stop(soonest, now, now, now + SECOND) if pace.kind == "slot" else soonest


def stops(seat: AnySeat) -> list[list[str]]:
    """When the clock of a seat stood or stands in this turn because of vacations."""
    return [stop[:2] for stop in seat.away]


def settle(seats: Iterable[AnySeat], now: datetime.datetime) -> None:
    """Count what the seats have used of the time that vacations may hold up a match, at the end of a turn."""
    for seat in seats:
        if seat.away:
            seat.away_used += math.ceil(
                sum((until - begins for begins, until in _until(seat, now)), NONE).total_seconds()
            )
            seat.away = []


def absorb(seats: Iterable[AnySeat], until: datetime.datetime, now: datetime.datetime) -> None:
    """Keep of the stops of seats what has passed until an instant: the deadline is set anew from now on."""
    for seat in seats:
        if seat.away or seat.vacations:
            anew = (now, now)  # none of their vacations is to count from any sooner
            seat.away = [_written(stop, PAST) for stop in (*_until(seat, until), anew)]


def extend(pace: Pace, turn: AnyTurn, asked: Sequence[AnySeat], silent: Sequence[AnySeat]) -> None:
    """Move the deadline of a turn past the vacations of the seats it still waits for, or back if they ended.

    ``asked`` are all seats that were asked in it. At a bank pace each clock stands for itself; else the
    deadline moves if it falls into a vacation.
    """
    if turn.due_at is None or not pace.vacations:
        return
    if not turn.stretched and not any(seat.vacations or seat.away for seat in asked):
        return
    was, base = turn.due_at, _base(pace, turn)
    away = [seat for seat in asked if seat in silent or any(PAST not in stop for stop in seat.away)]
    for seat in away:
        seat.away = [stop for stop in seat.away if PAST in stop]
    due_at = base
    if any(seat.vacations for seat in away):
        due_at = max(
            [base, *(_past(pace, turn, own, group) for own, group in _groups(pace, turn, base, asked, away))]
        )
    turn.stretched = math.ceil((due_at - base).total_seconds())
    turn.due_at = base + datetime.timedelta(seconds=turn.stretched)
    turn.remind_at = _remind_at(turn, was, away)


def _base(pace: Pace, turn: AnyTurn) -> datetime.datetime:
    """The deadline of a turn without vacations; an outage may have moved it on to a day off."""
    assert turn.due_at is not None  # noqa: S101 - callers leave out turns without a deadline
    return pace.day_on(turn.due_at - datetime.timedelta(seconds=turn.stretched))


def _groups(
    pace: Pace, turn: AnyTurn, base: datetime.datetime, asked: Sequence[AnySeat], away: Sequence[AnySeat]
) -> list[tuple[datetime.datetime, Sequence[AnySeat]]]:
    """The deadlines that move each for itself, and whose vacations move them."""
    if pace.kind != "bank":
        return [(base, away)]
    latest = pace.due_at(turn.opened_at, [seat.clock for seat in asked])
    own = [(pace.due_at(turn.opened_at, [seat.clock]), seat) for seat in away]
    return [(base - (latest - due_at), [seat]) for due_at, seat in own if latest and due_at]


class _Held(NamedTuple):
    """A vacation that may hold up a turn."""

    begins: datetime.datetime
    ends: datetime.datetime
    seat: AnySeat


def _past(pace: Pace, turn: AnyTurn, base: datetime.datetime, seats: Sequence[AnySeat]) -> datetime.datetime:
    """The deadline moved past the vacations of these seats; what is used for that is noted with each."""
    todo = [
        _Held(max(away.begins, turn.opened_at, _anew(seat)), away.ends, seat)
        for seat in seats
        for away in seat.vacations
        if away.user == seat.user_id
    ]
    todo.sort(key=lambda held: held.begins)
    due_at, found = base, list[Span]()
    while (held := next((one for one in todo if _holds(pace, due_at, one)), None)) is not None:
        todo.remove(held)
        stop = (held.begins, min(held.ends, held.begins + _left(held.seat)))
        if stop[0] < stop[1]:
            held.seat.away = [*held.seat.away, _written(stop)]
            found.append(stop)
            due_at = _after(pace, turn, base, found)
    return due_at


def _holds(pace: Pace, due_at: datetime.datetime, held: _Held) -> bool:
    return held.begins < due_at and (pace.kind == "bank" or due_at < held.ends)


def _left(seat: AnySeat) -> datetime.timedelta:
    """For how long vacations may still hold up the match for this seat."""
    used = sum((until - begins for begins, until in _spans(seat.away)), NONE)
    return settings.VACATION_A_MATCH - datetime.timedelta(seconds=seat.away_used) - used


def _anew(seat: AnySeat) -> datetime.datetime:
    """Up to when the vacations of a seat are counted already."""
    past = [datetime.datetime.fromisoformat(stop[1]) for stop in seat.away if PAST in stop]
    return max(past, default=datetime.datetime.min.replace(tzinfo=datetime.UTC))


def _remind_at(turn: AnyTurn, was: datetime.datetime, away: Sequence[AnySeat]) -> datetime.datetime | None:
    """As long before the deadline as ever, but not while those are away whom it waits for."""
    if turn.remind_at is None or turn.due_at is None:
        return None
    back = [until for seat in away for _begins, until in _spans(seat.away) if until < turn.due_at]
    return max([turn.remind_at + (turn.due_at - was), *back])


def merged(spans: Iterable[Span]) -> list[Span]:
    """These spans in order, those that touch as one."""
    found: list[Span] = []
    for begins, ends in sorted(spans):
        if found and begins <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], ends))
        else:
            found.append((begins, ends))
    return found


def _spans(stops: Iterable[Sequence[str]]) -> list[Span]:
    read = datetime.datetime.fromisoformat
    return [(read(stop[0]), read(stop[1])) for stop in stops]


def _until(seat: AnySeat, now: datetime.datetime, without: str = "") -> list[Span]:
    """The stops of a seat as far as they have passed; those that are marked so may be left out."""
    spans = _spans([stop for stop in seat.away if without not in stop[2:]])
    return [(begins, min(ends, now)) for begins, ends in spans if begins < now]


def _written(span: Span, *mark: str) -> list[str]:
    return [span[0].isoformat(), span[1].isoformat(), *mark]


def pause(pace: Pace, turn: AnyTurn, asked: Sequence[AnySeat], now: datetime.datetime) -> None:
    """Stop the clocks of an open turn: it has no deadline until it goes on.

    What is left is kept without the vacations of its seats that were still to come: they are looked at
    again when it goes on, and until then the pause holds up the match, not they.
    """
    begun = max(now, turn.opened_at)
    turn.paused_at, turn.paused_due = now, _due_without(pace, turn, asked, begun)
    turn.due_at, turn.remind_at, turn.stretched = None, None, 0
    absorb(asked, begun, begun)


def _due_without(
    pace: Pace, turn: AnyTurn, asked: Sequence[AnySeat], until: datetime.datetime
) -> datetime.datetime | None:
    """The deadline of a turn as if all vacations that hold it up had ended at this instant."""
    if turn.due_at is None or not turn.stretched:
        return turn.due_at
    base = _base(pace, turn)
    away = [seat for seat in asked if any(PAST not in stop for stop in seat.away)]
    found = [base]
    for own, group in _groups(pace, turn, base, asked, away):
        found.append(_after(pace, turn, own, [stop for seat in group for stop in _until(seat, until, PAST)]))
    return max(found)


def _after(pace: Pace, turn: AnyTurn, due_at: datetime.datetime, held: Iterable[Span]) -> datetime.datetime:
    """A deadline once the clock has stood in these spans."""
    for begins, ends in merged(held):
        due_at = pace.after_stop(due_at, turn.opened_at, begins, ends)
    return due_at


def carry(
    pace: Pace, before: AnyTurn, following: AnyTurn, waiting: Sequence[AnySeat], stays_open: bool
) -> None:
    """Go on pausing in the turn after one in which the table paused; one that waits for nothing is played."""
    if before.paused_at is not None and stays_open:
        pause(pace, following, waiting, before.paused_at)
    following.paused_at = before.paused_at


def stand(turn: AnyTurn, now: datetime.datetime) -> None:
    """Note until when the clocks of a turn have stood, if its table pauses."""
    if turn.paused_at is not None:
        begun = max(turn.paused_at, turn.opened_at)
        turn.stops = [*turn.stops, (begun.isoformat(), now.isoformat())]


def resume(
    pace: Pace, turn: AnyTurn, asked: Sequence[AnySeat], silent: Sequence[AnySeat], now: datetime.datetime
) -> None:
    """Let the clocks of a turn run again: what was left when they stopped is left now, or a fair time."""
    assert turn.paused_at is not None  # noqa: S101 - callers ask for a turn that pauses
    begun = max(turn.paused_at, turn.opened_at)
    stand(turn, now)
    if turn.paused_due is not None:
        due_at = turn.paused_due
        absorb(asked, begun, now)
        turn.due_at = no_sooner(pace, pace.after_stop(due_at, turn.opened_at, begun, now), now)
        remind_at = turn.due_at - (due_at - (pace.remind_at(turn.opened_at, due_at) or due_at))
        turn.remind_at = max(remind_at, now)
        extend(pace, turn, asked, silent)
    turn.paused_at = turn.paused_due = None

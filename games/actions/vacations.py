"""What vacations of people do to the deadlines of their matches, at once and set-wise. How a deadline moves
is decided in ``standstill``; booking a vacation is the business of ``accounts.vacations``, which calls here.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence

from accounts.models import User, Vacation
from games.actions import standstill
from games.actions.closing import Table
from games.actions.storing import update
from games.actions.telling import LightNotice
from games.models import Match, Seat, Turn
from games.models.light import LightSeat, LightTurn, sheets
from games.models.seat import Away


def honour(openings: Sequence[tuple[Match, LightTurn, Sequence[Seat]]], now: datetime.datetime) -> None:
    """Move the deadlines of first turns of matches past the vacations of those they wait for."""
    touched = [one for one in openings if one[1].due_at is not None and one[0].timing.vacations]
    asked = (seat for _match, _turn, waiting in touched for seat in waiting)
    people = {seat.user_id for seat in asked if seat.user_id is not None}
    if not people:
        return
    # Whoever books a vacation holds their row until the turns that wait for them have moved.
    list(User.objects.filter(pk__in=people).order_by("pk").select_for_update(no_key=True).values_list("pk"))
    booked = Vacation.objects.unfinished(now).filter(person__in=people)
    found = [Away(*row) for row in booked.values_list("person_id", "begins_at", "ends_at")]
    for match, turn, waiting in touched:
        for seat in waiting:
            seat.vacations = [away for away in found if away.user == seat.user_id]
        standstill.extend(match.timing, turn, waiting, waiting)
    away = [seat for _match, _turn, waiting in touched for seat in waiting if seat.away]
    Seat.objects.bulk_update(away, ["away"])


def follow(user: User, now: datetime.datetime) -> None:
    """Move the deadlines of a person's open turns to where their vacations put them now.

    One that comes back leaves a fair time. Part of the transaction in which the vacations change.
    """
    _follow(user, _held(user), now)


def arrive(user: User, turn: Turn, now: datetime.datetime) -> None:
    """Move the deadline of an open turn past the vacations of somebody who has just come to its table.

    The row of the turn is held by this transaction, and that of the person since before.
    """
    _follow(user, [turn.pk], now)


def part(turn: Turn, now: datetime.datetime) -> None:
    """Move the deadline of a held turn for which somebody else is asked now, or one person fewer.

    Vacations of who left hold up nobody, those of the captain who follows do.
    """
    if turn.stretched or turn.match.team > 1:
        _store([table for table in map(Table.of, sheets([turn.pk])) if _moves(table, asked_of(table), now)])


def _follow(user: User, keys: Sequence[int], now: datetime.datetime) -> None:
    asked = [(table, asked_of(table)) for table in map(Table.of, sheets(keys))]
    concerned = [(table, seats) for table, seats in asked if any(seat.user_id == user.pk for seat in seats)]
    _store([table for table, seats in concerned if _moves(table, seats, now)])


def _store(moved: Sequence[Table]) -> None:
    update([table.turn for table in moved], ["due_at", "remind_at", "stretched"])
    update([seat for table in moved for seat in table.changed()], ["away"])


def _held(user: User) -> list[int]:
    """The keys of the open turns of a person's matches, their rows held by this transaction."""
    opened = Turn.objects.open().filter(match__in=Match.objects.running().of(user).values("pk"))
    held: list[int] = []
    while True:
        # In the order of their matches, as everybody takes them who waits for more than one.
        others = opened.exclude(pk__in=held).order_by("match_id")
        # One that was closed while it was waited for is left out, and the next one is there to be found.
        held += others.select_for_update(of=("self",)).values_list("pk", flat=True)
        if not others.exclude(pk__in=held).exists():
            return held


def _moves(table: Table, asked: Sequence[LightSeat], now: datetime.datetime) -> bool:
    """Move the deadline of a turn on its values; whether anything of it is another now."""
    turn, was = table.turn, table.turn.due_at
    if was is None or was <= now:
        return False
    standstill.extend(table.pace, turn, asked, table.silent())
    assert turn.due_at is not None  # noqa: S101 - a deadline moves and does not vanish
    if turn.due_at < was:
        base = turn.due_at - datetime.timedelta(seconds=turn.stretched)
        turn.due_at = min(was, standstill.no_sooner(table.pace, turn.due_at, now))
        turn.stretched = max(0, round((turn.due_at - base).total_seconds()))
    return turn.due_at != was or bool(table.changed())


def put_off(reminders: Sequence[tuple[Turn, LightNotice]], now: datetime.datetime) -> Iterator[LightNotice]:
    """Reminders about turns, those to people on vacation for when they are back; none if that is too late."""
    people = {notice.user_id for _turn, notice in reminders}
    away = Vacation.objects.current(now).filter(person__in=people) if people else Vacation.objects.none()
    back = dict(away.values_list("person_id", "ends_at"))
    for turn, notice in reminders:
        notice.send_at = max(notice.send_at, back.get(notice.user_id, now))
        if notice.user_id not in back or turn.due_at is None or notice.send_at < turn.due_at:
            yield notice


def asked_of(table: Table) -> list[LightSeat]:
    """The seats at which people were asked for the orders of an open turn."""
    return [seat for seat in table.seats if seat.waits_for_person and table.asked(seat.index)]

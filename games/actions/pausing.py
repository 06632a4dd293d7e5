"""A pause: the clocks of a match stand when all who play agree, until one of them lets it go on or it has
lasted long enough. Each act is one transaction that holds the turn. What a clock does is in ``standstill``.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from django.conf import settings
from django.db import transaction

from accounts.models import User
from games.actions import standstill, telling
from games.actions.closing import Table
from games.actions.refusals import AlreadyPaused, NoClock, NotPaused, NotRunning, NotYourSeat
from games.actions.storing import update
from games.actions.turns import held_turn
from games.actions.vacations import asked_of
from games.models import Match, Seat, Turn
from games.models.light import LightTurn, sheets

STANDING = ["due_at", "due_was", "remind_at", "stops", "stretched", "paused_at", "paused_due"]
"""What changes in the row of a turn when its clocks stop or run again."""


def ask(user: User, code: str, now: datetime.datetime) -> bool:
    """Ask for a pause, or agree to one, for one's seat; whether the match pauses now, as all have agreed.

    A wish holds for the turn in which it is said and for the next one. Raises ``NotRunning``,
    ``NotYourSeat``, ``NoClock`` or ``AlreadyPaused``.
    """
    with transaction.atomic():
        turn = _running(code)
        seats = _seats(turn)
        mine = _seat_of(user, seats)
        first = not any(wishes(seat, turn.number) for seat in seats)
        Seat.objects.filter(pk=mine.pk).update(pause_wish=turn.number)
        mine.pause_wish = turn.number
        missing = [seat for seat in seats if not wishes(seat, turn.number)]
        if not missing:
            _begin(turn, now)
        elif first:
            telling.tell(telling.pause_asked(turn.match, turn, missing, now))
    return not missing


def take_back(user: User, code: str) -> None:
    """Take back the wish for a pause of one's seat; nothing happens if there is none.

    Raises ``NotRunning`` or ``NotYourSeat``; ``AlreadyPaused`` if all have agreed meanwhile.
    """
    with transaction.atomic():
        turn = _running(code)
        mine = _seat_of(user, _seats(turn))
        Seat.objects.filter(pk=mine.pk).update(pause_wish=0)


def begin(code: str, now: datetime.datetime) -> None:
    """Let a match pause without asking its players, for whoever is in charge of it.

    Raises ``NotRunning``, ``NoClock`` or ``AlreadyPaused``.
    """
    with transaction.atomic():
        _begin(_running(code), now)


def go_on(code: str, now: datetime.datetime, user: User | None = None) -> None:
    """End the pause of a match, for somebody who plays in it; without a person for whoever is in charge.

    Raises ``NotRunning``, ``NotYourSeat`` or ``NotPaused``.
    """
    with transaction.atomic():
        turn = _open(code)
        if user is not None:
            _seat_of(user, _seats(turn))
        if turn.paused_at is None:
            raise NotPaused
        _resume([turn], now)


def end_due(now: datetime.datetime, most: int = 500) -> int:
    """Let the matches go on that have paused for as long as a pause may last; how many."""
    with transaction.atomic():
        long = Turn.objects.paused().filter(paused_at__lte=now - settings.LONGEST_PAUSE)
        turns = list(long.select_related("match").select_for_update(skip_locked=True, of=("self",))[:most])
        _resume(turns, now)
    return len(turns)


def wishes(seat: Seat, number: int) -> bool:
    """Whether the holder of a seat wishes for a pause in the turn of this number."""
    return bool(seat.pause_wish) and seat.pause_wish <= number <= seat.pause_wish + 1


def _open(code: str) -> Turn:
    turn = held_turn(code)
    if turn is None:
        raise NotRunning
    return turn


def _running(code: str) -> Turn:
    """The open turn of a match whose clocks run, held."""
    turn = _open(code)
    if turn.match.timing.kind == "free":
        raise NoClock
    if turn.paused_at is not None:
        raise AlreadyPaused
    return turn


def _seats(turn: Turn) -> list[Seat]:
    """The seats that have a say: those that people still play."""
    seats = turn.match.seats.select_related("user").prefetch_related("members")
    return [_at(turn.match, seat) for seat in seats if seat.waits_for_person]


def _at(match: Match, seat: Seat) -> Seat:
    seat.match = match
    return seat


def _seat_of(user: User, seats: Sequence[Seat]) -> Seat:
    """The seat that a person speaks for, alone or as one of a team."""
    mine = next((seat for seat in seats if user.pk in telling.readers(seat)), None)
    if mine is None:
        raise NotYourSeat
    return mine


def _begin(turn: Turn, now: datetime.datetime) -> None:
    seats = _seats(turn)
    standing = stand_still(turn, now)
    turn.match.seats.update(pause_wish=0)
    telling.tell(telling.pause_begun(turn.match, standing, seats, now))


def stand_still(turn: Turn, now: datetime.datetime) -> LightTurn:
    """Stop the clocks of a held turn whose clocks run, without a word to anybody; the turn as it stands."""
    (table,) = map(Table.of, sheets([turn.pk]))
    table.turn.due_at = turn.due_was or turn.due_at
    standstill.pause(table.pace, table.turn, asked_of(table), now)
    if turn.due_was is not None and not table.silent():
        # It was put aside, and nobody is waited for: it is tried again all the same.
        table.turn.due_at, table.turn.due_was = turn.due_at, turn.due_was
    update([table.turn], STANDING)
    update(table.changed(), ["away"])
    return table.turn


def _resume(turns: Sequence[Turn], now: datetime.datetime) -> None:
    """Let the clocks of held turns run again, a few statements for all of them."""
    tables = [Table.of(sheet) for sheet in sheets([turn.pk for turn in turns])]
    notices = []
    for table in tables:
        notices += telling.pause_over(table.match, table.turn, table.seats, now)
        next_try = table.turn.due_at if table.turn.paused_due is not None else None
        standstill.resume(table.pace, table.turn, asked_of(table), table.silent(), now)
        if next_try is not None:
            table.turn.due_at, table.turn.due_was = next_try, table.turn.due_at
    update([table.turn for table in tables], STANDING)
    update([seat for table in tables for seat in table.changed()], ["away"])
    telling.tell(notices)

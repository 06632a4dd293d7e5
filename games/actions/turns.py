"""The heart: close a turn, close what is due, remind. Each is one transaction.

Turns are locked by their row; whatever crashes, a turn closes once or not at all.

- ``orders.submit`` locks the turn's row, checks the line, seals it (encrypted, with a commitment that is
  public at once) and, if no slot is empty any more, closes the turn in the same transaction. It needs no
  broker.
- ``turns.close_due`` takes up to 50 due turns that no other worker holds (``SKIP LOCKED``; on SQLite
  immediate transactions serialise) and closes them set-wise: a few statements for all.
  ``actions/closing.py`` decides on values what happens; only then rows are written. A unique constraint
  (one open turn a match) and a counted update stand behind the lock. Who waits for the turns of several
  matches takes them in the order of the matches. ``models/light.py`` reads a batch's matches as light
  values in one statement, ``actions/storing.py`` writes its rows as one parameter, ``actions/slots.py``
  finds and fills the one slot of an order. Where SQL is our own, as there, it is because the ORM took
  longer to write a statement than the database to run it.
- Bots are asked when a turn closes, from their seat's view only, so they never hold anybody up. A turn
  that waits for nobody is played on at once, up to a bound, and then by the clock; so is one whose game
  is not ``quick`` enough for a request to wait for its bot. The clock closes such turns each for itself,
  so that no other is held while a bot thinks.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import msgspec
import structlog
from django.db import transaction
from django.db.models.functions import Coalesce

from accounts.models import Notice
from games.actions import outages, spreading, teams, telling, vacations
from games.actions.closing import Closing, Table, close
from games.actions.grace import more_time
from games.actions.storing import insert, update
from games.models import Contest, Match, Order, Seat, Turn
from games.models.light import LightOrder, LightSeat, LightTurn, sheets
from games.rules.game import Refusal

log = structlog.get_logger(__name__)

ENDING = ["status", "ended_at", "outcome", "last_position", "seed"]
"""What changes in the row of a match when it ends."""
OPENING = ["opened", "line", "salt", "by", "commitment", "sealed", "excused"]
"""What changes in the row of an order when it is opened."""
COUNTING = ["misses", "missed", "state", "bot", "clock", "away", "away_used"]
"""What changes in the row of a seat when its turn closes."""
ANOTHER_TRY = datetime.timedelta(minutes=10)
"""After how long a turn that could not be closed is tried again."""
BATCH = 50
"""How many turns close in one transaction."""


class ClosedElsewhere(RuntimeError):
    """A turn was closed by somebody else although its row was held here; nothing of this may be stored."""


ON = 24
"""How many turns of a match are played on at once that wait for nobody; then the clock takes over."""


def held_turn(code: str) -> Turn | None:
    """The open turn of a match, its row held by this transaction; None if the match is not running."""
    opened = Turn.objects.open().filter(match__code=code).select_related("match")
    while True:
        turn = opened.select_for_update(of=("self",)).first()
        # None is also what comes of waiting for a turn that was then closed: the next one may be open.
        if turn is not None or not opened.exists():
            return turn


def close_due(now: datetime.datetime, most: int = BATCH) -> int:
    """Close up to ``most`` turns whose deadline has come; how many were looked at.

    Any number of workers may call this at once: each takes turns that no other holds. Turns of matches with
    bots that think long are closed after the others, each for itself: no other is held while a bot thinks.
    """
    due = outages.closable(now).select_for_update(skip_locked=True)
    slow: set[int] = set()
    with transaction.atomic():
        keys = list(due.values_list("pk", flat=True)[:most])
        close_keys(keys, now, slow=slow)
    for key in sorted(slow):
        with transaction.atomic():
            close_keys(list(due.filter(pk=key).values_list("pk", flat=True)), now)
    return len(keys)


def close_turns(turns: Sequence[Turn], now: datetime.datetime) -> None:
    """Close open turns whose rows this transaction holds: silent seats get grace or their default.

    Where closing fails, that match alone is put aside, with its trouble noted, and holds up no other. Changes
    the rows, not these objects.
    """
    close_keys([turn.pk for turn in turns], now)


def close_keys(
    keys: Sequence[int], now: datetime.datetime, on: int = ON, slow: set[int] | None = None
) -> bool:
    """Close turns as ``close_turns`` does, and up to so many after each that wait for nobody.

    False if one of them was put aside instead. Where ``slow`` is given, the keys of turns at which a bot may
    think long are left there, and nothing is done to them.
    """
    if not keys:
        return True
    try:
        with transaction.atomic():
            following = _close_together(keys, now, slow)
    except ClosedElsewhere:
        raise
    except Exception as error:
        if len(keys) == 1:
            _put_aside(keys[0], error, now)
            return False
        closed = [close_keys([key], now, on, slow) for key in keys]
        return all(closed)
    if following and on:
        close_keys(following, now, on - 1)
    return True


def _close_together(keys: Sequence[int], now: datetime.datetime, slow: set[int] | None) -> list[int]:
    """Close turns and open those that follow; the keys of those of them that can close at once."""
    closings: list[Closing] = []
    graces: list[tuple[Table, list[LightSeat], list[LightSeat]]] = []
    # Read only now that the turns are held, so that no order is missed that came before.
    tables = list(map(Table.of, sheets(keys)))
    if slow is not None:
        slow.update(table.turn.pk for table in tables if table.thinks_long)
        tables = [table for table in tables if not table.thinks_long]
    silent = [(table.match, table.turn, seat) for table in tables for seat in table.silent()]
    unreached = outages.unreached(silent, now)
    for table in tables:
        granted, excused = more_time(table, unreached, now)
        if granted or excused:
            graces.append((table, granted, excused))
        else:
            closings.append(close(table, now))
    if graces:
        _store_graces(graces, now)
    if closings:
        _store(closings)
        telling.tell(
            [notice for closing in closings for notice in telling.closed(closing, now)],
            [happening for closing in closings for happening in spreading.closed(closing, now)],
        )
    return [closing.following.pk for closing in closings if closing.following and closing.goes_on]


def _put_aside(key: int, error: Exception, now: datetime.datetime) -> None:
    turn = Turn.objects.select_related("match").get(pk=key)
    # What a refusal says may quote an order or a hand: its code is enough.
    refused = isinstance(error, Refusal)
    said = f"{type(error).__name__}: {error.code if isinstance(error, Refusal) else error}"[:2000]
    log.error(
        "turn_not_closed",
        match=turn.match.code,
        turn=turn.number,
        trouble=said,
        exc_info=None if refused else error,
    )
    Match.objects.filter(pk=turn.match_id).update(trouble=said)
    if turn.match.pairing_id is not None:
        _tell_contest(turn.match_id, now)
    Turn.objects.filter(pk=turn.pk).update(due_at=now + ANOTHER_TRY, due_was=Coalesce("due_was", "due_at"))


def _tell_contest(match: int, now: datetime.datetime) -> None:
    """Wake the contest of a match that was put aside, unless somebody holds it: it is told at the next try.

    Who holds a contest may wait for turns, so whoever holds a turn must not wait for a contest.
    """
    concerned = Contest.objects.of_match(match).order_by().select_for_update(skip_locked=True, of=("self",))
    Contest.objects.filter(pk__in=list(concerned.values_list("pk", flat=True))).update(wake_at=now)


def give_back_time(turn: int) -> None:
    """Set the deadline of a held turn that was put aside again, because an order is missing now.

    It is the one that the turn had, and leaves half a turn from the next try on at the least; while the table
    pauses there is none.
    """
    aside = Turn.objects.filter(pk=turn).exclude(match__trouble="").select_related("match").first()
    if aside is None:
        return
    due_at = aside.due_was if aside.paused_at is None else None
    if due_at is not None and aside.due_at is not None:
        due_at = max(due_at, aside.match.timing.grace_until(aside.due_at))
    if due_at is not None or aside.paused_at is not None or aside.match.timing.kind == "free":
        Turn.objects.filter(pk=turn).update(due_at=due_at, due_was=None)


def _store_graces(
    graces: Sequence[tuple[Table, list[LightSeat], list[LightSeat]]], now: datetime.datetime
) -> None:
    """Write what it changes that seats get more time."""
    update([table.turn for table, _granted, _excused in graces], ["due_at", "remind_at", "stretched"])
    update([seat for table, _granted, _excused in graces for seat in table.changed()], ["away"])
    update([seat for _table, granted, _excused in graces for seat in granted], ["grace_used"])
    spared = [(table, seat) for table, _granted, excused in graces for seat in excused]
    update([slot for table, seat in spared for slot in table.asked(seat.index)], ["excused"])
    for table, seat in spared:
        log.info("silence_excused", match=table.match.code, turn=table.turn.number, seat=seat.index)
    granted = [(table, seat) for table, seats, _excused in graces for seat in seats]
    telling.tell([notice for table, seat in granted for notice in telling.grace(table, seat, now)])


def _store(closings: list[Closing]) -> None:
    """Write what closings changed, a statement for each kind of row."""
    turns = [closing.table.turn for closing in closings]
    if update(turns, ["closed_at", "remind_at", "events", "hash"], unset="closed_at") != len(turns):
        raise ClosedElsewhere
    store_following(
        [
            (closing.following, closing.waiting, closing.planned)
            for closing in closings
            if closing.following is not None
        ]
    )
    slots = [slot for closing in closings for slot in closing.slots]
    slots += [slot for closing in closings for voices in closing.table.voices.values() for slot in voices]
    update([slot for slot in slots if slot.pk], OPENING)
    insert([slot for slot in slots if not slot.pk])
    seats = [seat for closing in closings for seat in closing.table.seats]
    update([seat for closing in closings for seat in closing.table.changed()], COUNTING)
    update([seat for seat in seats if seat.sealed_plan is not None], ["sealed_plan"])
    update([seat for seat in seats if seat.until is not None], ["until"])
    teams.store([closing.table for closing in closings])
    update([closing.table.match for closing in closings if closing.outcome is not None], ENDING)
    mended = [closing.table.match.pk for closing in closings if closing.table.match.trouble]
    if mended:
        Match.objects.filter(pk__in=mended).update(trouble="")


def store_following(
    openings: Sequence[tuple[LightTurn, Sequence[Seat | LightSeat], Sequence[LightOrder]]],
) -> None:
    """Write turns that begin, with the orders that plans give and a slot for each seat they wait for."""
    insert([turn for turn, _waiting, _planned in openings])
    slots = []
    for turn, waiting, planned in openings:
        given = {(order.seat_id, order.voice) for order in planned}
        empty = [slot for seat in waiting for slot in teams.slots(turn, seat)]
        slots += [slot for slot in empty if (slot.seat_id, slot.voice) not in given]
        slots += [msgspec.structs.replace(order, turn_id=turn.pk) for order in planned]
    insert(slots)


def remind_due(now: datetime.datetime, most: int = 500) -> int:
    """Make a reminder for everyone who is silent in turns of which most of the time has passed."""
    with transaction.atomic():
        late = Turn.objects.remindable(now).select_related("match")
        turns = list(late.select_for_update(skip_locked=True, of=("self",))[:most])
        silent = Order.objects.filter(turn__in=turns, commitment="", seat__bot=False)
        by_key = {turn.pk: turn for turn in turns}
        reminders = [
            (by_key[order.turn_id], notice)
            for order in silent.select_related("seat__user")
            if order.seat.waits_for_person
            for notice in telling.reminder(by_key[order.turn_id], order, now)
        ]
        telling.tell(vacations.put_off(reminders, now))
        Turn.objects.filter(pk__in=list(by_key)).update(remind_at=None)
    return len(turns)


__all__ = [
    "BATCH",
    "Notice",
    "close_due",
    "close_turns",
    "remind_due",
]

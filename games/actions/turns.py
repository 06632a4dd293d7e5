"""The heart: take a sealed order, take it back, close a turn, close what is due. Each is one transaction.

Turns are locked by their row; whatever crashes, a turn closes once or not at all.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

import structlog
from django.db import transaction

from accounts.models import Notice, User
from games.actions import telling
from games.actions.closing import Closing, Table, close, grant_grace
from games.actions.refusals import NothingOwed, NotRunning, NotYourSeat, TooEarly, TooLate
from games.actions.slots import Slot, put, take
from games.actions.storing import insert, update
from games.models import Match, Order, Seat, Turn
from games.models.light import LightOrder, LightSeat, LightTurn, sheets
from games.models.table import sealed_order
from games.rules import GAMES
from games.rules.game import IllegalOrder
from games.seals import seal_order, unseal_order

log = structlog.get_logger(__name__)

ENDING = ["status", "ended_at", "outcome", "last_position", "seed"]
"""What changes in the row of a match when it ends."""
OPENING = ["opened", "line", "salt", "by", "commitment", "sealed"]
"""What changes in the row of an order when it is opened."""
COUNTING = ["misses", "missed", "state", "bot"]
"""What changes in the row of a seat when its turn closes."""
ANOTHER_TRY = datetime.timedelta(minutes=10)
"""After how long a turn that could not be closed is tried again."""
BATCH = 50
"""How many turns close in one transaction."""


class ClosedElsewhere(RuntimeError):
    """A turn was closed by somebody else although its row was held here; nothing of this may be stored."""


@dataclass(frozen=True)
class Receipt:
    """What a person gets for an accepted order."""

    line: str
    version: int
    commitment: str
    due_at: datetime.datetime | None
    closed: bool = False
    """Whether this order was the last one owed, so that the turn has closed."""


def submit(user: User, code: str, number: int, line: str, now: datetime.datetime, door: str) -> Receipt:
    """Seal a person's order for a turn, in place of any earlier one; closes the turn if it was the last owed.

    The same order again answers with the first receipt, also when that order has closed the turn. ``door``
    is ``web``, ``api`` or ``mail``. Raises ``IllegalOrder``, ``TooLate``, ``TooEarly``, ``NothingOwed``,
    ``NotYourSeat`` or ``NotRunning``.
    """
    with transaction.atomic():
        slot = take(user.pk, code, number)
        if slot is None:
            return _receipt_again(user, code, number, line)
        canonical = GAMES[slot.game].check(slot.state(), slot.seat, line)
        if slot.commitment and unseal_order(slot.sealed).line == canonical:
            return Receipt(canonical, slot.version, slot.commitment, slot.due_at)
        version = slot.version + 1
        sealed, commitment = seal_order(code, number, slot.seat, version, canonical)
        complete = put(slot, sealed, commitment, now, door)
        if complete:
            _close([slot.turn], now)
    return Receipt(canonical, version, commitment, slot.due_at, complete)


def _receipt_again(user: User, code: str, number: int, line: str) -> Receipt:
    """The receipt of an order that came twice, the first of which closed the turn; or why it is refused."""
    mine = Order.objects.opened().filter(seat__user=user, by="player")
    slot = (
        mine.filter(turn__match__code=code, turn__number=number).select_related("turn__match", "seat").first()
    )
    if slot is None or not _reads_as(slot, line):
        raise _why_not(user, code, number)
    return Receipt(slot.line, slot.version, slot.commitment, slot.turn.due_at, closed=True)


def _reads_as(slot: Order, line: str) -> bool:
    """Whether a line is another way to write an opened order."""
    try:
        return slot.turn.match.rules.check(slot.turn.state(), slot.seat.index, line) == slot.line
    except IllegalOrder:
        return False


def withdraw(user: User, code: str, number: int) -> None:
    """Take a sealed order back; the slot is empty again. Raises as ``submit`` does."""
    with transaction.atomic():
        slot = _taken_slot(user, code, number)
        Order.objects.filter(pk=slot.pk).update(sealed=b"", commitment="", given_at=None)


def own_order(user: User, turn: Turn) -> str | None:
    """The line a person has sealed for an open turn, for that person's own eyes; None if there is none."""
    sealed = sealed_order(turn, user)
    return unseal_order(sealed).line if sealed else None


def _taken_slot(user: User, code: str, number: int) -> Slot:
    """The slot of a person in an open turn, with the turn's row locked; or the refusal that says why not."""
    slot = take(user.pk, code, number)
    if slot is None:
        raise _why_not(user, code, number)
    return slot


def _why_not(user: User, code: str, number: int) -> Exception:
    match = Match.objects.get(code=code)
    current = match.turns.open().values_list("number", flat=True).first()
    if match.status == Match.Status.OPEN:
        return NotRunning()
    if not match.seats.filter(user=user).exists():
        return NotYourSeat()
    if current is None and not match.turns.filter(number=number).exists():
        return NotRunning()
    if current is None or number < current:
        return TooLate(number, current)
    if number > current:
        return TooEarly(number, current)
    if not match.seats.of(user).filter(state=Seat.State.PLAYING).exists():
        return NotYourSeat()
    return NothingOwed(number)


def close_due(now: datetime.datetime, most: int = BATCH) -> int:
    """Close up to ``most`` turns whose deadline has come; how many were looked at.

    Any number of workers may call this at once: each takes turns that no other holds.
    """
    with transaction.atomic():
        due = Turn.objects.due(now).select_for_update(skip_locked=True)
        keys = list(due.values_list("pk", flat=True)[:most])
        _close(keys, now)
    return len(keys)


def close_turns(turns: Sequence[Turn], now: datetime.datetime) -> None:
    """Close open turns whose rows this transaction holds: silent seats get grace or their default.

    Where closing fails, that match alone is put aside, with its trouble noted, and holds up no other. Changes
    the rows, not these objects.
    """
    _close([turn.pk for turn in turns], now)


def _close(keys: Sequence[int], now: datetime.datetime) -> None:
    """Close the turns with these keys."""
    try:
        with transaction.atomic():
            _close_together(keys, now)
    except ClosedElsewhere:
        raise
    except Exception as error:
        if len(keys) == 1:
            _put_aside(keys[0], error, now)
            return
        for key in keys:
            _close([key], now)


def _close_together(keys: Sequence[int], now: datetime.datetime) -> None:
    closings: list[Closing] = []
    graces: list[tuple[Table, list[LightSeat]]] = []
    # Read only now that the turns are held, so that no order is missed that came before.
    for table in map(Table.of, sheets(keys)):
        granted = grant_grace(table, now)
        if granted:
            graces.append((table, granted))
        else:
            closings.append(close(table, now))
    if graces:
        _store_graces(graces, now)
    if closings:
        _store(closings)
        telling.tell([notice for closing in closings for notice in telling.closed(closing, now)])


def _put_aside(key: int, error: Exception, now: datetime.datetime) -> None:
    turn = Turn.objects.select_related("match").get(pk=key)
    log.error("turn_not_closed", match=turn.match.code, turn=turn.number, exc_info=error)
    Match.objects.filter(pk=turn.match_id).update(trouble=f"{type(error).__name__}: {error}"[:2000])
    Turn.objects.filter(pk=turn.pk).update(due_at=now + ANOTHER_TRY)


def _store_graces(graces: Sequence[tuple[Table, list[LightSeat]]], now: datetime.datetime) -> None:
    """Write what it changes that seats use their grace."""
    update([table.turn for table, _granted in graces], ["due_at", "remind_at"])
    update([seat for _table, granted in graces for seat in granted], ["grace_used"])
    telling.tell([telling.grace(table, seat, now) for table, granted in graces for seat in granted])


def _store(closings: list[Closing]) -> None:
    """Write what closings changed, a statement for each kind of row."""
    turns = [closing.table.turn for closing in closings]
    if update(turns, ["closed_at", "remind_at", "events", "hash"], unset="closed_at") != len(turns):
        raise ClosedElsewhere
    store_following(
        [(closing.following, closing.waiting) for closing in closings if closing.following is not None]
    )
    slots = [slot for closing in closings for slot in closing.slots]
    update([slot for slot in slots if slot.pk], OPENING)
    insert([slot for slot in slots if not slot.pk])
    update([seat for closing in closings for seat in closing.table.changed()], COUNTING)
    update([closing.table.match for closing in closings if closing.outcome is not None], ENDING)
    mended = [closing.table.match.pk for closing in closings if closing.table.match.trouble]
    if mended:
        Match.objects.filter(pk__in=mended).update(trouble="")


def store_following(openings: Sequence[tuple[LightTurn, Sequence[Seat | LightSeat]]]) -> None:
    """Write turns that begin, with an empty slot for each seat they wait for."""
    insert([turn for turn, _waiting in openings])
    insert([LightOrder(0, turn.pk, seat.pk) for turn, waiting in openings for seat in waiting])


def remind_due(now: datetime.datetime, most: int = 500) -> int:
    """Make a reminder for everyone who is silent in turns of which most of the time has passed."""
    with transaction.atomic():
        late = Turn.objects.remindable(now).select_related("match")
        turns = list(late.select_for_update(skip_locked=True, of=("self",))[:most])
        silent = Order.objects.filter(turn__in=turns, commitment="", seat__bot=False)
        by_key = {turn.pk: turn for turn in turns}
        telling.tell(
            [
                telling.reminder(by_key[order.turn_id], order.seat, now)
                for order in silent.select_related("seat")
                if order.seat.waits_for_person
            ]
        )
        Turn.objects.filter(pk__in=list(by_key)).update(remind_at=None)
    return len(turns)


__all__ = [
    "BATCH",
    "Notice",
    "Receipt",
    "close_due",
    "close_turns",
    "own_order",
    "remind_due",
    "submit",
    "withdraw",
]

"""Orders and plans of people: seal one, take it back, keep orders given ahead. Each is one transaction."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from accounts.models import User
from games.actions import ahead
from games.actions.refusals import NothingOwed, NotRunning, NotYourSeat, TooEarly, TooLate
from games.actions.slots import Slot, put, take
from games.actions.turns import close_keys, held_turn
from games.models import Match, Order, Seat, Turn
from games.models.table import sealed_order
from games.rules import GAMES
from games.rules.game import Game, IllegalOrder
from games.seals import seal_order, unseal_order


@dataclass(frozen=True)
class Receipt:
    """What a person gets for an accepted order."""

    line: str
    version: int
    commitment: str
    due_at: datetime.datetime | None
    closed: bool = False
    """Whether this order was the last one owed, so that the turn has closed."""
    plan: str = ""
    """The orders given ahead in the same text, as they will run."""


def submit(user: User, code: str, number: int, line: str, now: datetime.datetime, door: str) -> Receipt:
    """Seal a person's order for a turn, in place of any earlier one; closes the turn if it was the last owed.

    The same order again answers with the first receipt, also when that order has closed the turn. Orders
    given ahead may follow in the same text, or stand alone in it; see ``plan``. ``door`` is ``web``, ``api``
    or ``mail``. Raises ``IllegalOrder``, ``TooLate``, ``TooEarly``, ``NothingOwed``, ``NotYourSeat`` or
    ``NotRunning``.
    """
    with transaction.atomic():
        slot = take(user.pk, code, number)
        if slot is None:
            return _beside(user, code, number, line, now)
        order, ahead_of = GAMES[slot.game].parted(line)
        if not ahead_of:
            return _seal(slot, code, number, order, now, door)
        if not order.strip():
            return _planned(user, slot, code, number, ahead_of, now)
        kept = _keep(user, code, GAMES[slot.game], slot.state(), slot.seat, ahead_of)
        return replace(_seal(slot, code, number, order, now, door), plan=kept)


def plan(user: User, code: str, text: str, now: datetime.datetime) -> Receipt:
    """Keep orders given ahead in place of those kept before; no text at all clears them.

    If the seat owes an order that they fit, and has given none, it is given at once: then the receipt is
    that of the order. Raises ``IllegalOrder``, ``NotYourSeat`` or ``NotRunning``.
    """
    with transaction.atomic():
        return _plan(user, code, text, now)


def _plan(user: User, code: str, text: str, now: datetime.datetime) -> Receipt:
    """Keep a plan, and follow it at once where it is due. The turn is held, so that none opens past it."""
    turn = held_turn(code)
    if turn is None:
        raise NotRunning
    slot = take(user.pk, code, turn.number)
    if slot is not None:
        return _planned(user, slot, code, turn.number, text, now)
    seat = Seat.objects.of(user).filter(match__code=code, state=Seat.State.PLAYING).first()
    if seat is None:
        raise NotYourSeat
    kept = _keep(user, code, turn.match.rules, turn.state(), seat.index, text)
    return Receipt("", 0, "", turn.due_at, plan=kept)


def _planned(user: User, slot: Slot, code: str, number: int, text: str, now: datetime.datetime) -> Receipt:
    """Keep a plan of a seat whose slot is held, and follow it at once where the slot is empty."""
    game, state = GAMES[slot.game], slot.state()
    kept = _keep(user, code, game, state, slot.seat, text)
    line = None
    if kept and not slot.commitment:
        decision = game.decisions(state)[slot.seat]
        line, rest = ahead.order_of(game, state, slot.seat, decision, kept)
        _store(user, code, rest)
    if line is None:
        return Receipt("", slot.version, slot.commitment, slot.due_at, plan=kept)
    return replace(_seal(slot, code, number, line, now, ahead.DOOR), plan=kept)


def _keep(user: User, code: str, game: Game[Any], state: Any, seat: int, text: str) -> str:
    """Check a plan against what its seat may see, and store it."""
    kept = game.plan(game.view(state, seat), seat, text) if text.strip() else ""
    _store(user, code, kept)
    return kept


def _store(user: User, code: str, text: str) -> None:
    if not Seat.objects.of(user).filter(match__code=code).update(sealed_plan=ahead.sealed(text)):
        raise NotYourSeat  # the plan of a team is its captain's


def _beside(user: User, code: str, number: int, line: str, now: datetime.datetime) -> Receipt:
    """What comes of a text for a turn in which one owes nothing: a plan, a receipt again, or why not."""
    match = Match.objects.filter(code=code).first()
    if match is not None and not match.rules.parted(line)[0].strip() and line.strip():
        return _plan(user, code, line, now)
    return _receipt_again(user, code, number, line)


def _seal(slot: Slot, code: str, number: int, line: str, now: datetime.datetime, door: str) -> Receipt:
    """Put an order into a slot that is held, and close the turn if it was the last."""
    game = GAMES[slot.game]
    canonical = (game.voice if slot.voice else game.check)(slot.state(), slot.seat, line)
    if slot.commitment and unseal_order(slot.sealed).line == canonical:
        return Receipt(canonical, slot.version, slot.commitment, slot.due_at)
    version = slot.version + 1
    sealed, commitment = seal_order(code, number, slot.seat, version, canonical, slot.voice)
    complete = put(slot, sealed, commitment, now, door)
    if complete:
        close_keys([slot.turn], now)
    return Receipt(canonical, version, commitment, slot.due_at, complete)


def _receipt_again(user: User, code: str, number: int, line: str) -> Receipt:
    """The receipt of an order that came twice, the first of which closed the turn; or why it is refused."""
    mine = Order.objects.opened().by(user).filter(by__in=["player", "captain"])
    slot = (
        mine.filter(turn__match__code=code, turn__number=number).select_related("turn__match", "seat").first()
    )
    if slot is None or not _reads_as(slot, line):
        raise _why_not(user, code, number)
    return Receipt(slot.line, slot.version, slot.commitment, slot.turn.due_at, closed=True)


def _reads_as(slot: Order, line: str) -> bool:
    """Whether a line is another way to write an opened order."""
    try:
        game = slot.turn.match.rules
        return (game.voice if slot.voice else game.check)(
            slot.turn.state(), slot.seat.index, line
        ) == slot.line
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
    if not Match.objects.filter(pk=match.pk).of(user).exists():
        return NotYourSeat()
    if current is None and not match.turns.filter(number=number).exists():
        return NotRunning()
    if current is None or number < current:
        return TooLate(number, current)
    if number > current:
        return TooEarly(number, current)
    if not match.seats.shared_by(user).filter(state=Seat.State.PLAYING).exists():
        return NotYourSeat()
    return NothingOwed(number)


def own_plan(user: User, match: Match) -> str:
    """The orders a person gave ahead in a match, for that person's own eyes; empty if there are none."""
    seat = Seat.objects.of(user).filter(match=match).first()
    return ahead.opened(seat.sealed_plan) if seat else ""

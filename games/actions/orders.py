"""Orders and plans of people: seal one, take it back, keep orders given ahead. Each is one transaction."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from accounts.models import User
from games.actions import ahead, receipts
from games.actions.receipts import Receipt
from games.actions.refusals import NotCaptain, NotRunning, NotYourSeat, OrderLost, PlanLost
from games.actions.slots import Slot, put, take
from games.actions.turns import close_keys, give_back_time, held_turn
from games.models import Match, Order, Seat, Turn
from games.models.table import sealed_order
from games.rules import GAMES
from games.rules.game import LONGEST, Game, IllegalOrder, gettext_noop
from games.seals import BrokenSeal, seal_order, unseal_order

__all__ = ["OwnOrder", "Receipt", "own_order", "own_plan", "own_sealed", "plan", "submit", "withdraw"]

_ = gettext_noop

_MOST = 2 * LONGEST
"""So many characters has an order with orders ahead behind it, whatever stands between them."""


@dataclass(frozen=True)
class OwnOrder:
    """What a person has sealed in an open turn, for their own eyes."""

    line: str
    given_at: datetime.datetime | None


def submit(user: User, code: str, number: int, line: str, now: datetime.datetime, door: str) -> Receipt:
    """Seal a person's order for a turn, in place of any earlier one; closes the turn if it was the last owed,
    unless turns never close early.

    The same text again answers with the first receipt, also when it has closed the turn. Orders given ahead
    may follow in the same text, or stand alone in it; see ``plan``. ``door`` is ``web``, ``api`` or ``mail``.
    Raises ``IllegalOrder``, ``TooLate``, ``TooEarly``, ``NothingOwed``, ``NotYourSeat`` or ``NotRunning``.
    """
    with transaction.atomic():
        slot = take(user.pk, code, number)
        if slot is None:
            return _beside(user, code, number, line, now, door)
        order, text = GAMES[slot.game].parted(line)
        if not text:
            return _seal(slot, code, number, order, now, door)
        if not order.strip():
            return _planned(user, slot, code, number, line, now, number)
        return _both(user, slot, code, number, line, now, door)


def plan(user: User, code: str, text: str, now: datetime.datetime, number: int | None = None) -> Receipt:
    """Keep orders given ahead in place of those kept before; no text at all clears them.

    If the seat owes an order that they fit, and has given none, it is given at once: then the receipt is
    that of the order. ``number`` is the turn that was open when they were written. The same text for the same
    turn answers with the first receipt and changes nothing, whatever turn is open now. Raises
    ``IllegalOrder``, ``NotYourSeat`` or ``NotRunning``.
    """
    with transaction.atomic():
        return _plan(user, code, text, now, number)


def _plan(user: User, code: str, text: str, now: datetime.datetime, number: int | None) -> Receipt:
    """Keep a plan, and follow it at once where it is due. The turn is held, so that none opens past it."""
    turn = held_turn(code)
    sent_for = number or (turn.number if turn else 0)
    slot = take(user.pk, code, turn.number) if turn and sent_for >= turn.number else None
    if slot is None:
        again = _again(user, code, sent_for, text)
        if again is not None:
            return again
    if turn is None:
        raise NotRunning
    slot = slot or take(user.pk, code, turn.number)
    if slot is not None:
        return _planned(user, slot, code, turn.number, text, now, sent_for)
    seat = Seat.objects.of(user).filter(match__code=code, state=Seat.State.PLAYING).first()
    if seat is None:
        raise _not_theirs(user, code)
    kept = _checked(turn.match.rules, turn.state(), seat.index, text)
    receipt = Receipt("", 0, "", turn.due_at, plan=kept, left=kept)
    _store(user, code, ahead.Kept(kept, text.strip(), sent_for, receipt))
    return receipt


def _planned(
    user: User, slot: Slot, code: str, number: int, text: str, now: datetime.datetime, sent_for: int
) -> Receipt:
    """Keep a plan of a seat whose slot is held, and follow it at once where the slot is empty."""
    again = _again(user, code, sent_for, text) if slot.commitment else None
    if again is not None:
        return again
    game, state = GAMES[slot.game], slot.state()
    kept = rest = _checked(game, state, slot.seat, text)
    line = None
    if kept and not slot.commitment:
        decision = game.decisions(state)[slot.seat]
        line, rest = ahead.order_of(game, state, slot.seat, decision, kept)
    receipt = Receipt("", slot.version, slot.commitment, slot.due_at, owed=not slot.commitment)
    _store(user, code, ahead.Kept(rest))
    if line is not None:
        receipt = replace(_seal(slot, code, number, line, now, ahead.DOOR), played=1, by_plan=True)
    receipt = _followed(user, slot, code, number, replace(receipt, plan=kept, left=rest))
    _note(user, code, ahead.Kept(receipt.left, text.strip(), sent_for, receipt))
    return receipt


def _both(
    user: User, slot: Slot, code: str, number: int, text: str, now: datetime.datetime, door: str
) -> Receipt:
    """Seal an order, and keep the orders ahead that follow it in the same text."""
    if len(text) > _MOST:
        raise IllegalOrder(
            _("An order has at most {most} characters; this one has {count}."),
            "too_long",
            most=_MOST,
            count=len(text),
        )
    game = GAMES[slot.game]
    order, behind = game.parted(text)
    kept = _checked(game, slot.state(), slot.seat, behind)
    _store(user, code, ahead.Kept(kept))
    receipt = _seal(slot, code, number, order, now, door)
    receipt = _followed(user, slot, code, number, replace(receipt, plan=kept, left=kept))
    _note(user, code, ahead.Kept(receipt.left, text.strip(), number, receipt))
    return receipt


def _followed(user: User, slot: Slot, code: str, number: int, receipt: Receipt) -> Receipt:
    """A receipt with what has become of the plan in the turns that opened since."""
    if not receipt.closed:
        return receipt
    running = Seat.objects.of(user).filter(match__code=code, match__status=Match.Status.RUNNING)
    stored = running.values_list("sealed_plan", flat=True).first()
    given = Order.objects.filter(turn__match__code=code, turn__number__gt=number, door=ahead.DOOR)
    more = given.filter(seat__index=slot.seat).count()
    left = ahead.opened(stored).plan if stored else ""
    return replace(receipt, left=left, played=receipt.played + more)


def _again(user: User, code: str, number: int, text: str) -> Receipt | None:
    """The receipt that the same text for the same turn got before, if it was the last with orders ahead."""
    stored = Seat.objects.of(user).filter(match__code=code).values_list("sealed_plan", flat=True).first()
    try:
        kept = ahead.opened(stored or b"")
    except BrokenSeal:
        return None
    return kept.receipt if kept.answers(text, number) else None


def _checked(game: Game[Any], state: Any, seat: int, text: str) -> str:
    """The canonical text of a plan, checked against what its seat may see."""
    return game.plan(game.view(state, seat), seat, text) if text.strip() else ""


def _store(user: User, code: str, kept: ahead.Kept) -> None:
    if not _note(user, code, kept):
        raise _not_theirs(user, code)


def _not_theirs(user: User, code: str) -> NotYourSeat:
    """Why a plan can't be kept for this person: the plan of a team is its captain's."""
    shared = Seat.objects.shared_by(user).filter(match__code=code, state=Seat.State.PLAYING)
    return NotCaptain() if shared.exists() else NotYourSeat()


def _note(user: User, code: str, kept: ahead.Kept) -> bool:
    """Store a plan with the seat, if it is still this person's."""
    return bool(Seat.objects.of(user).filter(match__code=code).update(sealed_plan=ahead.sealed(kept)))


def _beside(user: User, code: str, number: int, line: str, now: datetime.datetime, door: str) -> Receipt:
    """What comes of a text for a turn in which one owes nothing: a plan, a receipt again, or why not.

    The button of a mail dies with its turn: what comes by it later plans nothing for the turns after.
    """
    match = Match.objects.filter(code=code).first()
    order, text = match.rules.parted(line) if match is not None else (line, "")
    if text and not order.strip() and door != "mail":
        return _plan(user, code, line, now, number)
    again = _again(user, code, number, line) if text else None
    return again or receipts.of_order(user, code, number, line)


def _seal(slot: Slot, code: str, number: int, line: str, now: datetime.datetime, door: str) -> Receipt:
    """Put an order into a slot that is held, and close the turn if it was the last and may close early."""
    game = GAMES[slot.game]
    canonical = (game.voice if slot.voice else game.check)(slot.state(), slot.seat, line)
    if slot.commitment and _line_in(slot.sealed) == canonical:
        return Receipt(canonical, slot.version, slot.commitment, slot.due_at)
    version = slot.version + 1
    sealed, commitment = seal_order(code, number, slot.seat, version, canonical, slot.voice)
    complete = put(slot, sealed, commitment, now, door)
    due = slot.early or (slot.due_at is not None and slot.due_at <= now)
    closed = complete and due and close_keys([slot.turn], now)
    return Receipt(canonical, version, commitment, slot.due_at, closed)


def withdraw(user: User, code: str, number: int) -> None:
    """Take a sealed order back; the slot is empty again. Raises as ``submit`` does."""
    with transaction.atomic():
        slot = take(user.pk, code, number)
        if slot is None:
            raise receipts.why_not(user, code, number)
        Order.objects.filter(pk=slot.pk).update(sealed=b"", commitment="", given_at=None)
        give_back_time(slot.turn)


def own_order(user: User, turn: Turn) -> str | None:
    """The line a person has sealed for an open turn, for that person's own eyes; None if there is none.

    Raises ``OrderLost`` if no key opens it any more; another may be given in its place.
    """
    found = own_sealed(user, turn)
    return found.line if found else None


def own_sealed(user: User, turn: Turn) -> OwnOrder | None:
    """The same with the moment at which it was sealed."""
    slot = sealed_order(turn, user)
    if slot is None:
        return None
    line = _line_in(bytes(slot.sealed))
    if line is None:
        raise OrderLost
    return OwnOrder(line, slot.given_at)


def _line_in(sealed: bytes) -> str | None:
    """The line of a sealed order, or None if no key opens it any more."""
    try:
        return unseal_order(sealed).line
    except BrokenSeal:
        return None


def own_plan(user: User, match: Match) -> ahead.Kept:
    """The orders a person gave ahead in a match, for that person's own eyes; empty if there are none.

    Raises ``PlanLost`` if no key opens them any more; others may be given in their place.
    """
    seat = Seat.objects.of(user).filter(match=match).first()
    try:
        return ahead.opened(seat.sealed_plan if seat else b"")
    except BrokenSeal as broken:
        raise PlanLost from broken

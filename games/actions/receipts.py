"""What a person gets for an accepted text, and again for one that came twice. Takes no order itself."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from accounts.models import User
from games.actions import teams
from games.actions.refusals import NothingOwed, NotRunning, NotYourSeat, TooEarly, TooLate
from games.models import Match, Order, Seat
from games.rules.game import IllegalOrder


@dataclass(frozen=True)
class Receipt:
    """What a person gets for an accepted order, for orders ahead, or for both in one text."""

    line: str
    version: int
    commitment: str
    due_at: datetime.datetime | None
    closed: bool = False
    """Whether this order was the last one owed, so that the turn has closed."""
    plan: str = ""
    """The orders ahead of the same text, as they were kept."""
    left: str = ""
    """What of them still waits."""
    played: int = 0
    """How many orders they gave at once."""
    by_plan: bool = False
    """Whether ``line`` is one of these."""
    owed: bool = False
    """Whether the order for this turn is still missing."""


def of_order(user: User, code: str, number: int, line: str) -> Receipt:
    """The receipt of an order that came twice, the first of which closed the turn; or why it is refused."""
    mine = Order.objects.opened().by(user).filter(by__in=["player", "captain", "plan"])
    slot = (
        mine.filter(turn__match__code=code, turn__number=number).select_related("turn__match", "seat").first()
    )
    if slot is None or not _reads_as(slot, line):
        raise why_not(user, code, number)
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


def why_not(user: User, code: str, number: int) -> Exception:
    """Why a person can give no order for this turn."""
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
    return NothingOwed(number, teams.captain_asked(user, match, number))

"""Deserted seats that others may take over: who may, and what passes on to them.

Orders and hand are the seat's. Notes and talk stay with whoever wrote them; orders ahead are dropped.

Where the pace says ``substitute``, a deserted seat stays without a bot and gets its defaults, and
``Seat.until`` (its holder's last turn) says that anyone may take it over (``actions/successors.py``); who
deserted it may come back as long as nobody else has. If nobody is left to wait for, the match is played
out with defaults. A successor gets the seat with what it owes, fresh misses and grace, at least half a
turn to order, or half of what a clock starts with; orders ahead are dropped, notes stay with their
person. ``Seat.since`` and ``Tenure`` keep whose which turns were: orders, misses and reliability are
theirs who held the seat then (``OrderQuerySet.by``), while the seat's name, outcome and rematch are its
holder's at the end. Whoever held another seat of the match can't take one. A successor of a team is its
one member. ``actions/admission.py`` says whom a table lets in: who is invited, newcomers, and who is as
reliable as it asks.
"""

from __future__ import annotations

import datetime
import math

from django.db import transaction
from django.db.models import Max

from accounts.models import User
from games.actions import spreading, telling, vacations
from games.actions.admission import admit
from games.actions.refusals import NotRunning, SatElsewhere, SeatTaken
from games.actions.turns import held_turn
from games.models import Match, Member, Order, Seat, Tenure, Turn
from games.pace import Pace

SHARE = 0.5
"""The share of a turn, or of what a clock starts with, that whoever takes a seat has at the least."""
TAKING = [
    *("user", "state", "misses", "missed", "grace_used", "clock", "sealed_plan", "since", "until"),
    *("away", "away_used", "pause_wish"),
]
"""What changes in the row of a seat when somebody takes it."""


def take_over(user: User, match: Match, index: int, now: datetime.datetime) -> Seat:
    """Take a seat that is deserted and open to anyone, from the open turn on; its deserter may come back.

    The seat owes the open turn at once if the game asks it, with a fair time to order. Misses and grace begin
    anew. Whoever plays the seat already gets it as it is. Raises ``NotRunning``, ``SeatTaken``,
    ``SatElsewhere``, ``NotInvited`` or ``NotReliable``.
    """
    with transaction.atomic():
        # As who books a vacation does: their own row first, then the turns that wait for them.
        list(User.objects.filter(pk=user.pk).select_for_update(no_key=True).values_list("pk"))
        turn = held_turn(match.code)
        if turn is None:
            raise NotRunning
        # Read only now that the turn is held: of two who ask at once, one finds the seat taken.
        seat = turn.match.seats.filter(index=index).select_related("user").first()
        if seat is not None and seat.user_id == user.pk and seat.waits_for_person:
            return seat
        if seat is None or not seat.is_vacant:
            raise SeatTaken(index)
        if seat.user_id != user.pk:
            _check(user, turn.match, seat)
            _join_team(user, turn.match, seat)
        _hand_over(seat, user, turn)
        _ask(seat, turn, now)
        seat.save(update_fields=TAKING)
        vacations.arrive(user, turn, now)
        told = telling.taken(turn, list(turn.match.seats.all()), seat, now)
        telling.tell(told, [spreading.happened("taken", turn.match, turn, now, seat)])
    return seat


def _check(user: User, match: Match, seat: Seat) -> None:
    """Refuse a successor who knows what another seat knows, or whom the table does not want.

    Whoever sat at another table that plays the same deal knows as much.
    """
    tables = [match]
    if match.dealt:
        tables = list(Match.objects.filter(pairing__round__pairings=match.pairing_id, dealt=True).only("pk"))
    others = Seat.objects.filter(match__in=tables).exclude(pk=seat.pk)
    before = Tenure.objects.filter(seat__in=others, user=user)
    fellows = Member.objects.filter(seat__in=others, user=user)
    if others.filter(user=user).exists() or before.exists() or fellows.exists():
        raise SatElsewhere
    admit(user, match)


def _join_team(user: User, match: Match, seat: Seat) -> None:
    """Where teams play, make the successor the one member of the team that is left."""
    if match.team == 1:
        return
    seat.members.update(active=False)
    if not seat.members.filter(user=user).update(active=True, misses=0):
        last = seat.members.aggregate(last=Max("position"))["last"] or 0
        Member.objects.create(match=match, seat=seat, user=user, position=last + 1)


def _hand_over(seat: Seat, user: User, turn: Turn) -> None:
    """Keep which turns were the former holder's, and begin anew with the new one."""
    assert seat.until is not None  # noqa: S101 - callers hand over vacant seats only
    if seat.until >= seat.since:
        Tenure.objects.create(
            seat=seat, user=seat.user, since=seat.since, until=seat.until, missed=seat.missed
        )
    seat.user, seat.state, seat.since, seat.until = user, Seat.State.PLAYING, turn.number, None
    seat.misses, seat.missed, seat.grace_used, seat.sealed_plan = 0, 0, False, b""
    seat.away, seat.away_used, seat.pause_wish = [], 0, 0


def _ask(seat: Seat, turn: Turn, now: datetime.datetime) -> None:
    """Make the slot of a seat that the open turn asks, with a fair time to fill it.

    At a table that pauses it is counted from when the clocks stopped.
    """
    pace = turn.match.timing
    since = now if turn.paused_at is None else max(turn.paused_at, turn.opened_at)
    seat.clock = _fair_clock(pace, seat.clock)
    decision = turn.match.rules.decisions(turn.state()).get(seat.index)
    if decision is None or decision.forced:
        return
    due_at = turn.due_at if turn.paused_at is None else turn.paused_due
    fair = _fair_deadline(pace, seat.clock, turn, due_at, since)
    if turn.paused_at is not None:
        Turn.objects.filter(pk=turn.pk).update(paused_due=fair, due_at=None, remind_at=None)
    elif fair != due_at:
        Turn.objects.filter(pk=turn.pk).update(due_at=fair, remind_at=pace.remind_at(now, fair))
    if seat.clock is not None:
        # It counts from the beginning of the turn, and what passed before was not the successor's time.
        seat.clock += math.ceil(pace.used(turn.opened_at, since, turn.stops).total_seconds())
    Order.objects.create(turn=turn, seat=seat)
    telling.tell([telling.about_turn("turn", turn.match, turn, seat, now)])


def _fair_clock(pace: Pace, clock: int | None) -> int | None:
    """What a clock holds for a successor: what is left on it, topped up if that is too little."""
    if pace.kind != "bank":
        return None
    return max(pace.interval if clock is None else clock, math.ceil(pace.interval * SHARE))


def _fair_deadline(
    pace: Pace, clock: int | None, turn: Turn, due_at: datetime.datetime | None, since: datetime.datetime
) -> datetime.datetime:
    """The deadline of the open turn, or a later one that leaves a successor a fair time."""
    if due_at is None or clock is not None or not turn.orders.exists():
        fair = pace.due_at(since, [clock])
        assert fair is not None  # noqa: S101 - only who plays alone has no deadlines
        return max(fair, due_at or fair)
    share = datetime.timedelta(seconds=pace.interval * SHARE)
    if pace.kind != "slot":
        return max(due_at, pace.later(since, share))
    # As if the time had stood still while no more than that was left.
    return pace.after_stop(due_at, turn.opened_at, due_at - share, since)

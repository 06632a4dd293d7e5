"""Mails about turns, set-wise: each notice is looked at again, and what is no longer true is not written."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from accounts.models import Notice
from accounts.outbox import Draft, Mail, reading_as
from games.models import Match, Turn
from games.models.absence import read_absences
from games.models.outage import foresee
from games.notices import playing
from games.notices.cases import Case, cases
from games.notices.layout import mail
from games.notices.letters import Letter
from games.notices.positions import Position, position

Writer = Callable[[Case, Position, datetime.datetime], Letter]

WRITERS: Mapping[str, Writer] = {
    "start": playing.start,
    "turn": playing.turn,
    "reminder": playing.reminder,
    "result": playing.result,
    "missed": playing.missed,
    "end": playing.end,
}

ASKING = ("start", "turn", "reminder", "missed")
"""The kinds that may ask for an order until a deadline."""


def write(notices: Sequence[Notice], now: datetime.datetime) -> dict[int, Draft]:
    """The mails that are still needed, by notice pk: every row is read now, and each mail written later."""
    positions: dict[int, Position] = {}
    found = cases(notices)
    read_absences([seat for case in found for seat in case.seats], now)
    foresee({case.turn.pk: case.turn for case in found}.values(), now)
    return {case.notice.pk: partial(_mail, case, positions, now) for case in found if needed(case)}


def _mail(case: Case, positions: dict[int, Position], now: datetime.datetime) -> Mail:
    if case.turn.pk not in positions:
        positions[case.turn.pk] = position(case)
    with reading_as(case.notice.user):
        return mail(WRITERS[case.notice.kind](case, positions[case.turn.pk], now))


def needed(case: Case) -> bool:
    """Whether a mail still tells its reader something that is new and true."""
    kind = case.notice.kind
    if kind == "end":
        return case.match.status == Match.Status.FINISHED
    if kind == "missed" and not case.in_grace:
        return case.has_lost and case.match.status == Match.Status.RUNNING
    if kind == "reminder":
        return case.owes and not case.announced and case.turn.paused_at is None
    if kind in ("turn", "missed"):
        return case.owes
    return case.is_open and case.seat.waits_for_person


def deadlines(notices: Sequence[Notice], now: datetime.datetime) -> dict[int, datetime.datetime]:
    """Until when the turns that notices name take orders, by notice pk; no others have a deadline."""
    codes = {notice.data["match"] for notice in notices}
    numbers = {notice.data["turn"] for notice in notices}
    named_turns = Turn.objects.open().filter(match__code__in=codes, number__in=numbers)
    running = list(
        named_turns.filter(due_at__isnull=False)
        .select_related("match")
        .only("number", "due_at", "moved", "closed_at", "match__code", "match__pace")
    )
    foresee(running, now)
    due = {(turn.match.code, turn.number): turn.due_at for turn in running}
    named = ((notice.pk, (notice.data["match"], notice.data["turn"])) for notice in notices)
    return {pk: at for pk, name in named if (at := due.get(name)) is not None}

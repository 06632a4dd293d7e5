"""Mails about turns, set-wise: each notice is looked at again, and what is no longer true is not written."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from accounts.models import Notice
from accounts.outbox import Draft, Mail, reading_as
from games.models import Match
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


def write(notices: Sequence[Notice], now: datetime.datetime) -> dict[int, Draft]:
    """The mails that are still needed, by notice pk: every row is read now, and each mail written later."""
    positions: dict[int, Position] = {}
    return {case.notice.pk: partial(_mail, case, positions, now) for case in cases(notices) if needed(case)}


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
        # Whoever has come back since has nothing to hear.
        gone = not case.leads or not case.seat.waits_for_person
        return gone and case.match.status == Match.Status.RUNNING
    if kind == "reminder":
        return case.owes and not case.announced
    if kind in ("turn", "missed"):
        return case.owes
    return case.is_open and case.seat.waits_for_person

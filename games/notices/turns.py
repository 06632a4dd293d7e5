"""Mails about turns, set-wise: each notice is looked at again, and what is no longer true is not written."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence

from accounts.models import Notice
from accounts.outbox import Mail, reading_as
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


def write(notices: Sequence[Notice], now: datetime.datetime) -> dict[int, Mail]:
    """The mails of these notices that are still needed, by notice pk."""
    mails: dict[int, Mail] = {}
    positions: dict[int, Position] = {}
    for case in cases(notices):
        if case.seat.user is None or not needed(case):
            continue
        if case.turn.pk not in positions:
            positions[case.turn.pk] = position(case)
        with reading_as(case.seat.user):
            letter = WRITERS[case.notice.kind](case, positions[case.turn.pk], now)
            mails[case.notice.pk] = mail(letter)
    return mails


def needed(case: Case) -> bool:
    """Whether a mail still tells its reader something that is new and true."""
    kind = case.notice.kind
    if kind == "end":
        return case.match.status == Match.Status.FINISHED
    if kind == "missed" and not case.in_grace:
        return case.match.status == Match.Status.RUNNING
    if kind == "reminder":
        return case.owes and not case.announced
    if kind in ("turn", "missed"):
        return case.owes
    return case.is_open and case.seat.waits_for_person

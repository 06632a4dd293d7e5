"""Fair outages: deadlines move by the time in which the clock stood still or no mail left, exactly once.

Called with the clock's row held, within the transaction that stamps it. While mail is down, turns that wait
for somebody stay open past their deadline; after ``MAIL_WAIT`` they close all the same, with nobody blamed.

In the transaction of its stamp the clock makes up for an outage (``actions/outages.py``):
whatever was due meanwhile, or is soon, and waits for somebody moves by the gap (``Turn.moved`` tells
readers), with one statement, once however many workers tick; every clock of a bank stands. While no mail
leaves (``accounts.Outgoing``), turns that wait for somebody stay open, for some days at the most, and the
time is made up for afterwards; a mail that leaves a moment before that foresees it
(``models/outage.py``). Who was silent in a turn whose mail did not come through gets half a turn more
once a turn, without touching the grace (``actions/grace.py``); ``Order.excused`` then keeps the silence
out of misses and of ``models/reliability.py``. A turn put aside keeps its deadline in ``due_was`` for who
takes an order back.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

import structlog
from django.conf import settings
from django.db import connection
from django.db.models import F, Func, JSONField, Value

from games.models import Clock, Outage, Turn, reach
from games.models.light import LightMatch, LightSeat, LightTurn
from games.models.outage import SOON, begins, mail_awaited_since, mail_down_since
from games.models.turn import TurnQuerySet

log = structlog.get_logger(__name__)


def make_up(clock: Clock, now: datetime.datetime) -> None:
    """Move what has to move for the time since the clock's last stamp, and note whether turns wait for mail.

    Changes the clock's object, which the caller stores. An outage of the clock within one of mail is a part
    of it, so that no time counts twice.
    """
    stood_still = now - clock.ticked_at > settings.OUTAGE_AFTER
    down, since = mail_down_since() is not None, mail_awaited_since(clock, now)
    began = begins(clock, since, now)
    if since is not None and clock.mail_down_since is None:
        log.warning("turns_wait_for_mail", since=since.isoformat())
    clock.mail_down_since = since
    if down and since is not None and now - since <= settings.MAIL_WAIT:
        clock.mail_down_since = began
    elif began is not None and (stood_still or not down):
        _move(Outage.What.CLOCK if stood_still else Outage.What.MAIL, began, now)
        clock.mail_down_since = now if down and since is not None else None


def _move(what: Outage.What, since: datetime.datetime, until: datetime.datetime) -> None:
    """Move the deadlines that an outage has touched, and keep that it was."""
    gap, movable = until - since, Turn.objects.movable(since, until, SOON)
    # Taken in the order of their matches, as everybody does who waits for more than one.
    list(movable.order_by("match_id").select_for_update(of=("self",)).values_list("pk"))
    resting = list(movable.with_days_off().values_list("pk", flat=True))
    turns = movable.update(
        due_at=F("due_at") + gap,
        remind_at=F("remind_at") + gap,
        moved=F("moved") + int(gap.total_seconds()),
        stops=WithStop("stops", Value(f'["{since.isoformat()}", "{until.isoformat()}"]')),
    )
    for turn in Turn.objects.filter(pk__in=resting).select_related("match"):
        assert turn.due_at is not None  # noqa: S101 - it has just been moved
        Turn.objects.filter(pk=turn.pk).update(due_at=turn.match.timing.day_on(turn.due_at))
    Outage.objects.create(what=what, began_at=since, ended_at=until, turns=turns)
    log.warning("deadlines_moved", what=what.value, since=since.isoformat(), by=str(gap), turns=turns)


class WithStop(Func):
    """The stops of a turn with one more, given as JSON."""

    output_field = JSONField()

    def as_sql(self, compiler: Any, connection: Any, *_args: Any, **_context: Any) -> Any:
        """An array with one more element at its end."""
        if connection.vendor == "postgresql":
            template, joiner = "%(expressions)s::jsonb)", " || jsonb_build_array("
        else:
            template, joiner = "json_insert(%(expressions)s))", ", '$[#]', json("
        return super().as_sql(compiler, connection, template=template, arg_joiner=joiner)


def closable(now: datetime.datetime) -> TurnQuerySet:
    """The turns that may be closed now: those that are due, as long as mail leaves; else without silence."""
    due = Turn.objects.due(now)
    return due.complete() if mail_is_awaited(now) else due


def mail_is_awaited(now: datetime.datetime) -> bool:
    """Whether turns wait until mail leaves again."""
    # Plain SQL: every batch of turns asks.
    asked = "SELECT 1 FROM games_clock WHERE mail_down_since >= %s"
    with connection.cursor() as cursor:
        cursor.execute(asked, [connection.ops.adapt_datetimefield_value(now - settings.MAIL_WAIT)])
        return cursor.fetchone() is not None


def unreached(silent: Sequence[tuple[LightMatch, LightTurn, LightSeat]], now: datetime.datetime) -> set[int]:
    """The keys of the seats that turns wait for in vain because no mail about them came through."""
    return reach.unreached(silent, now - settings.MAIL_WAIT) if silent else set()

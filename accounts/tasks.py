"""The clock's doors to the outbox and to what is old: one task sends at a time, one a day clears away."""

from __future__ import annotations

from typing import Any

import structlog
from celery import shared_task
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db.models import QuerySet
from django.utils import timezone

from accounts import couriers, outbox
from accounts.channels import Delivery
from accounts.models import Notice
from accounts.wires import Down

log = structlog.get_logger(__name__)

SENDING = "accounts.outbox.sending"
SENDING_BESIDE = "accounts.couriers.sending"
LONGEST_RUN = 45
"""Seconds after which a sender that was killed is no longer waited for."""
LONGEST_ROUND = 45
"""The same for the couriers. They stop earlier, unless names of hosts are long in being found."""
PAUSE = 10
"""Seconds without a new try after the mail server was away."""
PORTION = 1000
"""How many rows are cleared away by one statement, so that nobody waits long for them."""


@shared_task  # type: ignore[untyped-decorator]
def send_pending() -> None:
    """Send what is ready in the outbox, unless another task is at it."""
    if not cache.add(SENDING, True, timeout=LONGEST_RUN):
        return
    try:
        outbox.note_up(outbox.send_ready(timezone.now))
    except Down as error:
        log.warning("mail_server_away", reason=str(error))
        outbox.note_down(timezone.now())
        cache.set(SENDING, True, timeout=PAUSE)
    except BaseException:
        cache.delete(SENDING)
        raise
    else:
        cache.delete(SENDING)


@shared_task  # type: ignore[untyped-decorator]
def send_beside() -> None:
    """Send what is ready for devices and webhooks, unless another task is at it."""
    if not cache.add(SENDING_BESIDE, True, timeout=LONGEST_ROUND):
        return
    try:
        couriers.send_ready(timezone.now)
    finally:
        cache.delete(SENDING_BESIDE)


@shared_task  # type: ignore[untyped-decorator]
def clear_old() -> None:
    """Delete notices that were done with long ago, and sessions that have run out."""
    now = timezone.now()
    notices = _delete(Notice.objects.done_with(now - settings.NOTICES_KEPT))
    beside = _delete(Delivery.objects.done_with(now - settings.NOTICES_KEPT))
    sessions = _delete(Session.objects.filter(expire_date__lt=now))
    log.info("cleared_old", notices=notices, beside=beside, sessions=sessions)


def _delete(rows: QuerySet[Any]) -> int:
    """Delete portion by portion, each by itself; how many rows."""
    deleted = 0
    while portion := list(rows.order_by("pk").values_list("pk", flat=True)[:PORTION]):
        deleted += rows.filter(pk__in=portion).delete()[0]
    return deleted

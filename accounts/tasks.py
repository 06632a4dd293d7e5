"""The clock's door to the outbox: one task sends at a time; a slow mail server holds up one worker."""

from __future__ import annotations

import structlog
from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from accounts import outbox
from accounts.wires import Down

log = structlog.get_logger(__name__)

SENDING = "accounts.outbox.sending"
LONGEST_RUN = 45
"""Seconds after which a sender that was killed is no longer waited for."""
PAUSE = 10
"""Seconds without a new try after the mail server was away."""


@shared_task  # type: ignore[untyped-decorator]
def send_pending() -> None:
    """Send what is ready in the outbox, unless another task is at it."""
    if not cache.add(SENDING, True, timeout=LONGEST_RUN):
        return
    try:
        outbox.send_ready(timezone.now)
    except Down as error:
        log.warning("mail_server_away", reason=str(error))
        cache.set(SENDING, True, timeout=PAUSE)
    except BaseException:
        cache.delete(SENDING)
        raise
    else:
        cache.delete(SENDING)

"""The door for providers of mail: django-anymail reads their webhooks and hands on what came, or came back.

Anymail tells of it by signals only; nothing else in the house uses one. Its addresses exist only where a
secret is set (``ANYMAIL_WEBHOOK_SECRET``), which the provider must send along.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from email import policy
from functools import wraps
from typing import Any

import structlog
from anymail import signals
from anymail.urls import urlpatterns as _anymail
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts import bounces
from games.mailroom.reading import read_message
from games.mailroom.receiving import TooMany, is_known, receive

log = structlog.get_logger(__name__)

app_name = "anymail"
_AS_IT_CAME = policy.default.clone(refold_source="none")
"""Headers stay folded as they were: a signature holds, and none is read anew."""
_FOR_GOOD = frozenset({signals.RejectReason.INVALID, signals.RejectReason.BOUNCED})
_FOR_NOW = re.compile(r"\b4\d\d\b|\b4\.\d{1,3}\.\d{1,3}\b")


def connect() -> None:
    """Hear what Anymail tells."""
    signals.inbound.connect(came, dispatch_uid="games.mailroom")
    signals.tracking.connect(came_back, dispatch_uid="games.mailroom")


def came(sender: type, event: signals.AnymailInboundEvent, esp_name: str, **_more: Any) -> None:
    """Deal with a mail that a provider took in for us."""
    message = event.message
    if message is None:
        return
    now = timezone.now()
    from_ = message.envelope_sender
    addresses = [message.envelope_recipient, *read_message(message, from_).recipients]
    for address in dict.fromkeys(filter(None, addresses)):
        if is_known(address, from_):
            receive(message.as_bytes(policy=_AS_IT_CAME), from_, address, now)
            return


def came_back(sender: type, event: signals.AnymailTrackingEvent, esp_name: str, **_more: Any) -> None:
    """Mark an address that a provider could not deliver to for good, or whose owner complained."""
    if not event.recipient:
        return
    if event.event_type == signals.EventType.COMPLAINED:
        bounces.complained(event.recipient, timezone.now())
    elif event.event_type in (signals.EventType.BOUNCED, signals.EventType.REJECTED) and _for_good(event):
        reason = event.mta_response or event.description or event.reject_reason or ""
        bounces.bounced(event.recipient, str(reason), timezone.now(), str(event.message_id or ""))


def _for_good(event: signals.AnymailTrackingEvent) -> bool:
    """Whether mail to this address is refused for good, not because a mailbox was full that day."""
    said = f"{event.mta_response or ''} {event.description or ''}"
    return event.reject_reason in _FOR_GOOD and not _FOR_NOW.search(said)


def _taken(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view of Anymail's that says "later" where a mail can't be dealt with."""

    @wraps(view)
    def taking(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (TooMany, DatabaseError, InterfaceError) as error:
            log.warning("mail_in_later", error=type(error).__name__)
            return HttpResponse(status=503, headers={"Retry-After": "300"})

    return taking


def _wrapped(pattern: Any) -> Any:
    found = copy.copy(pattern)
    found.callback = _taken(pattern.callback)
    return found


urlpatterns = [_wrapped(pattern) for pattern in _anymail]

"""What becomes of mail that comes back, and of people who call it unwanted. Reads no mail and no webhook."""

from __future__ import annotations

import datetime

import structlog
from django.db import transaction
from django.db.models import QuerySet

from accounts.letters import named_by
from accounts.models import TRIAL, Notice, User

log = structlog.get_logger(__name__)

LONGEST_REASON = 500
TRY_AGAIN_AFTER = datetime.timedelta(minutes=10)


def bounced(address: str, reason: str, now: datetime.datetime, message_id: str = "") -> bool:
    """Mark an address to which mail can't be brought, and the notice whose mail came back as failed.

    Whether either is known; an address that is nobody's is ignored. If the person has another address by now,
    only the notice fails; so it does if the address is somebody else's, who was not sent this mail. Telling
    the same once more changes nothing.
    """
    reason = reason[:LONGEST_REASON]
    with transaction.atomic():
        notice = _came_back(reason, message_id)
        known = _reached_at(address, notice).filter(mail_failed_at=None)
        marked = known.update(mail_failed_at=now, mail_failure=reason, mail_bounced=True)
    if marked or notice is not None:
        log.warning("mail_bounced", notice=notice.pk if notice else None, people=marked)
    return bool(marked or notice)


def complained(address: str, now: datetime.datetime, message_id: str = "") -> bool:
    """Send whoever calls our mail unwanted none but about their account; whether that is anybody.

    Of a mail of ours that is named only its reader can complain.
    """
    known = _reached_at(address, notice_of(message_id)).filter(mail_complained_at=None)
    marked = known.update(mail_complained_at=now)
    if marked:
        log.warning("mail_complaint", people=marked)
    return bool(marked)


def try_again(user: User, now: datetime.datetime) -> bool:
    """Send a person whose mail came back a test mail, which clears the mark if it is taken.

    False if nothing came back, or the last test mail was sent only just now.
    """
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=user.pk)
        lately = Notice.objects.filter(user=person, kind=TRIAL, created_at__gt=now - TRY_AGAIN_AFTER)
        if person.mail_failed_at is None or not person.email or lately.exists():
            return False
        subject = now.isoformat(timespec="seconds")
        Notice.objects.create(user=person, kind=TRIAL, subject=subject, created_at=now, send_at=now)
    return True


def notice_of(message_id: str) -> Notice | None:
    """The notice whose mail bears this Message-ID, if it is one of ours."""
    pk = named_by(message_id)
    return Notice.objects.filter(pk=pk).select_related("user").first() if pk is not None else None


def _reached_at(address: str, notice: Notice | None) -> QuerySet[User]:
    """Whose address this is; of a known notice nobody but the person that it went to."""
    people = User.objects.filter(email__iexact=address, is_active=True)
    return people if notice is None else people.filter(pk=notice.user_id)


def _came_back(reason: str, message_id: str) -> Notice | None:
    """The notice whose mail came back, failed by now; None if the id is none of ours."""
    notice = notice_of(message_id)
    if notice is not None:
        sent = Notice.objects.filter(pk__in=[notice.pk, *notice.data.get("parts", [])])
        sent.filter(status=Notice.Status.SENT).update(status=Notice.Status.FAILED, error=reason)
    return notice

"""The development mailbox: mail is kept for a page of the site instead of being sent."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from accounts.models import MailboxMessage

KEPT = 500
"""How many mails the mailbox keeps."""


def keep(to: str, subject: str, raw: bytes) -> None:
    """Put a mail into the mailbox, and forget the oldest ones beyond those it keeps."""
    MailboxMessage.objects.create(sent_to=to[:254], subject=subject[:998], raw=raw, caught_at=timezone.now())
    oldest = MailboxMessage.objects.values_list("pk", flat=True)[KEPT : KEPT + 1].first()
    if oldest is not None:
        MailboxMessage.objects.filter(pk__lte=oldest).delete()


class MailboxBackend(BaseEmailBackend):
    """An e-mail backend that sends nothing."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Keep each message for the page."""
        for message in email_messages:
            keep(", ".join(message.recipients()), str(message.subject), message.message().as_bytes())
        return len(email_messages)

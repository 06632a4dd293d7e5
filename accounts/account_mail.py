"""Mails about an account itself: confirming an address, a new password, changes to worry about.

They leave by the outbox like all others, so a page never waits for the mail server and no mail is lost when
that is down. Their texts hold secret links: they rest encrypted, and only until they have left.
"""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Mapping, Sequence

import msgspec
from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts import vault
from accounts.letters import Mail
from accounts.models import Notice, User

KIND = "account"
USELESS_AFTER = datetime.timedelta(days=1)
"""After so long a link in such a mail would only puzzle; a new one can be asked for."""


class Text(msgspec.Struct, frozen=True):
    """What is sealed."""

    to: str
    subject: str
    text: str


def post(user: User, text: Text, now: datetime.datetime) -> None:
    """Put a mail about a person's account into the outbox."""
    sealed = vault.seal(msgspec.json.encode(text).decode())
    Notice.objects.create(
        user=user, kind=KIND, subject=uuid.uuid4().hex, data={"sealed": sealed}, created_at=now, send_at=now
    )


def build(notices: Sequence[Notice], now: datetime.datetime) -> Mapping[int, Mail]:
    """Open the sealed texts."""
    mails = {}
    for notice in notices:
        if now - notice.created_at < USELESS_AFTER:
            text = msgspec.json.decode(vault.unseal(notice.data["sealed"]), type=Text)
            mails[notice.pk] = Mail(subject=text.subject, text=text.text, to=text.to)
    return mails


def trials(notices: Sequence[Notice], now: datetime.datetime) -> Mapping[int, Mail]:
    """Mails that only try whether an address works again."""
    mails = {}
    for notice in notices:
        with timezone.override(notice.user.tzinfo), translation.override(notice.user.language):
            site = {"site": settings.SITE_NAME, "page": settings.BASE_URL + reverse("account_deliveries")}
            mails[notice.pk] = Mail(
                subject=_("[{site}] mail reaches you again").format(**site),
                text=_(
                    "You asked for this test mail. Since you read it, mail from {site} reaches you again.\n\n"
                    "What was sent to you meanwhile:\n{page}\n"
                ).format(**site),
            )
    return mails

"""What every page knows about the site and its reader."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.middleware import reader


def site(request: HttpRequest) -> dict[str, Any]:
    """The site's name, whether mail is caught in a mailbox, what is wrong with mail to the reader."""
    person = reader(request)
    return {
        "site_name": settings.SITE_NAME,
        "mailbox": settings.MAILBOX,
        "mail_failed": person is not None and person.mail_failed_at is not None,
        "mail_stopped": person is not None and person.mail_complained_at is not None,
    }

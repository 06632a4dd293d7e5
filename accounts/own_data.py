"""What the site knows about a person, as one document they can take along. Reads only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession

from accounts.channels import Channel, Delivery, Feed
from accounts.models import Notice, User, Vacation

EXPORTERS: dict[str, Callable[[User], Any]] = {}
"""What other apps know about a person, by name: each answers with something that is JSON."""


def own_data(user: User) -> dict[str, Any]:
    """Everything: the account, tokens without their secrets, sessions, mail, and what other apps add."""
    return {
        "account": {
            "name": user.username,
            "email": user.email,
            "addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
            "zone": user.zone,
            "language": user.language,
            "mail_off": user.mail_off,
            "mail_digest": user.mail_digest,
            "digest_hour": user.digest_hour,
            "quiet_hours": [user.quiet_from, user.quiet_until],
            "mail_came_back": {"at": user.mail_failed_at, "why": user.mail_failure},
            "mail_unwanted_since": user.mail_complained_at,
            "joined_at": user.date_joined,
            "last_sign_in_at": user.last_login,
        },
        "tokens": list(user.tokens.values("name", "created_at", "used_at")),
        "sessions": list(UserSession.objects.filter(user=user).values("created_at", "ip", "user_agent")),
        "vacations": list(Vacation.objects.of(user).values("begins_at", "ends_at", "zone")),
        "mail": list(
            Notice.objects.of(user).values("kind", "subject", "status", "created_at", "sent_at", "error")
        ),
        "beside_mail": _beside_mail(user),
        **{name: exporter(user) for name, exporter in EXPORTERS.items()},
    }


def _beside_mail(user: User) -> dict[str, Any]:
    """Devices and webhooks, what went to them, and feeds; their addresses are secrets and stay out."""
    return {
        "channels": list(
            Channel.objects.of(user).values("form", "table", "name", "kinds", "made_at", "error", "off_at")
        ),
        "sent": list(
            Delivery.objects.of(user).values(
                "channel__name", "kind", "subject", "status", "created_at", "sent_at", "error"
            )
        ),
        "feeds": list(Feed.objects.of(user).values("table", "made_at")),
    }

"""Every write about a person that pages, API or commands ask for: tokens, data export, leaving the site."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Callable
from typing import Any

from django.db import transaction

from accounts.models import ApiToken, User
from accounts.tokens import digest

EXPORTERS: dict[str, Callable[[User], Any]] = {}
"""What other apps know about a person, by name: each answers with something that is JSON."""
ERASERS: list[Callable[[User, datetime.datetime], None]] = []
"""What other apps do when a person leaves for good."""


def issue(user: User, name: str, now: datetime.datetime) -> str:
    """Make a token for a program; the token itself is returned this once and not kept."""
    token = "bp_" + secrets.token_urlsafe(32)
    ApiToken.objects.create(user=user, digest=digest(token), name=name[:60], created_at=now)
    return token


def revoke(user: User, pk: int) -> bool:
    """Take back one of a person's tokens; whether there was one."""
    deleted, _rows = ApiToken.objects.filter(user=user, pk=pk).delete()
    return bool(deleted)


def switch_off(user: User, kind: str) -> None:
    """Send a person no more mail of one kind."""
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=user.pk)
        if kind not in person.mail_off:
            person.mail_off.append(kind)
            person.save(update_fields=["mail_off"])


def erase(user: User, now: datetime.datetime) -> None:
    """Let a person leave for good: what is theirs goes, what others played with them stays without a name."""
    with transaction.atomic():
        for eraser in ERASERS:
            eraser(user, now)
        user.username = f"former-{user.pk}"
        user.email = user.first_name = user.last_name = ""
        user.set_unusable_password()
        user.is_active = user.is_staff = user.is_superuser = False
        user.erased_at = now
        user.save()

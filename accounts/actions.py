"""Every write about a person that a door asks for: tokens, wishes about mail, leaving for good."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Callable, Collection
from importlib import import_module

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction

from accounts.models import MAIL_KINDS, ApiToken, Notice, User
from accounts.own_data import EXPORTERS
from accounts.tokens import digest

__all__ = ["ERASERS", "EXPORTERS"]

ERASERS: list[Callable[[User, datetime.datetime], None]] = []
"""What other apps do when a person leaves for good; called first, in the same transaction."""
MOST_TOKENS = 20
SEND_AGAIN_AFTER = datetime.timedelta(minutes=10)


def issue(user: User, name: str, now: datetime.datetime) -> str:
    """Make a token for a program; the token itself is returned this once and not kept.

    Who has too many already loses the one that has not been used for the longest time.
    """
    token = "bp_" + secrets.token_urlsafe(32)
    with transaction.atomic():
        ApiToken.objects.create(user=user, digest=digest(token), name=name[:60], created_at=now)
        spare = ApiToken.objects.of(user).values_list("pk", flat=True)[MOST_TOKENS:]
        ApiToken.objects.filter(pk__in=list(spare)).delete()
    return token


def revoke(user: User, pk: int) -> bool:
    """Take back one of a person's tokens; whether there was one."""
    deleted, _rows = ApiToken.objects.filter(user=user, pk=pk).delete()
    return bool(deleted)


def prefer(user: User, zone: str, language: str, kinds: Collection[str]) -> None:
    """Keep a person's zone and language, and the kinds of mail they want."""
    user.zone, user.language = zone, language
    user.mail_off = [kind for kind in MAIL_KINDS if kind not in kinds]
    user.save(update_fields=["zone", "language", "mail_off"])


def speak(user: User, language: str) -> None:
    """Keep the language that a person chose for pages and mails."""
    User.objects.filter(pk=user.pk).update(language=language)


def switch_off(user: User, kind: str) -> None:
    """Send a person no more mail of one kind."""
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=user.pk)
        if kind not in person.mail_off:
            person.mail_off.append(kind)
            person.save(update_fields=["mail_off"])


def send_again(user: User, now: datetime.datetime) -> bool:
    """Send a person's last turn mail once more; False if there is none or it left only just now.

    It is written anew: if the turn has closed by now, nothing is sent.
    """
    with transaction.atomic():
        notice = Notice.objects.last_turn(user).select_for_update().first()
        if notice is None or (notice.sent_at is not None and notice.sent_at > now - SEND_AGAIN_AFTER):
            return False
        notice.data["again"] = notice.data.get("again", 0) + 1
        notice.status, notice.send_at, notice.attempts = Notice.Status.PENDING, now, 0
        notice.save(update_fields=["data", "status", "send_at", "attempts"])
    return True


def erase(user: User, now: datetime.datetime) -> None:
    """Let a person leave for good: what is theirs goes, what others played with them stays without a name."""
    with transaction.atomic():
        for eraser in ERASERS:
            eraser(user, now)
        _end_sessions(user)
        ApiToken.objects.filter(user=user).delete()
        Notice.objects.filter(user=user).delete()
        EmailAddress.objects.filter(user=user).delete()
        Authenticator.objects.filter(user=user).delete()
        user.username = f"former-{user.pk}"
        user.email = user.first_name = user.last_name = ""
        user.zone, user.mail_off, user.mail_digest = "UTC", [], []
        user.mail_failed_at, user.mail_failure, user.mail_complained_at = None, "", None
        user.quiet_from = user.quiet_until = None
        user.set_unusable_password()
        user.is_active = user.is_staff = user.is_superuser = False
        user.erased_at = now
        user.save()


def _end_sessions(user: User) -> None:
    engine = import_module(settings.SESSION_ENGINE)
    for session in UserSession.objects.filter(user=user):
        engine.SessionStore(session.session_key).delete()
        session.delete()

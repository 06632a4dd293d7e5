"""Every write about a person that a door asks for: tokens, wishes about mail, leaving for good."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction

from accounts.channels import Channel, Feed
from accounts.holding import look_again
from accounts.models import DIGEST, ApiToken, Notice, User, Vacation
from accounts.own_data import EXPORTERS
from accounts.tokens import digest

__all__ = ["ERASERS", "EXPORTERS"]

ERASERS: list[Callable[[User, datetime.datetime], None]] = []
"""What other apps do when a person leaves for good; called first, in the same transaction."""
MOST_TOKENS = 20
WISHES = ("mail_off", "mail_digest", "digest_hour", "quiet_from", "quiet_until")
"""The columns about how a person gets mail."""
SEND_AGAIN_AFTER = datetime.timedelta(minutes=10)


@dataclass(frozen=True)
class Wishes:
    """How a person wants to get mail. Kinds that are neither off nor in the digest come at once."""

    off: Sequence[str] = ()
    digest: Sequence[str] = ()
    hour: int = 18
    quiet_from: datetime.time | None = None
    quiet_until: datetime.time | None = None


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


def prefer(user: User, zone: str, language: str, wishes: Wishes, now: datetime.datetime) -> None:
    """Keep a person's zone and language, and how they want to get mail; what waits for them follows."""
    user.zone, user.language = zone, language
    user.mail_off, user.mail_digest = list(wishes.off), list(wishes.digest)
    user.digest_hour, user.quiet_from, user.quiet_until = wishes.hour, wishes.quiet_from, wishes.quiet_until
    with transaction.atomic():
        user.save(update_fields=["zone", "language", *WISHES])
        look_again(user, now)


def speak(user: User, language: str) -> None:
    """Keep the language that a person chose for pages and mails."""
    User.objects.filter(pk=user.pk).update(language=language)


def switch_off(user: User, kind: str, now: datetime.datetime) -> None:
    """Send a person no more mail of one kind; with the digest goes all that it would tell."""
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=user.pk)
        kinds = person.mail_digest if kind == DIGEST else [kind]
        person.mail_off += [one for one in kinds if one not in person.mail_off]
        person.mail_digest = [one for one in person.mail_digest if one not in person.mail_off]
        person.save(update_fields=["mail_off", "mail_digest"])
        look_again(person, now)


def want_again(user: User, now: datetime.datetime) -> None:
    """Send a person mail again although they once called it unwanted."""
    User.objects.filter(pk=user.pk).update(mail_complained_at=None)
    look_again(user, now)


def send_again(user: User, now: datetime.datetime, match: str = "") -> bool:
    """Send a person's last turn mail once more, of one match or of all; False if it left only just now.

    So it is if there is none. It is written anew: if the turn has closed by now, nothing is sent.
    """
    with transaction.atomic():
        notice = Notice.objects.last_turn(user, match).select_for_update().first()
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
        Vacation.objects.filter(person=user).delete()
        Channel.objects.filter(user=user).delete()
        Feed.objects.filter(user=user).delete()
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

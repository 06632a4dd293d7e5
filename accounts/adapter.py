"""What is ours about signing up and in; the rest is allauth's."""

from __future__ import annotations

import hashlib
import re
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib.sites.requests import RequestSite
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import account_mail, guests, vault
from accounts.account_mail import Text
from accounts.models import User
from accounts.outbox import reading_as

NAME = re.compile(r"[A-Za-z0-9_-]{3,24}", re.ASCII)
_RESERVED = """
admin administrator anonymous api bidplay bot bots deleted everybody everyone former guest help host me
moderator nobody null owner root self server settings staff support system undefined webmaster you
"""
RESERVED = frozenset(_RESERVED.split())


UNASKED = frozenset(
    f"account/email/{name}"
    for name in (
        "account_already_exists",
        "email_confirmation",
        "email_confirmation_signup",
        "password_reset_key",
    )
)
"""Mails that anybody can have sent to any address by typing it into a form."""
MOST_A_DAY = 10
"""How many of one of them an address gets within a day. The links in those that came do as well."""
ONE_DAY = 24 * 3600


def _unasked_too_often(template: str, email: str) -> bool:
    """Whether so many of such mails went to an inbox today, whatever stood behind a + in its address."""
    if template not in UNASKED:
        return False
    local, at, domain = email.lower().rpartition("@")
    inbox = local.partition("+")[0] + at + domain
    known = hashlib.sha256(inbox.encode()).hexdigest()
    return bool(cache.count(f"unasked:{template}:{known}", ONE_DAY) > MOST_A_DAY)  # type: ignore[attr-defined]


class SealingMFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Second factors rest sealed."""

    def encrypt(self, text: str) -> str:
        """Seal a secret."""
        return vault.seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Open a sealed secret."""
        return vault.unseal(encrypted_text)


class Site(RequestSite):
    """What mails about accounts call the site."""

    def __init__(self) -> None:
        self.name = settings.SITE_NAME
        self.domain = urlsplit(settings.BASE_URL).netloc


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Names people may take, and mail by the outbox."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse names that are badly formed, reserved or taken; case does not make a name another one."""
        if not NAME.fullmatch(username):
            raise ValidationError(
                _("A name has 3 to 24 letters a–z, digits, hyphens and underscores."), "name_form"
            )
        if username.lower() in RESERVED or username.lower().startswith(("former-", guests.PREFIX)):
            raise self.validation_error("username_blacklisted")
        return str(super().clean_username(username, shallow))

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Make the account; a guest plays on as one until the address is shown to be theirs."""
        saved: User = super().save_user(request, user, form, commit)
        guest = guests.guest_of(request)
        if guest is not None:
            guests.promise(guest, saved)
        return saved

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign somebody in; what they have played as a guest becomes theirs."""
        guest = guests.guest_of(request)
        if guest is not None:
            guests.forget(request)  # else signing in as another would throw away the whole session
        super().login(request, user)
        if guest is not None and guest.pk != user.pk:
            guests.keep(guest, user)
        guests.keep_promised(user)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Put a mail about an account into the outbox; an address that is nobody's gets none."""
        person = self._person(email, context)
        if person is None or _unasked_too_often(template_prefix, email):
            return
        known = {"request": self.request, "email": email, "current_site": Site()}
        with reading_as(person):
            mail = self.render_mail(template_prefix, email, known | context)
        text = Text(to=email, subject=str(mail.subject), text=str(mail.body))
        account_mail.post(person, text, timezone.now())

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address; what mail to an earlier one met with is forgotten."""
        confirmed = bool(super().confirm_email(request, email_address))
        if confirmed:
            known = User.objects.filter(pk=email_address.user_id)
            known.update(mail_failed_at=None, mail_failure="", mail_bounced=False)
        return confirmed

    def _person(self, email: str, context: dict[str, Any]) -> User | None:
        """Whose account a mail is about."""
        person = context.get("user")
        if not isinstance(person, User):
            known = EmailAddress.objects.filter(email__iexact=email).select_related("user").first()
            # An address that was just given up is nobody's, but is told of the change.
            person = known.user if known is not None else getattr(self.request, "user", None)
        return person if isinstance(person, User) else None

"""People who play without having signed up: how they come, where they are let in, what they keep.

A guest is a person without an address or a password: all they have is a session. They are known on the pages
of ``OPEN`` alone, which other apps add to; everywhere else they are taken for somebody who has not signed in,
so that nothing has to know of guests to be closed to them.
"""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, login
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse

from accounts.middleware import reader
from accounts.models import User

PREFIX = "guest-"
"""What the names of guests begin with, and no others."""
OPEN = {"account_logout", "language"}
"""The names of the addresses at which guests are known."""
KEEPERS: list[Callable[[User, User], None]] = []
"""What other apps do when a guest signs in to an account: give it what was the guest's."""
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_TRIES = 5


def welcome(language: str, zone: str, now: datetime.datetime) -> User:
    """Make a guest."""
    for _n in range(_TRIES):
        guest = User(username=PREFIX + _drawn(), language=language, zone=zone, is_guest=True, date_joined=now)
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:
            continue
        return guest
    raise RuntimeError(f"{_TRIES} names of guests in a row were taken")


def _drawn() -> str:
    return "".join(secrets.choice(_LETTERS) for _letter in range(6))


def let_in(request: HttpRequest, guest: User) -> None:
    """Let a guest be known by the session of this request."""
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])


def forget(request: HttpRequest) -> None:
    """Let a session be nobody's, and keep what else is in it."""
    for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
        request.session.pop(key, None)


def guest_of(request: HttpRequest) -> User | None:
    """The guest of a request, also where they are not let in."""
    found: User | None = getattr(request, "guest", None)
    return found


def promise(guest: User, person: User) -> None:
    """Let a guest who has asked for an account play on; what is theirs goes to it once it is used."""
    User.objects.filter(pk=guest.pk, is_guest=True).update(heir=person)


def keep_promised(person: User) -> None:
    """Give a person what guests have played who asked for this account, whatever browser they used."""
    for guest in User.objects.filter(heir=person, is_guest=True).order_by("pk"):
        keep(guest, person)


def keep(guest: User, person: User) -> None:
    """Give a person what was a guest's; the guest is no more. Nothing happens if there is none any more."""
    with transaction.atomic():
        if not User.objects.select_for_update().filter(pk=guest.pk, is_guest=True).exists():
            return
        for keeper in KEEPERS:
            keeper(guest, person)
        guest.delete()


class GuestMiddleware:
    """Knows guests where they are let in, and takes them for nobody everywhere else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        """Look who it is once it is known which page they ask for."""
        person = reader(request)
        if person is None or not person.is_guest:
            return
        request.guest = person  # type: ignore[attr-defined]
        assert request.resolver_match is not None  # noqa: S101 - there is a view
        if request.resolver_match.view_name not in OPEN:
            request.user = AnonymousUser()

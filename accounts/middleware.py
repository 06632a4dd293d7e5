"""Whose eyes a page is made for: the reader's time zone and language, for the time of one request."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts.models import User, zones


class ReaderMiddleware:
    """Activates the signed-in person's zone and language; guests get the zone their browser names, or UTC."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request as its reader wants to see it."""
        person = reader(request)
        with timezone.override(person.tzinfo if person else guest_zone(request)):
            if person and person.language != translation.get_language():
                # Left active on purpose: LocaleMiddleware names it in the response and starts anew each time.
                translation.activate(person.language)
            return self.get_response(request)


def reader(request: HttpRequest) -> User | None:
    """The signed-in person; asks the database only if there is a session cookie."""
    # A request that was refused at once, for its host name, never got as far as having a user.
    user = getattr(request, "user", None) if settings.SESSION_COOKIE_NAME in request.COOKIES else None
    return user if isinstance(user, User) else None


def guest_zone(request: HttpRequest) -> ZoneInfo:
    """The zone that the browser wrote into a cookie, or UTC."""
    name = request.COOKIES.get("zone", "")
    return ZoneInfo(name if name in zones() else "UTC")


def signed_in(request: HttpRequest) -> User:
    """The person of a request that only signed-in people get through with."""
    assert isinstance(request.user, User)  # noqa: S101 - login_required stands before
    return request.user

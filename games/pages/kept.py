"""Whole pages of matches, kept for as long as nothing that they show has changed, and a minute at most.

What differs from one request to the next (the token of the forms) is filled in each time.
"""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Callable, Hashable
from functools import wraps

from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import User
from games.models.pulse import Pulse
from games.pages.memory import Memory

TOKEN = secrets.token_urlsafe(24)
"""A gap to be filled, which nobody can write into a table's name or talk."""
NEAR = datetime.timedelta(hours=1)
"""A page says how much time is left; when the deadline is nearer than this, it is made anew each time."""

GAP = secrets.token_urlsafe(24)
"""Where the title and the main part of a page go into its frame; nobody can write it either."""

_pages: Memory[str] = Memory(256)
_frames: Memory[tuple[str, ...]] = Memory(256)


def key(request: HttpRequest, code: str, pulse: Pulse, now: datetime.datetime) -> Hashable:
    """Everything a page depends on, or None if this one must be made anew."""
    if len(get_messages(request)) or (pulse.due_at is not None and pulse.due_at - now < NEAR):
        return None
    minute = int(now.timestamp() // 60)
    return (code, pulse, _reader(request.user), get_language(), timezone.get_current_timezone_name(), minute)


def _reader(user: User | AnonymousUser) -> Hashable:
    if not user.is_authenticated:
        return None
    return (user.pk, user.username, user.mail_failed_at, user.mail_complained_at)


def found(request: HttpRequest, key: Hashable) -> HttpResponse | None:
    """The page that was kept under this key."""
    text = None if key is None else _pages.get(key)
    return None if text is None else answer(request, text)


def made(
    request: HttpRequest,
    frame: tuple[str, ...],
    title: str,
    main: str,
    key: Hashable = None,
    status: int = 200,
) -> HttpResponse:
    """A page made now, and kept if it has a key."""
    before, between, after = frame
    text = "".join((before, title, between, main, after))
    if key is not None:
        _pages.put(key, text)
    return answer(request, text, status)


def frame(request: HttpRequest, template: str, **values: Hashable) -> tuple[str, ...]:
    """What stands around the title and the main part of a page, kept for its reader."""

    def make() -> tuple[str, ...]:
        gaps = {"gap": GAP, "csrf_token": TOKEN}
        return tuple(render_to_string(template, {**values, **gaps}, request).split(GAP))

    if len(get_messages(request)):
        return make()
    eyes = (_reader(request.user), get_language(), timezone.get_current_timezone_name())
    return _frames.made((template, *values.items(), *eyes), make)


def answer(request: HttpRequest, text: str, status: int = 200) -> HttpResponse:
    """A page with the token of this request in its forms."""
    if TOKEN in text:
        text = text.replace(TOKEN, get_token(request))
    return unstored(request, HttpResponse(text, status=status))


def unstored(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """A page that may hold what is for its reader alone: once they have left, the browser has it no more."""
    if request.user.is_authenticated:
        response["Cache-Control"] = "private, no-store"
    return response


def for_the_reader(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view that shows a match be stored nowhere."""

    @wraps(view)
    def shown(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        return unstored(request, view(request, *args, **kwargs))

    return shown

"""What other programs read by themselves: the calendar of one's deadlines, and what happened at a table.

Both know from one read whether anything is new, and say so before anything is written.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone, translation
from django.views.decorators.http import require_safe

from accounts import beside
from accounts.models import User
from accounts.outbox import reading_as
from games.models import Match, Order, Seat, Turn
from games.notices.atom import atom
from games.notices.calendar import calendar

MOST_EVENTS = 200
MOST_ENTRIES = 30
UNREAD = (
    "sealed",
    "turn__position",
    "turn__events",
    "turn__match__sealed_seed",
    "turn__match__last_position",
)
FORM = "2"
"""Raised when feeds are written in another way, so that nobody keeps the old one."""


@require_safe
def deadlines(request: HttpRequest, secret: str) -> HttpResponse:
    """The open turns that a person owes, each an event at its deadline."""
    feed = beside.feed_of(secret)
    if feed is None:
        raise Http404
    person = feed.user
    owed = Order.objects.owing(person).filter(turn__due_at__isnull=False).defer(*UNREAD)
    slots = list(owed[:MOST_EVENTS])
    known = [
        (match.code, match.title, slot.turn.number, slot.seat.index, slot.voice, slot.turn.due_at)
        for slot in slots
        for match in [slot.turn.match]
    ]
    tag = tag_of("calendar", person.zone, person.language, *known)
    if is_known(request, tag):
        return kept(HttpResponseNotModified(), tag, private=True)
    with reading_as(person):
        body = calendar(slots, timezone.now())
    return kept(HttpResponse(body, content_type="text/calendar; charset=utf-8"), tag, private=True)


@require_safe
def public_atom(request: HttpRequest, code: str) -> HttpResponse:
    """What happened at a public table, in the language that the reader's program asks for."""
    match = Match.objects.listed().filter(code=code, size__gt=1).defer("sealed_seed", "last_position").first()
    if match is None:
        raise Http404
    with timezone.override(datetime.UTC):
        return _atom(request, match, translation.get_language() or "", private=False)


@require_safe
def secret_atom(request: HttpRequest, code: str, secret: str) -> HttpResponse:
    """What happened at a table, for whoever has an address that somebody who may watch made for it."""
    feed = beside.feed_of(secret, code)
    match = _watched(feed.user, code) if feed is not None else None
    if feed is None or match is None:
        raise Http404
    with reading_as(feed.user):
        return _atom(request, match, feed.user.language, private=True)


def _watched(user: User | AnonymousUser, code: str) -> Match | None:
    found = Match.objects.visible_to(user).filter(code=code, size__gt=1)
    return found.defer("sealed_seed", "last_position").first()


def _atom(request: HttpRequest, match: Match, language: str, *, private: bool) -> HttpResponse:
    seats = list(
        Seat.objects.filter(match=match).select_related("user").defer("sealed_plan").order_by("index")
    )
    last = (
        Turn.objects.closed().filter(match=match).order_by("-number").values_list("number", flat=True).first()
    )
    for seat in seats:
        seat.match = match
    names = [seat.name for seat in seats]
    tag = tag_of("atom", match.code, match.title, match.status, match.seed, language, last, *names)
    if is_known(request, tag):
        return kept(HttpResponseNotModified(), tag, private=private)
    page = request.build_absolute_uri()
    body = atom(match, _closed(match), names, page if not private else "")
    return kept(HttpResponse(body, content_type="application/atom+xml; charset=utf-8"), tag, private=private)


def _closed(match: Match) -> Sequence[Turn]:
    """The last closed turns of a match, the newest first."""
    turns = list(
        Turn.objects.closed().filter(match=match).defer("position").order_by("-number")[:MOST_ENTRIES]
    )
    for turn in turns:
        turn.match = match
    return turns


def tag_of(*known: object) -> str:
    """The tag of an answer that hangs on these values."""
    return f'"{hashlib.blake2s(repr((FORM, *known)).encode(), digest_size=12).hexdigest()}"'


def is_known(request: HttpRequest, tag: str) -> bool:
    """Whether the reader's program has this very version."""
    told = request.headers.get("If-None-Match", "")
    return told.strip() == "*" or tag in [one.strip().removeprefix("W/") for one in told.split(",")]


def kept(response: HttpResponse, tag: str, *, private: bool) -> HttpResponse:
    """The answer with what a program may do with it."""
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache" if private else "public, max-age=60"
    response["X-Robots-Tag"] = "noindex"
    if private:
        response["Referrer-Policy"] = "no-referrer"
    else:
        response["Vary"] = "Accept-Language"
    return response

"""A contest as files to take along: JSON, CSV, the TRF of chess programs, a crosstable as text."""

from __future__ import annotations

import csv
import io

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.models import Contest, Group
from games.models.dossier import dossier, rows_of
from games.notices.contest_files import crossed, report
from games.pages.contests.sight import Sight

PARTS = ("entries", "standings", "pairings")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With these a spreadsheet begins to reckon."""


@require_safe
def as_json(request: HttpRequest, code: str) -> HttpResponse:
    """Everything of a contest."""
    contest = _seen(request, code)
    body = msgspec.json.format(msgspec.json.encode(dossier(contest)), indent=1)
    return _file(body, "application/json", f"{code}.json")


@require_safe
def as_csv(request: HttpRequest, code: str) -> HttpResponse:
    """Entries, standings or pairings as a table: ``?what=`` names which, at first the pairings."""
    what = request.GET.get("what", "pairings")
    if what not in PARTS:
        raise Http404
    return _file(table(_seen(request, code), what), "text/csv; charset=utf-8", f"{code}-{what}.csv")


def table(contest: Contest, what: str) -> bytes:
    """A part of a contest as CSV. What people wrote is never a formula."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerows([_plain(value) for value in row] for row in rows_of(dossier(contest), what))
    return written.getvalue().encode()


def _plain(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


@require_safe
def as_trf(request: HttpRequest, code: str) -> HttpResponse:
    """A group as a Tournament Report File; ``?stage=`` and ``?group=`` name it, at first the very first."""
    written = report(_group(request, code))
    if written is None:
        raise Http404
    return _file(written.encode(), "text/plain; charset=utf-8", f"{code}.trf")


@require_safe
def as_text(request: HttpRequest, code: str) -> HttpResponse:
    """The crosstable of a group as plain text; the group is named as for a TRF."""
    return _file(crossed(_group(request, code)).encode(), "text/plain; charset=utf-8", f"{code}.txt")


def _seen(request: HttpRequest, code: str) -> Contest:
    return Sight.of(request.user, code, timezone.now()).contest


def _group(request: HttpRequest, code: str) -> Group:
    """The group that a request names. Raises ``Http404`` if there is none."""
    contest, asked = _seen(request, code), [request.GET.get(name, "1") for name in ("stage", "group")]
    if not all(one.isascii() and one.isdigit() and len(one) < 5 for one in asked):
        raise Http404
    stage, number = map(int, asked)
    group = Group.objects.filter(contest=contest, stage=stage - 1, number=number).first()
    if group is None:
        raise Http404
    group.contest = contest
    return group


def _file(body: bytes, media: str, name: str) -> HttpResponse:
    response = HttpResponse(body, content_type=media)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Robots-Tag"] = "noindex"
    return response

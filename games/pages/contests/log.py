"""What directors did to a contest, and why: the log that everybody may read."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.actions.contests.directing.verbs import VERBS
from games.models import Act, Contest
from games.pages.contests.paging import Pages
from games.pages.contests.sight import Sight

LAST = 3
PAGE = 50


@dataclass(frozen=True)
class ActLine:
    """One act as the log tells it."""

    said: str
    why: str
    done_at: datetime.datetime
    undone: bool
    own: bool
    """Whether it touched an entry of the director's own."""


def last_acts(contest: Contest) -> list[ActLine]:
    """The last acts, the newest first."""
    return [_line(act) for act in Act.objects.filter(contest=contest).order_by("-pk")[:LAST]]


def _line(act: Act) -> ActLine:
    return ActLine(said(act), act.why, act.done_at, act.undone_at is not None, bool(act.data.get("own")))


def said(act: Act) -> str:
    """What was done, in a sentence."""
    return _(VERBS[act.verb].said).format(**act.data["facts"])


@require_safe
def log_page(request: HttpRequest, code: str) -> HttpResponse:
    """Everything that directors did, the newest first."""
    sight = Sight.of(request.user, code, timezone.now())
    found = Act.objects.filter(contest=sight.contest).order_by("-pk")
    pages = Pages.of(request, found.count(), PAGE)
    acts = [_line(act) for act in found[pages.first : pages.end]]
    values = {"sight": sight, "contest": sight.contest, "acts": acts, "pages": pages}
    return render(request, "games/contests/log.html", values)

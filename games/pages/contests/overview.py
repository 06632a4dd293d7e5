"""The page of a contest: what it is, how it is held, who is in it, how it stands."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.pages.contests.sight import Sight


@require_safe
def contest_page(request: HttpRequest, code: str) -> HttpResponse:
    """A contest."""
    return page(request, Sight.of(request.user, code, timezone.now()))


def page(request: HttpRequest, sight: Sight, status: int = 200) -> HttpResponse:
    """The page of a contest."""
    return render(request, "games/contests/contest.html", {"contest": sight.contest}, status=status)

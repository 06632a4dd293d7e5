"""The deal of the day of a game for one: try it once, see the table of the days before."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games.actions import deals
from games.models import Deal, Match
from games.models.deal import day_of
from games.models.ranking import Line, numbers_of, table_of
from games.notices.sentences import ending
from games.pages.refusals import sentence
from games.rules import GAMES
from games.rules.game import Game, Refusal

SHOWN = 30
"""How many days the list goes back."""
BEST = 100
"""How many lines of a day's table are shown."""


@dataclass(frozen=True)
class Day:
    """A day: its deal, the reader's own try, how many tries count."""

    deal: Deal
    mine: Match | None
    tries: int = 0

    @property
    def ending(self) -> str:
        """How the reader's try ended."""
        return ending(self.mine, 0, ()) if self.mine and self.mine.ended_at else ""


def _daily(slug: str) -> Game[Any]:
    if slug not in deals.daily_games():
        raise Http404
    return GAMES[slug]


def today(user: User | AnonymousUser, now: datetime.datetime) -> list[Day]:
    """The deals of today, with this person's tries."""
    found = list(Deal.objects.filter(day=day_of(now)).order_by("game"))
    mine = _own(user, found)
    return [Day(deal, mine.get(deal.pk)) for deal in found]


@require_safe
def days(request: HttpRequest, slug: str) -> HttpResponse:
    """The deal of today, and those of the days before."""
    game, now = _daily(slug), timezone.now()
    found = list(Deal.objects.filter(game=slug).begun(now)[:SHOWN])
    tried = numbers_of(found)
    mine = _own(request.user, found)
    listed = [Day(deal, mine.get(deal.pk), tried[deal.pk]) for deal in found]
    current = listed[0] if listed and listed[0].deal.day == day_of(now) else None
    tomorrow = Deal.objects.filter(game=slug, day__gt=day_of(now)).order_by("day").first()
    values = {
        "game": game,
        "today": current,
        "past": listed[1:] if current else listed,
        "tomorrow": tomorrow,
    }
    return render(request, "games/daily.html", values)


def _own(user: User | AnonymousUser, found: list[Deal]) -> dict[int | None, Match]:
    if not user.is_authenticated:
        return {}
    tries = Match.objects.filter(deal__in=found, creator=user).defer("sealed_seed", "last_position")
    return {match.deal_id: match for match in tries}


@require_safe
def day(request: HttpRequest, slug: str, date: datetime.date) -> HttpResponse:
    """The table of one day; while the day lasts it names nobody but the reader."""
    game = _daily(slug)
    deal = get_object_or_404(Deal.objects.begun(timezone.now()), game=slug, day=date)
    lines = table_of(deal)
    shown = [line for line in lines if deal.seed or line.match.creator_id == request.user.pk]
    values = {"game": game, "deal": deal, "lines": _best(shown, request), "tries": len(lines)}
    return render(request, "games/day.html", values)


def _best(lines: list[Line], request: HttpRequest) -> list[Line]:
    """The head of a table, and the reader's own line wherever it stands."""
    return [line for n, line in enumerate(lines) if n < BEST or line.match.creator_id == request.user.pk]


@login_required
@require_POST
def attempt(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin today's try, or go on with it."""
    _daily(slug)
    now = timezone.now()
    deal = get_object_or_404(Deal, game=slug, day=day_of(now))
    try:
        return redirect(deals.attempt(request.user, deal, now))  # type: ignore[arg-type]
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
        return redirect("daily", slug)

"""Deals of the day: look at them, and begin one's try."""

from __future__ import annotations

import datetime

from django.http import Http404, HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from games.actions import deals
from games.api import sent, shapes
from games.api.door import Door, PeopleDoor, answer, body, described, signed_in
from games.api.matches import shown
from games.models import Deal
from games.models.ranking import table_of

SHOWN = 30
"""How many days the list goes back."""


def _deal(slug: str, day: str, now: datetime.datetime) -> Deal:
    try:
        return Deal.objects.filter(game=slug, day=datetime.date.fromisoformat(day)).get()
    except (ValueError, Deal.DoesNotExist) as error:
        raise Http404 from error


def _line(deal: Deal) -> shapes.Deal:
    return shapes.Deal(
        game=deal.game,
        day=deal.day,
        begins_at=deal.begins_at,
        ends_at=deal.ends_at,
        seed_commitment=deal.seed_commitment,
        seed=deal.seed or None,
    )


class Deals(Door):
    """The deals of a game."""

    @described("deals_list", shapes.Deals, refuses=(401, 404))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List the deals of a game for one, the latest first, beginning with that of tomorrow."""
        if slug not in deals.daily_games():
            raise Http404
        found = Deal.objects.filter(game=slug).order_by("-day")[:SHOWN]
        return answer(shapes.Deals([_line(deal) for deal in found]))


class OneDeal(Door):
    """The table of a deal."""

    @described("deals_read", shapes.DealTable, refuses=(401, 404))
    def get(self, request: Request, slug: str, day: str) -> HttpResponse:
        """Look at a deal and its table; until the seed is published you see your own line only."""
        deal = _deal(slug, day, timezone.now())
        mine = request.user.pk
        lines = [
            shapes.DealLine(
                line.place if deal.seed else None, line.player, line.score, line.won, line.match.code
            )
            for line in table_of(deal)
            if deal.seed or (mine is not None and line.match.creator_id == mine)
        ]
        return answer(shapes.DealTable(_line(deal), lines))


class Try(PeopleDoor):
    """One's try at a deal."""

    @described("deals_try", shapes.Match, status=201, takes=sent.Nothing, refuses=(400, 401, 404, 409))
    def post(self, request: Request, slug: str, day: str) -> HttpResponse:
        """Begin your one try at the deal of today, or look at the one you began."""
        body(request, sent.Nothing)
        now = timezone.now()
        return shown(request, deals.attempt(signed_in(request), _deal(slug, day, now), now), 201)

"""The list of the best rated people of a game, with what a rating is in words."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.contests.ratings import NEW
from games.models.rating import LISTED, best_rated
from games.rules import GAMES


@require_safe
def best(request: HttpRequest, slug: str) -> HttpResponse:
    """The best rated people of a game for two and more."""
    game = GAMES.get(slug)
    if game is None or game.seats[-1] == 1:
        raise Http404
    values = {"game": game, "lines": best_rated(slug), "listed": LISTED, "new": NEW}
    return render(request, "games/ratings.html", values)

"""The games one can play here, and the page of rules of each."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from games import drawing
from games.models import Match
from games.rules import GAMES


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """All games of the shelf."""
    return render(request, "games/games.html", {"games": list(GAMES.values())})


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of one game, with its worked pictures, and matches that wait for players."""
    game = GAMES.get(slug)
    if game is None:
        raise Http404
    waiting = Match.objects.open().listed().filter(game=slug).order_by("-created_at")[:5]
    values: dict[str, Any] = {"game": game, "waiting": waiting, "rules": f"games/{slug}/rules.html"}
    return render(request, "games/rules.html", values | worked(game))


def worked(game: Any) -> dict[str, Any]:
    """The worked pictures of a game, drawn, by their names in its rules page."""
    return {name: mark_safe(drawing.svg(picture)) for name, picture in game.worked_pictures().items()}

"""The games one can play here, and the page of rules of each."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from games import drawing
from games.models import Match
from games.pages.listing import rows
from games.rules import GAMES, Game


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
    values: dict[str, Any] = {
        "game": game,
        "waiting": rows(list(waiting)),
        "rules": f"games/{slug}/rules.html",
    }
    return render(request, "games/rules.html", values | worked(game))


def worked(game: Game[Any]) -> dict[str, SafeString]:
    """The worked example of a game's rules page: the position before and after, from its room of boards."""
    room = type(game).__module__.rpartition(".")[0]
    pictures = import_module(f"{room}.board").worked_example()
    names = ("worked_picture", "worked_line")
    return {name: mark_safe(drawing.svg(picture)) for name, picture in zip(names, pictures, strict=False)}

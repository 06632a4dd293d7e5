"""The games one can play here, and the page of rules of each."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games import drawing
from games.models import Match
from games.pages.listing import rows
from games.rules import GAMES, Game
from games.rules.game import option_values

_HEADING = re.compile(r'<h2(?: id="([\w-]+)")?>(.*?)</h2>')


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """All games of the shelf."""
    return render(request, "games/games.html", {"shelf": [introduced(game) for game in GAMES.values()]})


def introduced(game: Game[Any]) -> dict[str, Any]:
    """A game as the shelf shows it: what it is, for how many, and the first picture of its rules."""
    picture = next(iter(game.worked_pictures().values()))
    return {
        "game": game,
        "least": game.seats[0],
        "most": game.seats[-1],
        "teaser": f"games/{game.slug}/teaser.html",
        "picture": mark_safe(drawing.figure(picture)),
    }


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
        "options": [option_line(game, field) for field in msgspec.structs.fields(game.options)],
    }
    values |= worked(game)
    values["text"], values["contents"] = anchored(render_to_string(f"games/{slug}/rules.html", values))
    return render(request, "games/rules.html", values)


def anchored(text: str) -> tuple[SafeString, list[tuple[str, SafeString]]]:
    """A text with an anchor at each of its headings, and these in a list: the anchor and what it says."""
    found: list[tuple[str, SafeString]] = []

    def anchor(heading: re.Match[str]) -> str:
        name = heading[1] or f"part-{len(found) + 1}"
        found.append((name, mark_safe(heading[2])))
        return f'<h2 id="{name}">{heading[2]}</h2>'

    return mark_safe(_HEADING.sub(anchor, text)), found


def option_line(game: Game[Any], field: msgspec.structs.FieldInfo) -> dict[str, Any]:
    """An option as the rules page explains it: the usual value first, a range for numbers."""
    label = game.label(field.name)
    values = sorted({field.default: "", **label.values}, key=lambda value: value != field.default)
    return {
        "key": field.name,
        "name": gettext(label.name),
        "help": gettext(label.help) if label.help else "",
        "range": "" if field.default in label.values else reach(gettext(option_values(field.type))),
        "values": [
            (value, gettext(label.values[value]) if value in label.values else "") for value in values
        ],
    }


def reach(values: str) -> str:
    """A span of numbers as people write it: ``8–16``, or ``−9…0`` where a dash would be taken for a sign."""
    return values.replace("..", "…" if "-" in values else "–").replace("-", "−")


def worked(game: Game[Any]) -> dict[str, SafeString]:
    """The worked pictures of a game's rules page, by the names that its template knows them by."""
    return {name: mark_safe(drawing.figure(picture)) for name, picture in game.worked_pictures().items()}

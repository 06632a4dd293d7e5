"""The front page: for guests what this is, for people what they owe and where they play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games.actions.deals import daily_games
from games.models import Match, Order
from games.pages.contests.beside import under_way
from games.pages.contests.beside import waiting as waiting_in_contests
from games.pages.daily import today
from games.pages.listing import captains_of, open_turns, rows
from games.pages.people import standing
from games.pages.scene import Scene
from games.pages.shelf import worked
from games.rules import GAMES

MOST = 30
"""How many matches of one kind the dashboard lists."""

BIDS = (
    {"x": 34, "amount": 7, "seat": "s1", "sign": "H"},
    {"x": 194, "amount": 12, "seat": "s0", "sign": "S", "best": True},
    {"x": 354, "amount": 9, "seat": "s2", "sign": "D"},
)
"""The three bids of the picture on the welcome page."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The dashboard of a person, or the welcome for a guest."""
    if request.user.is_authenticated:
        return render(request, "games/dashboard.html", dashboard(request.user))
    return render(request, "games/welcome.html", welcome())


def dashboard(user: User) -> dict[str, Any]:
    """What a person owes, most urgent first, and their matches."""
    now = timezone.now()
    owing = list(Order.objects.owing(user).defer("sealed", "turn__position")[:MOST])
    turns = {slot.turn.match_id: slot.turn for slot in owing}
    asked = [slot.turn.match for slot in owing]
    running = list(Match.objects.running().of(user).exclude(pk__in=turns).order_by("-started_at")[:MOST])
    captains = captains_of(user, [*asked, *running])
    captains |= {slot.turn.match_id: _("all of your team are asked") for slot in owing if slot.voice}
    waiting = list(Match.objects.open().of(user).order_by("-created_at")[:MOST])
    inviting = list(Match.objects.inviting(user).order_by("-created_at")[:MOST])
    ended = list(Match.objects.of(user).filter(ended_at__isnull=False).order_by("-ended_at")[:10])
    listed = [*asked, *running, *waiting, *inviting, *ended]
    made = dict(zip(listed, rows(listed, turns | open_turns(running), now, captains, user), strict=True))
    return {
        "daily": today(user, now),
        "calls": waiting_in_contests(user, now),
        "contests": under_way(user, now),
        "owing": [made[match] for match in asked if match.size > 1],
        "alone": [made[match] for match in asked if match.size == 1 and not match.deal_id],
        "running": [made[match] for match in running],
        "waiting": [made[match] for match in waiting],
        "inviting": [made[match] for match in inviting],
        "ended": [
            replace(made[match], standing=standing(user, match) if match.outcome else "") for match in ended
        ],
    }


def welcome() -> dict[str, Any]:
    """A board to look at: the public match that began last, or the worked picture of a game."""
    match = Match.objects.running().listed().order_by("-created_at").first()
    scene = Scene.around(match, AnonymousUser(), timezone.now()) if match else None
    game = next(iter(GAMES.values()))
    return {
        "scene": scene,
        "face": scene.face() if scene else None,
        "picture": next(iter(worked(game).values()), "") if scene is None else "",
        "game": game,
        "daily": [GAMES[slug] for slug in daily_games()],
        "shelf": [
            {"slug": one.slug, "name": one.name, "teaser": f"games/{one.slug}/teaser.html"}
            for one in GAMES.values()
        ],
        "bids": BIDS,
    }

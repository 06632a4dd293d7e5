"""The seasons of a league: their champions, and who went up and down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Berth, Contest
from games.pages.contests.movement import league_chart
from games.pages.contests.sight import Sight

MOST = 60
"""So many seasons a page shows."""


@dataclass
class Season:
    """One season: who won, and who moved, by name."""

    contest: Contest
    champions: list[str] = field(default_factory=list)
    up: list[str] = field(default_factory=list)
    down: list[str] = field(default_factory=list)


def seasons(sight: Sight) -> list[Contest]:
    """The seasons of the league that the reader may see, the newest first."""
    if sight.contest.league_id is None:
        return []
    found = Contest.objects.visible_to(sight.user).filter(league=sight.contest.league_id)
    light = found.select_related("league").only(
        "code", "name", "season", "status", "league", "ended_at", "started_at"
    )
    return list(light.order_by("-season")[:MOST])


@require_safe
def history_page(request: HttpRequest, code: str) -> HttpResponse:
    """All seasons of a league."""
    sight = Sight.of(request.user, code, timezone.now())
    if sight.contest.league_id is None:
        raise Http404
    found = seasons(sight)
    values = {"tab": "history", "sight": sight, "contest": sight.contest, "seasons": told(found)}
    values["movement"] = league_chart(sight, found)
    return render(request, "games/contests/history.html", values)


def told(contests: Sequence[Contest]) -> list[Season]:
    """Seasons with who won and who moved; one query for all of them."""
    found = {contest.pk: Season(contest) for contest in contests}
    moved = Berth.objects.filter(group__contest__in=found, fate__in=("champion", "up", "down"))
    rows = moved.order_by("group__number", "place", "number").values_list(
        "group__contest_id", "fate", "entry__name", "entry__user__username"
    )
    for contest, fate, team, person in rows:
        season, name = found[contest], team or person or _("former player")
        if fate == "champion":
            season.champions.append(name)
        else:
            (season.up if fate == "up" else season.down).append(name)
    return list(found.values())

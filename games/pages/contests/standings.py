"""The standings of a group, with every tie-break; a page costs the same however many entries there are."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.models import Berth, Group
from games.pages.contests.paging import Pages
from games.pages.contests.ranks import rank_lines, tie_heads
from games.pages.contests.sight import Sight
from games.pages.parts import long

PAGE = 100
DRAWN = ("knockout", "pods")
"""The formats that have a bracket."""


@require_safe
def standings_page(request: HttpRequest, code: str) -> HttpResponse:
    """The standings of the reader's own group, or of the first one."""
    sight = Sight.of(request.user, code, timezone.now())
    return _page(request, sight, own_group(sight))


@require_safe
def group_page(request: HttpRequest, code: str, stage: int, number: int) -> HttpResponse:
    """The standings of a group."""
    sight = Sight.of(request.user, code, timezone.now())
    return _page(request, sight, sight.group(stage - 1, number))


def own_group(sight: Sight) -> Group:
    """The group of this stage in which the reader plays, or its first. Raises ``Http404`` without any."""
    if not sight.current:
        raise Http404
    if sight.mine is not None:
        found = Berth.objects.filter(entry=sight.mine, group__in=sight.current).values_list(
            "group_id", flat=True
        )
        mine = set(found)
        return next((group for group in sight.current if group.pk in mine), sight.current[0])
    return sight.current[0]


def _page(request: HttpRequest, sight: Sight, group: Group) -> HttpResponse:
    stored = group.standings
    own = sight.mine.pk if sight.mine else None
    pages = Pages.of(request, len(stored), PAGE)
    lines = rank_lines(sight, group, pages.first, PAGE, () if own is None else (own,))
    heads, name = tie_heads(sight.contest), sight.group_name(group)
    table = {"lines": tuple(lines), "heads": tuple(heads), "team": sight.contest.team}
    values = {
        "tab": "standings",
        "sight": sight,
        "contest": sight.contest,
        "group": group,
        "group_name": name,
        "groups": group_links(sight, group),
        "ranks": lines and long("games/contests/ranks.html", caption=name, brief=False, **table),
        "heads": heads,
        "pages": pages,
        "bracket": _bracket(sight, group),
    }
    return render(request, "games/contests/standings.html", values)


def _bracket(sight: Sight, group: Group) -> str:
    """The address of the bracket of a group; empty where it has none."""
    drawn = sight.contest.terms.stages[group.stage].format in DRAWN
    return sight.address("contest_bracket", group) if drawn else ""


def group_links(sight: Sight, shown: Group, to: str = "contest_group") -> list[tuple[str, str, bool]]:
    """The groups that have such a page: name, address, whether it is shown; empty where there is only one."""
    stages = sight.contest.terms.stages
    groups = [
        group for group in sight.groups if to != "contest_bracket" or stages[group.stage].format in DRAWN
    ]
    if len(groups) < 2:
        return []
    return [(sight.group_name(group), sight.address(to, group), group.pk == shown.pk) for group in groups]

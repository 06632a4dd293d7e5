"""The rounds of a contest: who meets whom, what came of it, and where to look on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.contests.field import Entry, Field
from games.contests.formats import FORMATS
from games.contests.plan import Plan
from games.models import Berth, Contest, Group, Pairing, Round
from games.notices.held import deal_in_words
from games.notices.times import moment
from games.pages.contests.meetings import PairingLine, SideLine, pairing_lines
from games.pages.contests.paging import Pages
from games.pages.contests.sight import Sight
from games.pages.parts import long

PAGE = 100
"""How many boards one page shows."""


@dataclass(frozen=True)
class RoundLine:
    """A round in a list."""

    number: int
    title: str
    url: str
    said: str
    """When it began or ended, or is to begin."""
    is_open: bool


def round_title(contest: Contest, stage: int, number: int, entries: int) -> str:
    """What a round is called."""
    message, values = _title(contest.terms, stage, contest.size, entries, number)
    return _(message).format(**values)


@lru_cache(1024)
def _title(plan: Plan, stage: int, size: int, entries: int, number: int) -> tuple[str, Mapping[str, object]]:
    """The title as a message id and what fills its gaps; it follows from these numbers alone."""
    who = tuple(Entry(key, key) for key in range(1, entries + 1))
    field = Field(plan=plan, stage=plan.stages[stage], size=size, least=size, entries=who)
    return FORMATS[field.stage.format].title(field, number)


def round_lines(sight: Sight, groups: Sequence[Group]) -> dict[int, list[RoundLine]]:
    """The rounds of these groups that are paired or have a day, by the key of the group; two queries."""
    berths = Berth.objects.filter(group__in=groups).order_by().values_list("group")
    sizes = dict(berths.annotate(Count("pk")))
    found = Round.objects.filter(group__in=groups).defer("sealed_seed").order_by("group_id", "number")
    of = {group.pk: group for group in groups}
    return {
        key: [_round_line(sight, of[key], one, sizes.get(key, 0)) for one in rounds]
        for key, rounds in groupby(found, lambda one: one.group_id)
    }


def _round_line(sight: Sight, group: Group, one: Round, entries: int) -> RoundLine:
    return RoundLine(
        one.number,
        round_title(sight.contest, group.stage, one.number, entries),
        sight.address("contest_round", group, one.number) if one.paired_at else "",
        round_said(one),
        is_open=one.paired_at is not None and one.ended_at is None,
    )


def round_said(one: Round) -> str:
    """When a round ended, or began, or is to begin; empty if nobody knows."""
    if one.ended_at is not None:
        return _("Ended {moment}.").format(moment=moment(one.ended_at))
    if one.started_at is not None or one.paired_at is not None:
        began = one.started_at or one.paired_at
        return _("Begun {moment}.").format(moment=moment(began)) if began else ""
    return _("Begins {moment}.").format(moment=moment(one.begins_at)) if one.begins_at else ""


@require_safe
def rounds_page(request: HttpRequest, code: str) -> HttpResponse:
    """All rounds of all groups."""
    sight = Sight.of(request.user, code, timezone.now())
    lines = round_lines(sight, sight.groups)
    listed = [(sight.group_name(group), lines.get(group.pk, [])) for group in reversed(sight.groups)]
    values = {"tab": "rounds", "sight": sight, "contest": sight.contest, "groups": listed}
    return render(request, "games/contests/rounds.html", values)


@require_safe
def round_page(request: HttpRequest, code: str, stage: int, number: int, round: int) -> HttpResponse:
    """One round: its pairings in the order of boards, a hundred a page."""
    sight = Sight.of(request.user, code, timezone.now())
    group = sight.group(stage - 1, number)
    lines = round_lines(sight, [group]).get(group.pk, [])
    row = Round.objects.filter(group=group, number=round, paired_at__isnull=False).first()
    line = next((line for line in lines if line.number == round), None)
    if row is None or line is None:
        raise Http404
    found = Pairing.objects.filter(round=row).order_by("board")
    pages = Pages.of(request, found.count(), PAGE)
    pairings = pairing_lines(sight, found[pages.first : pages.end])
    compared = duplicate(sight, group, pairings)
    scored = any(side.scored for pairing in pairings for side in pairing.sides)
    values = {
        "tab": "rounds",
        "sight": sight,
        "contest": sight.contest,
        "group": group,
        "group_name": sight.group_name(group),
        "round": row,
        "line": line,
        "lines": lines,
        "pairings": pairings
        and long("games/contests/pairings.html", pairings=tuple(pairings), scored=scored),
        "pages": pages,
        "compared": compared,
        "worth": deal_in_words(sight.contest) if compared else "",
        "scored": scored,
    }
    return render(request, "games/contests/round.html", values)


@dataclass(frozen=True)
class Compared:
    """What the tables of a duplicate round came to in one seat, the best first."""

    seat: int
    emblem: Any
    sides: tuple[tuple[int, SideLine], ...]
    """The board, and what its entry in this seat got."""


def duplicate(sight: Sight, group: Group, pairings: Sequence[PairingLine]) -> list[Compared]:
    """The tables of a round that had the same deal, compared seat by seat; empty for any other round."""
    if sight.contest.terms.stages[group.stage].format != "duplicate":
        return []
    of: dict[int, list[tuple[int, SideLine]]] = {}
    for pairing in pairings:
        for side in pairing.sides if not pairing.is_bye else ():
            of.setdefault(side.index, []).append((pairing.board, side))
    return [
        Compared(seat + 1, of[seat][0][1].emblem, tuple(sorted(of[seat], key=_best))) for seat in sorted(of)
    ]


def _best(found: tuple[int, SideLine]) -> tuple[float, float, int]:
    board, side = found
    return (-(side.points or 0), -(side.score or 0.0), board)

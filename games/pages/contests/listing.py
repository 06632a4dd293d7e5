"""The list of contests, with filters. A page costs the same however many contests and entries there are."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.http import require_safe

from accounts.models import User
from games.models import Contest, Entry
from games.notices.held import kind
from games.notices.times import moment
from games.rules import GAMES

PAGE = 30
_ANY = ("", pgettext_lazy("filter", "any"))
_HEAVY = ("sealed_seed", "about", "options")


class Filters(forms.Form):
    """What the list can be narrowed to."""

    status = forms.ChoiceField(
        label=gettext_lazy("Status"),
        required=False,
        choices=[_ANY, *(choice for choice in Contest.Status.choices if choice[0] != Contest.Status.DRAFT)],
    )
    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    mine = forms.ChoiceField(
        label=gettext_lazy("Whose"),
        required=False,
        choices=[
            _ANY,
            ("entered", gettext_lazy("those I am in")),
            ("directed", gettext_lazy("those I direct")),
        ],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [_ANY, *((game.slug, game.name) for game in GAMES.values())]  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Row:
    """A contest in a list."""

    contest: Contest
    kind: str
    """Its format, in a few words."""
    entries: str
    when: str
    """What comes next, or when it ended."""


@require_safe
def contests(request: HttpRequest) -> HttpResponse:
    """Contests that the reader may see, the newest first, thirty a page."""
    filters = Filters(request.GET)
    wanted = filters.cleaned_data if filters.is_valid() else None
    found = narrowed(request.user, wanted) if wanted is not None else Contest.objects.none()
    page = list(_after(found, request.GET.get("after", ""))[: PAGE + 1])
    shown = page[:PAGE]
    older = request.GET.copy()
    if len(page) > PAGE:
        older["after"] = shown[-1].code
    values = {
        "filters": filters,
        "unfolded": wanted is None or any(wanted.values()),
        "rows": rows(shown),
        "older": older.urlencode() if len(page) > PAGE else "",
        "first": "after" not in request.GET,
    }
    return render(request, "games/contests/list.html", values, status=200 if wanted is not None else 400)


def narrowed(user: User | AnonymousUser, wanted: dict[str, Any]) -> QuerySet[Contest]:
    """The contests a list may show this person that fit the filters, the newest first."""
    found: QuerySet[Contest] = Contest.objects.listed_for(user)
    if wanted["mine"]:
        found = _of(found, user, wanted["mine"])
    if wanted["status"]:
        found = found.filter(status=wanted["status"])
    if wanted["game"]:
        found = found.filter(game=wanted["game"])
    return counted(found)


def _of(found: QuerySet[Contest], user: User | AnonymousUser, part: str) -> QuerySet[Contest]:
    """Those in which somebody has this part; none for a guest."""
    if not user.is_authenticated:
        return found.none()
    if part == "directed":
        return found.filter(directors=user)
    return found.filter(pk__in=Contest.objects.of(user).values("pk"))


def counted(found: QuerySet[Contest]) -> QuerySet[Contest]:
    """The same, each with the number of its entries, the newest first."""
    playing = Entry.objects.playing().filter(contest=OuterRef("pk")).order_by().values("contest")
    number = Subquery(playing.annotate(number=Count("pk")).values("number"), output_field=IntegerField())
    light = found.select_related("league").defer(*_HEAVY)
    return light.annotate(entered=Coalesce(number, 0)).order_by("-created_at", "-pk")


def _after(found: QuerySet[Contest], code: str) -> QuerySet[Contest]:
    """What follows the contest with this code in the list."""
    last = Contest.objects.filter(code=code).only("created_at").first() if code else None
    if last is None:
        return found
    return found.filter(Q(created_at__lt=last.created_at) | Q(created_at=last.created_at, pk__lt=last.pk))


def rows(found: list[Contest]) -> list[Row]:
    """Contests that were ``counted``, made ready for a list."""
    return [Row(contest, kind(contest.terms), _entries(contest), when(contest)) for contest in found]


def _entries(contest: Contest) -> str:
    number: int = contest.entered  # type: ignore[attr-defined]
    if contest.status == Contest.Status.REGISTRATION and contest.most:
        return _("{entered} of {most} places taken").format(entered=number, most=contest.most)
    if contest.team > 1:
        return ngettext("{n} team", "{n} teams", number).format(n=number)
    return ngettext("{n} entry", "{n} entries", number).format(n=number)


def when(contest: Contest) -> str:
    """What comes next in a contest, or when it ended, in a few words; empty where no calendar says."""
    if contest.ended_at is not None:
        return _("ended {moment}").format(moment=_day(contest.ended_at))
    if contest.paused_at is not None:
        return _("pauses")
    if contest.started_at is not None:
        return _("since {moment}").format(moment=_day(contest.started_at))
    return _("begins {moment}").format(moment=moment(contest.starts_at)) if contest.starts_at else ""


def _day(instant: datetime.datetime) -> str:
    return date_format(timezone.localtime(instant), _("j M Y"))

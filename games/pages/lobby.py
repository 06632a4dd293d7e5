"""The lobby: public matches with filters. A page costs the same however many matches there are."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from games.models import Match
from games.pages.listing import open_turns, rows
from games.rules import GAMES

PAGE = 30
_EQUAL = Q(size__gt=1, pace__kind="interval")
"""All turns may last equally long."""
PACES = {
    "quick": (_("up to an hour a turn"), _EQUAL & Q(pace__interval__lte=3600)),
    "day": (_("up to a day a turn"), _EQUAL & Q(pace__interval__gt=3600, pace__interval__lte=86_400)),
    "slow": (_("more than a day a turn"), _EQUAL & Q(pace__interval__gt=86_400)),
    "slot": (_("turns end at a time of day"), Q(size__gt=1, pace__kind="slot")),
    "bank": (_("a clock for each seat"), Q(size__gt=1, pace__kind="bank")),
    "none": (_("no deadline"), Q(size=1)),
}
_ANY = ("", pgettext_lazy("filter", "any"))
VACANT = "vacant"
"""Running matches with a deserted seat that anyone may take over, as a status to choose."""


class Filters(forms.Form):
    """What the lobby can be narrowed to."""

    status = forms.ChoiceField(
        label=_("Status"),
        required=False,
        choices=[
            *(choice for choice in Match.Status.choices if choice[0] != Match.Status.ABORTED),
            (VACANT, _("with a seat to take over")),
        ],
    )
    game = forms.ChoiceField(label=_("Game"), required=False)
    seats = forms.TypedChoiceField(label=_("Seats"), required=False, coerce=int, empty_value=None)
    pace = forms.ChoiceField(
        label=_("Pace"),
        required=False,
        choices=[_ANY, *((name, words) for name, (words, _q) in PACES.items())],
    )
    free = forms.TypedChoiceField(label=_("Free places"), required=False, coerce=int, empty_value=None)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        least = min(game.seats[0] for game in GAMES.values())
        most = max(game.seats[-1] for game in GAMES.values())
        self.fields["game"].choices = [_ANY, *((game.slug, game.name) for game in GAMES.values())]  # type: ignore[attr-defined]
        self.fields["seats"].choices = [_ANY, *((n, n) for n in range(least, most + 1))]  # type: ignore[attr-defined]
        self.fields["free"].choices = [_ANY, *((n, _("at least {n}").format(n=n)) for n in range(1, most))]  # type: ignore[attr-defined]


@require_safe
def matches(request: HttpRequest) -> HttpResponse:
    """Public matches, the newest first, thirty a page."""
    filters = Filters(request.GET)
    found = narrowed(filters.cleaned_data) if filters.is_valid() else Match.objects.none()
    page = list(after(found, request.GET.get("after", ""))[: PAGE + 1])
    shown = page[:PAGE]
    now = timezone.now()
    older = request.GET.copy()
    if len(page) > PAGE:
        older["after"] = shown[-1].code
    values = {
        "filters": filters,
        "unfolded": not filters.is_valid() or is_narrowed(filters.cleaned_data),
        "rows": rows(shown, open_turns(shown), now),
        "older": older.urlencode() if len(page) > PAGE else "",
        "first": "after" not in request.GET,
        "vacant": filters.is_valid() and filters.cleaned_data["status"] == VACANT,
    }
    return render(request, "games/matches.html", values, status=200 if filters.is_valid() else 400)


def is_narrowed(wanted: dict[str, Any]) -> bool:
    """Whether the filters say more than a lobby without any."""
    return any(value for name, value in wanted.items() if (name, value) != ("status", Match.Status.OPEN))


def narrowed(wanted: dict[str, Any]) -> QuerySet[Match]:
    """The listed matches that fit the filters."""
    found = Match.objects.listed()
    if wanted["status"] == VACANT:
        found = found.with_vacancy()
    else:
        found = found.filter(status=wanted["status"] or Match.Status.OPEN)
    if wanted["game"]:
        found = found.filter(game=wanted["game"])
    if wanted["seats"]:
        found = found.filter(size=wanted["seats"])
    if wanted["pace"]:
        found = found.filter(PACES[wanted["pace"]][1])
    if wanted["free"]:
        found = found.with_room(wanted["free"])
    return found.defer("sealed_seed", "last_position").order_by("-created_at", "-pk")


def after(found: QuerySet[Match], code: str) -> QuerySet[Match]:
    """What follows the match with this code in the list."""
    last = Match.objects.filter(code=code).only("created_at").first() if code else None
    if last is None:
        return found
    return found.filter(Q(created_at__lt=last.created_at) | Q(created_at=last.created_at, pk__lt=last.pk))

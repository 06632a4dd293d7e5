"""The console of directors: what waits for them, what they can do, each act with its preview, and undo."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from games.actions.contests.directing import acts, preview, undo
from games.actions.contests.directing.case import Verb
from games.actions.contests.directing.verbs import DOABLE, VERBS
from games.models import Act, Contest
from games.pages.contests.director_effects import in_words
from games.pages.contests.director_forms import ActForm
from games.pages.contests.director_waits import tables_played, waits
from games.pages.contests.log import said
from games.pages.contests.schedule import whats_next
from games.pages.contests.sight import Sight
from games.pages.refusals import sentence
from games.rules.game import Refusal

KINDS = (
    (gettext_lazy("The draw"), ("draw", "pair", "swap", "seed", "dates")),
    (gettext_lazy("Tables"), ("extend", "adjudicate", "annul", "repair", "play_off")),
    (gettext_lazy("Entries"), ("replace", "withdraw", "bring_back", "bye", "remove")),
    (
        gettext_lazy("The contest"),
        ("word", "pause", "go_on", "add_director", "remove_director", "close_league", "call_off"),
    ),
)
"""The verbs as the console has them."""
LAST = 12


@login_required
@require_safe
def console(request: HttpRequest, code: str) -> HttpResponse:
    """How the contest is, what waits for its directors, and what they can do."""
    sight = directed(request, code)
    contest = sight.contest
    values = {
        "sight": sight,
        "contest": contest,
        "tab": "director",
        "next": whats_next(contest, sight.now),
        "waits": waits(sight),
        "tables": tables_played(sight),
        "kinds": [(title, _offered(contest, names)) for title, names in KINDS],
        "acts": _last(contest),
    }
    return render(request, "games/contests/director.html", values)


def directed(request: HttpRequest, code: str) -> Sight:
    """The contest as one of its directors sees it; for others there is no such page."""
    sight = Sight.of(request.user, code, timezone.now())
    if not sight.directs:
        raise Http404
    return sight


def _offered(contest: Contest, names: tuple[str, ...]) -> list[Verb[Any]]:
    """The verbs of a kind that can be done as the contest is now."""
    pauses = contest.paused_at is not None
    left_out = {"pause" if pauses else "go_on", "" if contest.league_id else "close_league"}
    left_out.add("" if "playoff" in contest.terms.ties else "play_off")
    return [VERBS[name] for name in names if contest.status in VERBS[name].during and name not in left_out]


def _last(contest: Contest) -> list[dict[str, Any]]:
    """The last acts, with why each can't be undone."""
    found = Act.objects.filter(contest=contest).select_related("user", "contest").order_by("-pk")[:LAST]
    return [_logged(act) for act in found]


def _logged(act: Act) -> dict[str, Any]:
    refusal = undo.why_not(act)
    return {
        "key": act.pk,
        "said": said(act),
        "why": act.why,
        "done_at": act.done_at,
        "undone": act.undone_at is not None,
        "own": act.data["own"],
        "lasts": sentence(refusal) if refusal is not None and act.verb != "undo" else "",
        "undoable": refusal is None,
    }


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, code: str, verb: str) -> HttpResponse:
    """Fill in what an act wants, see what it would change, and then do it."""
    sight = directed(request, code)
    if verb not in DOABLE:
        raise Http404
    does = VERBS[verb]
    if request.method != "POST":
        asked = {name: text for name, text in request.GET.dict().items() if "\0" not in text}
        return _form(request, sight, does, ActForm(sight.contest, does, asked=asked))
    form = ActForm(sight.contest, does, request.POST)
    if "back" in request.POST or not form.is_valid():
        return _form(request, sight, does, form, 200 if "back" in request.POST else 422)
    person, why = cast(User, request.user), form.cleaned_data["why"]
    try:
        if "confirm" in request.POST:
            done = acts.act(person, sight.contest, verb, form.wanted(), why, sight.now)
            messages.success(request, said(done))
            return redirect("contest_director", sight.contest.code)
        effect = preview.preview(person, sight.contest, verb, form.wanted(), sight.now, why)
    except Refusal as refusal:
        form.refuse(refusal)
        return _form(request, sight, does, form, 422)
    values = {"effect": in_words(effect), "form": form, "title": _(does.title), "why": why}
    return render(request, "games/contests/director_preview.html", _around(sight, values))


def _form(
    request: HttpRequest, sight: Sight, verb: Verb[Any], form: ActForm, status: int = 200
) -> HttpResponse:
    values = {
        "form": form,
        "title": _(verb.title),
        "now": sight.contest.status in verb.during,
    }
    return render(request, "games/contests/director_act.html", _around(sight, values), status=status)


def _around(sight: Sight, values: dict[str, Any]) -> dict[str, Any]:
    return {"sight": sight, "contest": sight.contest, "tab": "director", **values}


@login_required
@require_POST
def take_back(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Undo an act."""
    sight = directed(request, code)
    done = get_object_or_404(Act.objects.select_related("contest"), contest=sight.contest, pk=number)
    try:
        undo.undo(cast(User, request.user), done, sight.now)
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
    else:
        messages.success(request, _("It is undone."))
    return redirect("contest_director", sight.contest.code)

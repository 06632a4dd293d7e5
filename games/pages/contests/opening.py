"""Opening a contest: the form, the draft it makes, and what may still be changed of it later."""

from __future__ import annotations

import dataclasses
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.actions.contests.founding import Call, change, found
from games.models import Contest
from games.pages.contests.form import ContestForm, initial
from games.pages.contests.sight import Sight
from games.pages.refusals import sentence
from games.rules import GAMES
from games.rules.game import Game, Refusal

METHODS = ["GET", "HEAD", "POST"]
_FIRST = "bids"
"""The game that the form begins with: most formats can be held in it."""


@login_required
@require_http_methods(METHODS)
def new_contest(request: HttpRequest) -> HttpResponse:
    """Make a draft of a contest, or show the form again with what is wrong."""
    form = ContestForm(_game(request), request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            contest = found(cast(User, request.user), form.call(), timezone.now())
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("This is your draft. Look whether it says what you mean."))
            return redirect(contest)
    return _shown(request, form, {"title": _("Open a contest")})


@login_required
@require_http_methods(METHODS)
def change_contest(request: HttpRequest, code: str) -> HttpResponse:
    """Change a draft, or of an announced contest what nobody entered for."""
    sight = Sight.of(request.user, code, timezone.now())
    if not sight.directs or sight.contest.ended_at is not None:
        raise Http404
    if sight.contest.status != Contest.Status.DRAFT:
        return _change_later(request, sight)
    contest = sight.contest
    sent = request.POST if request.method == "POST" else None
    game = _game(request) if "game" in request.GET else contest.rules
    form = ContestForm(game, sent, initial=initial(contest))
    if sent is not None and form.is_valid():
        try:
            change(cast(User, request.user), contest, form.call(), sight.now)
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("The draft is changed."))
            return redirect(contest)
    return _shown(request, form, {"title": _("Change the draft"), "contest": contest})


def _shown(request: HttpRequest, form: ContestForm, values: dict[str, Any]) -> HttpResponse:
    values |= {"form": form, "game": form.game, "games": list(GAMES.values())}
    values["alone"] = form.game.seats[-1] == 1
    return render(request, "games/contests/new.html", values, status=422 if form.errors else 200)


def _game(request: HttpRequest) -> Game[Any]:
    slug = request.POST.get("game") or request.GET.get("game") or _FIRST
    return GAMES.get(slug) or next(iter(GAMES.values()))


class LaterForm(forms.Form):
    """What may be changed of a contest for which people may have entered."""

    name = ContestForm.base_fields["name"]
    about = ContestForm.base_fields["about"]
    most = ContestForm.base_fields["most"]
    starts_at = ContestForm.base_fields["starts_at"]


def _change_later(request: HttpRequest, sight: Sight) -> HttpResponse:
    contest = sight.contest
    sent = request.POST if request.method == "POST" else None
    kept = {name: getattr(contest, name) for name in LaterForm.base_fields}
    form = LaterForm(sent, initial=kept)
    if contest.status != Contest.Status.REGISTRATION:
        del form.fields["most"], form.fields["starts_at"]
    if sent is not None and form.is_valid():
        call = dataclasses.replace(call_of(contest), **form.cleaned_data)
        try:
            change(cast(User, request.user), contest, call, sight.now)
        except Refusal as refusal:
            named = getattr(refusal, "field", None)
            form.add_error(named if named in form.fields else None, sentence(refusal))
        else:
            messages.success(request, _("It is changed."))
            return redirect(contest)
    values = {"sight": sight, "contest": contest, "form": form}
    return render(request, "games/contests/change.html", values, status=422 if form.errors else 200)


def call_of(contest: Contest) -> Call:
    """The call that would make this contest again."""
    same = {field.name for field in dataclasses.fields(Call)} - {"league", "plan"}
    values = {name: getattr(contest, name) for name in same}
    return Call(**values, plan=contest.terms, league=contest.league_id is not None)

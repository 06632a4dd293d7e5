"""Whom directors ask to a contest: by names, or by a list in CSV that can be looked at before it counts."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.actions.contests.importing import Imported, import_entries
from games.actions.contests.inviting import invite
from games.actions.contests.refusals import WrongLines
from games.models import Contest, Entry
from games.pages.acts import names
from games.pages.contests.director import directed
from games.pages.contests.sight import Sight
from games.pages.refusals import sentence
from games.rules.game import Refusal

MOST_WRONG = 50
"""So many wrong lines of a list are told at once."""
BEFORE_THE_DRAW = (Contest.Status.DRAFT, Contest.Status.REGISTRATION)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, code: str) -> HttpResponse:
    """Who is invited, and the forms to ask more people; what was typed stays where something is wrong."""
    sight = directed(request, code)
    if request.method != "POST":
        return _page(request, sight)
    asked = _take_list if "list" in request.POST else _ask
    try:
        return asked(request, sight)
    except WrongLines as refusal:
        wrong = [{"number": number, "said": sentence(one)} for number, one in refusal.lines[:MOST_WRONG]]
        return _page(request, sight, 422, refused=sentence(refusal), at="list", wrong=wrong)
    except Refusal as refusal:
        at = "list" if asked is _take_list else "invite"
        return _page(request, sight, 422, refused=sentence(refusal), at=at)


def _ask(request: HttpRequest, sight: Sight) -> HttpResponse:
    """Invite people by their names."""
    wanted = names(request.POST.get("invite", ""))
    entries = invite(cast(User, request.user), sight.contest, wanted, sight.now)
    _tell(request, Imported(entries))
    return redirect("contest_director_people", sight.contest.code)


def _take_list(request: HttpRequest, sight: Sight) -> HttpResponse:
    """Import a list, or say what would come of it."""
    text, dry = request.POST["list"].replace("\0", " "), "check" in request.POST
    with transaction.atomic():
        found = import_entries(cast(User, request.user), sight.contest, text, sight.now)
        if dry:
            told = {"asked": _titles(found.invited), "changed": _titles(found.changed)}
        transaction.set_rollback(dry)
    if dry:
        return _page(request, sight, checked=told)
    _tell(request, found)
    return redirect("contest_director_people", sight.contest.code)


def _tell(request: HttpRequest, found: Imported) -> None:
    if found.invited:
        asked = ", ".join(_titles(found.invited))
        messages.success(request, _("Invited: {names}").format(names=asked))
    else:
        messages.info(request, _("Nobody new is invited."))


def _titles(entries: list[Entry]) -> list[str]:
    return [entry.title for entry in entries]


def _page(request: HttpRequest, sight: Sight, status: int = 200, **more: Any) -> HttpResponse:
    contest = sight.contest
    waiting = contest.entries.filter(status=Entry.Status.INVITED).select_related("user").order_by("pk")
    values = {
        "sight": sight,
        "contest": contest,
        "tab": "director",
        "invited": [entry.title for entry in waiting],
        "lists": contest.status in BEFORE_THE_DRAW,
        "typed": request.POST,
        **more,
    }
    return render(request, "games/contests/director_people.html", values, status=status)

"""What people do about their own part in a contest: enter, leave, join, volunteer, sit out, challenge.

Each is a POST that returns to the page of the contest; a refusal stands beside its form, with what was typed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from games.actions.contests import absences, entering, founding, ladder, substitutes, teams
from games.actions.contests.directing.acts import act as direct
from games.models import Contest, Entry
from games.pages.acts import names
from games.pages.contests import overview
from games.pages.contests.sight import Sight
from games.pages.refusals import sentence
from games.rules.game import Refusal

Act = Callable[[HttpRequest, Sight], None]
MOST_ROUNDS = 400


def act(at: str, done: str = "") -> Callable[[Act], Callable[..., HttpResponse]]:
    """A view that does one thing about a contest and returns to it; ``at`` names the form for a refusal."""

    def wrap(do: Act) -> Callable[..., HttpResponse]:
        def view(request: HttpRequest, code: str) -> HttpResponse:
            sight = Sight.of(request.user, code, timezone.now())
            try:
                do(request, sight)
            except Refusal as refusal:
                sight = Sight.of(request.user, code, sight.now)
                return overview.page(request, sight, 422, refusal, request.POST, at)
            if done:
                messages.success(request, _(done))
            return redirect(sight.contest)

        return login_required(require_POST(view))

    return wrap


@act("enter")
def enter(request: HttpRequest, sight: Sight) -> None:
    """Enter, alone or with a team, or come back."""
    sent = request.POST
    entry = entering.enter(
        person(sight),
        sight.contest,
        sight.now,
        sent.get("word", ""),
        sent.get("name", ""),
        names(sent.get("mates", "")),
    )
    if entry.status == Entry.Status.WAITING:
        messages.success(request, _("All places are taken; you wait for one to become free."))
    else:
        messages.success(request, _("You take part."))


@act("part", gettext_noop("You have left the contest."))
def _leave(request: HttpRequest, sight: Sight) -> None:
    entering.leave(person(sight), sight.contest, sight.now)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Ask whether the person means it, and then let them leave."""
    if request.method == "POST":
        return _leave(request, code)
    sight = Sight.of(request.user, code, timezone.now())
    if not sight.plays or sight.contest.ended_at is not None:
        return redirect(sight.contest)
    return render(request, "games/contests/leave.html", {"sight": sight, "contest": sight.contest})


@act("part", gettext_noop("You are in the team."))
def join_team(request: HttpRequest, sight: Sight) -> None:
    """Join a team that asks for the person."""
    teams.join_team(person(sight), sight.contest, entry_named(request, sight), sight.now)


@act("part", gettext_noop("You have said no."))
def turn_down(request: HttpRequest, sight: Sight) -> None:
    """Say no to the teams that ask."""
    teams.turn_down(person(sight), sight.contest)


@act("ask", gettext_noop("They are asked."))
def ask(request: HttpRequest, sight: Sight) -> None:
    """Ask people to one's team."""
    teams.ask(person(sight), sight.contest, names(request.POST.get("mates", "")), sight.now)


@act("volunteer", gettext_noop("You are ready to step in."))
def volunteer(request: HttpRequest, sight: Sight) -> None:
    """Be ready to take over a seat."""
    substitutes.volunteer(person(sight), sight.contest, sight.now)


@act("absent", gettext_noop("It is kept which rounds you sit out."))
def absent(request: HttpRequest, sight: Sight) -> None:
    """Sit out the rounds that were chosen, and of those to come no others."""
    sent = request.POST.getlist("round")[:MOST_ROUNDS]
    numbers = [int(text) for text in sent if text.isascii() and text.isdecimal() and len(text) < 5]
    absences.be_absent(person(sight), sight.contest, numbers, sight.now)


@act("stand")
def stand(request: HttpRequest, sight: Sight) -> None:
    """Be in the next season of a league, or sit it out."""
    entry = absences.stand(person(sight), sight.contest, request.POST.get("stands") == "yes", sight.now)
    if entry.stands:
        messages.success(request, _("You are in the next season."))
    else:
        messages.success(request, _("You sit the next season out."))


@act("challenge", gettext_noop("They are challenged, and told."))
def challenge(request: HttpRequest, sight: Sight) -> None:
    """Challenge somebody higher on a ladder."""
    ladder.challenge(person(sight), sight.contest, entry_named(request, sight), sight.now)


@act("challenge", gettext_noop("You take it up: the match begins in a moment."))
def take_up(request: HttpRequest, sight: Sight) -> None:
    """Take up a challenge."""
    ladder.take_up(person(sight), sight.contest, sight.now)


@act("challenge", gettext_noop("You give way: the challenge is lost."))
def give_way(request: HttpRequest, sight: Sight) -> None:
    """Lose a challenge without playing."""
    ladder.give_way(person(sight), sight.contest, sight.now)


@act("announce", gettext_noop("It is announced."))
def announce(request: HttpRequest, sight: Sight) -> None:
    """Open a draft for entries."""
    founding.announce(person(sight), sight.contest, sight.now)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def call_off(request: HttpRequest, code: str) -> HttpResponse:
    """Ask a director whether they mean it and why, and then call the contest off."""
    sight = Sight.of(request.user, code, timezone.now())
    if not sight.directs or sight.contest.ended_at is not None:
        raise Http404
    refused = ""
    if request.method == "POST":
        try:
            direct(person(sight), sight.contest, "call_off", {}, request.POST.get("why", ""), sight.now)
        except Refusal as refusal:
            refused = sentence(refusal)
        else:
            messages.success(request, _("The contest is called off."))
            return redirect("contests" if sight.contest.status == Contest.Status.DRAFT else sight.contest)
    values = {
        "sight": sight,
        "contest": sight.contest,
        "refusal": refused,
        "at": "call_off",
        "typed": request.POST,
    }
    return render(request, "games/contests/call_off.html", values, status=422 if refused else 200)


def person(sight: Sight) -> User:
    """The person who acts; the views let nobody else in."""
    return cast(User, sight.user)


def entry_named(request: HttpRequest, sight: Sight) -> Entry:
    """The entry of this contest that was sent. Raises ``Http404`` if there is none."""
    sent = request.POST.get("entry", "")
    key = int(sent) if sent.isascii() and sent.isdecimal() and len(sent) < 19 else 0
    entry = Entry.objects.filter(contest=sight.contest, pk=key).first()
    if entry is None:
        raise Http404
    return entry

"""What a person does at a table beside ordering: join, leave, invite, call off, resign, play again, write."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from games.actions import lobby, orders, pausing, seats, successors
from games.models import Match
from games.notices import planned
from games.pages import match as match_pages
from games.pages.scene import Scene
from games.rules.game import Refusal

Act = Callable[[HttpRequest, Scene], Match | None]


def act(at: str, done: str = "") -> Callable[[Act], Callable[..., HttpResponse]]:
    """A view that does one thing at a table and returns to it; ``at`` names the form for a refusal."""

    def wrap(do: Act) -> Callable[..., HttpResponse]:
        def view(request: HttpRequest, code: str) -> HttpResponse:
            scene = Scene.of(request.user, code, timezone.now())
            try:
                elsewhere = do(request, scene)
            except Refusal as refusal:
                scene = Scene.of(request.user, code, scene.now)
                return match_pages.page(request, scene, 422, refusal, request.POST, at)
            if done:
                messages.success(request, _(done))
            return redirect(elsewhere or scene.match)

        return login_required(require_POST(view))

    return wrap


@act("join", gettext_noop("You have a seat."))
def join(request: HttpRequest, scene: Scene) -> None:
    """Take a free seat or a place in a team, with the public word for the match's chance."""
    lobby.join(person(scene), scene.match, request.POST.get("word", ""), scene.now, _chosen(request))


def _chosen(request: HttpRequest) -> int | None:
    """The index of the seat that was chosen, if that is one."""
    chosen = request.POST.get("seat", "")
    return int(chosen) if chosen.isascii() and chosen.isdecimal() and len(chosen) < 4 else None


@act("take", gettext_noop("The seat is yours."))
def take_over(request: HttpRequest, scene: Scene) -> None:
    """Take over a deserted seat, or come back to one's own."""
    index = _chosen(request)
    successors.take_over(person(scene), scene.match, scene.match.size if index is None else index, scene.now)


@act("join", gettext_noop("The match has started."))
def start(request: HttpRequest, scene: Scene) -> None:
    """Start a match of teams that are not all full."""
    lobby.start_now(person(scene), scene.match, scene.now)


@act("join", gettext_noop("Your seat is free again."))
def leave(request: HttpRequest, scene: Scene) -> None:
    """Give the seat back before the start."""
    lobby.leave(person(scene), scene.match)


@act("invite", gettext_noop("They are invited."))
def invite(request: HttpRequest, scene: Scene) -> None:
    """Ask people to the table by their names."""
    lobby.invite(person(scene), scene.match, names(request.POST.get("invite", "")), scene.now)


@act("invite", gettext_noop("The match is called off."))
def call_off(request: HttpRequest, scene: Scene) -> None:
    """Call off a match that has not started."""
    lobby.call_off(person(scene), scene.match, scene.now)


@act("rematch")
def rematch(request: HttpRequest, scene: Scene) -> Match:
    """The same table again."""
    return lobby.rematch(person(scene), scene.match, scene.now)


@act("talk")
def say(request: HttpRequest, scene: Scene) -> None:
    """Write to the table."""
    seats.say(person(scene), scene.match, request.POST.get("text", ""), scene.now)


@act("plan")
def plan(request: HttpRequest, scene: Scene) -> None:
    """Keep orders ahead, or none, and tell what has become of them at once."""
    sent, text = request.POST.get("turn", ""), request.POST.get("plan", "")
    if text.strip() == request.POST.get("shown", "?").strip():
        # The page may be an old one, whose orders have been played since.
        messages.info(request, _("You changed nothing. This is what waits now."))
        return
    number = int(sent) if sent.isascii() and sent.isdecimal() and len(sent) < 10 else None
    receipt = orders.plan(person(scene), scene.match.code, text, scene.now, number)
    messages.success(request, planned.said(receipt))


@act("note", gettext_noop("Your notes are kept."))
def note(request: HttpRequest, scene: Scene) -> None:
    """Keep private notes."""
    seats.note(person(scene), scene.match, request.POST.get("text", ""))


@act("pause")
def pause(request: HttpRequest, scene: Scene) -> None:
    """Ask for a pause of the table, or agree to one."""
    if pausing.ask(person(scene), scene.match.code, scene.now):
        messages.success(request, _("Your table pauses."))
    else:
        messages.success(request, _("You ask for a pause. It begins when all have agreed."))


@act("pause", gettext_noop("You no longer ask for a pause."))
def take_back_pause(request: HttpRequest, scene: Scene) -> None:
    """Take the wish for a pause back."""
    pausing.take_back(person(scene), scene.match.code)


@act("pause", gettext_noop("Your match goes on."))
def go_on(request: HttpRequest, scene: Scene) -> None:
    """Let the table go on."""
    pausing.go_on(scene.match.code, scene.now, person(scene))


@act("order")
def _resign(request: HttpRequest, scene: Scene) -> None:
    seats.resign(person(scene), scene.match, scene.now)
    said = _("You gave it up.") if scene.match.size == 1 else _("You have resigned.")
    messages.success(request, said)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def resign(request: HttpRequest, code: str) -> HttpResponse:
    """Ask whether the person means it, and then give up the match for good."""
    if request.method == "POST":
        return _resign(request, code)
    scene = Scene.of(request.user, code, timezone.now())
    if scene.mine is None or scene.turn is None or not scene.mine.waits_for_person:
        return redirect(scene.match)
    return render(request, "games/resign.html", {"match": scene.match})


def person(scene: Scene) -> User:
    """The person who acts; the views let nobody else in."""
    return cast(User, scene.user)


def names(text: str) -> list[str]:
    """User names parted by commas, blanks or lines."""
    return text.replace(",", " ").replace("\0", " ").split()

"""Orders by the browser: seal one, take it back."""

from __future__ import annotations

import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.actions import orders
from games.actions.refusals import NothingOwed, TooEarly, TooLate
from games.pages import history, match, order_form
from games.pages.acts import person
from games.pages.scene import Scene
from games.rules.game import Decision, Refusal

SINCE = 5
"""How many turns a late order is told of."""


@login_required
@require_POST
def give(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Seal an order for a turn, or show the page again with what is wrong and all that was typed."""
    now = timezone.now()
    scene = Scene.of(request.user, code, now)
    try:
        receipt = orders.submit(person(scene), code, number, line_of(scene, number, request), now, "web")
    except Refusal as refusal:
        return refused(request, scene, number, refusal, now)
    if scene.match.size == 1:
        return redirect(scene.match)  # the next question is the answer
    messages.success(request, said(receipt))
    return redirect(scene.match)


def said(receipt: orders.Receipt) -> str:
    """What has become of an order, of orders ahead, or of both in one text."""
    if not receipt.line:
        return _("Your orders ahead are kept; the one you owe is not among them.")
    if receipt.closed:
        told = _("Your order was the last one: the turn has closed.")
    else:
        told = _("Your order is in, sealed, as version {version}.").format(version=receipt.version)
    return f"{told} {_('Your orders ahead are kept.')}" if receipt.plan else told


def line_of(scene: Scene, number: int, request: HttpRequest) -> str:
    """The line that a form for this turn stands for, whether the turn is still open or not."""
    written = request.POST.get("line", "").strip()
    if written:
        return written
    decision = asked(scene, number)
    return order_form.line(decision, request.POST) if decision else ""


def asked(scene: Scene, number: int) -> Decision | None:
    """What the person's seat was asked in this turn: a form sent twice may come when it has closed."""
    if scene.turn is not None and scene.turn.number == number:
        return scene.decision()
    turn = scene.match.turns.closed().filter(number=number).first()
    if turn is None or scene.index is None:
        return None
    turn.match = scene.match
    return scene.match.rules.decisions(turn.state()).get(scene.index)


def refused(
    request: HttpRequest, scene: Scene, number: int, refusal: Refusal, now: datetime.datetime
) -> HttpResponse:
    """The match as it stands, the reason beside the form, and for a late order what happened since."""
    if not isinstance(refusal, TooLate | TooEarly | NothingOwed):
        return match.page(request, scene, 422, refusal, request.POST)
    scene = Scene.of(request.user, scene.match.code, now)
    since = [
        entry
        for entry in history.entries(scene.match, scene.names, scene.index, match.newest_closed(scene))
        if entry.number >= number
    ]
    return match.page(request, scene, 409, refusal, since=since[:SINCE])


@login_required
@require_POST
def take_back(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Take a sealed order back."""
    now = timezone.now()
    scene = Scene.of(request.user, code, now)
    try:
        orders.withdraw(person(scene), code, number)
    except Refusal as refusal:
        return refused(request, scene, number, refusal, now)
    messages.success(request, _("Your order is taken back; you owe one again."))
    return redirect(scene.match)

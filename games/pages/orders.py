"""Orders by the browser: seal one, take it back."""

from __future__ import annotations

import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from games.actions import orders
from games.actions.refusals import NothingOwed, TooEarly, TooLate
from games.models import Match, Order
from games.notices import planned
from games.pages import history, order_form, text
from games.pages import match as match_pages
from games.pages.acts import person
from games.pages.scene import Scene
from games.rules.game import Decision, Refusal

MOST = 30
"""Among how many matches that wait for a person the next is looked for."""
SINCE = 5
"""How many turns somebody is told of who has just ordered."""
TOLD = 8
"""How many sentences of what happened stand in the answer itself."""
UNASKED = ("bot", "forced", "team")
"""Whose orders nobody was asked for by themselves."""


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
    if scene.match.size == 1 and not receipt.plan:
        return redirect(text.back(request, scene.match))  # the next question is the answer
    told = said(receipt, scene.match, number)
    happened = since(Scene.of(request.user, code, now), number) if receipt.closed else ""
    messages.success(request, format_html("{}{}{}", told, happened, following(person(scene), scene.match)))
    return redirect(text.back(request, scene.match))


def said(receipt: orders.Receipt, match: Match, number: int) -> str:
    """What has become of an order, of orders ahead, or of both in one text."""
    if not receipt.line or receipt.by_plan:
        return planned.said(receipt)
    if receipt.closed and is_lone(match, number):
        told = _("Your order was played at once.")
    elif receipt.closed:
        told = _("Your order was the last one: the turn has closed.")
    else:
        told = _("Your order is in, sealed, as version {version}.").format(version=receipt.version)
    return f"{told} {planned.said(receipt)}" if receipt.plan else told


def since(scene: Scene, number: int) -> SafeString:
    """What came of an order that closed its turn: the answer to who has just given it."""
    told = history.happened(scene.match, scene.names, scene.index, number, SINCE)
    lines = format_html_join("", "<br>{}", ((sentence,) for sentence in told[:TOLD]))
    return format_html("{}{}", lines, " …" if len(told) > TOLD else "")


def following(user: User, match: Match) -> SafeString:
    """A link to the match that waits for this person next; empty if none does, or this one does again."""
    owed = [slot.turn.match for slot in Order.objects.owing(user).defer("sealed", "turn__position")[:MOST]]
    if not owed or match in owed:
        return SafeString()
    return format_html(' <a href="{}">{}</a>', owed[0].get_absolute_url(), _("The next that waits for you"))


def is_lone(match: Match, number: int) -> bool:
    """Whether a turn asked one person and nobody else."""
    return Order.objects.filter(turn__match=match, turn__number=number).exclude(by__in=UNASKED).count() == 1


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
    page = text.page if text.wanted(request) else match_pages.page
    if not isinstance(refusal, TooLate | TooEarly | NothingOwed):
        return page(request, scene, 422, refusal, request.POST)
    scene = Scene.of(request.user, scene.match.code, now)
    since = [
        entry
        for entry in history.entries(
            scene.match, scene.names, scene.index, match_pages.newest_closed(scene), scene.teams
        )
        if entry.number >= number
    ]
    return page(request, scene, 409, refusal, since=since[:SINCE])


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
    return redirect(text.back(request, scene.match))

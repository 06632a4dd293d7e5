"""The page behind the button of a mail: takes the order of one seat for one turn without signing in.

The token in the address is the only credential. The page reads no session and sets no cookie, so there is
nothing for a forged request to ride on, and the form carries the token itself: that is why it is exempt from
the CSRF check. Looking at it changes nothing, however often a mail scanner does.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.safestring import SafeString
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.actions import orders
from games.actions.refusals import NothingOwed, NotRunning, NotYourSeat, TooLate
from games.links import order_token, slot_of
from games.models import Order
from games.notices import planned
from games.pages import history, lines, order_form, sections
from games.pages.match import newest_closed, own_form
from games.pages.orders import is_lone
from games.pages.refusals import sentence
from games.pages.scene import Scene
from games.rules.game import Refusal

GONE = (TooLate, NothingOwed, NotRunning, NotYourSeat)
SHOWN = 3
"""How many closed turns the page tells of."""


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """The order form of one seat and turn; its POST seals the order."""
    slot = slot_of(token)
    if slot is None or slot.holder is None:
        raise Http404
    with translation.override(slot.holder.language), timezone.override(slot.holder.tzinfo):
        response = _answer(request, slot)
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Cache-Control"] = "private, no-store"
    return response


def _answer(request: HttpRequest, slot: Order) -> HttpResponse:
    if request.method == "POST":
        return _give(request, slot)
    return _form(request, slot) if slot.turn.closed_at is None else _closed(request, slot)


def _give(request: HttpRequest, slot: Order) -> HttpResponse:
    holder, match = slot.holder, slot.turn.match
    assert holder is not None  # noqa: S101 - a token is good for held seats only
    decision = match.rules.decisions(slot.turn.state()).get(slot.seat.index)
    line = order_form.line(decision, request.POST) if decision else ""
    try:
        receipt = orders.submit(holder, match.code, slot.turn.number, line, timezone.now(), "mail")
    except GONE:
        slot.turn.refresh_from_db()
        return _closed(request, slot)
    except Refusal as refusal:
        return _form(request, slot, refusal)
    following = _next_slot(slot) if match.size == 1 and not receipt.plan else None
    if following is not None:
        # Who plays alone holds no secret from anybody; the answer is the next question.
        return redirect("order_by_link", order_token(following))
    # Shown at once and not after a redirect: the line is for the person who sent it, not for the address.
    if receipt.closed:
        slot.turn.refresh_from_db()  # and with it the match, which may be over now
    scene = _scene(slot)
    values = {"match": match, "turn": slot.turn, "receipt": receipt, "due": lines.due(scene)}
    values["planned"] = planned.said(receipt) if receipt.plan else ""
    if receipt.closed:
        values |= _since(scene, slot.turn.number)
    return render(request, "games/by_link_receipt.html", values)


def _since(scene: Scene, number: int) -> dict[str, object]:
    """What came of an order that closed its turn, in the order in which it happened, and what is owed now."""
    entries = history.entries(scene.match, scene.names, scene.index, newest_closed(scene), scene.teams)
    since = [entry for entry in reversed(entries) if entry.number >= number][: history.MOST_SINCE]
    return {
        "lone": is_lone(scene.match, number),
        "log": history.shown(scene.match, since),
        "result": lines.result(scene),
        "owed": scene.turn.number if scene.turn and scene.owes else None,
    }


def _next_slot(slot: Order) -> Order | None:
    """What the same seat owes now."""
    owed = Order.objects.filter(seat=slot.seat, commitment="", turn__closed_at=None)
    return owed.select_related("seat").first()


def _scene(slot: Order) -> Scene:
    holder = slot.holder
    assert holder is not None  # noqa: S101 - a token is good for held seats only
    return Scene.around(slot.turn.match, holder, timezone.now())


def _form(request: HttpRequest, slot: Order, refusal: Refusal | None = None) -> HttpResponse:
    scene = _scene(slot)
    decision, picture = scene.decision(), scene.picture()
    if scene.turn is None or scene.turn.number != slot.turn.number or decision is None or picture is None:
        return _closed(request, slot)
    hand = next((hand.cards for hand in picture.hands if hand.seat == scene.index), ())
    typed = request.POST if refusal else None
    face = scene.face()
    values = {
        "match": scene.match,
        "turn": scene.turn,
        "face": face,
        "seats": lines.seat_lines(scene, face),
        "due": lines.due(scene),
        "team": lines.fellows(scene),
        "pooled": slot.voice > 0,
        "form": order_form.html(decision, hand, scene.moment, typed, scene.match.size == 1, own_form(scene)),
        "given": scene.slot if scene.slot and scene.slot.commitment else None,
        "refusal": sentence(refusal) if refusal else "",
        "wrong": order_form.wrong(decision, refusal, typed),
        "draft": sections.draft(scene),
        "last": _told(scene),
    }
    return render(request, "games/by_link.html", values, status=422 if refusal else 200)


def _closed(request: HttpRequest, slot: Order) -> HttpResponse:
    scene = _scene(slot)
    values = {
        "match": scene.match,
        "turn": slot.turn,
        "log": _log(scene, slot.turn.number),
        "captain": slot.seat.user if not slot.voice and slot.seat.user != slot.holder else None,
        "mine": scene.mine is not None,
    }
    return render(request, "games/by_link_closed.html", values, status=410)


def _told(scene: Scene) -> SafeString:
    """The turns since the last order of the seat."""
    entries = history.entries(scene.match, scene.names, scene.index, newest_closed(scene), scene.teams)
    return sections.since(history.shown(scene.match, entries[: history.since(entries, scene.index)]))


def _log(scene: Scene, since: int) -> list[SafeString]:
    """The last few turns, as far back as that one."""
    entries = history.entries(scene.match, scene.names, scene.index, newest_closed(scene), scene.teams)
    return history.shown(scene.match, [entry for entry in entries if entry.number >= since][:SHOWN])

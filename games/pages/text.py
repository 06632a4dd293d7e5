"""A match as a page without drawings and scripts: what is asked, the position, every legal order, in words.

It shows what the match page shows to the same reader, and its form is the same act. Nothing of it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import select_template
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from games import drawing
from games.models import Match
from games.models.recall import covered, may_look_back, waiting_from
from games.notices.sentences import story
from games.pages import history, legal, lines
from games.pages import match as match_pages
from games.pages.kept import for_the_reader
from games.pages.order_form import LONGEST_LINE
from games.pages.refusals import sentence
from games.pages.scene import Scene, seen_pulse
from games.rules.game import Decision, Hand, Item, Picture, Refusal

PAGE = "text"
"""What the forms of this page send as ``page``, so that the answer is this page again."""
_DRAWN = re.compile(r"<svg.*?</svg>\s*", re.DOTALL)


@require_safe
@for_the_reader
def text_page(request: HttpRequest, code: str) -> HttpResponse:
    """A match as text."""
    scene = Scene.at(code, seen_pulse(code, request.user), request.user, timezone.now())
    return page(request, scene)


@require_safe
@for_the_reader
def turn_text(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """A closed turn as text; the open one is the match as text itself."""
    scene = Scene.of(request.user, code, timezone.now())
    if scene.turn is not None and scene.turn.number == number:
        return redirect("match_text", code)
    turn = scene.match.turns.closed().filter(number=number).prefetch_related(history.OPENED).first()
    if turn is None:
        raise Http404
    covered(scene.match, [turn], waiting_from(scene.match))
    rules = scene.match.rules
    seen = rules.picture(rules.view(turn.state(), scene.index)) if may_look_back(scene.match) else None
    newest = match_pages.newest_closed(scene)
    values = {
        "match": scene.match,
        "turn": turn,
        "sentences": story(turn, scene.index, scene.names),
        "opened": history.opened(turn, scene.names, scene.teams),
        "previous": number - 1,
        "next": number + 1 if number < newest or scene.turn else None,
        **position(seen, scene),
        "seats": [{"name": name} | seat for name, seat in zip(scene.names, hands(seen), strict=False)],
    }
    return render(request, "games/text/turn.html", values)


def page(
    request: HttpRequest,
    scene: Scene,
    status: int = 200,
    refusal: Refusal | None = None,
    typed: QueryDict | None = None,
    since: list[history.Entry] | None = None,
) -> HttpResponse:
    """The page; ``refusal`` stands beside the order, which keeps what was ``typed``."""
    decision, picture = scene.decision(), scene.picture()
    newest = match_pages.newest_closed(scene)
    entries = history.entries(scene.match, scene.names, scene.index, newest, scene.teams)
    told = since or entries[: history.since(entries, scene.index)]
    values = {
        "match": scene.match,
        "scene": scene,
        "due": lines.due(scene),
        "result": lines.result(scene),
        "waiting": _waiting(scene),
        "own": match_pages.own_line(scene),
        "entries": [(entry.number, entry.closed_at, _undrawn(entry.html)) for entry in reversed(told)],
        "older": bool(entries) and entries[-1].number > 1,
        "late": since,
        "refusal": sentence(refusal) if refusal else "",
        "line": typed.get("line", "") if typed else "",
        "longest": LONGEST_LINE,
        **position(picture, scene),
        "seats": _seats(scene, picture),
        **_asked(scene, decision, picture),
    }
    return render(request, "games/text/match.html", values, status=status)


def wanted(request: HttpRequest) -> bool:
    """Whether a form was sent from this page."""
    return request.POST.get("page") == PAGE


def _undrawn(html: str) -> SafeString:
    return mark_safe(_DRAWN.sub("", html))


def _waiting(scene: Scene) -> list[str]:
    """The names of the seats that have not ordered yet."""
    open_slots = {pk for pk, slot in scene.slots.items() if not slot.commitment}
    return [seat.name for seat in scene.seats if seat.pk in open_slots and seat is not scene.mine]


def position(picture: Picture | None, scene: Scene) -> dict[str, Any]:
    """The position in words."""
    if picture is None:
        return {}
    chess = picture.look == "chess"
    return {
        "said": drawing.said_of(picture, scene.names),
        "grids": drawing.grids(picture, scene.names),
        "placement": drawing.placement(picture) if chess else "",
        "text": drawing.text(picture, scene.names) if chess else "",
    }


def hands(picture: Picture | None) -> list[dict[str, Any]]:
    """What each seat holds, in words."""
    if picture is None:
        return []
    return [_hand(hand, picture.items) for hand in picture.hands]


def _hand(hand: Hand, items: tuple[Item, ...]) -> dict[str, Any]:
    suits = [(suit, len(cards), ", ".join(cards)) for suit, cards in drawing.by_suit(hand.cards)]
    men = [(group.label, drawing.counted(group, items)) for group in hand.men]
    return {"facts": drawing.facts(hand), "suits": suits, "hidden": hand.hidden, "men": men}


def _seats(scene: Scene, picture: Picture | None) -> list[dict[str, Any]]:
    held = hands(picture) or [{}] * scene.match.size
    found = lines.seat_lines(scene, None)
    return [{"line": line, "name": line.name} | hand for line, hand in zip(found, held, strict=False)]


def _asked(scene: Scene, decision: Decision | None, picture: Picture | None) -> Mapping[str, Any]:
    """What the reader is asked, and every legal order."""
    if decision is None or picture is None:
        return {}
    hand = next((hand.cards for hand in picture.hands if hand.seat == scene.index), ())
    game = scene.match.game
    form = select_template([f"games/{game}/text_{decision.kind}.html", "games/text/orders.html"])
    values = {"parts": legal.parts(decision, hand), "more": scene.form(), "default": decision.default}
    sample = scene.match.rules.written.get(decision.kind, "")
    return {
        "asked": legal.asked(decision),
        "legal": mark_safe(form.render(values)),
        "sample": sample,
        "default": "" if scene.match.size == 1 or decision.silence else decision.default,
        "silence": decision.silence,
    }


def back(request: HttpRequest, match: Match) -> str:
    """Where a form of a match leads to: the page that it was on."""
    return reverse("match_text", args=[match.code]) if wanted(request) else match.get_absolute_url()

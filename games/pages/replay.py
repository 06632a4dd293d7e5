"""A closed turn by its own address: the position, the opened orders with their commitments, what happened."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.models import Turn
from games.models.recall import covered, may_look_back, waiting_from
from games.notices.sentences import story
from games.pages import history, lines, moves
from games.pages.match import newest_closed
from games.pages.scene import Face, Scene, drawn


@require_safe
def turn_page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One turn as this person may see it; the open turn is the match page itself."""
    scene = Scene.of(request.user, code, timezone.now())
    if scene.turn is not None and scene.turn.number == number:
        return redirect(scene.match)
    turn = scene.match.turns.closed().filter(number=number).prefetch_related(history.OPENED).first()
    if turn is None:
        raise Http404
    covered(scene.match, [turn], waiting_from(scene.match))
    face = _face(scene, turn) if may_look_back(scene.match) else None
    last = scene.match.ended_at is not None and not scene.match.turns.filter(number=number + 1).exists()
    values = {
        "match": scene.match,
        "turn": turn,
        "face": face,
        "seats": lines.seats_of(face, scene.names) if face else [],
        "sentences": story(turn, scene.index, scene.names),
        "opened": history.opened(turn, scene.names, scene.teams),
        "previous": number - 1,
        "next": None if last else number + 1,
        "listed": moves.around(scene.match, number, newest_closed(scene)),
    }
    return render(request, "games/turn.html", values)


@require_safe
def moves_page(request: HttpRequest, code: str) -> HttpResponse:
    """All moves of a match."""
    scene = Scene.of(request.user, code, timezone.now())
    listed = moves.all_of(scene.match, newest_closed(scene))
    if listed is None:
        raise Http404
    return render(request, "games/move_list.html", {"match": scene.match, "listed": listed})


def _face(scene: Scene, turn: Turn) -> Face:
    view = scene.match.rules.view(turn.state(), scene.index)
    return drawn(scene.match, scene.match.rules.picture(view), scene.names)

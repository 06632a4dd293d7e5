"""A closed turn by its own address: the position, the opened orders, what happened, and the position after.

Each turn leads to the next, so that a whole match can be walked through, and once it is over and its seed is
out, through the eyes of every seat.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import drawing
from games.models import Match, Turn
from games.models.recall import covered, may_look_back, waiting_from
from games.notices.sentences import story
from games.pages import history, lines, moves
from games.pages.kept import for_the_reader
from games.pages.match import newest_closed
from games.pages.memory import Memory
from games.pages.scene import Face, Scene, drawn

ALL = "all"
"""What the address says for what everybody could see."""

_faces: Memory[Face] = Memory(256)


@dataclass(frozen=True)
class Eyes:
    """Whose view of a turn may be chosen: how the address names it, its emblem and words."""

    key: str
    emblem: SafeString
    name: str
    chosen: bool


@require_safe
@for_the_reader
def turn_page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One turn as this person may see it; the open turn is the match page itself."""
    scene = Scene.of(request.user, code, timezone.now())
    if scene.turn is not None and scene.turn.number == number:
        return redirect(scene.match)
    turn = scene.match.turns.closed().filter(number=number).prefetch_related(history.OPENED).first()
    if turn is None:
        raise Http404
    covered(scene.match, [turn], waiting_from(scene.match))
    newest, asked = newest_closed(scene), request.GET.get("as", "")
    eyes = seat_of(asked, scene.match) if scene.match.provable else scene.index
    before, after = _before_and_after(scene, turn, eyes)
    last = scene.match.ended_at is not None and number == newest
    values = {
        "match": scene.match,
        "turn": turn,
        "face": before,
        "after": after,
        "seats": lines.seats_of(before, scene.names) if before else [],
        "seats_after": lines.seats_of(after, scene.names) if after else [],
        "sentences": story(turn, eyes, scene.names),
        "opened": history.opened(turn, scene.names, scene.teams),
        "previous": number - 1,
        "next": None if last else number + 1,
        "newest": newest,
        "through": eyes_of(scene, eyes) if scene.match.provable and scene.match.size > 1 else [],
        "asked": f"?as={asked}" if scene.match.provable and eyes is not None else "",
        "listed": moves.around(scene.match, number, newest),
    }
    return render(request, "games/turn.html", values)


def seat_of(asked: str, match: Match) -> int | None:
    """The seat whose view is asked for, None for everybody's."""
    index = int(asked) - 1 if asked.isdecimal() and len(asked) < 4 else -1
    return index if 0 <= index < match.size else None


def eyes_of(scene: Scene, chosen: int | None) -> list[Eyes]:
    """The views that may be chosen when nothing is secret any more: everybody's, and each seat's."""
    everybody = Eyes(ALL, mark_safe(""), _("everybody"), chosen is None)
    seats = [
        Eyes(str(index + 1), mark_safe(drawing.emblem(index)), name, index == chosen)
        for index, name in enumerate(scene.names)
    ]
    return [everybody, *seats]


def _before_and_after(scene: Scene, turn: Turn, eyes: int | None) -> tuple[Face | None, Face | None]:
    """The positions before and after a turn in these eyes; none where nobody may look back."""
    if not may_look_back(scene.match):
        return None, None
    if scene.turn is not None and scene.turn.number == turn.number + 1:
        return _face(scene, turn, eyes), scene.face()
    following = scene.match.turns.filter(number=turn.number + 1).first()
    after = _face(scene, following, eyes) if following is not None else _end(scene, eyes)
    return _face(scene, turn, eyes), after


def _face(scene: Scene, turn: Turn, eyes: int | None) -> Face:
    """The position that a turn began from. A closed turn never changes, so it is drawn once."""
    key = (scene.match.code, turn.number, eyes, get_language(), scene.names)
    rules = scene.match.rules
    return _faces.made(
        key, lambda: drawn(scene.match, rules.picture(rules.view(turn.state(), eyes)), scene.names)
    )


def _end(scene: Scene, eyes: int | None) -> Face | None:
    """The position at the end in these eyes, if it was kept."""
    final = scene.match.final_state()
    if final is None:
        return None
    rules, key = scene.match.rules, (scene.match.code, None, eyes, get_language(), scene.names)
    return _faces.made(key, lambda: drawn(scene.match, rules.picture(rules.view(final, eyes)), scene.names))


@require_safe
def moves_page(request: HttpRequest, code: str) -> HttpResponse:
    """All moves of a match."""
    scene = Scene.of(request.user, code, timezone.now())
    listed = moves.all_of(scene.match, newest_closed(scene))
    if listed is None:
        raise Http404
    return render(request, "games/move_list.html", {"match": scene.match, "listed": listed})

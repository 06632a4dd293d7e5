"""Orders ahead on a page: the box that takes them. Keeps none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.models import User
from games.actions import orders
from games.actions.ahead import Kept
from games.actions.refusals import PlanLost
from games.pages.kept import TOKEN
from games.pages.memory import Memory
from games.pages.parts import Place, filled
from games.pages.refusals import sentence
from games.pages.scene import Scene
from games.rules.game import LONGEST, Clause

MOST_OFFERED = 40
"""So many values of a line are offered one by one."""

_examples: Memory[SafeString] = Memory(512)


@dataclass(frozen=True)
class Wording:
    """How a part of orders ahead is written, and what it is for."""

    word: str
    hint: str
    values: str = ""
    """What may follow, where that can be listed, parted by bars."""
    bare: bool = False


def box(scene: Scene, place: Place, planned: bool, typed: str | None, refusal: str) -> SafeString:
    """The form for orders ahead, with those that wait or what was ``typed``; empty for who may give none."""
    if not scene.ahead or scene.turn is None:
        return mark_safe("")
    kept, lost = _own(scene) if planned else (Kept(), "")
    gaps = {
        "shown": kept.plan,
        "text": kept.plan if typed is None else typed,
        "words": kept.own_words(scene.match.rules) if typed is None else "",
        "lost": lost,
        "refusal": refusal,
        "number": scene.turn.number,
        "examples": _examples.made(scene.moment, lambda: _offered(scene)),
    }
    return filled(
        "games/ahead.html",
        gaps,
        match=place,
        clauses=tuple(map(_wording, scene.ahead)),
        longest=LONGEST,
        alone=scene.match.size == 1,
        csrf_token=TOKEN,
    )


def _wording(clause: Clause) -> Wording:
    values = "|".join(clause.values) if len(clause.values) <= MOST_OFFERED else ""
    return Wording(clause.word, _(clause.hint), values, clause.most == 0)


def _own(scene: Scene) -> tuple[Kept, str]:
    """The person's orders ahead, or that no key opens them any more."""
    try:
        return orders.own_plan(cast(User, scene.user), scene.match), ""
    except PlanLost as lost:
        return Kept(), sentence(lost)


def _offered(scene: Scene) -> SafeString:
    """Orders ahead that could be given now, as entries of a list."""
    if scene.turn is None or scene.index is None:
        return mark_safe("")
    game = scene.match.rules
    texts = game.examples(game.view(scene.turn.state(), scene.index), scene.index)
    return mark_safe("".join([f'<li><code data-fill="plan">{escape(text)}</code></li>' for text in texts]))

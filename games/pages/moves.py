"""The moves of a match in pairs, as chess writes them, each with a link to the position after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.models import Match
from games.pages.parts import Place, part

PAIRS = 20
"""So many pairs stand beside a board; the others are a link away."""


@dataclass(frozen=True)
class Listed:
    """Moves in pairs as entries of a list: from which number on, and whether more follow."""

    first: int
    pairs: SafeString
    more: bool


def beside(match: Match, newest: int) -> SafeString:
    """The last moves for the page of a match; empty for a game that lists none, and before the first."""
    if not match.rules.notated or not newest:
        return mark_safe("")
    place = Place.of(match)
    return part("games/moves.html", lambda: {"listed": _last(match, newest)}, match=place, newest=newest)


def around(match: Match, number: int, newest: int) -> Listed | None:
    """The moves before and after the position that turn ``number`` began from."""
    if not match.rules.notated:
        return None
    last = min(newest, number - 1 + PAIRS)
    return _listed(match, last - 2 * PAIRS, last, newest, number - 1)


def all_of(match: Match, newest: int) -> Listed | None:
    """Every move of a match; None for a game that lists none."""
    return _listed(match, 1, newest, newest, newest) if match.rules.notated else None


def _last(match: Match, newest: int) -> Listed:
    return _listed(match, newest - 2 * PAIRS, newest, newest, newest)


def _listed(match: Match, first: int, last: int, newest: int, current: int) -> Listed:
    """The pairs of some turns, whole ones but for the last; the move that led to the ``current`` one."""
    made = list(_made(match, first, last))
    if made and made[0][1] % 2:
        del made[0]
    shown = max([turn for turn, _ply, _said in made if turn <= current], default=0)
    # Written here and not in a template: there are forty links, made anew after each turn.
    links = [_link(match, turn, said, turn == newest, turn == shown) for turn, _ply, said in made]
    pairs = "".join([f"<li>{' '.join(links[at : at + 2])}</li>" for at in range(0, len(links), 2)])
    return Listed(made[0][1] // 2 + 1 if made else 1, mark_safe(pairs), last < newest)


def _link(match: Match, turn: int, said: str, last: bool, shown: bool) -> str:
    """A move as a link to the position after it."""
    path = match.get_absolute_url() if last else reverse("turn", args=[match.code, turn + 1])
    current = ' aria-current="true"' if shown else ""
    return f'<a href="{path}"{current}>{escape(said)}</a>'


def _made(match: Match, first: int, last: int) -> Iterable[tuple[int, int, str]]:
    """For each move of these turns: the turn, the ply, and how it is written."""
    turns = match.turns.closed().filter(number__gte=first, number__lte=last).order_by("number")
    for number, events in turns.values_list("number", "events"):
        for event in events:
            if event["kind"] == "move":
                yield number, event["data"]["ply"], event["data"]["san"]

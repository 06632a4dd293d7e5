"""The course of a match: what its gauges said turn by turn, and what its events come to. Reads only.

All of it is what a guest may know: the views are those of guests, the events those that everybody may see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.models.match import Match
from games.models.recall import may_look_back
from games.models.turn import Turn, published
from games.rules.game import Gauge, Sheet

MOST = 100
"""At so many positions a course is looked at; of longer matches every second turn is, or every third, …"""


@dataclass(frozen=True)
class Course:
    """``numbers`` are the turns before which the gauges were read, the first and every ``step``-th from it;
    the last one is the open turn, or the one that would have come after the end."""

    numbers: tuple[int, ...]
    gauges: tuple[tuple[Gauge, ...], ...]
    """For each number what each gauge said, in the game's order."""
    sheets: tuple[Sheet, ...]
    step: int
    closed: int
    """How many turns have closed."""


def course_of(match: Match, turn: Turn | None) -> Course | None:
    """The course up to the open turn or the end, with two queries however long it was.

    None where nobody may look back yet, and where nothing has closed.
    """
    if not may_look_back(match):
        return None
    told = list(match.turns.closed().order_by("number").values_list("number", "events"))
    state = turn.state() if turn is not None else match.final_state()
    if not told or state is None:
        return None
    game, last = match.rules, told[-1][0]
    step = -(-last // MOST)
    numbers = [number for number, _events in told if (number - 1) % step == 0]
    before = match.turns.closed().filter(number__in=numbers).order_by("number").only("number", "position")
    views = []
    for row in before:
        row.match = match
        views.append(game.view(row.state(), None))
    views.append(game.view(state, None))
    return Course(
        numbers=(*numbers, last + 1),
        gauges=tuple([game.gauges(view) for view in views]),
        sheets=game.sheets(views[-1], _public([events for _number, events in told])),
        step=step,
        closed=last,
    )


def _public(turns: Sequence[list[dict[str, object]]]) -> list[list[dict[str, object]]]:
    """Of each turn what everybody may see."""
    return [published(events, None) for events in turns]

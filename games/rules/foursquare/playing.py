"""What happens in a turn of Foursquare: a card is placed, its lines turn over, the end is looked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from games.rules.foursquare.sheet import CELLS, NAMES, WHOLE
from games.rules.foursquare.state import FoursquareState
from games.rules.foursquare.turning import tops_of, turned, turning
from games.rules.game import Event, Outcome

MOST_DOWN = 4
"""With more piles face down the match is lost."""


def resolved(state: FoursquareState, name: str) -> tuple[FoursquareState, Sequence[Event]]:
    """The next state and what happened when the card drawn goes to that cell."""
    cell, rank, options = CELLS[name], state.stock[0], state.options
    tops = tops_of(state.piles, state.down)
    lines = turning(tops, cell, rank, options.compare)
    after = turned(tops, cell, rank, lines, options.flip)
    pile = (*state.piles[cell], rank)
    moved = msgspec.structs.replace(
        state,
        piles=(*state.piles[:cell], pile, *state.piles[cell + 1 :]),
        stock=state.stock[1:],
        down=tuple([other for other, top in enumerate(after) if top < 0]),
        changed=tuple(sorted({cell, *lines[0], *lines[1]})),
    )
    events = [Event("placed", {"card": rank, "cell": name, "height": len(pile)})]
    tops[cell] = rank
    for word, line in zip(("row", "column"), lines, strict=True):
        if line:
            events.append(_turned(word, tops, line if options.flip == "others" else [*line, cell]))
    return _judged(moved, events)


def _turned(word: str, tops: list[int], cells: Sequence[int]) -> Event:
    """Turn some cells over in a position, and tell of it by their names alone."""
    for cell in cells:
        tops[cell] = -tops[cell]
    up, down = ([NAMES[cell] for cell in sorted(cells) if (tops[cell] > 0) == face] for face in (True, False))
    return Event("turned", {"line": word, "up": up, "down": down})


def _judged(state: FoursquareState, events: list[Event]) -> tuple[FoursquareState, Sequence[Event]]:
    """Look for the end: too many face down, then the whole grid face up, then an empty stock."""
    piles, down, left = sum(map(bool, state.piles)), len(state.down), len(state.stock)
    if down > MOST_DOWN:
        return _over(state, events, "lost_down", down=down)
    if piles == WHOLE and not down:
        return _over(state, events, "won", left=left)
    if not left:
        return _over(state, events, "lost_stock")
    events.append(Event("drawn", {"card": state.stock[0], "left": left - 1}))
    return state, events


def _over(
    state: FoursquareState, events: list[Event], reason: str, **data: Any
) -> tuple[FoursquareState, Sequence[Event]]:
    won = reason == "won"
    score = len(state.stock) if won else _lost(state)
    events.append(Event(reason, {**data, "score": score}))
    result = Outcome(places=(1,), reason=reason, winners=(0,) if won else (), scores=(score,))
    return msgspec.structs.replace(state, result=result), events


def _lost(state: FoursquareState) -> int:
    """What a lost match scores."""
    if state.options.loss_score == "zero":
        return 0
    return sum(map(bool, state.piles)) - len(state.down)


def resigned(state: FoursquareState) -> tuple[FoursquareState, Sequence[Event]]:
    """The end when the player leaves: no score, whatever lies on the sheet."""
    result = Outcome(places=(1,), reason="resigned", scores=(0,))
    return msgspec.structs.replace(state, result=result), (Event("resigned", {"seat": 0}),)

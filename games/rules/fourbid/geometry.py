"""The half chessboard: where the 32 spaces lie, the 38 winning lines, and how the queen walks.

Spaces count from 1 along a snake path from the bottom left; ``owner[space - 1]`` is who stands on a space.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

Owner = int | None
Line = tuple[int, ...]

PRINTED = (
    (32, 31, 30, 29, 28, 27, 26, 25),
    (17, 18, 19, 20, 21, 22, 23, 24),
    (16, 15, 14, 13, 12, 11, 10, 9),
    (1, 2, 3, 4, 5, 6, 7, 8),
)
"""The board as people see it, row 4 on top."""

PLACES = {space: (x, y) for y, row in enumerate(PRINTED) for x, space in enumerate(row)}
"""Column and row of each space from the top left."""

SPACES = {str(space): space for space in range(1, 33)}
"""Each space by its name; nothing else is the name of a space."""


def _lines() -> tuple[tuple[int, ...], ...]:
    """Every four spaces side by side in one direction; no line goes round an edge."""
    at = {place: space for space, place in PLACES.items()}
    found = []
    for x, y in at:
        for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
            four = [at.get((x + n * right, y + n * down)) for n in range(4)]
            if None not in four:
                found.append(tuple(sorted(space for space in four if space)))
    return tuple(sorted(found))


LINES = _lines()
"""The 38 winning lines, each as four spaces in rising order."""

THROUGH = {space: tuple(line for line in LINES if space in line) for space in range(1, 33)}
"""The lines through each space."""


def _hubs() -> tuple[tuple[int, tuple[tuple[Line, int, int, int], ...]], ...]:
    """Every line once, under a space that as many others of them as possible go through."""
    open_lines, hubs = set(LINES), []
    while open_lines:
        hub = max(THROUGH, key=lambda space: len(open_lines.intersection(THROUGH[space])))
        lines = sorted(open_lines.intersection(THROUGH[hub]))
        open_lines.difference_update(lines)
        hubs.append((hub - 1, tuple(_from_hub(hub, line) for line in lines)))
    return tuple(hubs)


def _from_hub(hub: int, line: Line) -> tuple[Line, int, int, int]:
    """A line, and the places of its other three spaces in a row of owners."""
    a, b, c = [space - 1 for space in line if space != hub]
    return line, a, b, c


_HUBS = _hubs()


def walk(owner: Sequence[Owner], queen: int, steps: int, way: str) -> int:
    """The space the queen comes to. Ways: ``all`` spaces count; ``count`` counts only unclaimed ones;
    ``land`` counts all and slides on to the next unclaimed one. On a full board every space counts."""
    if way == "all" or None not in owner:
        return (queen + steps - 1) % 32 + 1
    if way == "land":
        spot = (queen + steps - 1) % 32
        while owner[spot] is not None:
            spot = (spot + 1) % 32
        return spot + 1
    spot = queen - 1
    while steps:
        spot = (spot + 1) % 32
        if owner[spot] is None:
            steps -= 1
    return spot + 1


def completed(owner: Sequence[Owner], left: Collection[int] = ()) -> list[tuple[int, tuple[int, ...]]]:
    """Each completed line as (who has it, its spaces), but for those of seats that left."""
    found: list[tuple[int, tuple[int, ...]]] = []
    for hub, lines in _HUBS:
        man = owner[hub]
        if man is not None:
            for line, a, b, c in lines:
                if owner[a] == man and owner[b] == man and owner[c] == man and man not in left:
                    found.append((man, line))
    return found

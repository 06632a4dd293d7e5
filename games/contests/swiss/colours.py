"""Who of two takes which seat: what a seat would do to the balance of an entry, and who gives way.

Seats are 0 and 1; chess calls them white and black.
"""

from __future__ import annotations

from games.contests.swiss.past import Past

BEYOND, TOO_FAR = 1, 4
"""What a seat costs that brings an entry to two more of one seat than of the other; and one that breaks the
absolute criterion: three more, or the same seat three times in a row."""
STEP = 8
"""Above this weighs the balance, below it whether seats take turns."""


def strain(past: Past, seat: int) -> int:
    """How far this seat brings the entry out of balance: 0, ``BEYOND`` or ``TOO_FAR``."""
    lean = abs(past.lean + (1 if seat == 0 else -1))
    if lean > 2 or past.seats[-2:] == [seat, seat]:
        return TOO_FAR
    return BEYOND if lean == 2 else 0


def unease(past: Past, seat: int) -> int:
    """How little this seat suits the entry: its strain, and below that whether it held it the last time."""
    return STEP * strain(past, seat) + (past.seats[-1:] == [seat])


def seated(high: Past, low: Past, first: int) -> tuple[Past, Past]:
    """Both in the order of seats; ``high`` is the one that stands higher.

    Whoever has the greater need gets the seat, else they swap what they last held differently, else the
    higher one gets what suits it. Without any seats held so far, those with odd numbers in the seeding
    take the seat ``first`` where they stand higher, the others the other one.
    """
    seat = _seat(high, low, first)
    return (high, low) if seat == 0 else (low, high)


def _seat(high: Past, low: Past, first: int) -> int:
    costs = [unease(high, seat) + unease(low, 1 - seat) for seat in (0, 1)]
    if costs[0] != costs[1]:
        return 0 if costs[0] < costs[1] else 1
    if high.lean != low.lean:
        return 0 if high.lean < low.lean else 1
    for ours, theirs in zip(reversed(high.seats), reversed(low.seats), strict=False):
        if ours != theirs:
            return theirs
    if high.seats or low.seats:
        return 1 - high.seats[-1] if high.seats else low.seats[-1]
    return first if high.number % 2 else 1 - first

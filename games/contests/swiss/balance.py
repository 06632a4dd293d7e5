"""Seats at tables of any size: which ones an entry may hold and stay in balance, and who takes which.

In balance is who has held each seat equally often, give or take one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.contests.swiss.past import Past

SAME = 1
"""What it costs to hold the same seat twice running; the balance costs more."""


def fitting(past: Past, size: int) -> int:
    """The seats of a full table that leave the entry in balance, as bits."""
    held = [past.seats.count(seat) for seat in range(size)]
    return sum(1 << seat for seat in range(size) if _span(held, seat) <= 1)


def _span(held: Sequence[int], seat: int) -> int:
    """How far its seats are apart once it has held this one too."""
    then = [*held[:seat], held[seat] + 1, *held[seat + 1 :]]
    return max(then) - min(then)


@lru_cache(1 << 14)
def strained(masks: tuple[int, ...], seats: int) -> int:
    """How many, by the seats that fit them, can't get one that fits at a table of so many; the fewest.

    The masks are sorted, so that the same ones are worked out once.
    """
    counts = sorted((mask & ((1 << seats) - 1)).bit_count() for mask in masks)
    if all(count > at for at, count in enumerate(counts)):
        return 0
    reached = {0}
    for mask in masks:
        reached |= {
            taken | 1 << seat
            for taken in reached
            for seat in range(seats)
            if mask >> seat & 1 and not taken >> seat & 1
        }
    return len(masks) - max(taken.bit_count() for taken in reached)


def seated(table: Sequence[Past], size: int) -> tuple[Past, ...]:
    """Those at a table in the order of their seats: as balanced as can be, and few where they last were."""
    # best[taken]: the cheapest way to give those seats to the first so many, and in which order.
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for past in table:
        costs = _costs(past, len(table), size)
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for taken, (cost, seats) in best.items():
            for seat, more in enumerate(costs):
                then = taken | 1 << seat
                if not taken >> seat & 1 and (then not in following or cost + more < following[then][0]):
                    following[then] = (cost + more, (*seats, seat))
        best = following
    ((_cost, seats),) = best.values()
    return tuple(past for _seat, past in sorted(zip(seats, table, strict=True), key=lambda held: held[0]))


def _costs(past: Past, seats: int, size: int) -> list[int]:
    held = [past.seats.count(seat) for seat in range(size)]
    least = min(held)
    return [
        64 * (_span(held, seat) - 1) ** 2 * (_span(held, seat) > 1)
        + 4 * (held[seat] - least)
        + SAME * (past.seats[-1:] == [seat])
        for seat in range(seats)
    ]

"""What a meeting is worth: the points of its entries under the scheme of a plan. Who stands where: elsewhere.

Points are whole numbers of units (``UNIT`` to a point). The schemes:

- ``classic``: the first of a table has 1 point, the others none. Who share the first place share the point,
  so that a draw of two is ½ each.
- ``three``: the first of a table has 3 points, the others none. Who share the first place have 1 each, as for
  a draw.
- ``places``: points for each place, from one less than there are seats down to 0 where the plan names no
  others. Who share places share their points.
- ``score``: the game's own score, halves and what is below zero included; where it has none, ``places``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from games.contests.plan import UNIT, Plan

SCHEMES = ("classic", "three", "places", "score")
EXTRA_LEGS = 2
"""How many legs more a series has at the most that is level after its last."""
DRAW = UNIT // 2


class Series(msgspec.Struct, frozen=True):
    """What the legs of a pairing have come to so far."""

    points: tuple[int, ...]
    """The points of the whole pairing for each entry, as if it were one match; final once it is over."""
    places: tuple[int, ...]
    """1 for who has most of the legs; level entries share."""
    winner: int | None
    """The index of the one entry that nobody can catch up with any more; None as long as there is none."""
    is_over: bool
    """Whether no leg follows. It may be over without a winner: then the higher seeded entry goes on."""


def share_points(
    plan: Plan, places: Sequence[int], scores: Sequence[float] | None = None, deserted: Collection[int] = ()
) -> tuple[int, ...]:
    """The points of each seat of one finished match, from its places (1 is best) and scores.

    ``deserted`` are the indexes of seats that lost by being left: they come behind all others whatever became
    of them, with the lowest score of the table; with two seats that is a loss and a win.
    """
    if plan.points == "score" and scores:
        lowest = min(scores)
        taken = (lowest if index in deserted else score for index, score in enumerate(scores))
        return tuple(round(score * UNIT) for score in taken)
    if len(deserted) == len(places):
        return (0,) * len(places)
    return _shared(plan, ranked(places, deserted))


def ranked(places: Sequence[int], deserted: Collection[int] = ()) -> tuple[int, ...]:
    """Places counted anew, with the seats that were left behind all others; equal ones are shared."""
    keys = [(index in deserted, place) for index, place in enumerate(places)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def forfeit_points(plan: Plan, present: Sequence[bool]) -> tuple[int, ...]:
    """The points of each seat of a match that was not played: who were there share the win, the others lose.

    Under ``score`` nobody has anything, as nobody can know the scores.
    """
    if plan.points == "score":
        return (0,) * len(present)
    absent = [index for index, there in enumerate(present) if not there]
    return share_points(plan, [1] * len(present), None, absent)


def bye_points(plan: Plan, how: str, size: int) -> int:
    """What an entry has without an opponent: a ``bye`` is a win, a ``half_bye`` a draw, another one nothing.

    As in the FIDE Handbook, C.04.1: who has no opponent because of an odd number gets as much as for a win.
    Under ``score`` it is nothing at all, as nobody can know the score.
    """
    if how == "bye":
        return win_points(plan, size)
    return draw_points(plan, size) if how == "half_bye" else 0


def win_points(plan: Plan, size: int) -> int:
    """What it is worth to be first at a table alone; 0 where that depends on the score."""
    return 0 if plan.points == "score" else _values(plan, size)[0]


def draw_points(plan: Plan, size: int) -> int:
    """What a draw is worth: half a win, 1 of 3, the mean of all places; 0 where it depends on the score."""
    if plan.points == "score":
        return 0
    if plan.points == "places":
        return sum(_values(plan, size)) // size
    return UNIT if plan.points == "three" else DRAW


def series(plan: Plan, best_of: int, legs: Sequence[Sequence[int]]) -> Series:
    """What the legs played so far have come to: for each leg the places of the entries, in the same order.

    The order is that of the entries in the pairing, whoever sat where. Each leg counts as one match with 1
    point. With two entries it is over as soon as one can't be caught up with; if it is level after
    ``best_of`` legs, up to ``EXTRA_LEGS`` more are played, each of which may decide it. More than two entries
    play all legs, and none after them. Without any leg nobody has anything.
    """
    entries = len(legs[0]) if legs else 0
    totals = [sum(column) for column in zip(*(_shared(CLASSIC, leg) for leg in legs), strict=True)]
    places = ranked([-total for total in totals])
    left = max(best_of - len(legs), 0)
    leaders = [index for index, place in enumerate(places) if place == 1]
    winner = leaders[0] if len(leaders) == 1 and _is_safe(totals, left) else None
    is_over = len(legs) >= best_of + EXTRA_LEGS or (left == 0 if entries > 2 else winner is not None)
    return Series(_shared(plan, places) if legs else (), places, winner, bool(legs) and is_over)


def _is_safe(totals: Sequence[int], left: int) -> bool:
    """Whether the first can't be reached in the legs that are left."""
    first, second = sorted(totals, reverse=True)[:2]
    return first - second > left * UNIT


def _values(plan: Plan, size: int) -> list[int]:
    """The points of each place from the first, as if no place were shared."""
    if plan.points in {"classic", "three"}:
        return [UNIT if plan.points == "classic" else 3 * UNIT] + [0] * (size - 1)
    named = [round(points * UNIT) for points in plan.places] or [UNIT * n for n in range(size - 1, -1, -1)]
    return [*named, *[0] * size][:size]


def _shared(plan: Plan, places: Sequence[int]) -> tuple[int, ...]:
    """The points of each seat where equal places share what is for them."""
    values = _values(plan, len(places))
    found = []
    for place in places:
        sharing = places.count(place)
        if plan.points == "three" and sharing > 1:
            found.append(UNIT if place == 1 else 0)
        else:
            found.append(sum(values[place - 1 : place - 1 + sharing]) // sharing)
    return tuple(found)


CLASSIC = Plan(stages=())

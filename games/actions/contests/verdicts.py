"""What the matches of a pairing have come to, decided on values. Rows are read and written in booking.py."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.contests.field import Share
from games.contests.plan import Plan, Stage
from games.contests.points import forfeit_points, ranked, series, share_points
from games.models import Side


@dataclass(frozen=True)
class Leg:
    """A finished match of a pairing in the order of its sides, of those alone that were there."""

    places: tuple[int, ...]
    scores: tuple[float, ...] | None
    left: frozenset[int] = frozenset()
    """Indexes of those whose seat was left and not taken over."""
    gave_up: frozenset[int] = frozenset()
    """Indexes of those who gave up a table of several: the game places them by its own rule."""
    played: bool = True
    """Whether somebody ordered for every one of them."""


@dataclass(frozen=True)
class Verdict:
    """How a pairing has ended: the shares of its sides in their order."""

    how: str
    shares: tuple[Share, ...]


def seat_of(index: int, leg: int, size: int) -> int:
    """The seat of the side of this index at a match of its pairing: seats are held in turn."""
    return (index + leg - 1) % size


def forfeited(plan: Plan, sides: Sequence[Side], present: Sequence[bool]) -> Verdict:
    """The verdict on a pairing that is not played: who is there has won, whoever isn't has lost."""
    absent = [index for index, there in enumerate(present) if not there]
    points = forfeit_points(plan, present)
    places = ranked([1] * len(present), absent)
    return Verdict("forfeit", _shares(sides, points, places, None))


def judged(plan: Plan, stage: Stage, sides: Sequence[Side], legs: Sequence[Leg]) -> Verdict | None:
    """The verdict on a pairing after these legs; None while another one has to be played.

    Sides that have their points already were not there when the table was set; they come last.
    """
    if not legs:
        return None
    if stage.format == "knockout":
        return _duel(plan, stage, sides, legs)
    leg = legs[-1]
    there = [index for index, side in enumerate(sides) if side.points is None]
    away = {index for index, side in enumerate(sides) if side.points is not None}
    places, scores = _widened(len(sides), there, leg)
    away |= {there[index] for index in _lost(plan, stage, leg)}
    if stage.format == "duplicate":
        return _dealt(plan, sides, places, scores, away)
    points = share_points(plan, places, scores, away)
    how = "forfeit" if len(sides) == 2 and not leg.played else "played"
    return Verdict(how, _shares(sides, points, ranked(places, away), scores))


def _lost(plan: Plan, stage: Stage, leg: Leg) -> frozenset[int]:
    """Indexes of those whose result at a table is that they are gone.

    Where scores count, who gave up is among them: what they had by then must not be safe from what may come.
    """
    left = leg.left if plan.deserted == "forfeit" else frozenset()
    by_score = stage.format == "duplicate" or plan.points == "score"
    return left | leg.gave_up if by_score else left


def _dealt(
    plan: Plan,
    sides: Sequence[Side],
    places: Sequence[int],
    scores: Sequence[float] | None,
    away: Collection[int],
) -> Verdict:
    """The verdict on a table of a deal. Seats that were left have no score; with nobody left it is a forfeit.

    Unless scores are what counts, its points are known only beside those of all other tables.
    """
    if len(away) == len(sides):
        return Verdict("forfeit", _shares(sides, [0] * len(sides), [len(sides) + 1] * len(sides), None))
    points = share_points(plan, places, scores, away) if plan.points == "score" else (0,) * len(sides)
    told = None if scores is None else [None if at in away else score for at, score in enumerate(scores)]
    return Verdict("played", _shares(sides, points, ranked(places, away), told))


def _duel(plan: Plan, stage: Stage, sides: Sequence[Side], legs: Sequence[Leg]) -> Verdict | None:
    """The verdict on a series of two, each leg as if it were a match of its own."""
    if len(legs[-1].left) == len(sides):
        return forfeited(plan, sides, [False] * len(sides))  # nobody would come to another leg either
    lost = plan.deserted == "forfeit"
    found = series(plan, stage.best_of, [ranked(leg.places, leg.left if lost else ()) for leg in legs])
    if not found.is_over:
        return None
    scored = [leg.scores for leg in legs if leg.scores is not None]
    scores = tuple(map(sum, zip(*scored, strict=True))) if scored else None
    how = "forfeit" if not any(leg.played for leg in legs) else "played"
    return Verdict(how, _shares(sides, found.points, found.places, scores))


def _widened(size: int, there: Sequence[int], leg: Leg) -> tuple[tuple[int, ...], tuple[float, ...] | None]:
    """The places and scores of all sides of a table at which only some of them sat."""
    if len(there) == size:
        return leg.places, leg.scores
    places = dict(zip(there, leg.places, strict=True))
    scores = None if leg.scores is None else dict(zip(there, leg.scores, strict=True))
    lowest = 0.0 if leg.scores is None else min(leg.scores)
    return (
        tuple(places.get(index, size) for index in range(size)),
        None if scores is None else tuple(scores.get(index, lowest) for index in range(size)),
    )


def _shares(
    sides: Sequence[Side],
    points: Sequence[int],
    places: Sequence[int],
    scores: Sequence[float | None] | None,
) -> tuple[Share, ...]:
    told = scores if scores is not None else [None] * len(sides)
    return tuple(
        Share(side.entry_id, point, place, score)
        for side, point, place, score in zip(sides, points, places, told, strict=True)
    )

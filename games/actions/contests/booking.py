"""What the end of a match is to its contest: every way a match can end reaches the standings here, once.

The row of the contest is held whenever something is booked.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games.actions import ratings
from games.actions.contests.deals import publish_seed, unplayed
from games.actions.contests.rows import OVER
from games.contests.field import Share
from games.contests.plan import Plan, Stage
from games.contests.points import forfeit_points, ranked, series, share_points
from games.models import Contest, Group, Match, Order, Pairing, Seat, Side
from games.models.match import MatchQuerySet

ENDED = (Match.Status.FINISHED, Match.Status.ABORTED)
GIVEN = ("player", "captain", "team", "plan")
"""Whose order it is if a person gave it."""
BATCH = 50
"""How many ended matches are counted in one transaction."""


@dataclass(frozen=True)
class Leg:
    """A finished match of a pairing in the order of its sides, of those alone that were there."""

    places: tuple[int, ...]
    scores: tuple[float, ...] | None
    left: frozenset[int] = frozenset()
    """Indexes of those whose seat was left and not taken over."""
    played: bool = True
    """Whether somebody ordered for every one of them."""


@dataclass(frozen=True)
class Verdict:
    """How a pairing has ended: the shares of its sides in their order."""

    how: str
    shares: tuple[Share, ...]


def count_ended(now: datetime.datetime, most: int = BATCH) -> int:
    """Book matches of contests that have ended since; how many. Those of a contest that somebody holds wait.

    Any number of workers may call this at once; no match is booked twice.
    """
    contests = to_count().values_list("pairing__round__group__contest_id", flat=True)[:most]
    counted = 0
    for key in sorted(set(contests)):
        with transaction.atomic():
            held = Contest.objects.select_for_update(skip_locked=True, no_key=True).filter(pk=key).first()
            if held is not None:
                counted += count_held(held, now, most)
    return counted


def to_count() -> MatchQuerySet:
    """Matches of contests that have ended and are not booked yet; of a deal only once all have played it."""
    ended = Match.objects.filter(status__in=ENDED, pairing__isnull=False, counted=False)
    held_back = Q(dealt=True, status=Match.Status.FINISHED) & Exists(unplayed())
    return ended.exclude(held_back).order_by("pk")


def count_held(contest: Contest, now: datetime.datetime, most: int = BATCH) -> int:
    """Book up to so many ended matches of a contest whose row this transaction holds, and wake it."""
    waiting = to_count().filter(pairing__round__group__contest=contest)
    ended = list(waiting.values_list("pk", "pairing_id")[:most])
    if not ended:
        return 0
    Match.objects.filter(pk__in=[key for key, _pairing in ended]).update(counted=True)
    pairings = Pairing.objects.filter(pk__in={pairing for _key, pairing in ended}, how=Pairing.How.OPEN)
    plan = contest.terms
    found = {one.pk: one for one in pairings.select_related("round__group").order_by("pk")}
    legs, sides = _legs(list(found)), _sides(list(found))
    decided: dict[int, Verdict] = {}
    for key, pairing in found.items():
        stage = plan.stages[pairing.round.group.stage]
        verdict = judged(plan, stage, sides[key], legs[key])
        if verdict is not None:
            decided[key] = verdict
    store(found, sides, decided, now)
    if contest.status == Contest.Status.RUNNING:
        contest.wake_at = now
        contest.save(update_fields=["wake_at"])
    elif contest.status in OVER and not contest.seed:
        publish_seed(contest)
    return len(ended)


def decide(pairing: Pairing, shares: Sequence[Share], how: str, now: datetime.datetime) -> None:
    """Let a pairing have ended like this, whatever it was before; the caller holds its contest.

    The shares are in the order of its sides. The contest is looked at by its next step.
    """
    sides = {pairing.pk: list(pairing.sides.order_by("index"))}
    store({pairing.pk: pairing}, sides, {pairing.pk: Verdict(how, tuple(shares))}, now)
    ratings.look_again(Match.objects.filter(pairing=pairing))
    contests = Contest.objects.filter(groups__rounds=pairing.round_id, status=Contest.Status.RUNNING)
    contests.update(wake_at=now)


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
    if plan.deserted == "forfeit":
        away |= {there[index] for index in leg.left}
    if stage.format == "duplicate":
        return _dealt(plan, sides, places, scores, away)
    points = share_points(plan, places, scores, away)
    how = "forfeit" if len(sides) == 2 and not leg.played else "played"
    return Verdict(how, _shares(sides, points, ranked(places, away), scores))


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


def _sides(pairings: Sequence[int]) -> dict[int, list[Side]]:
    found: dict[int, list[Side]] = defaultdict(list)
    for side in Side.objects.filter(pairing__in=pairings).order_by("pairing", "index"):
        found[side.pairing_id].append(side)
    return found


def _legs(pairings: Sequence[int]) -> dict[int, list[Leg]]:
    """The finished matches of pairings, each turned back to the order of the sides."""
    finished = Match.objects.finished().filter(pairing__in=pairings, counted=True).order_by("pairing", "leg")
    rows = list(finished.values_list("pk", "pairing_id", "leg", "outcome"))
    left = _left([row[0] for row in rows])
    found: dict[int, list[Leg]] = defaultdict(list)
    for key, pairing, number, outcome in rows:
        size, scores = len(outcome["places"]), outcome.get("scores")
        seats = [seat_of(index, number, size) for index in range(size)]
        gone = left.get(key, {})
        found[pairing].append(
            Leg(
                tuple(outcome["places"][seat] for seat in seats),
                None if scores is None else tuple(float(scores[seat]) for seat in seats),
                frozenset(index for index, seat in enumerate(seats) if seat in gone),
                all(gone.values()),
            )
        )
    return found


def seat_of(index: int, leg: int, size: int) -> int:
    """The seat of the side of this index at a match of its pairing: seats are held in turn."""
    return (index + leg - 1) % size


def _left(matches: Sequence[int]) -> dict[int, dict[int, bool]]:
    """The seats of these matches that were deserted at the end, and whether anybody had ordered for them."""
    given = Order.objects.filter(seat=OuterRef("pk"), opened=True, by__in=GIVEN)
    seats = Seat.objects.filter(match__in=matches, state=Seat.State.DESERTED)
    found: dict[int, dict[int, bool]] = defaultdict(dict)
    for match, index, ordered in seats.values_list("match_id", "index", Exists(given)):
        found[match][index] = ordered
    return found


def store(
    pairings: Mapping[int, Pairing],
    sides: Mapping[int, Sequence[Side]],
    verdicts: Mapping[int, Verdict],
    now: datetime.datetime,
) -> None:
    """Write verdicts, a few statements for all of them; the standings of their groups are made anew later."""
    changed = []
    for key, verdict in verdicts.items():
        pairings[key].how, pairings[key].ended_at = verdict.how, now
        for side, share in zip(sides[key], verdict.shares, strict=True):
            side.points, side.place, side.score = share.points, share.place, share.score
            side.live = verdict.how != Pairing.How.ANNULLED
            changed.append(side)
    ended = [pairings[key] for key in verdicts]
    Pairing.objects.bulk_update(ended, ["how", "ended_at"], batch_size=200)
    Side.objects.bulk_update(changed, ["points", "place", "score", "live"], batch_size=200)
    Group.objects.filter(rounds__in={one.round_id for one in ended}).update(stale=True)

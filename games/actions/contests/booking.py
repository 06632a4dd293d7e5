"""What the end of a match is to its contest: every way a match can end reaches the standings here, once.

The row of the contest is held whenever something is booked.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q

from games.actions import ratings
from games.actions.contests.deals import publish_seed, unplayed
from games.actions.contests.rows import OVER
from games.actions.contests.verdicts import Leg, Verdict, judged, seat_of
from games.actions.storing import update
from games.contests.field import Share
from games.models import Contest, Group, Match, Order, Pairing, Seat, Side
from games.models.match import MatchQuerySet

ENDED = (Match.Status.FINISHED, Match.Status.ABORTED)
GIVEN = ("player", "captain", "team", "plan")
"""Whose order it is if a person gave it."""
BATCH = 50
"""How many ended matches are counted in one transaction."""


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


def is_due() -> bool:
    """Whether there is anything to count; as long as no match has ended it is one look at an index."""
    return ended().exists() and to_count().exists()


def ended() -> MatchQuerySet:
    """Matches of contests that have ended and are not booked yet."""
    return Match.objects.filter(status__in=ENDED, pairing__isnull=False, counted=False)


def to_count() -> MatchQuerySet:
    """Those that can be booked: of a deal only once all have played it."""
    held_back = Q(dealt=True, status=Match.Status.FINISHED) & Exists(unplayed())
    return ended().exclude(held_back).order_by("pk")


def count_held(contest: Contest, now: datetime.datetime, most: int = BATCH) -> int:
    """Book up to so many ended matches of a contest whose row this transaction holds, and wake it."""
    waiting = to_count().filter(pairing__round__group__contest=contest)
    found = list(waiting.values_list("pk", "pairing_id")[:most])
    if not found:
        return 0
    Match.objects.filter(pk__in=[key for key, _pairing in found]).update(counted=True)
    open_ones = Pairing.objects.filter(pk__in={pairing for _key, pairing in found}, how=Pairing.How.OPEN)
    plan = contest.terms
    pairings = {one.pk: one for one in open_ones.with_group().order_by("pk")}
    legs, sides = legs_of(list(pairings)), sides_of(list(pairings))
    decided: dict[int, Verdict] = {}
    for key, pairing in pairings.items():
        stage = plan.stages[pairing.round.group.stage]
        verdict = judged(plan, stage, sides[key], legs[key])
        if verdict is not None:
            decided[key] = verdict
    store(pairings, sides, decided, now)
    if contest.status == Contest.Status.RUNNING:
        contest.wake_at = now
        contest.save(update_fields=["wake_at"])
    elif contest.status in OVER and not contest.seed:
        publish_seed(contest)
    return len(found)


def decide(pairing: Pairing, shares: Sequence[Share], how: str, now: datetime.datetime) -> None:
    """Let a pairing have ended like this, whatever it was before; the caller holds its contest.

    The shares are in the order of its sides. The contest is looked at by its next step.
    """
    sides = {pairing.pk: list(pairing.sides.order_by("index"))}
    store({pairing.pk: pairing}, sides, {pairing.pk: Verdict(how, tuple(shares))}, now)
    pairing.how, pairing.ended_at = how, now
    ratings.look_again(Match.objects.filter(pairing=pairing))
    contests = Contest.objects.filter(groups__rounds=pairing.round_id, status=Contest.Status.RUNNING)
    contests.update(wake_at=now)


def sides_of(pairings: Sequence[int]) -> dict[int, list[Side]]:
    found: dict[int, list[Side]] = defaultdict(list)
    for side in Side.objects.filter(pairing__in=pairings).order_by("pairing", "index"):
        found[side.pairing_id].append(side)
    return found


def legs_of(pairings: Sequence[int]) -> dict[int, list[Leg]]:
    """The finished matches of pairings, each turned back to the order of the sides."""
    finished = Match.objects.finished().filter(pairing__in=pairings, counted=True).order_by("pairing", "leg")
    rows = list(finished.values_list("pk", "pairing_id", "leg", "outcome"))
    left, gave_up = _left([row[0] for row in rows])
    found: dict[int, list[Leg]] = defaultdict(list)
    for key, pairing, number, stored in rows:
        outcome: dict[str, Any] = stored or {}
        size, scores = len(outcome["places"]), outcome.get("scores")
        seats = [seat_of(index, number, size) for index in range(size)]
        gone = left.get(key, {})
        found[pairing].append(
            Leg(
                tuple(outcome["places"][seat] for seat in seats),
                None if scores is None else tuple(float(scores[seat]) for seat in seats),
                frozenset(index for index, seat in enumerate(seats) if seat in gone),
                frozenset(index for index, seat in enumerate(seats) if seat in gave_up.get(key, ())),
                all(gone.values()),
            )
        )
    return found


def _left(matches: Sequence[int]) -> tuple[dict[int, dict[int, bool]], dict[int, set[int]]]:
    """The seats of these matches that were deserted at the end, and whether anybody had ordered for them;
    and those that were given up at tables of several. Who plays alone leaves by giving up.
    """
    given = Order.objects.filter(seat=OuterRef("pk"), opened=True, by__in=GIVEN)
    seats = Seat.objects.filter(match__in=matches).exclude(state=Seat.State.PLAYING)
    left: dict[int, dict[int, bool]] = defaultdict(dict)
    gave_up: dict[int, set[int]] = defaultdict(set)
    for match, size, index, state, ordered in seats.values_list(
        "match_id", "match__size", "index", "state", Exists(given)
    ):
        if state == Seat.State.DESERTED or size == 1:
            left[match][index] = ordered
        else:
            gave_up[match].add(index)
    return left, gave_up


class _Result(msgspec.Struct):
    """What a side has got, on its way into its row."""

    model: ClassVar[type[Model]] = Side
    pk: int
    points: int | None
    place: int | None
    score: float | None
    live: bool


class _End(msgspec.Struct):
    """How a pairing has ended, on its way into its row."""

    model: ClassVar[type[Model]] = Pairing
    pk: int
    how: str
    ended_at: datetime.datetime


def store(
    pairings: Mapping[int, Pairing],
    sides: Mapping[int, Sequence[Side]],
    verdicts: Mapping[int, Verdict],
    now: datetime.datetime,
) -> None:
    """Write verdicts, a few statements for all of them; the standings of their groups are made anew later."""
    if not verdicts:
        return
    results = [
        _Result(side.pk, share.points, share.place, share.score, verdict.how != Pairing.How.ANNULLED)
        for key, verdict in verdicts.items()
        for side, share in zip(sides[key], verdict.shares, strict=True)
    ]
    update([_End(key, verdict.how, now) for key, verdict in verdicts.items()], ["how", "ended_at"])
    update(results, ["points", "place", "score", "live"])
    Group.objects.filter(rounds__in={pairings[key].round_id for key in verdicts}).update(stale=True)

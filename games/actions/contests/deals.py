"""Deals that several tables play: their seeds, hidden results, and when the seeds of a contest are published.

The caller holds the row of the contest. Nothing that became of a deal is booked, shown or published as long
as somebody may still play it: the matches are private, their words are empty so that the chance is the same,
and ``unplayed`` holds back what has ended.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.actions.seats import abandon
from games.models import Contest, Match, Pairing, Round
from games.models.lots import key_of
from games.rules.chance import seed_commitment
from games.seals import seal, unseal

PORTION = 50
"""How many unfinished matches end in one step."""


def seal_deal(contest: Contest, row: Round) -> None:
    """Give a round the seed that all its tables share; it stays secret until the last of them has ended."""
    seed = key_of(contest, "deal", row.group.stage, row.group.number, row.number)
    row.sealed_seed, row.seed_commitment = seal(seed), seed_commitment(seed)
    row.save(update_fields=["sealed_seed", "seed_commitment"])


def unplayed() -> QuerySet[Pairing]:
    """Beside a match in an outer query: the pairings of its round at which its deal is still to be played.

    If the contest is over, those alone that are being played, as no other table opens.
    """
    ended = Match.objects.finished().filter(pairing=OuterRef("pk"))
    running = Match.objects.running().filter(pairing=OuterRef("pk"))
    waiting = Pairing.objects.filter(~Exists(ended), how=Pairing.How.OPEN).filter(
        Q(round__group__contest__ended_at=None) | Exists(running)
    )
    return waiting.filter(round__pairings=OuterRef("pairing"))


def publish_deal(row: Round) -> None:
    """Publish the seed of a round whose last table has ended, and with it what was played there.

    A match that a director stopped may go on if that is undone, so its own seed is left to others.
    """
    row.seed = unseal(bytes(row.sealed_seed)).hex()
    row.save(update_fields=["seed"])
    played = Match.objects.filter(pairing__round=row, dealt=True)
    played.filter(seed="").exclude(outcome=None).update(seed=row.seed)
    played.update(visibility=row.group.contest.visibility)


def publish_seed(contest: Contest) -> bool:
    """Publish the seed of a contest that is over, and of its deals, once nothing is played any more.

    The seeds of its tables follow from it, so it has to wait for the last of them. Whether that was so.
    """
    if Match.objects.running().filter(pairing__round__group__contest=contest).exists():
        return False
    contest.seed = unseal(contest.sealed_seed).hex()
    contest.save(update_fields=["seed"])
    rows = Round.objects.filter(group__contest=contest, seed="").exclude(sealed_seed=b"")
    for row in rows.select_related("group__contest"):
        publish_deal(row)
    return True


def end_late(contest: Contest, groups: Iterable[int], now: datetime.datetime) -> datetime.datetime | None:
    """End what is still played alone of deals whose days are over; when there is something to end again.

    Games for one know no deadline, so the calendar of the contest is theirs.
    """
    if contest.size > 1 or not contest.round_days:
        return None
    running = Match.objects.running().filter(pairing__round__group__in=list(groups), dealt=True)
    begins = running.order_by("pairing__round__begins_at").values_list("pairing__round__begins_at", flat=True)
    first = begins.first()
    days = datetime.timedelta(days=contest.round_days)
    if first is None or first + days > now:
        return None if first is None else first + days
    for match in running.filter(pairing__round__begins_at__lte=now - days).order_by("pk")[:PORTION]:
        abandon(match, now)
    return now

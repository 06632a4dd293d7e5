"""Standings as they are stored, and what follows from the final ones: places, fates, the next stage, the end.

The caller holds the row of the contest.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping

import msgspec

from games.actions import telling
from games.actions.contests import drawing
from games.actions.contests import telling as news
from games.contests.field import Field
from games.contests.standings import placed, standings
from games.models import Berth, Contest, Group
from games.models.lots import chance_of
from games.seals import unseal


def refresh(contest: Contest, groups: Iterable[Group], fields: Mapping[int, Field]) -> None:
    """Store the standings of groups as their results are now."""
    for group in groups:
        lines = standings(fields[group.pk], chance_of(contest, "lot", group.stage, group.number))
        group.standings, group.stale = msgspec.to_builtins(lines), False
        group.save(update_fields=["standings", "stale"])


def end_group(contest: Contest, group: Group, field: Field, now: datetime.datetime) -> None:
    """Note that a group is over, and where each of its entries ended."""
    refresh(contest, [group], {group.pk: field})
    order = placed(field, chance_of(contest, "lot", group.stage, group.number))
    places, place = {}, 1
    for level in order:
        places.update(dict.fromkeys(level, place))
        place += len(level)
    berths = list(group.berths.all())
    for berth in berths:
        berth.place = places.get(berth.entry_id)
    Berth.objects.bulk_update(berths, ["place"], batch_size=500)
    group.ended_at = now
    group.save(update_fields=["ended_at"])


def conclude(
    contest: Contest, fields: Mapping[int, Field], now: datetime.datetime
) -> datetime.datetime | None:
    """When all groups of a stage are over: draw the next stage, or end the contest."""
    if contest.stage + 1 < len(contest.terms.stages):
        drawing.draw_next(contest, [], now)
        return now
    finish(contest, now)
    return None


def finish(contest: Contest, now: datetime.datetime) -> None:
    """End a contest: who has won, and the seed of its draws for everybody to check."""
    contest.status, contest.ended_at, contest.wake_at = Contest.Status.FINISHED, now, None
    contest.seed = unseal(contest.sealed_seed).hex()
    contest.save(update_fields=["status", "ended_at", "wake_at", "seed"])
    telling.tell(news.ended(contest, now))

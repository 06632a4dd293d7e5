"""Standings as they are stored, and what follows from the final ones: places, fates, the next stage, the end.

The caller holds the row of the contest.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping

import msgspec

from games.actions import telling
from games.actions.contests import drawing, seasons
from games.actions.contests import telling as news
from games.actions.contests.deals import publish_seed
from games.contests.field import Field
from games.contests.standings import placed, standings
from games.models import Berth, Contest, Entry, Group
from games.models.lots import chance_of


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


def conclude(contest: Contest, now: datetime.datetime) -> datetime.datetime | None:
    """When all groups of a stage are over: draw the next stage, or end the contest."""
    placings = [_going_on(contest, group) for group in contest.groups.filter(stage=contest.stage)]
    several = sum(map(len, placings)) > 1
    if contest.stage + 1 < len(contest.terms.stages) and several:
        drawing.draw_next(contest, placings, now)
        return now
    finish(contest, now)
    return None


def _going_on(contest: Contest, group: Group) -> list[int]:
    """The final order of a group without those who have withdrawn."""
    playing = group.berths.filter(entry__status=Entry.Status.IN)
    return list(playing.order_by("place", "number").values_list("entry_id", flat=True))


def finish(contest: Contest, now: datetime.datetime) -> None:
    """End a contest: who has won, the seed for everybody to check, and the season that follows."""
    last = Berth.objects.filter(group__contest=contest, group__stage=contest.stage)
    last.filter(fate="").update(fate="out")
    if contest.league_id is not None:
        _pass_sentence(contest)
    last.filter(place=1, group__number=1, entry__status=Entry.Status.IN).update(fate="champion")
    contest.status, contest.ended_at, contest.wake_at = Contest.Status.FINISHED, now, None
    contest.save(update_fields=["status", "ended_at", "wake_at"])
    publish_seed(contest)
    telling.tell(news.ended(contest, now))
    if contest.league_id is not None:
        seasons.turn_over(contest, now)


def _pass_sentence(contest: Contest) -> None:
    """Note who goes up and down, as far as entries have not withdrawn."""
    rights = seasons.rights(contest)
    berths = list(
        Berth.objects.filter(group__contest=contest).select_related("group").defer("group__standings")
    )
    for berth in berths:
        division = rights.get(berth.entry_id)
        if division is not None:
            moved = division - berth.group.number
            berth.fate = "down" if moved > 0 else "up" if moved < 0 else "stays"
    Berth.objects.bulk_update(berths, ["fate"], batch_size=500)

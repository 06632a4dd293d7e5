"""The draw: who is seeded where, in which group of a stage; and what the next step would make, told first."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F

from games.actions import telling
from games.actions.contests import rows
from games.actions.contests import telling as news
from games.actions.contests.refusals import NotRegistering, TooFewEntries
from games.actions.contests.rounds import next_round
from games.contests import field as values
from games.contests.divisions import arranged
from games.contests.field import Field, Pair
from games.contests.formats import FORMATS
from games.contests.stages import advancing, check_plan, grouped
from games.models import Berth, Contest, Entrant, Entry, Group
from games.models.field import fields_of, least_seats
from games.models.lots import chance_of


@dataclass(frozen=True)
class DrawnGroup:
    """A group as it would be, or is: its seeding, and the pairings of the round that would come next."""

    number: int
    entries: tuple[int, ...]
    """Keys of entries, the strongest first."""
    round: int = 0
    """The number of the round that would be paired; 0 for none."""
    pairs: tuple[Pair, ...] = ()


@dataclass(frozen=True)
class Drawn:
    """What the next step would make of a contest."""

    stage: int
    fresh: bool
    """Whether the groups would be made too; else they are there."""
    groups: tuple[DrawnGroup, ...]


def preview(contest: Contest, now: datetime.datetime) -> Drawn:
    """What the next draw or pairing would be if it were made now; nothing is written.

    Raises ``TooFewEntries`` or ``IllegalPlan`` where it can't be drawn.
    """
    if contest.status in (Contest.Status.DRAFT, Contest.Status.REGISTRATION):
        entries = seeded(contest)
        check_entries(contest, len(entries))
        for number, entry in enumerate(entries, 1):
            entry.number = number
        return _fresh(contest, 0, placed_entries(contest, entries), entries)
    fields = fields_of(contest, contest.stage)
    groups = list(contest.groups.filter(stage=contest.stage))
    return Drawn(contest.stage, False, tuple(_next_of(contest, group, fields[group.pk]) for group in groups))


def _fresh(contest: Contest, stage: int, groups: Sequence[Sequence[int]], entries: Sequence[Entry]) -> Drawn:
    by_key = {entry.pk: entry for entry in entries}
    plan, least = contest.terms, least_seats(contest)
    found = []
    for number, keys in enumerate(groups, 1):
        field = Field(
            plan=plan,
            stage=plan.stages[stage],
            size=contest.size,
            least=least,
            entries=tuple(
                values.Entry(key, place, by_key[key].since, by_key[key].until, tuple(by_key[key].absent))
                for place, key in enumerate(keys, 1)
            ),
        )
        chance = chance_of(contest, "pair", stage, number, 1)
        pairs = FORMATS[field.stage.format].pair(field, 1, chance)
        found.append(DrawnGroup(number, tuple(keys), 1 if pairs else 0, pairs))
    return Drawn(stage, True, tuple(found))


def _next_of(contest: Contest, group: Group, field: Field) -> DrawnGroup:
    """The next round of a group as it would be paired by what has ended so far."""
    number, pairs = next_round(contest, group, field)
    return DrawnGroup(
        group.number, tuple(entry.key for entry in field.entries), number if pairs else 0, pairs
    )


def seeded(contest: Contest) -> list[Entry]:
    """The entries that take part in the order of their strength: as a director named them, then by rating,
    then who entered first.
    """
    named = F("wanted_number").asc(nulls_last=True)
    return list(contest.entries.playing().order_by(named, "-rating", "created_at", "pk"))


def check_entries(contest: Contest, entries: int) -> None:
    """Refuse a draw with too few entries, or with a number that its plan can't be held with."""
    if entries < contest.least:
        raise TooFewEntries(entries, contest.least)
    check_plan(contest.terms, contest.size, contest.rules.seats, entries)


def placed_entries(contest: Contest, entries: Sequence[Entry]) -> tuple[tuple[int, ...], ...]:
    """The groups of the first stage: keys of entries, each group in the order of its seeding."""
    stage = contest.terms.stages[0]
    if stage.format == "league":
        rights = [(entry.pk, entry.division) for entry in entries]
        return arranged(rights, stage, _divisions_before(contest))
    return grouped([entry.pk for entry in entries], stage.groups)


def _divisions_before(contest: Contest) -> dict[int, int]:
    """In which division of the season before each entry played, by the people of both."""
    before = Berth.objects.filter(
        group__contest__league=contest.league_id, group__contest__season=contest.season - 1
    )
    divisions = dict(before.values_list("entry__entrants__user", "group__number"))
    people = Entrant.objects.filter(contest=contest, user__in=[key for key in divisions if key is not None])
    return {entry: divisions[user] for entry, user in people.values_list("entry_id", "user_id")}


def draw(contest: Contest, now: datetime.datetime) -> Contest:
    """End registration: number the entries by their strength and make the groups of the first stage.

    Raises ``NotRegistering``, ``TooFewEntries`` or ``IllegalPlan``.
    """
    with transaction.atomic():
        held = rows.held(contest)
        if held.status != Contest.Status.REGISTRATION:
            raise NotRegistering
        draw_held(held, now)
    return held


def draw_held(contest: Contest, now: datetime.datetime) -> None:
    """Draw a contest whose row this transaction holds."""
    entries = seeded(contest)
    check_entries(contest, len(entries))
    for number, entry in enumerate(entries, 1):
        entry.number = number
    Entry.objects.bulk_update(entries, ["number"], batch_size=500)
    make_groups(contest, 0, placed_entries(contest, entries))
    contest.status, contest.stage = Contest.Status.DRAWN, 0
    contest.step += 1
    contest.wake_at = max(now, contest.starts_at or now)
    contest.save(update_fields=["status", "stage", "step", "wake_at"])
    telling.tell(news.drawn(contest, now))


def make_groups(contest: Contest, stage: int, groups: Sequence[Sequence[int]]) -> None:
    """Store the groups of a stage with the seeding of each."""
    rows = [Group(contest=contest, stage=stage, number=number) for number in range(1, len(groups) + 1)]
    Group.objects.bulk_create(rows)
    Berth.objects.bulk_create(
        [
            Berth(group=row, entry_id=key, number=number)
            for row, keys in zip(rows, groups, strict=True)
            for number, key in enumerate(keys, 1)
        ],
        batch_size=500,
    )


def draw_next(contest: Contest, placings: Sequence[Sequence[int]], now: datetime.datetime) -> None:
    """Make the groups of the next stage of a held contest from the final orders of the groups of this one."""
    seeding = advancing(contest.terms, contest.stage, placings)
    Berth.objects.filter(group__contest=contest, group__stage=contest.stage).update(fate="out")
    through = Berth.objects.filter(group__contest=contest, group__stage=contest.stage, entry__in=seeding)
    through.update(fate="through")
    contest.stage += 1
    make_groups(contest, contest.stage, grouped(seeding, contest.terms.stages[contest.stage].groups))
    contest.save(update_fields=["stage"])
    # Rounds are counted anew in each stage, so that an absence does not mean one of its rounds.
    contest.entries.exclude(absent=[]).update(absent=[])
    telling.tell(news.stage_drawn(contest, now))

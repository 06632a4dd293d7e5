"""Groups read as values for the pure rooms: who plays and what has happened. Reads only, in a fixed number
of queries however many are entered.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from games.contests.field import Entry, Field, Meeting, Share
from games.models.contest import Contest
from games.models.fixture import Berth, Group, Side
from games.rules.chance import Chance
from games.rules.game import Refusal

_SIDE = (
    "pairing__round__group_id",
    "pairing__round__number",
    "pairing__board",
    "pairing__slot",
    "pairing__how",
    "entry_id",
    "points",
    "place",
    "score",
)
_BERTH = (
    *("group_id", "entry_id", "number", "group__stage"),
    *("entry__since", "entry__until", "entry__left_stage", "entry__absent", "playoff"),
)


def field_of(group: Group) -> Field:
    """One group as a value, in two queries; its contest is read if it is not yet."""
    return _fields(group.contest, [group])[group.pk]


def fields_of(contest: Contest, stage: int) -> dict[int, Field]:
    """The groups of a stage as values by the keys of their rows, in the order of their numbers."""
    return _fields(contest, contest.groups.filter(stage=stage))


def least_seats(contest: Contest) -> int:
    """How many seats a table must have: the game takes that many and all numbers up to the full table."""
    rules, options = contest.rules, contest.rules.options(**contest.options)
    least = contest.size
    while least - 1 in rules.seats and least > 2:
        try:
            rules.setup(least - 1, options, Chance(b"trial", 0))
        except Refusal:
            break
        least -= 1
    return least


def _fields(contest: Contest, groups: Iterable[Group]) -> dict[int, Field]:
    found = list(groups)
    keys = [group.pk for group in found]
    plan, least = contest.terms, least_seats(contest)
    entries: dict[int, list[Entry]] = defaultdict(list)
    berths = Berth.objects.filter(group__in=keys).order_by("group_id", "number")
    for group, *berth in berths.values_list(*_BERTH):
        entries[group].append(_entry(contest, *berth))
    meetings = _meetings(keys)
    return {
        group.pk: Field(
            plan=plan,
            stage=plan.stages[group.stage],
            size=contest.size,
            least=least,
            entries=tuple(entries[group.pk]),
            meetings=tuple(meetings[group.pk]),
        )
        for group in found
    }


def _entry(
    contest: Contest,
    key: int,
    number: int,
    stage: int,
    since: int,
    until: int | None,
    left_stage: int | None,
    absent: list[int],
    playoff: int,
) -> Entry:
    """An entry in a group of this stage: it came in the first one, and is absent in the one that is played.

    What it has withdrawn from it plays no round of, nor of the stages after.
    """
    if left_stage is not None and stage != left_stage:
        until = 0 if stage > left_stage else None
    away = tuple(absent) if stage == contest.stage else ()
    return Entry(key, number, 1 if stage else since, until, away, playoff)


def _meetings(groups: Sequence[int]) -> dict[int, list[Meeting]]:
    """The pairings of these groups in the order of rounds and boards."""
    sides = Side.objects.filter(pairing__round__group__in=groups)
    ordered = sides.order_by("pairing__round__group_id", "pairing__round__number", "pairing__board", "index")
    found: dict[int, list[Meeting]] = defaultdict(list)
    head: Any = itemgetter(0, 1, 2, 3, 4)
    for (group, number, board, slot, how), rows in groupby(ordered.values_list(*_SIDE).iterator(), head):
        shares = tuple(Share(*row[5:]) for row in rows)
        found[group].append(Meeting(number, shares, how, slot, board))
    return found

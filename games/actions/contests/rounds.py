"""Rounds: pair the next one of a group, say when it begins and when it has ended. Its tables are next door.

The caller holds the row of the contest, so that nobody else pairs.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from itertools import chain

from django.db.models import Exists, OuterRef

from games.actions import telling
from games.actions.contests import telling as news
from games.contests.field import Field, Pair
from games.contests.formats import FORMATS
from games.contests.points import bye_points, forfeit_points, ranked
from games.models import Contest, Group, Pairing, Round, Side
from games.models.lots import chance_of
from games.seals import unseal

SKIPPED = 3
"""So many rounds in a row may have no pairing at all, because of who has withdrawn."""


def next_round(contest: Contest, group: Group, field: Field) -> tuple[int, tuple[Pair, ...]]:
    """The round of a group that may be paired now as far as results go; without pairings if none may."""
    rules = FORMATS[field.stage.format]
    number = field.last_round + 1
    if group.ended_at is not None or not rules.ready(field, number):
        return number, ()
    chance = chance_of(contest, "pair", group.stage, group.number, number)
    return number, rules.pair(field, number, chance)


def begins_at(contest: Contest, group: Group, rounds: Sequence[Round]) -> datetime.datetime | None:
    """When the next round of a group is to begin by the calendar; None where it begins when it can.

    The days are counted from when the last round was to begin, not from when it did, so that a late clock
    moves nothing.
    """
    if not contest.round_days:
        return None
    days = datetime.timedelta(days=contest.round_days)
    last = max((one.begins_at for one in rounds if one.begins_at is not None), default=None)
    if last is None and group.stage:
        before = Round.objects.filter(group__contest=contest, group__stage=group.stage - 1)
        last = before.order_by("-begins_at").values_list("begins_at", flat=True).first()
    if last is not None:
        return last + days
    return contest.starts_at or contest.started_at


def pair(
    contest: Contest,
    group: Group,
    field: Field,
    number: int,
    pairs: Sequence[Pair],
    begins: datetime.datetime | None,
    now: datetime.datetime,
) -> Round:
    """Store a round with its pairings; what is decided without play has its points at once."""
    row = Round.objects.create(group=group, number=number, begins_at=begins, paired_at=now)
    byes = dict(contest.entries.exclude(byes={}).values_list("pk", "byes"))
    away = [
        Pair((key,), how=byes.get(key, {}).get(str(number), "zero_bye"))
        for key in _absent(field, number, pairs)
    ]
    store_pairs(row, field, [*pairs, *away], 1, now)
    return row


def store_pairs(
    row: Round, field: Field, pairs: Sequence[Pair], board: int, now: datetime.datetime
) -> list[Pairing]:
    """Add pairings to a round, from this board on."""
    made = [
        Pairing(
            round=row,
            board=index,
            slot=one.slot,
            how=one.begins,
            ended_at=None if one.begins == "open" else now,
        )
        for index, one in enumerate(pairs, board)
    ]
    Pairing.objects.bulk_create(made, batch_size=500)
    sides = [_sides(row, pairing, field, one) for pairing, one in zip(made, pairs, strict=True)]
    Side.objects.bulk_create(list(chain.from_iterable(sides)), batch_size=500)
    return made


def _sides(row: Round, pairing: Pairing, field: Field, one: Pair) -> list[Side]:
    points: Sequence[int | None] = [None] * len(one.entries)
    places: Sequence[int | None] = points
    if one.is_bye:
        points = [bye_points(field.plan, one.begins, field.size)]
    elif one.begins == "forfeit":
        present = [field.by_key[key].plays(row.number) for key in one.entries]
        points = forfeit_points(field.plan, present)
        places = ranked([1] * len(present), [index for index, there in enumerate(present) if not there])
    return [
        Side(pairing=pairing, round=row, entry_id=key, index=index, points=point, place=place)
        for index, (key, point, place) in enumerate(zip(one.entries, points, places, strict=True))
    ]


def _absent(field: Field, number: int, pairs: Sequence[Pair]) -> list[int]:
    """Entries that go on but asked to be left out of this round, and that no pairing names."""
    named = {key for one in pairs for key in one.entries}
    return [
        entry.key
        for entry in field.entries
        if number in entry.absent
        and entry.key not in named
        and entry.since <= number
        and (entry.until is None or number <= entry.until)
    ]


def close_rounds(contest: Contest, now: datetime.datetime) -> list[Round]:
    """Note which rounds have ended; told to those who are in their groups."""
    rounds = Round.objects.filter(group__contest=contest, ended_at=None)
    still = Pairing.objects.filter(round=OuterRef("pk"), how=Pairing.How.OPEN)
    over = list(rounds.exclude(Exists(still)).select_related("group__contest").order_by("group", "number"))
    notices = []
    for one in over:
        one.started_at, one.ended_at = one.started_at or now, now
        if one.sealed_seed and not one.seed:
            one.seed = unseal(bytes(one.sealed_seed)).hex()
        notices += news.round_over(one, now)
    Round.objects.bulk_update(over, ["started_at", "ended_at", "seed"])
    telling.tell(notices)
    return over

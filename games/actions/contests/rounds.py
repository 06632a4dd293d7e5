"""Rounds: pair the next one of a group, say when it begins and when it has ended. Its tables are next door.

The caller holds the row of the contest, so that nobody else pairs.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from django.db.models import Exists, Max, OuterRef, QuerySet

from games.actions import telling
from games.actions.contests import telling as news
from games.actions.contests.deals import publish_deal, seal_deal
from games.contests.duplicate import matchpoints
from games.contests.field import Field, Pair
from games.contests.formats import FORMATS
from games.contests.points import bye_points, forfeit_points, ranked
from games.models import Contest, Group, Pairing, Round, Side
from games.models.lots import chance_of


def next_round(contest: Contest, group: Group, field: Field) -> tuple[int, tuple[Pair, ...]]:
    """The round of a group that may be paired now as far as results go; without pairings if none may.

    Where a round need not wait for tables that can't change a pairing, it may be one that is paired in part
    already, and the pairings are those that can be added.
    """
    number = field.last_round + 1
    if group.ended_at is not None:
        return number, ()
    if grows(field):
        for early in range(1, number + 1):
            if added := missing(contest, group, field, early):
                return early, added
        return number, ()
    if not FORMATS[field.stage.format].ready(field, number):
        return number, ()
    return number, _pairs(contest, group, field, number)


def grows(field: Field) -> bool:
    """Whether pairings of a round are made one by one, as soon as it is known who meets.

    Only in a knock-out does a pairing hang on two tables alone: those whose winners, or losers, meet. Rounds
    of a round robin hang on no result at all, and those of all other formats on every one.
    """
    return field.stage.format == "knockout" and not field.plan.wait


def missing(contest: Contest, group: Group, field: Field, number: int) -> tuple[Pair, ...]:
    """The pairings of a round of a bracket that can be made and are not there yet."""
    there = {meeting.slot for meeting in field.meetings if meeting.round == number}
    return tuple(one for one in _pairs(contest, group, field, number) if one.slot not in there)


def _pairs(contest: Contest, group: Group, field: Field, number: int) -> tuple[Pair, ...]:
    chance = chance_of(contest, "pair", group.stage, group.number, number)
    return FORMATS[field.stage.format].pair(field, number, chance)


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


def may_be_early(field: Field) -> bool:
    """Whether the next round of a group may begin before its day: one was held, and nothing is open."""
    over = field.last_round > 0 and not any(meeting.is_open for meeting in field.meetings)
    return field.stage.early and over


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
    row, made = Round.objects.get_or_create(
        group=group, number=number, defaults={"begins_at": begins, "paired_at": now}
    )
    if made and field.stage.format == "duplicate":
        seal_deal(contest, row)
    byes = dict(contest.entries.exclude(byes={}).values_list("pk", "byes"))
    away = [
        Pair((key,), how=byes.get(key, {}).get(str(number), "zero_bye"))
        for key in (_absent(field, number, pairs) if made else ())
    ]
    board = row.pairings.aggregate(last=Max("board"))["last"] or 0
    store_pairs(row, field, [*pairs, *away], board + 1, now)
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
    if any(one.how != Pairing.How.OPEN for one in made):
        Group.objects.filter(pk=row.group_id).update(stale=True)
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


def close_rounds(
    contest: Contest, groups: Mapping[int, Group], fields: Mapping[int, Field], now: datetime.datetime
) -> None:
    """Note which rounds have ended, and tell those who are in their groups."""
    over = [
        row
        for row in _played(groups)
        if not _may_grow(contest, groups[row.group_id], fields[row.group_id], row.number)
    ]
    notices = []
    for row in over:
        row.group = groups[row.group_id]
        row.group.contest = contest
        row.started_at, row.ended_at = row.started_at or now, now
        notices += news.round_over(row, now)
    Round.objects.bulk_update(over, ["started_at", "ended_at"])
    telling.tell(notices)


def _may_grow(contest: Contest, group: Group, field: Field, number: int) -> bool:
    """Whether pairings may still come to a round."""
    if not grows(field):
        return False
    return not FORMATS[field.stage.format].ready(field, number) or bool(
        missing(contest, group, field, number)
    )


def reveal(groups: Mapping[int, Group], fields: Mapping[int, Field]) -> bool:
    """Publish the deals of rounds whose last table has ended, and book what these tables are worth together.

    Whether there were any.
    """
    dealt = list(_played(groups).filter(seed="").exclude(sealed_seed=b"").select_related("group__contest"))
    for row in dealt:
        publish_deal(row)
        if fields[row.group_id].plan.points != "score":
            _compare(row, fields[row.group_id])
    return bool(dealt)


def _compare(row: Round, field: Field) -> None:
    points = matchpoints(meeting for meeting in field.meetings if meeting.round == row.number)
    sides = list(row.sides.filter(live=True))
    for side in sides:
        side.points = points.get(side.entry_id, side.points)
    Side.objects.bulk_update(sides, ["points"], batch_size=500)
    Group.objects.filter(pk=row.group_id).update(stale=True)


def _played(groups: Iterable[int]) -> QuerySet[Round]:
    """Rounds of these groups that have not been closed and in which nothing is open."""
    still = Pairing.objects.filter(round=OuterRef("pk"), how=Pairing.How.OPEN)
    rounds = Round.objects.filter(group__in=list(groups), ended_at=None, paired_at__isnull=False)
    return rounds.exclude(Exists(still)).order_by("group", "number")

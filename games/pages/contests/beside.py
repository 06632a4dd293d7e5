"""What pages elsewhere say of contests: which one a match belongs to, what waits for a person in theirs."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.actions.contests.ladder import FORMAT
from games.models import Ask, Contest, Entrant, Entry, Match, Pairing, Round, Side
from games.notices.naming import Naming
from games.notices.times import deadline
from games.pages.contests.listing import Row, counted, rows

MOST = 20
"""How many contests of one kind a page lists."""
Status = Contest.Status


@dataclass(frozen=True)
class Belongs:
    """Where a match belongs: the contest and the round, each with its address, and its standings."""

    title: str
    url: str
    round: str
    round_url: str
    standings: str
    leg: int
    """Its number where it is one of a series; else 0."""


def belongs(match: Match) -> Belongs | None:
    """The contest that a match is played for; None for any other match, and without a query."""
    if match.pairing_id is None:
        return None
    found = Pairing.objects.select_related("round__group__contest__league").filter(pk=match.pairing_id)
    pairing = found.defer(
        "round__group__standings", "round__sealed_seed", "round__group__contest__sealed_seed"
    ).get()
    group, contest = pairing.round.group, pairing.round.group.contest
    at = [contest.code, group.stage + 1, group.number]
    name = Naming([group]).of_round(group, pairing.round.number)
    series = contest.terms.stages[group.stage].best_of > 1
    return Belongs(
        contest.title,
        contest.get_absolute_url(),
        name,
        reverse("contest_round", args=[*at, pairing.round.number]),
        reverse("contest_group", args=at),
        match.leg if series else 0,
    )


@dataclass(frozen=True)
class Waiting:
    """Something in a contest that waits for somebody: what it is, and where to answer."""

    title: str
    url: str
    said: str


def waiting(user: User, now: datetime.datetime) -> list[Waiting]:
    """What waits for a person in contests: invitations, teams that ask, challenges, their hand."""
    parts = set(
        Entrant.objects.filter(user=user, contest__ended_at=None).values_list("entry__status", flat=True)
    )
    return [
        *(_invitations(user, now) if Entry.Status.INVITED in parts else ()),
        *_asks(user),
        *(_challenges(user, now) if Entry.Status.IN in parts else ()),
        *_needy(user),
    ]


def _invitations(user: User, now: datetime.datetime) -> list[Waiting]:
    invited = Entrant.objects.filter(user=user, entry__status=Entry.Status.INVITED)
    going = Q(status__in=(Status.REGISTRATION, Status.DRAWN, Status.RUNNING))
    found = _light(Contest.objects.filter(going, pk__in=invited.values("contest_id")))
    said = [
        _("You are invited. Entries close {moment}.").format(moment=deadline(contest.starts_at, now))
        if contest.starts_at is not None and contest.starts_at > now
        else _("You are invited.")
        for contest in found
    ]
    return _listed(found, said)


def _asks(user: User) -> list[Waiting]:
    if not Ask.objects.filter(user=user).exists():  # hardly ever; the whole would take longer to ask for
        return []
    found = Ask.objects.filter(user=user).exclude(
        entry__contest__status__in=(Status.DRAFT, Status.FINISHED, Status.CALLED_OFF)
    )
    asks = found.select_related("entry__contest__league", "entry__user").defer("entry__contest__sealed_seed")
    return [
        Waiting(
            ask.entry.contest.title,
            ask.entry.contest.get_absolute_url(),
            _("“{team}” asks you to join.").format(team=ask.entry.title),
        )
        for ask in asks.order_by("-pk")[:MOST]
    ]


def _challenges(user: User, now: datetime.datetime) -> list[Waiting]:
    mine = Entrant.objects.filter(user=user, contest__status=Status.RUNNING, entry__status=Entry.Status.IN)
    asked = Side.objects.filter(
        entry__in=mine.values("entry_id"),
        index=1,
        pairing__how=Pairing.How.OPEN,
        round__paired_at=None,
        round__begins_at__isnull=False,
    )
    if not asked.exists():
        return []
    found = []
    for side in asked.select_related("round__group__contest__league").defer(
        "round__group__standings", "round__group__contest__sealed_seed"
    )[:MOST]:
        contest, by = side.round.group.contest, side.round.begins_at
        if contest.terms.stages[contest.stage].format == FORMAT and by is not None:
            said = _("You are challenged. Take it up until {moment}, or it is lost.")
            words = said.format(moment=deadline(by, now))
            found.append(Waiting(contest.title, contest.get_absolute_url(), words))
    return found


def _needy(user: User) -> list[Waiting]:
    """Contests that wait for their director: drafts, and those whose last step failed."""
    needy = Q(status=Status.DRAFT) | ~Q(trouble="")
    found = _light(Contest.objects.filter(needy, directors=user))
    draft, failed = _("Your draft: it is not announced yet."), _("It needs a director’s hand.")
    return _listed(found, [failed if contest.trouble else draft for contest in found])


def _light(found: QuerySet[Contest]) -> list[Contest]:
    return list(found.select_related("league").defer("sealed_seed", "about").order_by("-pk")[:MOST])


def _listed(found: Sequence[Contest], said: Sequence[str]) -> list[Waiting]:
    return [
        Waiting(contest.title, contest.get_absolute_url(), words)
        for contest, words in zip(found, said, strict=True)
    ]


def under_way(user: User, now: datetime.datetime) -> list[Row]:
    """The contests that go on or are to begin in which a person is, or which they direct."""
    parts = (Entry.Status.IN, Entry.Status.WAITING, Entry.Status.SUBSTITUTE)
    mine = Entrant.objects.filter(user=user, entry__status__in=parts)
    found = Contest.objects.filter(Q(pk__in=mine.values("contest_id")) | Q(pk__in=_directed(user)))
    going = found.filter(status__in=(Status.REGISTRATION, Status.DRAWN, Status.RUNNING))
    contests = list(counted(going)[:MOST])
    coming = next_rounds(contests)
    return [
        replace(row, when=_("next round {moment}").format(moment=deadline(coming[row.contest.pk], now)))
        if row.contest.pk in coming
        else row
        for row in rows(contests)
    ]


def _directed(user: User) -> QuerySet[Contest]:
    return Contest.objects.filter(directors=user).values("pk")  # type: ignore[return-value]


@dataclass(frozen=True)
class Took:
    """A contest that somebody took part in, with the place they came to."""

    title: str
    url: str
    place: int | None


def contests_seen(reader: User | AnonymousUser, whose: User) -> QuerySet[Contest]:
    """The contests whose entries a reader of somebody's page may know of."""
    if whose == reader:
        return Contest.objects.visible_to(reader)
    return Contest.objects.announced().filter(visibility=Match.Visibility.PUBLIC)


def taken(whose: User, found: QuerySet[Contest]) -> list[Took]:
    """The contests among these that somebody is or was in, the newest first, two queries for all."""
    contests = _light(found.filter(pk__in=_played(whose).values("contest_id")))
    of = (
        _played(whose)
        .filter(contest__in=contests)
        .values_list("contest_id", "entry__berths__place", "entry__berths__group__stage")
    )
    places: dict[int, tuple[int, int | None]] = {}
    for contest, place, stage in of:
        if stage is not None and stage >= places.get(contest, (-1, None))[0]:
            places[contest] = (stage, place)
    return [
        Took(contest.title, contest.get_absolute_url(), places.get(contest.pk, (0, None))[1])
        for contest in contests
    ]


def _played(whose: User) -> QuerySet[Entrant]:
    shown = (Entry.Status.IN, Entry.Status.WITHDRAWN)
    return Entrant.objects.filter(user=whose, entry__status__in=shown)


def next_rounds(contests: Sequence[Contest]) -> dict[int, datetime.datetime]:
    """When the next round of each of these contests begins, as far as a calendar says; by its key."""
    found = Round.objects.filter(group__contest__in=contests, paired_at=None, begins_at__isnull=False)
    times = found.order_by("-begins_at").values_list("group__contest_id", "begins_at")
    return {contest: begins_at for contest, begins_at in times if begins_at is not None}

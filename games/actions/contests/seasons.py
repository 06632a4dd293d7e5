"""From one season of a league to the next: who goes up and down, who is entered again, who has which right.

Who stands is entered again, and may leave until the draw. Who waited for a place is entered after them, as
far as there are places; newcomers begin in the lowest division. Volunteers are asked anew.
"""

from __future__ import annotations

import datetime
import secrets
from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db import transaction

from accounts.models import User
from games.actions import telling
from games.actions.contests import telling as news
from games.actions.contests.admission import ratings_of
from games.actions.contests.refusals import ContestOver, NoLeague, NotDirector
from games.actions.contests.rows import held
from games.contests import divisions
from games.models import Berth, Contest, Entrant, Entry, League
from games.rules.chance import seed_commitment
from games.seals import seal

WINDOW = datetime.timedelta(days=7)
"""For how long entries of a season are open, if the season before does not say."""
LONGEST = datetime.timedelta(days=60)
TERMS = (
    *(
        "name",
        "about",
        "league_id",
        "game",
        "options",
        "pace",
        "size",
        "team",
        "captain",
        "plan",
        "admission",
    ),
    *(
        "reliability",
        "rating_least",
        "rating_most",
        "least",
        "most",
        "late_rounds",
        "visibility",
        "round_days",
    ),
)
"""What the seasons of a league have in common."""


def turn_over(contest: Contest, now: datetime.datetime) -> Contest | None:
    """The next season of a league one of whose seasons has ended, opened if it is not yet.

    None where a director has closed the league. Twice gives the same season. Raises ``NoLeague``.
    """
    with transaction.atomic():
        contest = held(contest)
        if contest.league_id is None:
            raise NoLeague
        league = League.objects.select_for_update(no_key=True).get(pk=contest.league_id)
        following = league.seasons.filter(season=contest.season + 1).first()
        if following is not None or league.closed_at is not None:
            return following
        following = _open(contest, now)
        _carry_over(contest, following, now)
        telling.tell(news.season_over(contest, following, now))
    return following


def close_league(director: User, contest: Contest, now: datetime.datetime) -> bool:
    """Let no further season of a league follow; the one that is held is played to its end.

    Whether that is new. Raises ``NoLeague``, ``NotDirector``, or ``ContestOver`` where another season follows
    already.
    """
    with transaction.atomic():
        contest = held(contest)
        if contest.league_id is None:
            raise NoLeague
        if not contest.directors.filter(pk=director.pk).exists():
            raise NotDirector
        league = League.objects.select_for_update(no_key=True).get(pk=contest.league_id)
        if league.seasons.filter(season__gt=contest.season).exists():
            raise ContestOver
        return bool(League.objects.filter(pk=league.pk, closed_at=None).update(closed_at=now))


def open_league(contest: Contest) -> None:
    """Let seasons follow again after a held one."""
    League.objects.filter(seasons=contest).update(closed_at=None)


def right_of(user: User, contest: Contest) -> int | None:
    """The division somebody has a right to who enters a season by themselves; None for a newcomer.

    Who sat out one season has the right that they had before it, after a longer time they are newcomers.
    """
    for seasons in (1, 2):
        before = Entry.objects.filter(
            contest__league=contest.league_id, contest__season=contest.season - seasons, number__isnull=False
        )
        entry = before.filter(entrants__user=user).select_related("contest").first()
        if entry is not None:
            return rights(entry.contest).get(entry.pk)
    return None


def rights(contest: Contest) -> dict[int, int]:
    """The divisions to which the entries of a season have a right in the next one, by their keys.

    The strongest come first; those who do not stand have the right they may come back with, and come last.
    Nobody who has withdrawn has any.
    """
    stage = contest.terms.stages[0]
    berths = Berth.objects.filter(group__contest=contest, group__stage=0, entry__status=Entry.Status.IN)
    found: dict[int, list[int]] = defaultdict(list)
    gone = set()
    ordered = berths.order_by("group__number", "place", "number")
    for number, key, stands in ordered.values_list("group__number", "entry_id", "entry__stands"):
        found[number].append(key)
        if not stands:
            gone.add(key)
    orders = [found[number] for number in range(1, max(found, default=1) + 1)]
    stay, away = divisions.turned(orders, stage, gone), divisions.rights(orders, stage)
    return stay | {key: division for key, division in away.items() if key in gone}


def _open(contest: Contest, now: datetime.datetime) -> Contest:
    """A season that is open for entries, on the terms of the one before."""
    seed = secrets.token_bytes(32)
    starts_at = now + _window(contest)
    following = Contest.objects.create(
        **{name: getattr(contest, name) for name in TERMS},
        season=contest.season + 1,
        status=Contest.Status.REGISTRATION,
        opens_at=now,
        starts_at=starts_at,
        wake_at=starts_at,
        created_at=now,
        sealed_seed=seal(seed),
        seed_commitment=seed_commitment(seed),
    )
    following.directors.set(contest.directors.all())
    return following


def _window(contest: Contest) -> datetime.timedelta:
    """For how long entries of the next season are open: as long as those of this one were."""
    if contest.opens_at is None or contest.starts_at is None or contest.starts_at <= contest.opens_at:
        return WINDOW
    return min(contest.starts_at - contest.opens_at, LONGEST)


def _carry_over(contest: Contest, following: Contest, now: datetime.datetime) -> None:
    """Enter who stands again, with the division they have a right to, and after them who waited."""
    right = rights(contest)
    standing = contest.entries.filter(stands=True, entrants__user__is_active=True).distinct()
    playing = {entry.pk: entry for entry in standing.filter(status=Entry.Status.IN)}
    before = [playing[key] for key in right if key in playing]
    waiting = standing.filter(status=Entry.Status.WAITING).order_by("created_at", "pk")
    free = None if contest.most is None else max(contest.most - len(before), 0)
    entries = [(entry, Entry.Status.IN, right.get(entry.pk)) for entry in before]
    for place, entry in enumerate(waiting):
        full = free is not None and place >= free
        entries.append((entry, Entry.Status.WAITING if full else Entry.Status.IN, None))
    _enter(following, entries, now)


def _enter(
    following: Contest, entries: Sequence[tuple[Entry, str, int | None]], now: datetime.datetime
) -> None:
    people = _people(entry for entry, _status, _division in entries)
    ratings = ratings_of(sorted({key for keys in people.values() for key in keys}), following.game)
    rows = [
        Entry(
            contest=following,
            user_id=entry.user_id,
            name=entry.name,
            status=status,
            word=entry.word,
            rating=sum(ratings[key] for key in people[entry.pk]) / len(people[entry.pk]),
            wanted_number=None if division is None else place,
            division=division,
            created_at=now,
        )
        for place, (entry, status, division) in enumerate(entries, 1)
    ]
    Entry.objects.bulk_create(rows, batch_size=500)
    Entrant.objects.bulk_create(
        [
            Entrant(contest=following, entry=row, user_id=key, position=position)
            for row, (entry, _status, _division) in zip(rows, entries, strict=True)
            for position, key in enumerate(people[entry.pk], 1)
        ],
        batch_size=500,
    )


def _people(entries: Iterable[Entry]) -> dict[int, list[int]]:
    """The keys of the people of each of these entries who are still here, in their order."""
    found: dict[int, list[int]] = defaultdict(list)
    here = Entrant.objects.filter(entry__in=[entry.pk for entry in entries], user__is_active=True)
    for entry, user in here.order_by("entry", "position").values_list("entry_id", "user_id"):
        found[entry].append(user)
    return found

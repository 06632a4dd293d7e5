"""Entering a contest and leaving it: before the draw, late, for a time, for good, and back again.

Whoever enters when all places are taken waits for one. Late entries have no points for the rounds before.

Entries (``actions/contests/entering.py`` and the rooms beside it). Whoever changes an entry holds the row
of its contest first, then people, then turns of matches. An entry is a person's or a team's, and results
are the entry's: it stays when its people leave, and whoever steps in for them takes it over as it is, at
its running matches too (``chairs.py``). ``until`` with ``left_stage`` says from where on an entry that
has withdrawn is paired no more; coming back only clears them, so that no bye is forgotten. Nobody is
entered by others: lists and directors invite. The step that ends a season opens the next one, unique by
league and number, with all who still stand (``seasons.py``).
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Count, Max

from accounts.models import User
from games.actions import telling
from games.actions.contests import chairs, teams
from games.actions.contests import telling as news
from games.actions.contests.admission import admit, rating_of
from games.actions.contests.refusals import (
    AlreadyEntered,
    ContestOver,
    EntriesClosed,
    NotEntered,
    NoWayBack,
    PlaceTaken,
)
from games.actions.contests.rows import DRAWN, OVER, entry_of, held, last_paired
from games.actions.contests.seasons import right_of
from games.actions.texts import WORD_LENGTH, one_line
from games.models import Berth, Contest, Entry, Group

LATE = frozenset(("swiss", "duplicate", "ladder"))
"""The formats that somebody may enter when they run; a ladder at any time."""
RETURNING = frozenset(("swiss", "duplicate", "ladder", "round_robin", "league"))
"""The formats in which an entry that has withdrawn may come back: whoever loses there goes on."""


def enter(
    user: User,
    contest: Contest,
    now: datetime.datetime,
    word: str = "",
    name: str = "",
    mates: Sequence[str] = (),
) -> Entry:
    """Enter a contest, as the captain of a team of this name where teams play; who has withdrawn comes back.

    The mates are asked to join the team. Raises ``EntriesClosed``, ``AlreadyEntered``, ``NotAsked``,
    ``NotReliableEnough``, ``RatingOutside``, ``NoWayBack``, ``PlaceTaken``, or ``IllegalEntry`` or
    ``IllegalText`` (with the field that is wrong).
    """
    with transaction.atomic():
        contest = held(contest)
        entry = entry_of(user, contest)
        if entry is not None and entry.status == Entry.Status.WITHDRAWN:
            return come_back(entry, now)
        since = first_round(contest, now)
        invited = entry is not None and entry.status == Entry.Status.INVITED
        if entry is not None and not invited and entry.status != Entry.Status.SUBSTITUTE:
            raise AlreadyEntered
        rating = rating_of([user], contest)
        admit(user, contest, rating, invited=invited)
        entry = entry or Entry(contest=contest)
        entry.user, entry.since, entry.created_at, entry.stands = user, since, now, True
        entry.rating = entry.rating or rating  # a director may have set it
        if contest.league_id is not None and entry.division is None:
            entry.division = right_of(user, contest)
        entry.word = one_line(word, WORD_LENGTH, "word")
        entry.name = teams.name_of(contest, entry, name or entry.name)
        _place(entry)
        teams.found(user, entry)
        teams.ask_all(user, entry, mates, now)
    return entry


def first_round(contest: Contest, now: datetime.datetime) -> int:
    """The first round of who enters a held contest now. Raises ``EntriesClosed`` if nobody does."""
    if contest.status == Contest.Status.REGISTRATION and (not contest.opens_at or contest.opens_at <= now):
        return 1
    if contest.status in DRAWN and contest.stage == 0:
        style, following = contest.terms.stages[0].format, last_paired(contest) + 1
        if style == "ladder" or (style in LATE and following <= contest.late_rounds):
            return following
    raise EntriesClosed


def places_left(contest: Contest) -> int | None:
    """How many more may take part in a held contest; None without a limit."""
    return None if contest.most is None else max(contest.most - contest.entries.playing().count(), 0)


def _place(entry: Entry) -> None:
    """Store an entry of a held contest: taking part, or waiting if all places are taken."""
    contest = entry.contest
    full = places_left(contest) == 0
    entry.status = Entry.Status.WAITING if full else Entry.Status.IN
    entry.save()
    if not full and contest.status in DRAWN:
        _seed_last(entry)


def _seed_last(entry: Entry) -> None:
    """Give an entry that comes after the draw the last number, and a berth in the smallest group."""
    contest = entry.contest
    last = contest.entries.aggregate(last=Max("number"))["last"] or 0
    entry.number = last + 1
    entry.save(update_fields=["number"])
    groups = Group.objects.filter(contest=contest, stage=contest.stage).annotate(size=Count("berths"))
    group = groups.order_by("size", "number")[0]
    last = group.berths.aggregate(last=Max("number"))["last"] or 0
    Berth.objects.create(group=group, entry=entry, number=last + 1)
    Group.objects.filter(pk=group.pk).update(stale=True)
    wake(contest, entry.created_at)


def move_up(contest: Contest, now: datetime.datetime) -> None:
    """Let those who wait for places of a held contest have those that are free, the first who came first."""
    try:
        since = first_round(contest, now)
    except EntriesClosed:
        return
    waiting = contest.entries.filter(status=Entry.Status.WAITING).order_by("created_at", "pk")
    for entry in waiting[: places_left(contest)]:
        entry.contest, entry.since = contest, since
        _place(entry)
        telling.tell(news.place_free(entry, now))


def leave(user: User, contest: Contest, now: datetime.datetime) -> None:
    """Leave a contest: before the draw without a trace, after it by withdrawing; an invitation is declined.

    A team goes on as long as somebody is left. Whoever has withdrawn already changes nothing. Raises
    ``NotEntered`` or ``ContestOver``.
    """
    with transaction.atomic():
        contest = held(contest)
        entry = entry_of(user, contest)
        if entry is None:
            raise NotEntered
        if contest.status in OVER:
            raise ContestOver
        if not teams.part(user, entry, now):
            withdraw(entry, now)


def withdraw(entry: Entry, now: datetime.datetime) -> None:
    """Let an entry play no further round; where it has not been drawn yet nothing is left of it.

    Its open matches are given up by their rules for leaving, or wait for somebody to step in. Twice is as
    good as once.
    """
    with transaction.atomic():
        contest = held(entry.contest)
        found = contest.entries.filter(pk=entry.pk).first()
        if found is None or found.status == Entry.Status.WITHDRAWN or contest.status in OVER:
            return
        found.contest = contest
        if found.number is None:
            was_in = found.status == Entry.Status.IN
            found.delete()
            if was_in:
                move_up(contest, now)
            return
        found.status, found.stands = Entry.Status.WITHDRAWN, False
        found.until, found.left_stage = last_paired(contest, found), contest.stage
        found.save(update_fields=["status", "stands", "until", "left_stage"])
        _give_up_seats(found, now)
        move_up(contest, now)
        wake(contest, now)


def _give_up_seats(entry: Entry, now: datetime.datetime) -> None:
    volunteers = entry.contest.entries.filter(status=Entry.Status.SUBSTITUTE).exists()
    for entrant in entry.entrants.select_related("user").order_by("-position"):
        chairs.give_up(entrant.user, entry, now, to_others=volunteers)


def come_back(entry: Entry, now: datetime.datetime) -> Entry:
    """Let an entry of a held contest that has withdrawn play again from the next round on.

    Those before stay missed. Raises ``NoWayBack``.
    """
    contest = entry.contest
    style = contest.terms.stages[contest.stage].format
    if contest.status not in DRAWN or entry.left_stage != contest.stage or style not in RETURNING:
        raise NoWayBack
    if places_left(contest) == 0:
        raise PlaceTaken
    take_back(entry)
    wake(contest, now)
    return entry


def take_back(entry: Entry) -> None:
    """Let an entry of a held contest that has withdrawn take part again."""
    missed = range((entry.until or 0) + 1, last_paired(entry.contest, entry) + 1)
    entry.absent = sorted({*entry.absent, *missed})
    entry.status, entry.until, entry.left_stage, entry.stands = Entry.Status.IN, None, None, True
    entry.save(update_fields=["absent", "status", "until", "left_stage", "stands"])


def wake(contest: Contest, now: datetime.datetime) -> None:
    """Let the clock look at a contest that runs, as who is to play in it has changed."""
    Contest.objects.filter(pk=contest.pk, status__in=DRAWN).update(wake_at=now)

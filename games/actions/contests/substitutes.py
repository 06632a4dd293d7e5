"""Those who volunteer to step in, and whom they step in for: deserted seats, and entries that have withdrawn.

Who takes a deserted seat plays that one match for its entry and stays in the queue, after those who play
none. Who takes over an entry that has withdrawn has it from then on, with its results and what it owes.
"""

from __future__ import annotations

import datetime

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.actions.contests import chairs
from games.actions.contests.admission import admit, rating_of
from games.actions.contests.entering import RETURNING, places_left, take_back, wake
from games.actions.contests.refusals import AlreadyEntered, ContestOver, EntriesClosed
from games.actions.contests.rows import DRAWN, OVER, entry_of, held
from games.models import Contest, Entrant, Entry, Match, Pairing, Seat

SPARE = frozenset((Entry.Status.INVITED, Entry.Status.WAITING, Entry.Status.SUBSTITUTE))
"""What somebody may be who is put in the place of another."""


def volunteer(user: User, contest: Contest, now: datetime.datetime) -> Entry:
    """Be ready to step in; who volunteers already stays where they are in the queue.

    Raises ``ContestOver``, ``EntriesClosed``, ``AlreadyEntered``, ``NotAsked``, ``NotReliableEnough`` or
    ``RatingOutside``.
    """
    with transaction.atomic():
        contest = held(contest)
        if contest.status in OVER:
            raise ContestOver
        if contest.status == Contest.Status.DRAFT:
            raise EntriesClosed
        entry = entry_of(user, contest)
        if entry is not None and entry.status not in SPARE:
            raise AlreadyEntered
        if entry is not None and entry.status == Entry.Status.SUBSTITUTE:
            return entry
        if entry is not None and entry.entrants.exclude(user=user).exists():
            raise AlreadyEntered  # the place of a team in the queue is not one member's to give away
        rating = rating_of([user], contest)
        admit(user, contest, rating, invited=entry is not None)
        entry = entry or Entry(contest=contest)
        entry.user, entry.status, entry.rating, entry.created_at = user, Entry.Status.SUBSTITUTE, rating, now
        entry.save()
        Entrant.objects.get_or_create(contest=contest, user=user, defaults={"entry": entry})
        wake(contest, now)
    return entry


def queue(contest: Contest) -> list[Entry]:
    """Who volunteers: those first who sit at the fewest running matches of it, of them who came first."""
    sitting = Q(user__seats__match__pairing__round__group__contest=contest)
    running = sitting & Q(user__seats__match__status=Match.Status.RUNNING)
    ready = contest.entries.filter(status=Entry.Status.SUBSTITUTE, user__is_active=True)
    counted = ready.annotate(seats=Count("user__seats", filter=running)).select_related("user")
    return list(counted.order_by("seats", "created_at", "pk"))


def replace(entry: Entry, user: User, now: datetime.datetime) -> Entry:
    """Put somebody in the place of the people of an entry: results, open matches, coming rounds are theirs.

    Whoever volunteered, waited or was invited does so no more; an entry that has withdrawn takes part again.
    Raises ``ContestOver`` or ``AlreadyEntered``.
    """
    with transaction.atomic():
        contest = held(entry.contest)
        if contest.status in OVER:
            raise ContestOver
        entry = contest.entries.get(pk=entry.pk)
        entry.contest = contest
        other = entry_of(user, contest)
        if other is not None and other.status not in SPARE:
            raise AlreadyEntered(user.username)
        if other is not None:
            other.delete()
        chairs.hand_over(entry, user, now)
        entry.entrants.all().delete()
        Entrant.objects.create(contest=contest, entry=entry, user=user)
        entry.user = user
        entry.save(update_fields=["user"])
        if entry.status == Entry.Status.WITHDRAWN:
            take_back(entry)
        wake(contest, now)
    return entry


def wanting(now: datetime.datetime) -> QuerySet[Contest]:
    """Contests with a deserted seat and somebody who volunteers, at which the clock does not look yet."""
    playing = Match.objects.running().filter(pairing__round__group__contest=OuterRef("pk"))
    vacant = Exists(playing.filter(Exists(Seat.objects.vacant().filter(match=OuterRef("pk")))))
    ready = Entry.objects.filter(contest=OuterRef("pk"), status=Entry.Status.SUBSTITUTE)
    contests = Contest.objects.filter(Exists(ready), vacant, status__in=DRAWN, paused_at=None, trouble="")
    return contests.exclude(wake_at__lte=now)


def wake_wanting(now: datetime.datetime) -> int:
    """Let the clock look at contests where a deserted seat can be filled; how many.

    Whoever holds one wakes it, or comes by again: waiting for several could be waiting for each other.
    """
    with transaction.atomic():
        free = wanting(now).select_for_update(skip_locked=True, no_key=True, of=("self",))
        keys = list(free.values_list("pk", flat=True))
        return Contest.objects.filter(pk__in=keys).update(wake_at=now)


def fill(contest: Contest, now: datetime.datetime) -> int:
    """Give what is deserted to those who volunteer, as far as they go; how many stepped in.

    First entries that have withdrawn, then single seats. Without volunteers it costs one query.
    """
    with transaction.atomic():
        contest = held(contest)
        if contest.status not in DRAWN or not (ready := queue(contest)):
            return 0
        gone = _without_people(contest)
        for entry, spare in zip(gone, ready, strict=False):
            assert spare.user is not None  # noqa: S101 - the queue has people only
            replace(entry, spare.user, now)
        taken = min(len(gone), len(ready))
        return taken + _fill_seats(contest, ready[taken:], now)


def _without_people(contest: Contest) -> list[Entry]:
    """Entries that have withdrawn from the stage that is played and would have something to play, as far as
    nobody who waited has their places.
    """
    gone = contest.entries.filter(status=Entry.Status.WITHDRAWN, left_stage=contest.stage)
    if contest.terms.stages[contest.stage].format not in RETURNING:
        gone = gone.filter(sides__pairing__how=Pairing.How.OPEN).distinct()
    return list(gone.order_by("number")[: places_left(contest)])


def _fill_seats(contest: Contest, ready: list[Entry], now: datetime.datetime) -> int:
    """Seat volunteers at deserted seats, one at each, as long as there are any."""
    vacant = Seat.objects.vacant().filter(match__in=[match.pk for match in chairs.in_play(contest)])
    taken = 0
    for seat in vacant.select_related("match").order_by("match", "index"):
        for spare in ready:
            assert spare.user is not None  # noqa: S101 - the queue has people only
            if chairs.seat_at(spare.user, seat.match, seat.index, now):
                ready.remove(spare)
                taken += 1
                break
    return taken

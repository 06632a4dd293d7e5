"""Asking people to enter a contest. Nobody is entered by others: an invitation is one click from entering."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Sequence

from django.db import transaction
from django.db.models import Count

from accounts.models import User
from games.actions import telling
from games.actions.contests import telling as news
from games.actions.contests.refusals import IllegalEntry
from games.actions.contests.rows import directed, people_called
from games.actions.lobby import MOST_MAILED
from games.models import Contest, Entrant, Entry
from games.rules.game import gettext_noop

_ = gettext_noop

MOST_INVITED = 1000
"""So many invitations to a contest may wait for an answer."""


def invite(director: User, contest: Contest, names: Sequence[str], now: datetime.datetime) -> list[Entry]:
    """Ask people by their user names to enter; the new invitations.

    Who is in the contest already is not asked, and of a draft nobody is told before it is announced.
    Raises ``NotDirector``, ``ContestOver``, ``IllegalEntry`` or ``IllegalText``.
    """
    with transaction.atomic():
        contest = directed(director, contest)
        return invite_all(contest, people_called(names, "invite"), now)


def invite_all(contest: Contest, people: Collection[User], now: datetime.datetime) -> list[Entry]:
    """Store invitations to a held contest, and tell those who are new. Raises ``IllegalEntry``."""
    there = set(contest.entrants.filter(user__in=people).values_list("user_id", flat=True))
    fresh = [user for user in people if user.pk not in there]
    waiting = contest.entries.filter(status=Entry.Status.INVITED).count()
    if waiting + len(fresh) > MOST_INVITED:
        raise IllegalEntry(
            _("At most {most} people can be invited."), "too_many_invited", "invite", most=MOST_INVITED
        )
    entries = Entry.objects.bulk_create(
        [
            Entry(contest=contest, user=user, status=Entry.Status.INVITED, stands=False, created_at=now)
            for user in fresh
        ],
        batch_size=500,
    )
    Entrant.objects.bulk_create(
        [
            Entrant(contest=contest, entry=entry, user=user)
            for entry, user in zip(entries, fresh, strict=True)
        ],
        batch_size=500,
    )
    if contest.status != Contest.Status.DRAFT:
        tell_invited(contest, now)
    return entries


def tell_invited(contest: Contest, now: datetime.datetime) -> None:
    """Tell all who are invited to a contest, once: those whom its directors asked too often find it on their
    page only.
    """
    guests = contest.entries.filter(status=Entry.Status.INVITED).values_list("user_id", flat=True)
    people = sorted(set(guests) - _asked_enough(contest, now))
    telling.tell(news.invited(contest, people, now))


def _asked_enough(contest: Contest, now: datetime.datetime) -> set[int]:
    """Whom the directors of a contest have asked to many others of late."""
    lately = Entry.objects.filter(
        status=Entry.Status.INVITED,
        contest__directors__in=contest.directors.all(),
        created_at__gt=now - datetime.timedelta(days=1),
    )
    counted = lately.values("user").annotate(asked=Count("contest", distinct=True))
    return set(counted.filter(asked__gt=MOST_MAILED).values_list("user", flat=True))

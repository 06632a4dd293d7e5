"""What a person who leaves the site for good leaves behind in contests: results, without a name."""

from __future__ import annotations

import datetime

from django.db import transaction

from accounts.models import User
from games.actions.contests import teams
from games.actions.contests.entering import withdraw
from games.actions.contests.rows import OVER, held
from games.models import Ask, Contest, Entrant, Entry


def erase(user: User, now: datetime.datetime) -> None:
    """Take a person out of all contests.

    Whatever they only wanted goes without a trace. Entries that were drawn stay with their results, for a
    former player; a team goes on with the others. Contests that they directed go on by the clock.
    Called before their seats go, as who changes entries holds the contest before the turns.
    """
    with transaction.atomic():
        Ask.objects.filter(user=user).delete()
        for contest in Contest.objects.of(user).order_by("pk"):
            _leave(user, held(contest), now)
        Entry.objects.filter(user=user).update(user=None)
        Entrant.objects.filter(user=user).delete()
        Contest.directors.through.objects.filter(user_id=user.pk).delete()


def _leave(user: User, contest: Contest, now: datetime.datetime) -> None:
    if contest.status in OVER:
        _hand_on(user, contest)
        return
    for entry in contest.entries.filter(entrants__user=user):  # none if somebody has just replaced them
        if not teams.part(user, entry, now):
            withdraw(entry, now)


def _hand_on(user: User, contest: Contest) -> None:
    """Let a team of a contest that is over be the next member's."""
    entry = contest.entries.filter(user=user).first()
    following = entry and entry.entrants.exclude(user=user).order_by("position").first()
    if following:
        contest.entries.filter(user=user).update(user=following.user_id)

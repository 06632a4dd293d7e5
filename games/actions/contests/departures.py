"""What a person who leaves the site for good leaves behind in contests: results, without a name."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.actions.contests import teams
from games.actions.contests.entering import withdraw
from games.actions.contests.rows import OVER, held
from games.models import Act, Ask, Contest, Entrant, Entry


def erase(user: User, now: datetime.datetime) -> None:
    """Take a person out of all contests.

    Whatever they only wanted goes without a trace. Entries that were drawn stay with their results, for a
    former player; a team goes on with the others. Contests that they directed go on by the clock.
    Called before their seats go, as who changes entries holds the contest before the turns.
    """
    with transaction.atomic():
        Ask.objects.filter(user=user).delete()
        acts = _acts_about(user)
        for contest in Contest.objects.of(user).order_by("pk"):
            _leave(user, held(contest), now)
        Entry.objects.filter(user=user).update(user=None)
        Entrant.objects.filter(user=user).delete()
        Contest.directors.through.objects.filter(user_id=user.pk).delete()
        _call_former(user, acts)


def _acts_about(user: User) -> list[Act]:
    """What was done by them, or in contests that they are or were in or direct."""
    people = Q(entrants__user=user) | Q(directors=user) | Q(acts__user=user)
    concerned = Contest.objects.filter(people).values("pk")
    return list(Act.objects.filter(contest__in=concerned).order_by("pk"))


def _call_former(user: User, acts: Iterable[Act]) -> None:
    """Let no sentence of a log tell the name that somebody had. Results name several, each with a place."""
    name, former = user.username, f"former-{user.pk}"
    for act in acts:
        facts = act.data.get("facts", {})
        told = {key: former if fact == name else fact for key, fact in facts.items()}
        if "result" in told:
            parts = str(told["result"]).split(" · ")
            told["result"] = " · ".join(
                former + part.removeprefix(name) if part.rpartition(" ")[0] == name else part
                for part in parts
            )
        if told != facts:
            Act.objects.filter(pk=act.pk).update(data={**act.data, "facts": told})


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

"""A round of a contest as the clock takes it: what is booked, counted, paired and opened for 1,000 entries.

It is our own processor time; what the database spends beside it is not in it.
"""

from __future__ import annotations

import datetime
import time

from django.contrib.auth import get_user_model
from django.utils import timezone

from accounts.models import User
from games.actions.contests import booking, steps
from games.actions.contests.founding import Call, announce, found
from games.contests.plan import Plan, Stage
from games.models import Contest, Entrant, Entry, Match
from tests.benchmarks import rows
from tests.benchmarks.goals import Count, Figure, Findings, Goal
from tests.benchmarks.stage import say

ENTRIES = 1000
DAY = datetime.timedelta(days=1)
ROUND = Goal("500 results booked, standings, a round paired, 500 tables opened, s", 4, 2)


def measure() -> Findings:
    """The second round of a Swiss of 1,000: the first has no results to book, later ones cost the same."""
    say(f"contests: taking a contest of {ENTRIES:,} entries to its second round")
    now = timezone.now()
    contest = entered(ENTRIES, now)
    now += 2 * DAY
    _tick(contest, now)
    _end(contest, now)
    rows.settle()
    now += DAY
    began = time.process_time()
    _tick(contest, now)
    spent = time.process_time() - began
    tables = Match.objects.running().filter(pairing__round__group__contest=contest).count()
    return Findings(
        figures=[Figure("contest-round", ROUND, spent)],
        counts=[Count("contest-round", "tables of the next round", tables, ENTRIES // 2, ENTRIES // 2)],
    )


def entered(count: int, now: datetime.datetime) -> Contest:
    """A contest of so many that is drawn in a day."""
    director = rows.person("director")
    plan = Plan(stages=(Stage(format="swiss", rounds=9),))
    call = Call(name="Large cup", game=rows.GAME, plan=plan, starts_at=now + DAY)
    contest = announce(director, found(director, call, now), now)
    people = get_user_model().objects.bulk_create(
        User(username=f"large{number}", email=f"large{number}@bidplay.example") for number in range(count)
    )
    entries = Entry.objects.bulk_create(
        Entry(contest=contest, user=person, rating=float(-place), created_at=now)
        for place, person in enumerate(people)
    )
    Entrant.objects.bulk_create(Entrant(contest=contest, entry=entry, user=entry.user) for entry in entries)
    return contest


def _tick(contest: Contest, now: datetime.datetime) -> None:
    """Let the clock do all that is due in the contest."""
    while booking.count_ended(now) or steps.step(contest.pk, now):
        pass


def _end(contest: Contest, now: datetime.datetime) -> None:
    """Let every table have ended, one half won from the first seat and one from the second."""
    running = Match.objects.running().filter(pairing__round__group__contest=contest)
    keys = list(running.values_list("pk", flat=True))
    for places, half in (([1, 2], keys[::2]), ([2, 1], keys[1::2])):
        Match.objects.filter(pk__in=half).update(
            status=Match.Status.FINISHED, outcome={"places": places}, ended_at=now
        )

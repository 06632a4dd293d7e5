"""Being away without leaving: rounds that an entry sits out, and seasons of a league.

A round that is sat out is worth nothing, and no bye is used up by it. Where a schedule says who meets whom,
the others have won it.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection

from django.db import transaction

from accounts.models import User
from games.actions.contests.refusals import ContestOver, IllegalEntry, NoLeague
from games.actions.contests.rows import OVER, held, last_paired, part_of
from games.models import Contest, Entry
from games.rules.game import gettext_noop

_ = gettext_noop

SITTING_OUT = frozenset(("swiss", "round_robin", "league", "duplicate"))
"""The formats in which a round can be sat out: in the others, it would be lost."""
LAST = 400
"""No round has a higher number."""


def be_absent(user: User, contest: Contest, numbers: Collection[int], now: datetime.datetime) -> Entry:
    """Sit out these rounds of the stage that is played, and of those to come no others.

    Rounds that are paired stay as they are, and so do byes that a director gave. Raises ``NotEntered``,
    ``ContestOver`` or ``IllegalEntry``.
    """
    with transaction.atomic():
        contest = held(contest)
        if contest.status in OVER:
            raise ContestOver
        entry = part_of(user, contest)
        if contest.terms.stages[contest.stage].format not in SITTING_OUT:
            raise IllegalEntry(_("In this contest no round can be sat out."), "no_absence", "numbers")
        last = last_paired(contest, entry)
        past = [number for number in entry.absent if number <= last]
        coming = set(numbers) - set(past)
        if not all(last < number <= LAST for number in coming):
            raise IllegalEntry(
                _("Only rounds that are not paired yet can be sat out, from round {first} on."),
                "illegal_absence",
                "numbers",
                first=last + 1,
            )
        given = [int(number) for number in entry.byes if int(number) > last]
        entry.absent = sorted({*past, *coming, *given})
        entry.save(update_fields=["absent"])
    return entry


def stand(user: User, contest: Contest, stands: bool, now: datetime.datetime) -> Entry:
    """Say whether one is in the next season of a league too.

    Who sits one season out comes back to the division below the one they had a right to, or to the bottom if
    there is none; after that they are newcomers. Raises ``NoLeague``, ``ContestOver`` or ``NotEntered``.
    """
    with transaction.atomic():
        contest = held(contest)
        if contest.league_id is None:
            raise NoLeague
        if contest.status in OVER:
            raise ContestOver
        entry = part_of(user, contest)
        Entry.objects.filter(pk=entry.pk).update(stands=stands)
        entry.stands = stands
    return entry

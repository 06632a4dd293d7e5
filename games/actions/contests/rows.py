"""The rows that an action on entries holds or begins with: a contest, somebody's entry, rounds so far."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Max
from django.db.models.functions import Upper

from accounts.models import User
from games.actions.contests.refusals import ContestOver, IllegalEntry, NotDirector, NotEntered
from games.actions.texts import WORD_LENGTH, one_line
from games.models import Contest, Entry, Round
from games.rules.game import gettext_noop

_ = gettext_noop

OVER = frozenset((Contest.Status.FINISHED, Contest.Status.CALLED_OFF))
DRAWN = frozenset((Contest.Status.DRAWN, Contest.Status.RUNNING))
MOST_NAMED = 500
"""So many people are named at once at the most."""


def held(contest: Contest) -> Contest:
    """The row of a contest, nobody else's until this transaction ends.

    Whoever changes entries holds their contest first, then people, then turns of matches.
    """
    return Contest.objects.select_for_update(no_key=True).get(pk=contest.pk)


def directed(director: User, contest: Contest) -> Contest:
    """The held row of a contest that is not over, for one of its directors.

    Raises ``NotDirector`` or ``ContestOver``.
    """
    contest = held(contest)
    if not contest.directors.filter(pk=director.pk).exists():
        raise NotDirector
    if contest.status in OVER:
        raise ContestOver
    return contest


def entry_of(user: User, contest: Contest) -> Entry | None:
    """The entry a person is in, whatever its status."""
    entry = Entry.objects.filter(entrants__contest=contest, entrants__user=user).first()
    if entry is not None:
        entry.contest = contest
    return entry


def part_of(user: User, contest: Contest) -> Entry:
    """The entry with which a person takes part. Raises ``NotEntered``."""
    entry = entry_of(user, contest)
    if entry is None or entry.status != Entry.Status.IN:
        raise NotEntered
    return entry


def last_paired(contest: Contest, entry: Entry | None = None) -> int:
    """The number of the latest round of the stage that is played, of an entry's group or of any; 0 before."""
    rounds = Round.objects.filter(group__contest=contest, group__stage=contest.stage)
    if entry is not None:
        rounds = rounds.filter(group__berths__entry=entry)
    return rounds.filter(paired_at__isnull=False).aggregate(last=Max("number"))["last"] or 0


def people_called(names: Sequence[str], field: str) -> list[User]:
    """The people with these user names, each once. Raises ``IllegalEntry`` if somebody is unknown."""
    wanted = {one_line(name, WORD_LENGTH, field) for name in names} - {""}
    if len(wanted) > MOST_NAMED:
        raise IllegalEntry(
            _("At most {most} people can be named at once."), "too_many_named", field, most=MOST_NAMED
        )
    known = User.objects.annotate(capitals=Upper("username"))
    found = known.filter(
        capitals__in=[name.upper() for name in wanted], is_active=True, is_guest=False
    ).order_by("pk")
    people = {user.username.upper(): user for user in found}
    unknown = sorted(name for name in wanted if name.upper() not in people)
    if unknown:
        raise IllegalEntry(
            _("There is nobody called “{name}” here."), "unknown_person", field, name=unknown[0]
        )
    return list(people.values())

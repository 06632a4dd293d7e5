"""Entries of several people: who founds a team, asks others to it, joins and leaves it.

Only who is asked by its captain joins a team. It takes part from its first member on.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from django.db import transaction

from accounts.models import User
from games.actions import telling
from games.actions.contests import chairs
from games.actions.contests import telling as news
from games.actions.contests.admission import rating_of
from games.actions.contests.refusals import (
    AlreadyEntered,
    ContestOver,
    EntryFull,
    IllegalEntry,
    NotEntered,
    NotOfTeam,
)
from games.actions.contests.rows import OVER, entry_of, held, people_called
from games.actions.texts import NAME_LENGTH, one_line
from games.models import Ask, Contest, Entrant, Entry
from games.rules.game import gettext_noop

_ = gettext_noop

JOINABLE = (Entry.Status.IN, Entry.Status.WAITING)
FREE = frozenset((Entry.Status.INVITED, Entry.Status.SUBSTITUTE))
"""What somebody may be in a contest who joins a team of it."""
MOST_ASKED = 20
"""So many people may be asked to a team at the same time."""


def name_of(contest: Contest, entry: Entry, name: str) -> str:
    """The name of an entry: of a team its own, which no other has; a single person's is their user name.

    Raises ``IllegalEntry`` or ``IllegalText``.
    """
    if contest.team == 1:
        return ""
    name = one_line(name, NAME_LENGTH, "name")
    if not name:
        raise IllegalEntry(_("A team needs a name."), "no_name", "name")
    if contest.entries.filter(name__iexact=name).exclude(pk=entry.pk).exists():
        raise IllegalEntry(
            _("There is a team called “{name}” in this contest already."), "name_taken", "name", name=name
        )
    return name


def found(user: User, entry: Entry) -> None:
    """Make somebody the first of an entry, if they are not yet."""
    Entrant.objects.get_or_create(contest=entry.contest, user=user, defaults={"entry": entry, "position": 1})


def ask(user: User, contest: Contest, names: Sequence[str], now: datetime.datetime) -> None:
    """Ask people by their user names to the team whose captain this is.

    Raises ``NotOfTeam``, ``ContestOver``, ``EntryFull`` or ``IllegalEntry``.
    """
    with transaction.atomic():
        contest = held(contest)
        if contest.status in OVER:
            raise ContestOver
        entry = entry_of(user, contest)
        if entry is None or entry.user_id != user.pk or entry.status not in JOINABLE:
            raise NotOfTeam
        ask_all(user, entry, names, now)


def ask_all(captain: User, entry: Entry, names: Sequence[str], now: datetime.datetime) -> None:
    """Ask people to a team of a held contest. Raises ``IllegalEntry`` or ``EntryFull``."""
    people = [user for user in people_called(names, "mates") if user.pk != captain.pk]
    if not people:
        return
    contest = entry.contest
    if contest.team < 2:
        raise EntryFull(contest.team)
    if entry.asks.count() + len(people) > MOST_ASKED:
        raise IllegalEntry(
            _("At most {most} people can be asked to a team."), "too_many_asked", "mates", most=MOST_ASKED
        )
    elsewhere = Entrant.objects.filter(contest=contest, user__in=people).exclude(entry__status__in=FREE)
    taken = elsewhere.order_by("pk").select_related("user").first()
    if taken is not None:
        raise IllegalEntry(
            _("{name} is in this contest already."), "already_entered", "mates", name=taken.user.username
        )
    Ask.objects.bulk_create(
        [Ask(entry=entry, user=user, created_at=now) for user in people], ignore_conflicts=True
    )
    telling.tell(news.invited(contest, [user.pk for user in people], now))


def join_team(user: User, contest: Contest, entry: Entry, now: datetime.datetime) -> Entry:
    """Join a team that asks for this person. Whoever is in it already changes nothing.

    Raises ``ContestOver``, ``NotOfTeam``, ``AlreadyEntered`` or ``EntryFull``.
    """
    with transaction.atomic():
        contest = held(contest)
        if contest.status in OVER:
            raise ContestOver
        before = entry_of(user, contest)
        if before is not None and before.pk == entry.pk:
            return before
        if before is not None and before.status not in FREE:
            raise AlreadyEntered
        team = contest.entries.filter(pk=entry.pk, status__in=JOINABLE, asks__user=user).first()
        if team is None:
            raise NotOfTeam
        members = list(team.entrants.select_related("user").order_by("position"))
        if len(members) >= contest.team:
            raise EntryFull(contest.team)
        if before is not None:
            before.delete()
        people = [member.user for member in members]
        Entrant.objects.create(contest=contest, entry=team, user=user, position=members[-1].position + 1)
        _seed_anew(team, people, [*people, user])
        Ask.objects.filter(entry__contest=contest, user=user).delete()
    return team


def _seed_anew(team: Entry, before: Sequence[User], after: Sequence[User]) -> None:
    """Seed a team by its people of now, unless it was drawn, or a director had said what to seed it by."""
    if team.number is None and team.rating == rating_of(before, team.contest):
        team.rating = rating_of(after, team.contest)
        team.save(update_fields=["rating"])


def turn_down(user: User, contest: Contest) -> None:
    """Say no to all teams that ask for this person. Raises ``NotEntered`` if none does."""
    if not Ask.objects.filter(entry__contest=contest, user=user).delete()[0]:
        raise NotEntered


def part(user: User, entry: Entry, now: datetime.datetime) -> bool:
    """Leave a team of a held contest that others go on with; False if nobody else is in it.

    The next member becomes its captain where it was its captain who left.
    """
    others = list(entry.entrants.exclude(user=user).order_by("position"))
    if not others:
        return False
    chairs.give_up(user, entry, now, to_others=False)
    entry.entrants.filter(user=user).delete()
    if entry.user_id == user.pk:
        entry.user_id = others[0].user_id
        Entry.objects.filter(pk=entry.pk).update(user=entry.user_id)
    return True

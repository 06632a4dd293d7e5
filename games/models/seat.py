"""Who sits at a match: its seats, the members of teams that hold one, and who is invited."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.models import User


class SeatQuerySet(models.QuerySet["Seat"]):
    """Reads of seats."""

    def taken(self) -> SeatQuerySet:
        """Seats held by a person or a bot."""
        return self.filter(Q(user__isnull=False) | Q(bot=True))

    def of(self, user: User | AnonymousUser) -> SeatQuerySet:
        """The seats this person holds and still plays."""
        return self.filter(user_id=user.pk, bot=False) if user.is_authenticated else self.none()

    def vacant(self) -> SeatQuerySet:
        """Deserted seats that anyone may take over, as long as their matches run."""
        return self.filter(until__isnull=False)

    def shared_by(self, user: User) -> SeatQuerySet:
        """The seats this person still plays, alone, as a captain or as another member of a team."""
        teams = Member.objects.filter(user_id=user.pk, active=True).values("seat_id")
        return self.filter(Q(user_id=user.pk) | Q(pk__in=teams), bot=False)


class Seat(models.Model):
    """A seat at a table: held by a person, by a bot, or by a bot that took over from a person.

    Where teams play, ``user`` is the acting captain, and everybody of the team is a ``Member`` too.
    """

    class State(models.TextChoices):
        PLAYING = "playing", _("playing")
        DESERTED = "deserted", _("deserted")
        RESIGNED = "resigned", _("resigned")

    # Needs no index of its own: a unique constraint begins with it.
    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="seats", db_index=False)
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats"
    )
    bot = models.BooleanField(default=False)
    state = models.CharField(max_length=8, choices=State.choices, default=State.PLAYING)
    word = models.CharField(max_length=60, blank=True)
    """The public word its holder added to the match's chance when joining."""
    misses = models.PositiveSmallIntegerField(default=0)
    """Deadlines missed in a row by its holder; in a team by the acting captain."""
    missed = models.PositiveSmallIntegerField(default=0)
    """Deadlines missed in all."""
    grace_used = models.BooleanField(default=False)
    clock = models.PositiveIntegerField(null=True)
    """Seconds its holder has left at a pace with a bank; none before the first turn and at other paces."""
    away = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    """From when to when its clock stands in the open turn because its holder is on vacation, as ISO instants.

    A third word marks what the deadline no longer hangs on: it was set anew since.
    """
    away_used = models.PositiveIntegerField(default=0, db_default=0)
    """For how many seconds it has stood so in the turns before."""
    pause_wish = models.PositiveIntegerField(default=0, db_default=0)
    """The turn in which its holder asked for a pause; 0 for no wish."""
    sealed_plan = models.BinaryField(default=b"")
    """The orders its holder gave ahead, encrypted; empty without a plan."""
    since = models.PositiveIntegerField(default=1, db_default=1)
    """The first turn that is its holder's; those before were somebody else's."""
    until = models.PositiveIntegerField(null=True)
    """The last turn that was its holder's, where the seat is deserted and anyone may take it over."""

    vacations: Sequence[Away] = ()
    """Those of its holder, where somebody has read them."""

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["match_id", "index"]
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="one_seat_per_index"),
            models.UniqueConstraint(
                fields=["match", "user"], condition=Q(user__isnull=False), name="one_seat_per_person"
            ),
        ]
        indexes = [models.Index(fields=["match"], condition=Q(until__isnull=False), name="seat_vacant")]

    def __str__(self) -> str:
        return f"seat {self.index + 1} of match {self.match_id}"

    @property
    def name(self) -> str:
        """Who sits here, for people to read: a user name, a team, or what kind of seat it is.

        A team is called the same from the start to the end, whoever is captain or has left.
        """
        if self.of_team:
            return gettext("Team {number}").format(number=self.index + 1)
        if self.user is not None:
            return self.user.username
        if self.bot and self.state == Seat.State.PLAYING:
            return gettext("Bot {number}").format(number=self.index + 1)
        return gettext("former player")

    @property
    def full_name(self) -> str:
        """The name, and of a team who is in it."""
        names = (
            [member.user.username for member in self.members.all() if member.active] if self.of_team else []
        )
        if not names:
            return self.name
        return gettext("{team} ({names})").format(team=self.name, names=", ".join(names))

    @property
    def of_team(self) -> bool:
        """Whether a team holds or held the seat."""
        return self.match.team > 1 and not (self.bot and self.state == Seat.State.PLAYING)

    @property
    def team(self) -> list[Mate]:
        """Who plays the seat together, by position; empty where no teams play."""
        found = self.members.all()
        return sorted(Mate(one.position, one.user_id, one.misses) for one in found if one.active)

    @property
    def is_vacant(self) -> bool:
        """Whether the seat is deserted and anyone may take it over, as long as the match runs."""
        return self.until is not None

    @property
    def waits_for_person(self) -> bool:
        """Whether a turn waits for somebody to order for this seat."""
        return self.user_id is not None and not self.bot and self.state == Seat.State.PLAYING


class Mate(NamedTuple):
    """A member of a team as a light value."""

    position: int
    user: int
    misses: int = 0
    """Deadlines missed in a row as captain when another took over; the acting captain's are the seat's."""


class Away(NamedTuple):
    """A vacation as a light value."""

    user: int
    begins: datetime.datetime
    ends: datetime.datetime


class Member(models.Model):
    """Somebody of the team that holds a seat. Positions count from 1 and stay as they are."""

    # Needs no index of its own: a unique constraint begins with it.
    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="members", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="members", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    position = models.PositiveSmallIntegerField()
    active = models.BooleanField(default=True)
    """Whether they still play; who has left may go on watching."""
    misses = models.PositiveSmallIntegerField(default=0)
    """Deadlines missed in a row as captain when another took over; the acting captain's are the seat's."""

    class Meta:
        ordering = ["seat_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="member_of_one_team"),
            models.UniqueConstraint(fields=["seat", "position"], name="one_member_per_position"),
        ]

    def __str__(self) -> str:
        return f"member {self.position} of seat {self.seat_id}"


class Invitation(models.Model):
    """A person asked to a match."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="invited_once")]

    def __str__(self) -> str:
        return f"invitation of {self.user_id} to match {self.match_id}"

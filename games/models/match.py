"""A match and who sits at it: the table, its seats, the members of teams, and who is invited."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.expressions import Combinable, RawSQL
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.deal import Deal, title_on
from games.models.position import unpack
from games.pace import Pace
from games.rules import GAMES

if TYPE_CHECKING:
    from accounts.models import User
    from games.rules.game import Game, State

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_code() -> str:
    """A fresh match code: ten letters and digits that can't be mistaken for each other."""
    return "".join(secrets.choice(CODE_LETTERS) for _n in range(10))


def _concerning(user: User | AnonymousUser) -> Q:
    """Matches that this person opened, sits in or is invited to."""
    if not user.is_authenticated:
        return Q(pk__in=[])
    seated = _seated(user.pk)
    invited = Invitation.objects.filter(user_id=user.pk).values("match_id")
    return Q(creator_id=user.pk) | Q(pk__in=seated) | Q(pk__in=invited)


_SEATED = """
SELECT match_id FROM games_seat WHERE user_id = %s UNION SELECT match_id FROM games_member WHERE user_id = %s
"""


def _seated(user_id: int) -> RawSQL:
    """The keys of the matches in which this person holds a seat, alone or in a team."""
    return RawSQL(_SEATED, [user_id, user_id])  # noqa: S611 - our own text; composed it takes longer than it runs


def _count(rows: QuerySet[Any]) -> Combinable:
    """How many rows of another table belong to a match."""
    counted = rows.order_by().values("match").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


class MatchQuerySet(models.QuerySet["Match"]):
    """Reads of matches."""

    def titles(self, codes: Collection[str]) -> dict[str, str]:
        """The titles of the matches that have these codes."""
        return {match.code: match.title for match in self.filter(code__in=codes)}

    def open(self) -> MatchQuerySet:
        """Matches that wait for players."""
        return self.filter(status=Match.Status.OPEN)

    def running(self) -> MatchQuerySet:
        """Matches in play."""
        return self.filter(status=Match.Status.RUNNING)

    def finished(self) -> MatchQuerySet:
        """Matches that were played to an end."""
        return self.filter(status=Match.Status.FINISHED)

    def started(self) -> MatchQuerySet:
        """Matches in play or played to an end."""
        return self.filter(status__in=[Match.Status.RUNNING, Match.Status.FINISHED])

    def listed(self) -> MatchQuerySet:
        """Matches that the lobby shows to everybody."""
        return self.filter(visibility=Match.Visibility.PUBLIC)

    def visible_to(self, user: User | AnonymousUser) -> MatchQuerySet:
        """Matches that this person may open: all but private ones they have no part in."""
        return self.filter(~Q(visibility=Match.Visibility.PRIVATE) | _concerning(user))

    def listed_for(self, user: User | AnonymousUser) -> MatchQuerySet:
        """Matches that a list may show this person: public ones, and those they have a part in."""
        return self.filter(Q(visibility=Match.Visibility.PUBLIC) | _concerning(user))

    def of(self, user: User) -> MatchQuerySet:
        """Matches in which this person holds a seat, alone or in a team."""
        return self.filter(pk__in=_seated(user.pk))

    def with_player(self, username: str) -> MatchQuerySet:
        """Matches in which the person of this name sits."""
        alone = Seat.objects.filter(user__username__iexact=username).order_by().values("match_id")
        teams = Member.objects.filter(user__username__iexact=username).order_by().values("match_id")
        return self.filter(pk__in=alone.union(teams))

    def with_room(self, places: int = 1) -> MatchQuerySet:
        """Matches that so many people more may join: at free seats, or in teams that are not full."""
        seats = Seat.objects.filter(match=OuterRef("pk"))
        members = Member.objects.filter(match=OuterRef("pk"))
        in_teams = F("team") * (F("size") - _count(seats.filter(bot=True))) - _count(members)
        room = Case(When(team=1, then=F("size") - _count(seats)), default=in_teams)
        return self.annotate(room=room).filter(room__gte=places)

    def with_vacancy(self) -> MatchQuerySet:
        """Running matches with a seat that anyone may take over."""
        vacant = Seat.objects.vacant().filter(match=OuterRef("pk"))
        return self.running().filter(Exists(vacant))

    def inviting_anybody(self) -> MatchQuerySet:
        """Matches to which people may be asked: open ones, and those with a seat that may be taken over."""
        vacant = Seat.objects.vacant().filter(match=OuterRef("pk"))
        return self.filter(Q(status=Match.Status.OPEN) | Q(Exists(vacant), status=Match.Status.RUNNING))

    def inviting(self, user: User) -> MatchQuerySet:
        """Matches with a seat to take that invite this person, and in which they have none yet."""
        invited = Invitation.objects.filter(user_id=user.pk).values("match_id")
        return self.inviting_anybody().filter(pk__in=invited).exclude(pk__in=self.of(user).values("pk"))


class Match(models.Model):
    """One playing of a game. The seed is sealed until the end; its commitment is public from the start."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        ABORTED = "aborted", _("called off")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public: listed in the lobby, anyone may join")
        UNLISTED = "unlisted", _("unlisted: anyone with the address may join or watch")
        PRIVATE = "private", _("by invitation: only invited people may join or watch")

    class Captain(models.TextChoices):
        FIRST = "first", _("the first member of each team")
        ROTATE = "rotate", _("each member in turn")

    code = models.CharField(max_length=10, unique=True, default=new_code, editable=False)
    game = models.CharField(max_length=30)
    rules_version = models.PositiveSmallIntegerField()
    name = models.CharField(_("name of the table"), max_length=60, blank=True)
    options = models.JSONField(default=dict)
    pace = models.JSONField()
    size = models.PositiveSmallIntegerField()
    """How many seats the table has."""
    team = models.PositiveSmallIntegerField(default=1)
    """How many people may hold a seat together; 1 for a match without teams."""
    captain = models.CharField(max_length=8, choices=Captain.choices, default=Captain.FIRST)
    """Whose orders count as those of a team."""
    reliability = models.PositiveSmallIntegerField(default=0, db_default=0)
    """The percentage of orders in time that whoever takes a place must have; 0 for none."""
    visibility = models.CharField(max_length=8, choices=Visibility.choices, default=Visibility.PUBLIC)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    deal = models.ForeignKey(Deal, null=True, blank=True, on_delete=models.PROTECT, related_name="tries")
    """The deal of the day that this match is a try at; its seed is the deal's and is published with it."""
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    sealed_seed = models.BinaryField()
    seed_commitment = models.CharField(max_length=64)
    seed = models.CharField(max_length=64, blank=True)
    """Hex of the seed, published when the match has ended."""
    outcome = models.JSONField(null=True)
    last_position = models.BinaryField(null=True)
    """The state in which the match ended, stored like those of turns."""
    trouble = models.TextField(blank=True)
    """Why the match stands still, if the rules failed on it; for the host."""

    objects = MatchQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["status", "visibility", "-created_at"], name="match_lobby"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["deal", "creator"], condition=Q(deal__isnull=False), name="one_try_per_person"
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The page of the match."""
        return reverse("match", args=[self.code])

    @property
    def provable(self) -> bool:
        """Whether the match is over and its seed is out, so that anyone can check it from its record."""
        return self.status == Match.Status.FINISHED and bool(self.seed)

    @property
    def rules(self) -> Game[Any]:
        """The game of this match."""
        return GAMES[self.game]

    @property
    def title(self) -> str:
        """The name of the deal that is tried, or of the table, or one made of the game and the code."""
        return title_on(self.created_at) if self.deal_id else self.name or f"{self.rules.name} {self.code}"

    def places(self, seats: Sequence[Seat], members: int) -> int:
        """How many people more may join, where these seats are taken and so many are members of teams."""
        if self.team == 1:
            return self.size - len(seats)
        if self.status != Match.Status.OPEN:
            return 0
        return self.team * (self.size - sum(seat.bot for seat in seats)) - members

    def final_state(self) -> State | None:
        """The state in which the match ended, None before that."""
        if self.last_position is None:
            return None
        state: State = unpack(self.rules, self.last_position)
        return state

    @property
    def timing(self) -> Pace:
        """The pace of this match."""
        return Pace.read(self.pace)


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
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
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
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="members", db_index=False)
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

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="invited_once")]

    def __str__(self) -> str:
        return f"invitation of {self.user_id} to match {self.match_id}"

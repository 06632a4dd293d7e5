"""A match and who sits at it: the table, its seats, the members of teams, and who is invited."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.expressions import Combinable, RawSQL
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models.deal import Deal, title_on
from games.models.position import unpack
from games.models.seat import Invitation, Member, Seat
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

    def to_rate(self) -> MatchQuerySet:
        """Finished matches that the ratings have not looked at, in the order in which they ended.

        One of a contest waits until its end has reached that.
        """
        ended = self.filter(status=Match.Status.FINISHED, rated=False)
        return ended.filter(Q(pairing=None) | Q(counted=True)).order_by("ended_at", "pk")

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
    pairing = models.ForeignKey(
        "games.Pairing", null=True, blank=True, on_delete=models.SET_NULL, related_name="matches"
    )
    """The pairing of a contest that it is played for."""
    leg = models.PositiveSmallIntegerField(default=1, db_default=1)
    """Its number among the matches of its pairing."""
    counted = models.BooleanField(default=False, db_default=False)
    """Whether its end has reached the contest."""
    rated = models.BooleanField(default=False, db_default=False)
    """Whether its end has been looked at for the ratings, whether they count it or not."""
    stopped = models.CharField(max_length=300, blank=True, db_default="", default="")
    """Why a director stopped it, so that it was not played to its end; empty if nobody did."""
    dealt = models.BooleanField(default=False, db_default=False)
    """Whether other tables of its round play the same deal: its seed is the round's and published with it."""
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
            models.Index(
                fields=["status"], condition=Q(pairing__isnull=False, counted=False), name="match_to_count"
            ),
            models.Index(
                fields=["ended_at"], condition=Q(status="finished", rated=False), name="match_to_rate"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["deal", "creator"], condition=Q(deal__isnull=False), name="one_try_per_person"
            ),
            models.UniqueConstraint(
                fields=["pairing", "leg"], condition=Q(pairing__isnull=False), name="one_match_per_leg"
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

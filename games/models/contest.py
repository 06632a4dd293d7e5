"""A contest and who is in it: entries, the people of each, groups of a stage, what a director did.

Rounds, pairings and their results are next door, in ``games/models/fixture.py``.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.contests.plan import Plan
from games.models.match import Match, new_code
from games.pace import Pace
from games.rules import GAMES

if TYPE_CHECKING:
    from accounts.models import User
    from games.rules.game import Game


class League(models.Model):
    """A contest that comes again: each of its seasons is a contest, and opens the next one."""

    code = models.CharField(max_length=10, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=80)
    closed_at = models.DateTimeField(null=True)
    """When a director said that no further season follows."""

    def __str__(self) -> str:
        return self.name


class ContestQuerySet(models.QuerySet["Contest"]):
    """Reads of contests."""

    def due(self, now: datetime.datetime) -> ContestQuerySet:
        """Contests for which the clock has something to do."""
        return self.filter(wake_at__lte=now).order_by("wake_at")

    def listed_for(self, user: User | AnonymousUser) -> ContestQuerySet:
        """Contests that a list may show this person: announced public ones, and those they have a part in."""
        public = Q(visibility=Match.Visibility.PUBLIC) & _announced()
        return self.filter(public | _concerning(user))

    def visible_to(self, user: User | AnonymousUser) -> ContestQuerySet:
        """Contests that this person may open."""
        shown = ~Q(visibility=Match.Visibility.PRIVATE) & _announced()
        return self.filter(shown | _concerning(user))

    def announced(self) -> ContestQuerySet:
        """Contests that others than their directors may know of."""
        return self.filter(_announced())

    def of(self, user: User) -> ContestQuerySet:
        """Contests in which this person is entered."""
        return self.filter(pk__in=Entrant.objects.filter(user_id=user.pk).values("contest_id"))

    def of_match(self, key: int) -> ContestQuerySet:
        """The contest in play for which the match of this key is played, if there is one."""
        return self.filter(groups__rounds__pairings__matches=key, status=Contest.Status.RUNNING)

    def inviting(self, user: User) -> ContestQuerySet:
        """Contests that are not over to which a director invites this person, or a team asks them to join."""
        guests = Entrant.objects.filter(user_id=user.pk, entry__status=Entry.Status.INVITED)
        asked = Ask.objects.filter(user_id=user.pk).values("entry__contest_id")
        over = [Contest.Status.DRAFT, Contest.Status.FINISHED, Contest.Status.CALLED_OFF]
        return self.filter(Q(pk__in=guests.values("contest_id")) | Q(pk__in=asked)).exclude(status__in=over)


def _announced() -> Q:
    """Neither a draft nor one that was called off: announcing says since when entries are open."""
    drafted = Q(status=Contest.Status.DRAFT)
    return ~(drafted | Q(status=Contest.Status.CALLED_OFF, opens_at=None))


def _concerning(user: User | AnonymousUser) -> Q:
    """Contests that this person directs; and announced ones that they are entered in, invited to, or asked
    to by a team.
    """
    if not user.is_authenticated:
        return Q(pk__in=[])
    entered = Entrant.objects.filter(user_id=user.pk).values("contest_id")
    directed = Contest.directors.through.objects.filter(user_id=user.pk).values("contest_id")
    asked = Ask.objects.filter(user_id=user.pk).values("entry__contest_id")
    return Q(pk__in=directed) | (_announced() & (Q(pk__in=entered) | Q(pk__in=asked)))


class Contest(models.Model):
    """A league's season, a cup, a tournament. ``wake_at`` is its row in the clock: no timer stands for it."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        REGISTRATION = "registration", _("open for entries")
        DRAWN = "drawn", _("drawn")
        RUNNING = "running", pgettext_lazy("contest", "running")
        FINISHED = "finished", pgettext_lazy("contest", "finished")
        CALLED_OFF = "called_off", pgettext_lazy("contest", "called off")

    class Admission(models.TextChoices):
        OPEN = "open", _("anyone may enter")
        INVITED = "invited", _("by invitation")

    code = models.CharField(max_length=10, unique=True, default=new_code, editable=False)
    name = models.CharField(_("name"), max_length=80)
    about = models.TextField(_("about"), max_length=4000, blank=True)
    league = models.ForeignKey(League, null=True, on_delete=models.PROTECT, related_name="seasons")
    season = models.PositiveIntegerField(default=1)
    directors = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="directs")
    """Those who may step in, and who are told what needs a hand; whoever opened it is the first."""

    game = models.CharField(max_length=30)
    options = models.JSONField(default=dict)
    pace = models.JSONField()
    size = models.PositiveSmallIntegerField()
    """How many seats a full table has."""
    team = models.PositiveSmallIntegerField(default=1)
    """How many people an entry has at the most; 1 for a contest of single people."""
    captain = models.CharField(max_length=8, choices=Match.Captain.choices, default=Match.Captain.FIRST)
    plan = models.JSONField()
    """How it is held, a ``games.contests.plan.Plan``."""

    admission = models.CharField(max_length=8, choices=Admission.choices, default=Admission.OPEN)
    reliability = models.PositiveSmallIntegerField(default=0)
    """The percentage of orders in time that whoever enters must have; 0 for none."""
    rating_least = models.IntegerField(null=True)
    rating_most = models.IntegerField(null=True)
    least = models.PositiveIntegerField(default=2)
    """With fewer entries it is called off when registration ends."""
    most = models.PositiveIntegerField(null=True)
    """Who enters after so many waits for a place; None without a limit."""
    late_rounds = models.PositiveIntegerField(default=0)
    """Until before which round one may still enter once it runs; 0 for not at all."""
    visibility = models.CharField(
        max_length=8, choices=Match.Visibility.choices, default=Match.Visibility.PUBLIC
    )

    status = models.CharField(max_length=12, choices=Status.choices, default=Status.DRAFT)
    opens_at = models.DateTimeField(null=True)
    """When registration opens; at once where it is announced without."""
    starts_at = models.DateTimeField(null=True)
    """When registration ends, the draw is made and the first round begins."""
    round_days = models.PositiveSmallIntegerField(default=0)
    """Rounds begin so many days apart; 0: each when the last one has ended."""
    wake_at = models.DateTimeField(null=True)
    """When the clock has to look at it; None as long as it waits for matches or people alone."""
    step = models.PositiveIntegerField(default=0)
    """How many steps of the clock it has gone through; what a director did is undone until the next."""
    stage = models.PositiveSmallIntegerField(default=0)
    """The stage that is played, counted from 0."""
    paused_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    trouble = models.TextField(blank=True)
    """Why its last step failed, for directors and the host; empty if all is well."""

    sealed_seed = models.BinaryField()
    seed_commitment = models.CharField(max_length=64)
    seed = models.CharField(max_length=64, blank=True)
    """Hex of the seed of draws and lots, published when it has ended."""

    objects = ContestQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "season"], name="one_contest_per_season")]
        indexes = [
            models.Index(fields=["wake_at"], condition=Q(wake_at__isnull=False), name="contest_due"),
            models.Index(fields=["status", "visibility", "-created_at"], name="contest_list"),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The page of the contest."""
        return reverse("contest", args=[self.code])

    @property
    def title(self) -> str:
        """Its name, and in a league the number of the season."""
        if self.league_id is None:
            return self.name
        return gettext("{name}, season {number}").format(name=self.name, number=self.season)

    @property
    def rules(self) -> Game[Any]:
        """The game that is played."""
        return GAMES[self.game]

    @property
    def terms(self) -> Plan:
        """How it is held."""
        return Plan.read(self.plan)

    @property
    def timing(self) -> Pace:
        """The pace of its matches."""
        return Pace.read(self.pace)


class EntryQuerySet(models.QuerySet["Entry"]):
    """Reads of entries."""

    def playing(self) -> EntryQuerySet:
        """Entries that take part: not waiting, invited, volunteering or withdrawn."""
        return self.filter(status=Entry.Status.IN)


class Entry(models.Model):
    """A person or a team in a contest. It stays when its people leave: results are the entry's."""

    class Status(models.TextChoices):
        INVITED = "invited", _("invited")
        WAITING = "waiting", _("waiting for a place")
        IN = "in", _("taking part")
        SUBSTITUTE = "substitute", _("ready to step in")
        WITHDRAWN = "withdrawn", _("withdrawn")

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    """Who plays, or the first captain of a team; None for somebody who left the site."""
    name = models.CharField(max_length=60, blank=True)
    """The name of a team; empty for a single person, who goes by their user name."""
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.IN)
    number = models.PositiveIntegerField(null=True)
    """Its place in the seeding, 1 for the strongest; set by the draw, never changed after."""
    rating = models.FloatField(default=0.0)
    """What it was seeded by when it entered."""
    wanted_number = models.PositiveIntegerField(null=True)
    """Its place in the seeding as a director named it before the draw; without one it follows by rating."""
    word = models.CharField(max_length=60, blank=True)
    """The public word its holder adds to the chance of every match."""
    since = models.PositiveIntegerField(default=1)
    """The first round it may be paired in."""
    until = models.PositiveIntegerField(null=True)
    """The last round it may be paired in, once it has withdrawn."""
    left_stage = models.PositiveSmallIntegerField(null=True)
    """The stage whose round ``until`` is, once it has withdrawn."""
    absent = models.JSONField(default=list)
    """Numbers of rounds of the stage that is played in which it isn't paired although it goes on."""
    byes = models.JSONField(default=dict, db_default={})
    """The byes that a director gave ahead: ``bye`` or ``half_bye`` by the number of a round of ``absent``."""
    division = models.PositiveSmallIntegerField(null=True)
    """In a league: the division it is entitled to, 1 for the highest; None for who enters at the bottom."""
    stands = models.BooleanField(default=True)
    """In a league: whether it is in the next season too, unless it says otherwise."""
    created_at = models.DateTimeField()

    objects = EntryQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["contest", "number"], name="one_entry_per_number"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """What it is called; reads the person where they are not yet read."""
        return self.name or (self.user.username if self.user else gettext("former player"))


class Entrant(models.Model):
    """Somebody of an entry: the one person, or each member of the team. One is in a contest only once."""

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="entrants", db_index=False)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="entrants")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    position = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["entry_id", "position"]
        constraints = [models.UniqueConstraint(fields=["contest", "user"], name="entered_once")]

    def __str__(self) -> str:
        return f"entrant {self.user_id} of contest {self.contest_id}"


class Ask(models.Model):
    """Somebody whom a team asks to join it; gone when they have answered."""

    # Needs no index of its own: a unique constraint begins with it.
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="asks", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "user"], name="asked_once")]

    def __str__(self) -> str:
        return f"{self.user_id} is asked to entry {self.entry_id}"


class Act(models.Model):
    """What a director did, and why; kept for everybody to read, and to undo it until the next step."""

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="acts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    """The director; None for the clock."""
    verb = models.CharField(max_length=20)
    why = models.CharField(max_length=300, blank=True)
    data = models.JSONField(default=dict)
    """What its sentence tells, and under ``before`` what undoing it restores."""
    step = models.PositiveIntegerField()
    """How many steps of the clock had run."""
    done_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.verb} in contest {self.contest_id}"

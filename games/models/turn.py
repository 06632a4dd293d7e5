"""A turn, the sealed orders for it, and the stamps of the clock. The turn's row is the deadline."""

from __future__ import annotations

import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.expressions import RawSQL

from games.models.match import Match
from games.models.position import unpack
from games.models.seat import Member, Seat
from games.models.tenure import Tenure

if TYPE_CHECKING:
    from accounts.models import User
    from games.rules.game import State


class TurnQuerySet(models.QuerySet["Turn"]):
    """Reads of turns."""

    def open(self) -> TurnQuerySet:
        """Turns that take orders."""
        return self.filter(closed_at__isnull=True)

    def closed(self) -> TurnQuerySet:
        """Turns that are played."""
        return self.filter(closed_at__isnull=False)

    def due(self, now: datetime.datetime) -> TurnQuerySet:
        """Open turns whose deadline has come, the longest overdue first."""
        return self.open().filter(due_at__lte=now).order_by("due_at")

    def paused(self) -> TurnQuerySet:
        """Open turns whose clocks stand, because the table has agreed to it."""
        return self.open().filter(paused_at__isnull=False)

    def complete(self) -> TurnQuerySet:
        """Turns without an empty slot: nobody's order is missing."""
        return self.exclude(_an_empty_slot())

    def movable(
        self, since: datetime.datetime, until: datetime.datetime, soon: datetime.timedelta
    ) -> TurnQuerySet:
        """Open turns that people should have more time for after an outage from one instant to another.

        Those that wait for somebody and whose deadline passed meanwhile or comes soon, and all whose clocks
        hold a bank. Where turns never close early, everybody may still change their order.
        """
        asked = Q(match__pace__early=False) & Exists(Order.objects.filter(turn=OuterRef("pk")))
        near = Q(due_at__lte=until + soon) | Q(match__pace__kind="bank")
        return self.open().filter(near, _an_empty_slot() | asked, due_at__gt=since)

    def with_days_off(self) -> TurnQuerySet:
        """Turns of matches with days on which no time passes and no turn ends."""
        weekdays, dates = (
            Q(match__pace__off_days__0__isnull=False),
            Q(match__pace__off_dates__0__isnull=False),
        )
        return self.filter(weekdays | dates)

    def remindable(self, now: datetime.datetime) -> TurnQuerySet:
        """Open turns not yet over of which most of the time has passed and nobody was reminded."""
        return self.open().filter(remind_at__lte=now).order_by("remind_at")


def _an_empty_slot() -> Exists:
    """Whether somebody's order is missing in a turn."""
    return Exists(Order.objects.filter(turn=OuterRef("pk"), commitment=""))


class Turn(models.Model):
    """A numbered moment at which seats owe orders. ``position`` is the state before it, packed.

    ``owed`` lists the seats that owe an order; ``left`` those that left the match during the turn, in order.
    ``stops`` are the spans, as pairs of ISO instants, in which the clocks of everybody stood still.
    ``moved`` says by how many seconds the deadline was moved for times when the site, or its mail, was down.
    While a turn that could not be closed is put aside, ``due_at`` is the next try, ``due_was`` the deadline.
    Once closed, ``events`` is what happened, and ``hash`` the running hash of the record up to here.
    """

    # Needs no index of its own: a unique constraint begins with it.
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="turns", db_index=False)
    number = models.PositiveIntegerField()
    position = models.BinaryField()
    owed = models.JSONField(default=list)
    left = models.JSONField(default=list)
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    remind_at = models.DateTimeField(null=True)
    due_was = models.DateTimeField(null=True)
    moved = models.PositiveIntegerField(default=0, db_default=0)
    closed_at = models.DateTimeField(null=True)
    stops = models.JSONField(default=list, db_default=[])
    stretched = models.PositiveIntegerField(default=0, db_default=0)
    """By how many seconds vacations have moved the deadline; it is in ``due_at`` already."""
    paused_at = models.DateTimeField(null=True)
    """Since when the table has paused, maybe before this turn; then there is no deadline until it goes on."""
    paused_due = models.DateTimeField(null=True)
    """The deadline as it was when the clocks stopped."""
    events = models.JSONField(default=list)
    hash = models.CharField(max_length=64, blank=True)

    objects = TurnQuerySet.as_manager()

    class Meta:
        ordering = ["match_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_turn_per_number"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(closed_at__isnull=True), name="one_open_turn_per_match"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(closed_at__isnull=True), name="turn_due"),
            models.Index(fields=["remind_at"], condition=Q(closed_at__isnull=True), name="turn_to_remind"),
            models.Index(
                fields=["paused_at"],
                condition=Q(closed_at__isnull=True, paused_at__isnull=False),
                name="turn_paused",
            ),
        ]

    def __str__(self) -> str:
        return f"turn {self.number} of match {self.match_id}"

    def state(self) -> State:
        """The state that the orders of this turn are given in."""
        state: State = unpack(self.match.rules, self.position)
        return state


_OWED = """
SELECT o.id FROM games_seat s JOIN games_order o ON o.seat_id = s.id AND o.voice = 0
WHERE s.user_id = %s AND NOT s.bot AND s.state = 'playing' AND NOT o.opened AND o.commitment = ''
UNION ALL
SELECT o.id FROM games_member b
JOIN games_seat s ON s.id = b.seat_id
JOIN games_order o ON o.seat_id = b.seat_id AND o.voice = b.position
WHERE b.user_id = %s AND b.active AND NOT s.bot AND s.state = 'playing'
  AND NOT o.opened AND o.commitment = ''
"""
"""The empty slots of a person, by two indexes that one condition with an "or" could not use."""


class OrderQuerySet(models.QuerySet["Order"]):
    """Reads of orders."""

    def given(self) -> OrderQuerySet:
        """Orders that stand: given and not withdrawn."""
        return self.exclude(commitment="")

    def opened(self) -> OrderQuerySet:
        """Orders that everybody may read, because their turn has closed."""
        return self.filter(opened=True)

    def sealed(self) -> OrderQuerySet:
        """Orders whose line is encrypted."""
        return self.exclude(sealed=b"")

    def of_seats(self) -> OrderQuerySet:
        """The orders that count for seats, without those that members of teams gave for one."""
        return self.filter(voice=0)

    def voices(self) -> OrderQuerySet:
        """What members of teams gave, of which the order of their seat is made."""
        return self.filter(voice__gt=0)

    def by_hand(self) -> OrderQuerySet:
        """Opened orders for which a person came back to the turn: not those that waited for it to open."""
        return self.filter(Q(by="player") | Q(by="plan", given_at__gt=F("turn__opened_at")))

    def by(self, user: User) -> OrderQuerySet:
        """The orders that were this person's to give: for a seat, alone or as captain, or as a voice."""
        mine = Member.objects.filter(seat=OuterRef("seat"), position=OuterRef("giver"), user_id=user.pk)
        number = OuterRef("turn__number")
        before = Tenure.objects.filter(
            seat=OuterRef("seat"), user_id=user.pk, since__lte=number, until__gte=number
        )
        held = Q(seat__user_id=user.pk, turn__number__gte=F("seat__since"))
        held &= Q(seat__until=None) | Q(turn__number__lte=F("seat__until"))
        return self.filter(Q(giver=0) & (held | Exists(before)) | Q(Exists(mine), giver__gt=0))

    def owing(self, user: User) -> OrderQuerySet:
        """Empty slots of open turns that this person should fill, the most urgent first."""
        owed = RawSQL(_OWED, [user.pk, user.pk])  # noqa: S611 - our own text; composed it takes longer than it runs
        return (
            self.filter(pk__in=owed, turn__closed_at__isnull=True)
            .select_related("turn", "turn__match", "seat")
            .order_by(F("turn__due_at").asc(nulls_last=True), "pk")
        )


class Order(models.Model):
    """The one slot for a seat's order in a turn. It exists, empty, from the moment the seat owes an order.

    While the turn is open only ``commitment``, ``version`` and ``given_at`` may leave the server. ``sealed``
    is the encrypted line and salt; when the turn closes they are published in ``line`` and ``salt``.

    Where the members of a team are asked, each has a slot of their own, with their position as ``voice``, and
    the order of the seat is made of them when the turn closes.
    """

    # Needs no index of its own: a unique constraint begins with it.
    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="orders", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="orders")
    voice = models.PositiveSmallIntegerField(default=0)
    """0 for the order of the seat itself."""
    giver = models.PositiveSmallIntegerField(default=0)
    """The position of the member who gave it, or whose silence it was; 0 where no team holds the seat.

    Once opened everybody may know. It stays as it is when another member becomes captain.
    """
    sealed = models.BinaryField(default=b"")
    commitment = models.CharField(max_length=64, blank=True)
    version = models.PositiveIntegerField(default=0)
    given_at = models.DateTimeField(null=True)
    door = models.CharField(max_length=8, blank=True)
    opened = models.BooleanField(default=False)
    excused = models.BooleanField(default=False, db_default=False)
    """Whether silence here is no fault of its giver's, so that no missed deadline is booked for it."""
    line = models.TextField(blank=True)
    salt = models.CharField(max_length=64, blank=True)
    by = models.CharField(max_length=8, blank=True)
    """Whose line it was once opened: player, plan, default, bot, forced or team; empty for a silent voice."""

    objects = OrderQuerySet.as_manager()

    class Meta:
        ordering = ["turn_id", "seat_id"]
        constraints = [models.UniqueConstraint(fields=["turn", "seat", "voice"], name="one_order_per_voice")]
        indexes = [models.Index(fields=["seat"], condition=Q(opened=False), name="order_sealed")]

    def __str__(self) -> str:
        return f"order of seat {self.seat_id} for turn {self.turn_id}"

    @cached_property
    def holder(self) -> User | None:
        """Who is to fill this slot."""
        if not self.voice:
            return self.seat.user
        member = self.seat.members.filter(position=self.voice, active=True).select_related("user").first()
        return member.user if member else None


class Clock(models.Model):
    """The one row that the clock stamps at each tick, so that the site knows whether its clock runs."""

    ticked_at = models.DateTimeField()
    mail_down_since = models.DateTimeField(null=True)
    """Since when no mail leaves, once that is long enough for turns to wait for it."""

    def __str__(self) -> str:
        return f"ticked at {self.ticked_at:%Y-%m-%d %H:%M:%S}"

    @classmethod
    def last_tick(cls) -> datetime.datetime | None:
        """When the clock last ticked, or None if it never did."""
        return cls.objects.values_list("ticked_at", flat=True).first()


def published(events: list[dict[str, Any]], seat: int | None) -> list[dict[str, Any]]:
    """The events that a seat, or a guest, may see."""
    return [event for event in events if event["seen_by"] is None or seat in event["seen_by"]]

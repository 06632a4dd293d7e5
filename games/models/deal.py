"""A deal of the day: one secret seed from which everybody plays the same match of a game for one seat."""

from __future__ import annotations

import datetime

from django.db import models
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.rules import GAMES


def day_of(now: datetime.datetime) -> datetime.date:
    """The day that an instant belongs to; days begin at midnight UTC, everywhere at once."""
    return now.astimezone(datetime.UTC).date()


def title_on(now: datetime.datetime) -> str:
    """What a try at a deal that begins now is called, in the language that is active.

    With the year, as such a name may be read long after.
    """
    # Translators: such as "Deal of 30 November 2026"; see Django's date format letters.
    return _("Deal of {day}").format(day=date_format(day_of(now), _("j F Y")))


class DealQuerySet(models.QuerySet["Deal"]):
    """Reads of deals."""

    def begun(self, now: datetime.datetime) -> DealQuerySet:
        """Deals whose day has come, the latest first."""
        return self.filter(day__lte=day_of(now)).order_by("-day")

    def over(self, now: datetime.datetime) -> DealQuerySet:
        """Deals whose day is past, the oldest first."""
        return self.filter(day__lt=day_of(now)).order_by("day")

    def secret(self) -> DealQuerySet:
        """Deals whose seed is not yet published."""
        return self.filter(seed="")


class Deal(models.Model):
    """The deal of one day. Its commitment is public before the day begins, its seed after it."""

    game = models.CharField(max_length=30)
    day = models.DateField()
    sealed_seed = models.BinaryField()
    seed_commitment = models.CharField(max_length=64)
    seed = models.CharField(max_length=64, blank=True)
    """Hex of the seed, once the day is over and nobody plays the deal any more."""
    created_at = models.DateTimeField()

    objects = DealQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "day"], name="one_deal_per_day")]
        indexes = [models.Index(fields=["day"], condition=Q(seed=""), name="deal_secret")]

    def __str__(self) -> str:
        return f"{self.game} of {self.day}"

    @property
    def name(self) -> str:
        """The name of the game; a message id."""
        return GAMES[self.game].name

    @property
    def ends_at(self) -> datetime.datetime:
        """The instant at which its day is over."""
        midnight = datetime.datetime.combine(self.day, datetime.time.min, datetime.UTC)
        return midnight + datetime.timedelta(days=1)

    @property
    def begins_at(self) -> datetime.datetime:
        """The instant at which its day begins."""
        return self.ends_at - datetime.timedelta(days=1)

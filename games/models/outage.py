"""Times when the clock stood still or no mail left, and how many turns they moved. Reads only."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.db.models import Count, F, Sum

from accounts.models import Outgoing
from games.models.turn import Clock, Turn

SOON = datetime.timedelta(hours=1)
"""A deadline that comes so soon after an outage moves as those do that passed within it."""


class OutageQuerySet(models.QuerySet["Outage"]):
    """Reads of outages."""

    def totals(self) -> Iterable[tuple[str, int, datetime.timedelta, int]]:
        """Of each kind: how many there were, how long they lasted together, how many turns they moved."""
        span = models.ExpressionWrapper(F("ended_at") - F("began_at"), output_field=models.DurationField())
        grouped = self.order_by().values("what").annotate(n=Count("pk"), span=Sum(span), moved=Sum("turns"))
        return grouped.values_list("what", "n", "span", "moved")


class Outage(models.Model):
    """One outage that is over, and has moved the deadlines of open turns."""

    class What(models.TextChoices):
        CLOCK = "clock"
        MAIL = "mail"

    what = models.CharField(max_length=5, choices=What.choices)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    turns = models.PositiveIntegerField(default=0)
    """How many turns it moved."""

    objects = OutageQuerySet.as_manager()

    class Meta:
        ordering = ["-ended_at"]

    def __str__(self) -> str:
        return f"no {self.what} from {self.began_at:%Y-%m-%d %H:%M} to {self.ended_at:%Y-%m-%d %H:%M}"


def mail_awaited_since(clock: Clock, now: datetime.datetime) -> datetime.datetime | None:
    """Since when no mail has left, if that is long enough for turns to wait for it."""
    if clock.mail_down_since is not None:
        return clock.mail_down_since
    down_since = mail_down_since()
    return down_since if down_since is not None and now - down_since > settings.OUTAGE_AFTER else None


def mail_down_since() -> datetime.datetime | None:
    """Since when no mail leaves; None while it does."""
    return Outgoing.objects.values_list("down_since", flat=True).first()


def begins(
    clock: Clock, mail_since: datetime.datetime | None, now: datetime.datetime
) -> datetime.datetime | None:
    """When the outage began that would have to be made up for now: of the clock, of mail, or of both."""
    found = [clock.ticked_at] if now - clock.ticked_at > settings.OUTAGE_AFTER else []
    if mail_since is not None:
        found.append(max(mail_since, now - settings.MAIL_WAIT))
    return min(found, default=None)


def foresee(turns: Iterable[Turn], now: datetime.datetime) -> None:
    """Show these open turns with the deadlines that they will have when the clock has made up for an outage.

    Mail may leave a moment before the clock has moved them. Changes the objects alone.
    """
    clock = Clock.objects.filter(pk=1).first()
    since = begins(clock, mail_awaited_since(clock, now), now) if clock is not None else None
    if since is None:
        return
    for turn in turns:
        if turn.closed_at is None and turn.due_at is not None and since < turn.due_at <= now + SOON:
            turn.due_at = turn.match.timing.day_on(turn.due_at + (now - since))
            turn.moved += int((now - since).total_seconds())

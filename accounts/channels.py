"""The rows of what reaches people beside mail: devices and webhooks, what is sent to them, and feeds.

They know no game: ``table`` is a name that other apps give to what a hook or a feed is about.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.models import User

PUSH_KINDS = ("turn", "reminder", "missed", "start", "end")
"""The kinds of notices that a new device or hook of a person's own gets unless they choose others."""


WHY_NOT = {
    "no such host": _("its name leads nowhere"),
    "no answer in time": _("no answer in time"),
    "no safe connection": _("no safe connection"),
    "no connection": _("no connection"),
    "no answer": _("no answer that makes sense"),
    "refused: private": _("its address is not on the open internet"),
    "its keys do not open": _("this site has lost the keys to its address; remove it and add it anew"),
}
"""What is said of tries that failed, in words; what the other side answered stays as it came."""


def why_not(error: str) -> str:
    """Why a try failed, for the owner to read."""
    return str(WHY_NOT.get(error, error))


class ChannelQuerySet(models.QuerySet["Channel"]):
    """Reads of devices and webhooks."""

    def devices(self) -> ChannelQuerySet:
        """Browsers that get web push."""
        return self.filter(form=Channel.Form.PUSH)

    def hooks(self) -> ChannelQuerySet:
        """Webhooks."""
        return self.exclude(form=Channel.Form.PUSH)

    def of(self, user: User) -> ChannelQuerySet:
        """A person's devices and webhooks, also those they gave to tables, in the order they were made."""
        return self.filter(user=user).order_by("pk")

    def of_table(self, table: str) -> ChannelQuerySet:
        """The webhooks of a table, in the order they were made."""
        return self.filter(table=table).order_by("pk")

    def sealed(self) -> ChannelQuerySet:
        """All: each holds a sealed address."""
        return self.all()


class Channel(models.Model):
    """A device or a webhook: where to, in which form, about what. The address is a secret, and sealed."""

    class Form(models.TextChoices):
        PUSH = "push", _("this site in a browser")
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        JSON = "json", _("signed JSON")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="channels")
    form = models.CharField(max_length=8, choices=Form.choices)
    table = models.CharField(max_length=10, blank=True)
    """The table whose public events it gets; empty for its owner's own notices."""
    name = models.CharField(max_length=60)
    kinds = models.JSONField(default=list)
    """The kinds of its owner's notices that it gets; of a table it gets all."""
    digest = models.CharField(max_length=64)
    """Of the address, so that the same one is known again."""
    sealed = models.TextField()
    """JSON, encrypted: the address, and with it the keys of a browser or the secret that signs."""
    made_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)
    """Tries in a row that failed."""
    error = models.CharField(max_length=200, blank=True)
    """Why the last try failed."""
    off_at = models.DateTimeField(null=True)
    """When it was switched off, because too many tries failed."""

    objects = ChannelQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "table", "digest"], name="one_channel_per_address"),
        ]
        indexes = [
            models.Index(fields=["table"], condition=~Q(table=""), name="channel_of_table"),
            models.Index(fields=["digest"], name="channel_digest"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def error_words(self) -> str:
        """Why the last try failed."""
        return why_not(self.error)


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    """Reads of what goes out beside mail."""

    def pending(self) -> DeliveryQuerySet:
        """Deliveries that still have to leave, whether claimed or not."""
        return self.filter(status=Delivery.Status.PENDING)

    def ready(self, now: datetime.datetime) -> DeliveryQuerySet:
        """Pending deliveries whose time has come and that no sender holds at the moment, oldest first."""
        return self.pending().filter(send_at__lte=now).order_by("send_at", "pk")

    def of(self, user: User) -> DeliveryQuerySet:
        """What went to a person's devices and webhooks, newest first."""
        return self.filter(channel__user=user).order_by("-pk")

    def done_with(self, before: datetime.datetime) -> DeliveryQuerySet:
        """Deliveries from before an instant that nothing is left to do for."""
        return self.exclude(status=Delivery.Status.PENDING).filter(send_at__lt=before)


class Delivery(models.Model):
    """One thing to say once to one device or webhook: unique per (channel, kind, subject).

    ``send_at`` is when it may leave; a sender that claims a delivery moves it ahead, so a crash only delays.
    """

    class Status(models.TextChoices):
        PENDING = "pending", _("waiting")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("no longer needed")
        FAILED = "failed", _("could not be sent")

    # Needs no index of its own: a unique constraint begins with it.
    channel = models.ForeignKey(Channel, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    kind = models.CharField(max_length=20)
    subject = models.CharField(max_length=80)
    data = models.JSONField(default=dict)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PENDING)
    created_at = models.DateTimeField()
    send_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=200, blank=True)

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(fields=["channel", "kind", "subject"], name="one_delivery_per_subject"),
        ]
        indexes = [
            models.Index(fields=["send_at", "id"], condition=Q(status="pending"), name="delivery_to_send"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} by {self.channel_id}"

    @property
    def kind_name(self) -> str:
        """The kind in words."""
        from accounts.models import MAIL_KINDS

        other = _("A test") if self.kind == "test" else _("What happened at a table")
        return str(MAIL_KINDS.get(self.kind, other))

    @property
    def about(self) -> str:
        """What it is about, as far as that says anything to its reader."""
        return "" if self.kind == "test" else self.subject

    @property
    def error_words(self) -> str:
        """Why the last try failed."""
        return why_not(self.error)


class FeedQuerySet(models.QuerySet["Feed"]):
    """Reads of feeds."""

    def of(self, user: User) -> FeedQuerySet:
        """A person's feeds, the calendar first."""
        return self.filter(user=user).order_by("table")

    def sealed(self) -> FeedQuerySet:
        """All: each holds its secret, sealed."""
        return self.all()


class Feed(models.Model):
    """A secret address under which a program reads what its owner may see: their deadlines, or one table."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="feeds", db_index=False
    )
    table = models.CharField(max_length=10, blank=True)
    """The table it tells of; empty for the calendar of deadlines."""
    digest = models.CharField(max_length=64, unique=True)
    """Of the secret; the only thing that is compared."""
    sealed = models.TextField()
    """The secret, encrypted, so that its owner can look it up."""
    made_at = models.DateTimeField()

    objects = FeedQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "table"], name="one_feed_per_table")]

    def __str__(self) -> str:
        return self.table or "calendar"

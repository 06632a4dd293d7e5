"""The rows about people: the person, their API tokens, the notices we owe them, the development mailbox."""

from __future__ import annotations

import datetime
from functools import cache
from typing import ClassVar, Literal
from zoneinfo import ZoneInfo, available_timezones

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce, Now, Upper
from django.utils.translation import gettext_lazy as _

from accounts.channels import Channel, Delivery, Feed  # noqa: F401 - these are rows of the app, too
from accounts.reasons import in_words

MAIL_KINDS = {
    "turn": _("Your turn, with the result of the last one"),
    "reminder": _("A reminder when most of the time has passed"),
    "result": _("What happened, when you owe nothing"),
    "start": _("A match started"),
    "end": _("A match ended"),
    "missed": _("You missed a deadline"),
    "invitation": _("Somebody invites you"),
    "talk": _("Somebody wrote at the table"),
    "seat": _("A seat at your table is free, or somebody took it over"),
    "receipt": _("What came of a mail that you sent"),
    "refusal": _("Why a mail that you sent changed nothing"),
    "pause": _("A pause is asked for, begins or ends"),
    "contest": _("A contest of yours begins, ends or changes"),
    "round": _("The standings, when a round of your contest is over"),
    "challenge": _("Somebody challenges you on a ladder"),
    "director": _("A contest that you direct needs a hand"),
}
"""The kinds of mail a person can switch off or have in the daily digest, with their names."""

DIGEST = "digest"
"""The kind of the daily digest itself. Who switches it off switches off what it would tell."""

TRIAL = "trial"
"""The kind of a mail that only tries whether an address works again."""

AT_ONCE = frozenset(("receipt", "refusal"))
"""The kinds that answer a mail that somebody has just written: quiet hours do not hold them."""

WAITING = ["quiet", "digest"]
"""The states of notices that wait without anybody looking at them."""


def kind_name(kind: str) -> str:
    """A kind of mail in words."""
    return str(_("The daily digest") if kind == DIGEST else MAIL_KINDS.get(kind, _("About your account")))


PARTS_OF_THE_WORLD = {
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Arctic": _("Arctic"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic"),
    "Australia": _("Australia"),
    "Europe": _("Europe"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific"),
}
"""The first half of a zone's name, and what it is called."""


@cache
def zones() -> frozenset[str]:
    """The names of all time zones; reading them takes a while, so they are read once."""
    return frozenset(available_timezones())


@cache
def well_known_zones() -> dict[str, list[str]]:
    """The zones to choose from: those named after a place, by continent or ocean; no legacy names."""
    found: dict[str, list[str]] = {}
    for name in sorted(zones()):
        part, _sep, place = name.partition("/")
        if place and part in PARTS_OF_THE_WORLD:
            found.setdefault(part, []).append(name)
    return found


def check_zone(name: str) -> None:
    """Refuse a zone that the IANA database does not have."""
    if name not in zones():
        raise ValidationError(
            _("“%(zone)s” is not a time zone such as Europe/Warsaw."), params={"zone": name}
        )


class User(AbstractUser):
    """A person. Signs in by name or address; times and mails follow their zone and language."""

    email = models.EmailField(_("e-mail address"), blank=True)
    zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[check_zone])
    language = models.CharField(_("language"), max_length=8, default="en")
    mail_off = models.JSONField(_("kinds of mail switched off"), default=list, blank=True)
    mail_digest = models.JSONField(
        _("kinds of mail that wait for the daily digest"),
        default=list,
        db_default=models.Value([], models.JSONField()),
        blank=True,
    )
    digest_hour = models.PositiveSmallIntegerField(_("hour of the daily digest"), default=18, db_default=18)
    quiet_from = models.TimeField(_("quiet hours from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet hours until"), null=True, blank=True)
    """Local times of day between which mail waits; from evening to morning if the end is the earlier one."""
    mail_failed_at = models.DateTimeField(null=True, blank=True)
    """When mail to this address was last refused for good; shown as a banner."""
    mail_failure = models.TextField(default="", db_default="", blank=True)
    """What the server said then."""
    mail_bounced = models.BooleanField(default=False, db_default=False)
    """Whether it came back after a server had taken it; that another one is taken proves nothing then."""
    mail_complained_at = models.DateTimeField(null=True, blank=True)
    """When the person called our mail unwanted; they get none but about their account until they say so."""
    erased_at = models.DateTimeField(null=True, blank=True)
    is_guest = models.BooleanField(default=False, db_default=False, editable=False)
    """Whether somebody plays without having signed up. Guests have no address and no way in but a session."""
    heir = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, editable=False, related_name="legacies"
    )
    """The account that a guest has asked for: what is theirs goes to it when it is signed in to."""

    objects: ClassVar[UserManager[User]] = UserManager()  # type: ignore[assignment]

    class Meta(AbstractUser.Meta):
        constraints = [models.UniqueConstraint(Upper("username"), name="one_person_per_name")]
        indexes = [
            models.Index(Upper("email"), name="user_email"),
            models.Index(fields=["date_joined"], condition=Q(is_guest=True), name="guest_by_age"),
        ]

    @property
    def mail_trouble(self) -> str:
        """Why mail to the address came back, in plain words."""
        return in_words(self.mail_failure)

    @property
    def tzinfo(self) -> ZoneInfo:
        """The person's zone."""
        return ZoneInfo(self.zone)

    def wants(self, kind: str) -> bool:
        """Whether a mail of this kind may be sent to this person."""
        return (
            bool(self.email)
            and self.is_active
            and self.mail_complained_at is None
            and kind not in self.mail_off
        )

    def way_of(self, kind: str) -> Literal["now", "digest", "off"]:
        """How a kind of mail comes: ``now``, in the ``digest``, or not at all (``off``)."""
        return "off" if kind in self.mail_off else "digest" if kind in self.mail_digest else "now"


class VacationQuerySet(models.QuerySet["Vacation"]):
    """Reads of vacations."""

    def of(self, user: User) -> VacationQuerySet:
        """A person's vacations, the first one first."""
        return self.filter(person=user).order_by("begins_at")

    def unfinished(self, now: datetime.datetime) -> VacationQuerySet:
        """Vacations that have not ended, whether they have begun or not."""
        return self.filter(ends_at__gt=now)

    def current(self, now: datetime.datetime) -> VacationQuerySet:
        """Vacations of those who are away now."""
        return self.unfinished(now).filter(begins_at__lte=now)


class Vacation(models.Model):
    """A time in which a person is away. It ends by itself; who ends it early moves its end.

    ``zone`` is the person's zone when it was booked: it says which year a vacation is counted in, so that
    another zone changes nothing of what was taken.
    """

    # Needs no index of its own: the index below begins with it.
    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="vacations", db_index=False)
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    zone = models.CharField(max_length=64)

    objects = VacationQuerySet.as_manager()

    class Meta:
        ordering = ["begins_at"]
        indexes = [models.Index(fields=["person", "ends_at"], name="vacation_of_person")]
        constraints = [models.CheckConstraint(condition=Q(ends_at__gt=F("begins_at")), name="vacation_lasts")]

    def __str__(self) -> str:
        return f"vacation of {self.person_id} until {self.ends_at:%Y-%m-%d %H:%M}"


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    """Reads of tokens."""

    def of(self, user: User) -> ApiTokenQuerySet:
        """A person's tokens, those in use first."""
        return self.filter(user=user).order_by(Coalesce("used_at", "created_at").desc(), "-pk")


class ApiToken(models.Model):
    """A program's way in. Only the hash of the token is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    objects = ApiTokenQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name or f"token {self.pk}"


class NoticeQuerySet(models.QuerySet["Notice"]):
    """Reads of the outbox."""

    def pending(self) -> NoticeQuerySet:
        """Notices that senders take up, or have taken up."""
        return self.filter(status=Notice.Status.PENDING)

    def unsent(self) -> NoticeQuerySet:
        """Notices that still have to leave, also those that wait for the digest or the end of quiet hours."""
        return self.filter(status__in=[Notice.Status.PENDING, *WAITING])

    def ready(self, now: datetime.datetime) -> NoticeQuerySet:
        """Pending notices whose time has come and that no sender holds now, the most urgent first."""
        return self.pending().filter(send_at__lte=now).order_by("wanted_by", "send_at", "pk")

    def of(self, user: User) -> NoticeQuerySet:
        """A person's delivery log, newest first."""
        return self.filter(user=user).order_by("-pk")

    def done_with(self, before: datetime.datetime) -> NoticeQuerySet:
        """Notices from before an instant that nothing is left to do for: sent, dropped or given up."""
        over = [Notice.Status.SENT, Notice.Status.DROPPED, Notice.Status.FAILED]
        return self.filter(status__in=over, send_at__lt=before)

    def sealed(self) -> NoticeQuerySet:
        """Notices that hold a text of their own, sealed."""
        return self.filter(data__has_key="sealed")

    def about(self, match: str) -> NoticeQuerySet:
        """Notices about one match."""
        return self.filter(data__match=match)

    def last_turn(self, user: User, match: str = "") -> NoticeQuerySet:
        """The mails that asked a person for an order, or should have, the last one first."""
        left = [Notice.Status.SENT, Notice.Status.FAILED]
        asked = self.of(user).filter(kind__in=["turn", "start"], status__in=left)
        return asked.about(match) if match else asked


class Notice(models.Model):
    """One thing to tell one person, exactly once: unique per (person, kind, subject).

    ``data`` holds what the builder of the kind needs to write the mail when it leaves; never a secret.
    ``send_at`` is when it may leave; a sender that claims a notice moves it ahead, so a crash only delays.
    """

    class Status(models.TextChoices):
        PENDING = "pending", _("waiting")
        QUIET = "quiet", _("waits until your quiet hours end")
        DIGEST = "digest", _("waits for your daily digest")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("no longer needed")
        FAILED = "failed", _("could not be sent")

    # Needs no index of its own: a unique constraint begins with it.
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="notices", db_index=False)
    kind = models.CharField(max_length=20)
    subject = models.CharField(max_length=80)
    data = models.JSONField(default=dict)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PENDING)
    created_at = models.DateTimeField()
    send_at = models.DateTimeField()
    wanted_by = models.DateTimeField(db_default=Now())
    """By when its reader should have it: what is wanted sooner leaves first."""
    sent_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "subject"], name="one_notice_per_subject"),
            models.UniqueConstraint(
                fields=["user"],
                condition=Q(kind="digest", status__in=["pending", "quiet"]),
                name="one_digest_under_way",
            ),
        ]
        indexes = [
            models.Index(
                fields=["wanted_by", "send_at", "id"], condition=Q(status="pending"), name="notice_to_send"
            ),
            models.Index(
                fields=["status", "send_at"],
                condition=Q(status__in=WAITING),
                name="notice_that_waits",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} to {self.user_id}"

    @property
    def kind_name(self) -> str:
        """The kind in words."""
        return kind_name(self.kind)

    @property
    def match(self) -> str:
        """The code of the match that it is about, if it is about one."""
        return str(self.data.get("match", ""))

    @property
    def reason(self) -> str:
        """Why it has not arrived, in plain words."""
        return in_words(self.error)


class MailboxMessage(models.Model):
    """A mail caught by the development mailbox instead of being sent."""

    sent_to = models.CharField(max_length=254)
    subject = models.CharField(max_length=998)
    raw = models.BinaryField()
    caught_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.subject} to {self.sent_to}"


class Outgoing(models.Model):
    """How mail gets out, in one row: since when the server that should take it is away, if it is."""

    down_since = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return "mail goes out" if self.down_since is None else f"no mail goes out since {self.down_since}"

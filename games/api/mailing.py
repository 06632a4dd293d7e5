"""Your mail by the API: how each kind comes, what was sent to you, the last turn mail once more."""

from __future__ import annotations

import datetime
from typing import Annotated, Literal

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request

from accounts import actions, bounces
from accounts.actions import Wishes
from accounts.models import MAIL_KINDS, Notice, User
from games.api.door import PeopleDoor, answer, body, described, query, signed_in
from games.api.paging import Pages
from games.api.problems import Problem
from games.api.sent import Nothing, Sent

Way = Literal["now", "digest", "off"]
TimeOfDay = Annotated[str, msgspec.Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Hour = Annotated[int, msgspec.Meta(ge=0, le=23)]
Code = Annotated[str, msgspec.Meta(max_length=40)]


class Mailing(msgspec.Struct, frozen=True):
    """How you get mail. Times of day are in your zone.

    ``bounced_at`` is since when mail to you comes back, with ``failure``, what the server said;
    ``stopped_at`` since when you get none, because you called it unwanted.
    """

    kinds: dict[str, Way]
    """How each kind comes: at once, in the daily digest, or not at all."""
    digest_hour: int
    quiet_from: str | None
    quiet_until: str | None
    address: str
    bounced_at: datetime.datetime | None
    failure: str
    stopped_at: datetime.datetime | None


class MailingRequest(Sent, frozen=True):
    """What to change of how you get mail. ``quiet_from`` and ``quiet_until`` are both times or both null."""

    kinds: dict[str, Way] = {}
    digest_hour: Hour | msgspec.UnsetType = msgspec.UNSET
    quiet_from: TimeOfDay | msgspec.UnsetType | None = msgspec.UNSET
    quiet_until: TimeOfDay | msgspec.UnsetType | None = msgspec.UNSET


class SentMail(msgspec.Struct, frozen=True):
    """A mail to you. ``reason`` says in words why it has not arrived, ``error`` what the server said."""

    kind: str
    match: str | None
    turn: int | None
    status: Literal["pending", "quiet", "digest", "sent", "dropped", "failed"]
    created_at: datetime.datetime
    send_at: datetime.datetime
    sent_at: datetime.datetime | None
    reason: str
    error: str


class SentMailPage(msgspec.Struct, frozen=True):
    """A page of your delivery log."""

    next: str | None
    previous: str | None
    results: list[SentMail]


class SentMailQuery(Sent, frozen=True):
    """Which mails to list: those about one ``match``, or all."""

    match: Code = ""
    cursor: str = ""
    size: int = 30


class AgainRequest(Sent, frozen=True):
    """Of which ``match`` to send the last turn mail again; of any, if it is empty."""

    match: Code = ""


class MyMail(PeopleDoor):
    """How you get mail."""

    @described("mail_read", Mailing, refuses=(401,))
    def get(self, request: Request) -> HttpResponse:
        """Tell how each kind of mail comes to you, and whether mail to you arrives."""
        return answer(_mailing(signed_in(request)))

    @described("mail_change", Mailing, takes=MailingRequest, refuses=(400, 401))
    def patch(self, request: Request) -> HttpResponse:
        """Change how you get mail; what waits for you follows. What you do not name stays as it is."""
        user, asked = signed_in(request), body(request, MailingRequest)
        for kind in asked.kinds:
            if kind not in MAIL_KINDS:
                sentence = _("There is no kind of mail called “{kind}”.").format(kind=kind)
                raise Problem(400, "invalid", sentence, field=f"kinds.{kind}")
        actions.prefer(user, user.zone, user.language, _wishes(user, asked), timezone.now())
        return answer(_mailing(user))


def _wishes(user: User, asked: MailingRequest) -> Wishes:
    ways = {kind: user.way_of(kind) for kind in MAIL_KINDS} | asked.kinds
    begin, end = (
        kept if wanted is msgspec.UNSET else datetime.time.fromisoformat(wanted) if wanted else None
        for kept, wanted in ((user.quiet_from, asked.quiet_from), (user.quiet_until, asked.quiet_until))
    )
    if (begin is None) != (end is None):
        sentence = _("Quiet hours need a beginning and an end; leave both empty for none.")
        raise Problem(400, "invalid", sentence, field="quiet_until" if end is None else "quiet_from")
    return Wishes(
        off=[kind for kind, way in ways.items() if way == "off"],
        digest=[kind for kind, way in ways.items() if way == "digest"],
        hour=user.digest_hour if asked.digest_hour is msgspec.UNSET else asked.digest_hour,
        quiet_from=begin,
        quiet_until=end,
    )


def _mailing(user: User) -> Mailing:
    return Mailing(
        kinds={kind: user.way_of(kind) for kind in MAIL_KINDS},
        digest_hour=user.digest_hour,
        quiet_from=f"{user.quiet_from:%H:%M}" if user.quiet_from else None,
        quiet_until=f"{user.quiet_until:%H:%M}" if user.quiet_until else None,
        address=user.email,
        bounced_at=user.mail_failed_at,
        failure=user.mail_failure,
        stopped_at=user.mail_complained_at,
    )


class MyMailTrial(PeopleDoor):
    """A test mail to an address from which mail came back."""

    @described("mail_try", None, status=204, takes=Nothing, refuses=(400, 401, 409))
    def post(self, request: Request) -> HttpResponse:
        """Have a test mail sent. If it is taken, mail to you counts as arriving again."""
        body(request, Nothing)
        if not bounces.try_again(signed_in(request), timezone.now()):
            sentence = _("Nothing came back from your address, or a test mail left only just now.")
            raise Problem(409, "not_now", sentence)
        return HttpResponse(status=204)


class MyMailAgain(PeopleDoor):
    """Mail that you once called unwanted."""

    @described("mail_restart", None, status=204, takes=Nothing, refuses=(400, 401))
    def post(self, request: Request) -> HttpResponse:
        """Get mail from your matches again."""
        body(request, Nothing)
        actions.want_again(signed_in(request), timezone.now())
        return HttpResponse(status=204)


class SentMails(PeopleDoor):
    """The mail that was sent to you, or should have been."""

    @described("mail_list", SentMailPage, asks=SentMailQuery, refuses=(400, 401))
    def get(self, request: Request) -> HttpResponse:
        """List the mail to you, the newest first: when it left, or why it did not."""
        asked, mine = query(request, SentMailQuery), Notice.objects.of(signed_in(request))
        pages = Pages()
        found = mine.about(asked.match) if asked.match else mine
        rows = pages.paginate_queryset(found.order_by("-pk"), request, self)
        return answer(
            SentMailPage(pages.get_next_link(), pages.get_previous_link(), [_line(row) for row in rows])
        )


def _line(notice: Notice) -> SentMail:
    return SentMail(
        kind=notice.kind,
        match=notice.match or None,
        turn=notice.data.get("turn"),
        status=notice.status,  # type: ignore[arg-type]
        created_at=notice.created_at,
        send_at=notice.send_at,
        sent_at=notice.sent_at,
        reason=notice.reason,
        error=notice.error,
    )


class SendAgain(PeopleDoor):
    """Your last turn mail once more."""

    @described("mail_send_again", None, status=204, takes=AgainRequest, refuses=(400, 401, 409))
    def post(self, request: Request) -> HttpResponse:
        """Have your last turn mail sent again, if its turn is still open."""
        asked = body(request, AgainRequest)
        if not actions.send_again(signed_in(request), timezone.now(), asked.match):
            sentence = _("There is no such mail, or it left only just now.")
            raise Problem(409, "not_now", sentence)
        return HttpResponse(status=204)

"""Mails as people send them: who may send, where to, and what comes back."""

from __future__ import annotations

import datetime
import itertools
from email.message import EmailMessage

from allauth.account.models import EmailAddress

from accounts.models import Notice, User
from accounts.outbox import BUILDERS, Mail, finished
from games.links import reply_address
from games.mailroom.receiving import Outcome, receive
from games.models import Match, Order
from tests.actions.tables import NOW, open_turn, person, seat, started

_numbers = itertools.count(1)


def mailer(name: str, **fields: object) -> User:
    """A person whose address is confirmed."""
    user = person(name, **fields)
    EmailAddress.objects.get_or_create(
        user=user, email=user.email, defaults={"verified": True, "primary": True}
    )
    return user


def table(*names: str, game: str = "fourbid", **proposal: object) -> Match:
    """A running match of people who may mail their orders."""
    match = started(*(names or ("ann", "bob")), game=game, **proposal)
    for name in names or ("ann", "bob"):
        mailer(name)
    return match


def slot(match: Match, name: str) -> Order:
    """The slot of a person in the open turn."""
    return Order.objects.select_related("turn", "seat__user").get(
        turn=open_turn(match), seat=seat(match, name), voice=0
    )


def address(match: Match, name: str) -> str:
    """Where a person mails their order for the open turn."""
    return reply_address(slot(match, name))


def letter(text: str, to: str, name: str = "ann", **headers: str) -> EmailMessage:
    """A mail of this person; headers may be added or, if they are empty, left out."""
    mail = EmailMessage()
    mail["From"] = f"{name.title()} <{name}@example.org>"
    mail["To"] = to
    mail["Subject"] = "Re: [bidplay] Fourbid"
    mail["Date"] = "Tue, 01 Jan 2030 12:30:00 +0000"
    mail["Message-ID"] = f"<{next(_numbers)}@mail.example.org>"
    for name_, value in headers.items():
        header = name_.replace("_", "-")
        del mail[header]
        if value:
            mail[header] = value
    mail.set_content(text)
    return mail


def mailed(
    match: Match, name: str, text: str, now: datetime.datetime = NOW, to: str = "", **headers: str
) -> Outcome:
    """Have a person answer the mail that asks for their order."""
    to = to or address(match, name)
    return receive(letter(text, to, name, **headers).as_bytes(), f"{name}@example.org", to, now)


def answers(name: str, now: datetime.datetime = NOW) -> list[tuple[str, Mail]]:
    """The answers that wait for a person: their kinds and the mails, oldest first."""
    waiting = Notice.objects.pending().filter(user__username=name, kind__in=("receipt", "refusal"))
    notices = list(waiting.select_related("user").order_by("pk"))
    mails = BUILDERS["receipt"](notices, now)
    return [(notice.kind, finished(mails[notice.pk])) for notice in notices]


def answer(name: str, now: datetime.datetime = NOW) -> tuple[str, Mail]:
    """The one answer that waits for a person."""
    (only,) = answers(name, now)
    return only

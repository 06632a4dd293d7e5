"""Mails as the outbox would have them written, found by who gets them and why."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from accounts.models import Notice
from accounts.outbox import BUILDERS, Mail, finished
from games.models import Match
from games.notices.columns import width
from tests.actions.tables import HOUR, NOW, open_turn, order, started

SOON = NOW + HOUR
"""When the mails of these tests are written."""


def table(*names: str, bots: int = 0, **proposal: object) -> Match:
    """A running match of Fourbid."""
    return started(*(names or ("ann", "bob")), bots=bots, game="fourbid", **proposal)


def silence(match: Match, name: str) -> str:
    """The order that this person's seat would play in silence: a legal one, whatever the position."""
    turn = open_turn(match)
    index = match.seats.get(user__username=name).index
    return match.rules.decisions(turn.state())[index].default


def turns_played(match: Match, count: int, now: datetime.datetime = NOW) -> None:
    """Let everybody play their lowest card, turn after turn."""
    names = match.seats.filter(user__isnull=False).values_list("user__username", flat=True)
    for _n in range(count):
        lines = {name: silence(match, name) for name in names}
        number = open_turn(match).number
        for name, line in lines.items():
            order(name, match, line, now, number)
    match.refresh_from_db()


def pending(kind: str) -> list[Notice]:
    """The notices of a kind that wait in the outbox, oldest first."""
    return list(Notice.objects.pending().filter(kind=kind).select_related("user").order_by("pk"))


def written(kind: str, now: datetime.datetime = SOON) -> list[tuple[Notice, Mail]]:
    """The mails of all waiting notices of a kind, without those that are dropped."""
    notices = pending(kind)
    mails = BUILDERS[kind](notices, now)
    return [(notice, finished(mails[notice.pk])) for notice in notices if notice.pk in mails]


def readers(kind: str, now: datetime.datetime = SOON) -> list[str]:
    """Who would get a mail of a kind."""
    return sorted(notice.user.username for notice, _mail in written(kind, now))


def mail_to(name: str, kind: str, now: datetime.datetime = SOON) -> Mail:
    """The one mail of a kind that this person would get."""
    (mail,) = [mail for notice, mail in written(kind, now) if notice.user.username == name]
    return mail


def deliver(*kinds: str) -> None:
    """Mark the waiting notices of these kinds as sent; of all kinds if none is named."""
    waiting = Notice.objects.pending()
    (waiting.filter(kind__in=kinds) if kinds else waiting).update(status=Notice.Status.SENT)


def plain_lines(mail: Mail) -> Iterator[str]:
    """The lines of the text part that must fit into 72 columns: all without an address."""
    return (line for line in mail.text.split("\n") if "://" not in line)


def widest(mail: Mail) -> int:
    return max(map(width, plain_lines(mail)))

"""People, notices and plain mails for the tests of accounts."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

from accounts.models import Notice, User
from accounts.outbox import Mail


def plain(notices: Sequence[Notice], now: datetime.datetime) -> Mapping[int, Mail]:
    """A builder that says what the notice is about; notices about “over” are no longer needed."""
    return {
        notice.pk: Mail(
            subject=f"about {notice.subject}", text="Hello.", html="<p>Hello.</p>", thread="table"
        )
        for notice in notices
        if notice.subject != "over"
    }


def person(name: str, **fields: object) -> User:
    """A person in the database, with an address."""
    fields.setdefault("email", f"{name}@example.org")
    return User.objects.create_user(name, password=None, **fields)


def notice(user: User, subject: str, now: datetime.datetime, kind: str = "turn", **fields: object) -> Notice:
    """A notice that is ready to leave."""
    fields.setdefault("send_at", now)
    return Notice.objects.create(user=user, kind=kind, subject=subject, created_at=now, **fields)

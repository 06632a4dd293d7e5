"""People, notices and plain mails for the tests of accounts."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

from allauth.account.models import EmailAddress
from django.test import Client

from accounts import digests
from accounts.models import Notice, User
from accounts.outbox import Mail, written


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


PASSWORD = "a-long-way-to-Tipperary"


def member(name: str, **fields: object) -> User:
    """A person who has confirmed their address and can sign in with ``PASSWORD``."""
    user = person(name, **fields)
    user.set_password(PASSWORD)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def sign_in(client: Client, login: str, password: str = PASSWORD) -> bool:
    """Post the sign-in form; whether that was enough."""
    client.post("/accounts/login/", {"login": login, "password": password})
    return "_auth_user_id" in client.session


def confirm(client: Client, password: str = PASSWORD) -> None:
    """Give the password once more, as pages that could hurt ask for."""
    client.post("/accounts/reauthenticate/", {"password": password})


def notice(user: User, subject: str, now: datetime.datetime, kind: str = "turn", **fields: object) -> Notice:
    """A notice that is ready to leave."""
    fields.setdefault("send_at", now)
    return Notice.objects.create(user=user, kind=kind, subject=subject, created_at=now, **fields)


def digest(notices: Sequence[Notice], now: datetime.datetime) -> Mapping[int, Mail]:
    """A builder of digests that name what they tell."""
    waiting = digests.gather(notices)
    mails = {}
    for one in notices:
        told = [part for part, _mail in written(waiting.get(one.user_id, []), now)]
        text = " ".join(part.subject for part in told)
        if told:
            mails[one.pk] = Mail(subject=text, text=text, covers=tuple(part.pk for part in told))
    return mails


def until(notices: Sequence[Notice], now: datetime.datetime) -> Mapping[int, datetime.datetime]:
    """The deadlines that notices name themselves."""
    named = {one.pk: one.data.get("until") for one in notices}
    return {pk: datetime.datetime.fromisoformat(at) for pk, at in named.items() if at}

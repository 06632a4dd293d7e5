"""The outbox: who writes which kind of mail, and how a reader sees it. What a mail says is not known here."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.utils import timezone, translation

from accounts.models import Notice, User


@dataclass(frozen=True)
class Mail:
    """One mail, written. Subjects become one line; mails of one ``thread`` are shown together.

    ``images`` are PNGs with their content ids, for ``<img src="cid:…">``. ``to`` is another address than the
    person's own, for mails that check an address.
    """

    subject: str
    text: str
    html: str = ""
    thread: str = ""
    images: tuple[tuple[str, bytes], ...] = ()
    to: str = ""


Builder = Callable[[Sequence[Notice], datetime.datetime], Mapping[int, Mail]]
"""Writes the mails of one kind, by notice pk; a notice missing in the answer is no longer needed."""

BUILDERS: dict[str, Builder] = {}


def register(kind: str, builder: Builder) -> None:
    """Name the builder that writes mails of a kind."""
    BUILDERS[kind] = builder


@contextmanager
def reading_as(user: User) -> Iterator[None]:
    """Write for a person: their language and their time zone."""
    with timezone.override(user.tzinfo), translation.override(user.language):
        yield

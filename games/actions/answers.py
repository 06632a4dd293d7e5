"""What a mail that somebody sent us led to, and the answer to it in the outbox: both or neither, once a mail.

How an answer is worded is not known here.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from django.db import transaction

from accounts import vault
from accounts.models import Notice, User
from games.actions.receipts import Receipt
from games.models import Match
from games.rules.game import Refusal

_STEP = 512
"""Answers are padded to whole steps of so many bytes, so that the length of a stored one tells nothing."""
RECEIPT, REFUSAL = "receipt", "refusal"


class Answer(msgspec.Struct, frozen=True):
    """What became of a mail, for its writer's eyes only.

    ``about`` says what it was: ``order``, ``plan``, ``say``, ``note``, ``resign`` (to be confirmed),
    ``resigned``, ``status``, ``help``, ``refused`` or ``forged`` (a mail in the name of somebody else).
    """

    about: str
    read: str = ""
    """What was read, as it was written."""
    unread: str = ""
    """Lines behind it that were not."""
    receipt: Receipt | None = None
    message: str = ""
    """The sentence of a refusal, and what goes into its gaps."""
    code: str = ""
    data: dict[str, str | int | float | None] = {}
    mail: str = ""
    """The Message-ID of the mail that is answered."""

    @property
    def kind(self) -> str:
        """The kind of notice it is."""
        return REFUSAL if self.about in ("refused", "forged") else RECEIPT


class Place(NamedTuple):
    """Whose mail it is, and what it was about."""

    user: User
    match: Match
    turn: int
    seat: int


def refused(refusal: Refusal, read: str = "") -> Answer:
    """The answer to what was refused."""
    kept = {name: _plain(value) for name, value in refusal.data.items()}
    return Answer("refused", read=read, message=refusal.message, code=refusal.code, data=kept)


def _plain(value: object) -> str | int | float | None:
    return value if isinstance(value, str | int | float | None) else str(value)


def once(place: Place, mail: str, now: datetime.datetime, do: Callable[[], Answer]) -> bool:
    """Do what a mail asks and leave its answer in the outbox; False, and nothing done, if it came before.

    ``mail`` identifies it among the mails of this person. Of two that come at once the second waits here for
    the first, and then is the one that came before.
    """
    user, subject = place.user, f"{place.match.code}:{place.turn}:mail:{mail}"
    with transaction.atomic():
        claim, new = Notice.objects.get_or_create(
            user=user, kind=RECEIPT, subject=subject, defaults={"created_at": now, "send_at": now}
        )
        if not new or Notice.objects.filter(user=user, kind=REFUSAL, subject=subject).exists():
            if new:
                claim.delete()
            return False
        answer = do()
        claim.kind, claim.data = answer.kind, _data(place, answer)
        claim.save(update_fields=["kind", "data"])
    return True


def warn_of_forgery(place: Place, now: datetime.datetime) -> None:
    """Tell a person that a mail in their name was not theirs, at most once an hour and match."""
    Notice.objects.get_or_create(
        user=place.user,
        kind=REFUSAL,
        subject=f"{place.match.code}:forged:{now:%Y%m%d%H}",
        defaults={"data": _data(place, Answer("forged")), "created_at": now, "send_at": now},
    )


def _data(place: Place, answer: Answer) -> dict[str, Any]:
    plain = msgspec.json.encode(answer)
    padded = plain.ljust(-(-len(plain) // _STEP) * _STEP)
    about = {"match": place.match.code, "turn": place.turn, "seat": place.seat}
    return {**about, "sealed": vault.seal(padded.decode())}


def opened(data: Mapping[str, Any]) -> Answer:
    """The answer that a notice holds."""
    return msgspec.json.decode(vault.unseal(data["sealed"]).rstrip(), type=Answer)

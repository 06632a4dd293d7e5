"""The outbox: claims notices, has them written, hands them to the mail server. Knows not what a mail says.

**Each mail once.** A notice is claimed for a minute (``send_at`` moves ahead, ``attempts`` goes up), so the
notices of a sender that died come back by themselves. When the server has the text of a mail and only the
closing dot is missing (see ``wires``), the notice is marked as sent by a compare-and-set on the claim, in a
transaction that commits the moment the server has taken the mail. Where rows can be locked, nobody else can
get at the notice meanwhile, however long a sender stalls.

So no mail is lost: who dies before the server's answer has not committed. A mail goes out twice only if the
process dies between that answer and the commit's leaving for the database, some 0.1 ms of the 3 ms that a
mail takes, or if a server takes a mail and its answer is lost; then it bears the same Message-ID. Losing a
turn mail costs a player more than reading it twice.

SQLite has one lock for all writers, which must not be held while a mail server thinks; there the mark is a
statement of its own right after the answer.
"""

from __future__ import annotations

import datetime
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import structlog
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone, translation

from accounts.letters import Mail, Undeliverable, write
from accounts.models import MAIL_KINDS, Notice, NoticeQuerySet, User
from accounts.wires import BadAddress, Down, Later, Refused, Taken, Wire, open_wire

__all__ = ["Builder", "Mail", "reading_as", "register", "send_ready"]

log = structlog.get_logger(__name__)

BATCH = 100
LEASE = datetime.timedelta(seconds=60)
"""How long a claim holds. A sender that died is made up for after this time."""
SLICE = 20.0
"""Seconds after which a batch is cut off and the rest of it given back, far within the lease."""
TRIES = 10
FIRST_PAUSE, LONGEST_PAUSE = datetime.timedelta(minutes=1), datetime.timedelta(hours=6)

Builder = Callable[[Sequence[Notice], datetime.datetime], Mapping[int, Mail]]
"""Writes the mails of one kind, by notice pk; a notice missing in the answer is no longer needed."""

BUILDERS: dict[str, Builder] = {}


def register(kind: str, builder: Builder) -> None:
    """Name the builder that writes mails of a kind. It gets notices with their ``user`` read."""
    BUILDERS[kind] = builder


@contextmanager
def reading_as(user: User) -> Iterator[None]:
    """Write for a person: their language and their time zone."""
    with timezone.override(user.tzinfo), translation.override(user.language):
        yield


def send_ready(clock: Callable[[], datetime.datetime], seconds: float = SLICE) -> int:
    """Send batch after batch until nothing is ready or the time is up; how many mails were sent.

    Raises ``Down`` if there is no mail server, with nothing claimed and no try used up.
    """
    end = time.monotonic() + seconds
    wire: Wire | None = None
    sent = 0
    try:
        while time.monotonic() < end and Notice.objects.ready(clock()).exists():
            wire = wire or open_wire()
            round_ = send_batch(wire, clock())
            sent += round_.sent
            if not round_.alive:
                wire = None
                if not round_.sent:
                    raise Down("the server hung up before it took a mail")
            elif not round_.claimed:
                break
    finally:
        if wire is not None:
            wire.close()
    return sent


@dataclass
class Round:
    """What became of one batch; ``alive`` tells whether the wire still is."""

    claimed: int
    sent: int = 0
    alive: bool = True


def send_batch(wire: Wire, now: datetime.datetime) -> Round:
    """Claim a batch, have it written and send it over an open wire."""
    start = time.monotonic()
    claimed = claim(now)
    queue = written(claimed, now)
    round_ = Round(len(claimed))
    while queue and round_.alive and time.monotonic() - start < SLICE:
        notice, mail = queue.pop(0)
        elapsed = datetime.timedelta(seconds=time.monotonic() - start)
        _send(wire, notice, mail, now + elapsed, round_)
    if queue:
        _give_back([notice.pk for notice, _mail in queue], now)
    log.info("mail_batch", claimed=round_.claimed, sent=round_.sent, given_back=len(queue))
    return round_


def claim(now: datetime.datetime) -> list[Notice]:
    """Take the longest waiting notices for a minute; no two senders get the same."""
    with transaction.atomic():
        ready = Notice.objects.ready(now).select_related("user")
        batch = list(ready.select_for_update(of=("self",), skip_locked=True)[:BATCH])
        Notice.objects.filter(pk__in=[notice.pk for notice in batch]).update(
            send_at=now + LEASE, attempts=F("attempts") + 1
        )
    for notice in batch:
        notice.attempts += 1
    return batch


def written(batch: Sequence[Notice], now: datetime.datetime) -> list[tuple[Notice, Mail]]:
    """The mails of a batch, in its order. What is unwanted or no longer needed is dropped for good."""
    mails: dict[int, Mail] = {}
    dropped: set[int] = set()
    kinds: dict[str, list[Notice]] = defaultdict(list)
    for notice in batch:
        if notice.kind in MAIL_KINDS and not notice.user.wants(notice.kind):
            dropped.add(notice.pk)
        else:
            kinds[notice.kind].append(notice)
    for kind, notices in kinds.items():
        answered, made = _built(kind, notices, now)
        mails.update(made)
        dropped.update(notice.pk for notice in answered if notice.pk not in made)
    for notice in batch:
        if notice.pk in dropped:
            _mine(notice).update(status=Notice.Status.DROPPED, error="", **_spent(notice))
    return [(notice, mails[notice.pk]) for notice in batch if notice.pk in mails]


def _built(
    kind: str, notices: Sequence[Notice], now: datetime.datetime
) -> tuple[Sequence[Notice], Mapping[int, Mail]]:
    """The notices that a builder answered for, and their mails. One it fails on does not spoil the others."""
    try:
        return notices, BUILDERS[kind](notices, now)
    except Exception as error:
        if len(notices) == 1:
            log.exception("mail_not_built", kind=kind, notice=notices[0].pk)
            _postpone(notices[0], f"{type(error).__name__}: {error}", now)
            return [], {}
    alone = [_built(kind, [notice], now) for notice in notices]
    mails = {pk: mail for _answered, made in alone for pk, mail in made.items()}
    return [notice for answered, _made in alone for notice in answered], mails


def _send(wire: Wire, notice: Notice, mail: Mail, now: datetime.datetime, round_: Round) -> None:
    """Send one mail and store what became of it."""
    try:
        wire.send(write(notice, mail, now), lambda: _marked(notice, now))
    except (Undeliverable, Refused) as error:
        bad = isinstance(error, Undeliverable | BadAddress)
        _fail(notice, str(error), now, address=bad and not mail.to)
    except Later as error:
        _postpone(notice, str(error), now)
    except Down as error:
        # This letter may be the reason, so a try is used up; the others go back as they were.
        round_.alive = False
        _postpone(notice, str(error), now)
    except Taken:
        round_.alive = False
        log.warning("mail_claim_ran_out", notice=notice.pk)
    else:
        round_.sent += 1
        if notice.user.mail_failed_at is not None and not mail.to:
            User.objects.filter(pk=notice.user_id).update(mail_failed_at=None)


@contextmanager
def _marked(notice: Notice, now: datetime.datetime) -> Iterator[bool]:
    """Mark a notice as sent if the block ends well; says whether our claim on it holds."""
    sent = {"status": Notice.Status.SENT, "sent_at": now, "error": "", **_spent(notice)}
    if connection.features.has_select_for_update:
        with transaction.atomic():
            yield _mine(notice).update(**sent) == 1
    else:
        yield _mine(notice).exists()
        _mine(notice).update(**sent)


def _mine(notice: Notice) -> NoticeQuerySet:
    """The notice as long as our claim on it holds: every claim counts ``attempts`` up."""
    return Notice.objects.pending().filter(pk=notice.pk, attempts=notice.attempts)


def _spent(notice: Notice) -> dict[str, Any]:
    """What is wiped from a notice that is done with: a sealed text is kept only until it has left."""
    return {"data": {}} if "sealed" in notice.data else {}


def _postpone(notice: Notice, reason: str, now: datetime.datetime) -> None:
    """Try again after a pause that doubles each time; give up after the last try."""
    if notice.attempts >= TRIES:
        _fail(notice, reason, now)
        return
    pause = min(FIRST_PAUSE * 2 ** (notice.attempts - 1), LONGEST_PAUSE)
    _mine(notice).update(send_at=now + pause, error=reason)


def _fail(notice: Notice, reason: str, now: datetime.datetime, *, address: bool = False) -> None:
    """Give up on a notice; if it is the person's own address that fails, they see a banner on the site."""
    _mine(notice).update(status=Notice.Status.FAILED, error=reason, **_spent(notice))
    log.warning("mail_failed", notice=notice.pk, kind=notice.kind, reason=reason)
    if address:
        User.objects.filter(pk=notice.user_id).update(mail_failed_at=now)


def _give_back(pks: Iterable[int], now: datetime.datetime) -> None:
    """Undo the claim on notices that were not tried."""
    Notice.objects.pending().filter(pk__in=pks).update(send_at=now, attempts=F("attempts") - 1)

"""The outbox: claims notices, has them written, hands them to the mail server. Knows not what a mail says.

**Each mail once.** A notice is claimed for a minute (``send_at`` moves ahead, ``attempts`` goes up), so the
notices of a sender that died come back by themselves. It is marked as sent by a compare-and-set on the claim
the moment the server has answered that it has the mail, before the next one begins to leave. A sender that
finds before the last word of a mail that its claim is running out hangs up without that word.

So no mail is lost: who dies before the server's answer has marked nothing. A mail goes out twice only if the
process dies between that answer and the mark's leaving for the database, some 0.1 ms of the 2 ms that a mail
takes, or if a server takes a mail and its answer is lost; then it bears the same Message-ID. Losing a turn
mail costs a player more than reading it twice.

**No waiting.** While the server reads a mail, before the last word of it, the next one is written.

An action writes ``Notice`` rows, unique per (person, kind, subject), in its own transaction.
``accounts/outbox.py`` claims them, asks the builders in ``games/notices`` for the mails (which look again
whether each is still needed), and sends them over a connection that stays open, or a few in a storm; a
mail is marked as sent before the next one begins. What is due soonest leaves first
(``Notice.wanted_by``). A claimed notice may have to wait (``accounts/holding.py``): for the end of its
reader's quiet hours, or for their daily digest, unless that left too little of the time before a deadline
(``accounts/hours.py``). It is nobody's until then, so what lies idle costs nothing, and is looked at
anew. A digest is a notice too, one a day and person, never two under way; it asks the same builders for
what waits (``accounts/digests.py``). Mail that comes back marks the address (``accounts/bounces.py``).
``accounts`` knows no game: builders, exporters and erasers are registered by ``games/apps.py``.
"""

from __future__ import annotations

import datetime
import math
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import structlog
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone, translation

from accounts import digests, holding
from accounts.holding import Deadlines
from accounts.letters import Letter, Mail, Undeliverable, write
from accounts.models import DIGEST, MAIL_KINDS, TRIAL, Notice, NoticeQuerySet, Outgoing, User
from accounts.wires import BadAddress, Down, Later, Refused, Wire, open_wire

__all__ = ["Builder", "Draft", "Mail", "finished", "reading_as", "register", "send_ready", "written"]

log = structlog.get_logger(__name__)

BATCH = 100
LEASE = datetime.timedelta(seconds=60)
"""How long a claim holds. A sender that died is made up for after this time."""
SLICE = 20.0
"""Seconds after which a batch is cut off and the rest of it given back, far within the lease."""
STORM = 2 * BATCH
"""From how many ready notices on a sender gets help."""
HELPERS = 2
TRIES = 10
FIRST_PAUSE, LONGEST_PAUSE = datetime.timedelta(minutes=1), datetime.timedelta(hours=6)

Draft = Callable[[], Mail]
"""Writes one mail when its turn comes. What it needs from the database was read before."""

Builder = Callable[[Sequence[Notice], datetime.datetime], Mapping[int, Mail | Draft]]
"""Writes the mails of one kind, by notice pk; a notice missing in the answer is no longer needed."""

BUILDERS: dict[str, Builder] = {}


def register(kind: str, builder: Builder, deadlines: Deadlines | None = None) -> None:
    """Name the builder that writes mails of a kind. It gets notices with their ``user`` read.

    ``deadlines`` tells until when notices of this kind ask for something.
    """
    BUILDERS[kind] = builder
    if deadlines is not None:
        holding.DEADLINES[kind] = deadlines


def finished(mail: Mail | Draft) -> Mail:
    """The mail that a builder has written, or now writes."""
    return mail if isinstance(mail, Mail) else mail()


@contextmanager
def reading_as(user: User) -> Iterator[None]:
    """Write for a person: their language and their time zone."""
    with timezone.override(user.tzinfo), translation.override(user.language):
        yield


def note_down(now: datetime.datetime) -> None:
    """Remember since when there has been no mail server."""
    Outgoing.objects.get_or_create(pk=1)
    Outgoing.objects.filter(pk=1, down_since=None).update(down_since=now)


def note_up(sent: int) -> None:
    """Forget that the mail server was away, if mails were sent or it answers. Raises ``Down`` if not."""
    away = Outgoing.objects.exclude(down_since=None)
    if not away.exists():
        return
    if not sent:
        open_wire().close()
    away.update(down_since=None)


def send_ready(clock: Callable[[], datetime.datetime], seconds: float = SLICE) -> int:
    """Send batch after batch until nothing is ready or the time is up; how many mails were sent.

    A storm is sent over a few connections at once, so that the mail server never waits for the database.
    Raises ``Down`` if there is no mail server, with nothing claimed and no try used up.
    """
    end = time.monotonic() + seconds
    holding.release(clock())
    storm = Notice.objects.ready(clock())[STORM : STORM + 1].exists()
    helpers = HELPERS if storm and connection.features.has_select_for_update_skip_locked else 0
    with ThreadPoolExecutor(max_workers=helpers or 1) as pool:
        helped = [pool.submit(_help, clock, end) for _n in range(helpers)]
        sent = _send_until(clock, end)
    return sent + sum(help_.result() for help_ in helped)


def _help(clock: Callable[[], datetime.datetime], end: float) -> int:
    try:
        return _send_until(clock, end)
    except Down:
        return 0
    finally:
        connection.close()  # the one of this thread


def _send_until(clock: Callable[[], datetime.datetime], end: float) -> int:
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
    until: float = math.inf
    """On the monotonic clock: when our claim on the batch begins to be unsure."""


def send_batch(wire: Wire, now: datetime.datetime) -> Round:
    """Claim a batch, have it written and send it over an open wire."""
    start = time.monotonic()
    claimed = claim(now)
    round_ = Round(len(claimed), until=start + LEASE.total_seconds() * 0.75)
    letters = Letters(written(holding.held_back(claimed, now), now), now)
    while round_.alive and time.monotonic() - start < SLICE and (taken := letters.take()):
        _send(wire, *taken, letters, round_)
    if left := letters.left():
        _give_back(left, now)
    log.info("mail_batch", claimed=round_.claimed, sent=round_.sent, given_back=len(left))
    return round_


class Letters:
    """The letters of a batch in its order, each written when it is taken, or ahead of that."""

    def __init__(self, mails: Iterable[tuple[Notice, Mail | Draft]], now: datetime.datetime) -> None:
        self.now = now
        self._drafts = deque(mails)
        self._next: tuple[Notice, Letter] | None = None

    def write_ahead(self) -> None:
        """Have the next letter written. What can't be is marked so and passed over."""
        while self._next is None and self._drafts:
            self._next = _letter(*self._drafts.popleft(), self.now)

    def take(self) -> tuple[Notice, Letter] | None:
        """The next letter, if there is one."""
        self.write_ahead()
        taken, self._next = self._next, None
        return taken

    def left(self) -> list[int]:
        """The keys of the notices whose letters nobody took."""
        return [notice.pk for notice, _letter in (*([self._next] if self._next else []), *self._drafts)]


def _letter(notice: Notice, draft: Mail | Draft, now: datetime.datetime) -> tuple[Notice, Letter] | None:
    try:
        mail = finished(draft)
    except Exception as error:
        _not_built(notice, error, now)
        return None
    try:
        return notice, write(notice, mail, now)
    except Undeliverable as error:
        _fail(notice, str(error), now, address=not mail.to)
        return None


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


def written(batch: Sequence[Notice], now: datetime.datetime) -> list[tuple[Notice, Mail | Draft]]:
    """The mails of a batch, in its order. What is unwanted or no longer needed is dropped for good."""
    mails: dict[int, Mail | Draft] = {}
    dropped: set[int] = set()
    kinds: dict[str, list[Notice]] = defaultdict(list)
    for notice in batch:
        if (notice.kind in MAIL_KINDS or notice.kind == DIGEST) and not notice.user.wants(notice.kind):
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
) -> tuple[Sequence[Notice], Mapping[int, Mail | Draft]]:
    """The notices that a builder answered for, and their mails. One it fails on does not spoil the others."""
    try:
        return notices, BUILDERS[kind](notices, now)
    except Exception as error:
        if len(notices) == 1:
            _not_built(notices[0], error, now)
            return [], {}
    alone = [_built(kind, [notice], now) for notice in notices]
    mails = {pk: mail for _answered, made in alone for pk, mail in made.items()}
    return [notice for answered, _made in alone for notice in answered], mails


def _not_built(notice: Notice, error: Exception, now: datetime.datetime) -> None:
    log.error("mail_not_built", kind=notice.kind, notice=notice.pk, exc_info=error)
    _postpone(notice, f"{type(error).__name__}: {error}", now)


_IN_DOUBT = threading.Lock()
"""Held from the last word of a mail to its mark: however many connections there are, a kill doubles one."""


def _send(wire: Wire, notice: Notice, letter: Letter, letters: Letters, round_: Round) -> None:
    """Send one mail and store what became of it."""
    now, own_address = letters.now, not letter.mail.to

    def still_ours() -> bool:
        letters.write_ahead()
        doubt.enter_context(_IN_DOUBT)
        return time.monotonic() < round_.until

    try:
        with ExitStack() as doubt, transaction.atomic() if wire.local else nullcontext():
            wire.send(letter, still_ours)
            _mark_sent(notice, letter.mail, now)
    except Refused as error:
        _fail(notice, str(error), now, address=isinstance(error, BadAddress) and own_address)
        digests.refused(letter.mail.covers, str(error))
    except Later as error:
        _postpone(notice, str(error), now)
    except Down as error:
        # This letter may be the reason, so a try is used up; the others go back as they were.
        round_.alive = False
        _postpone(notice, str(error), now)
    else:
        round_.sent += 1
        if notice.user.mail_failed_at is not None and own_address:
            _reached(notice)


_MARK = """
UPDATE accounts_notice SET status = 'sent', sent_at = %s, error = ''
WHERE id = %s AND status = 'pending' AND attempts = %s
"""


def _mark_sent(notice: Notice, mail: Mail, now: datetime.datetime) -> None:
    """Mark a notice as sent. Plain SQL: every instant between the server's answer and this mark counts."""
    with transaction.atomic() if mail.covers else nullcontext():
        with connection.cursor() as cursor:
            moment = connection.ops.adapt_datetimefield_value(now)
            cursor.execute(_MARK, [moment, notice.pk, notice.attempts])
            if cursor.rowcount != 1:
                log.error("mail_claim_lost", notice=notice.pk)
        if mail.covers:
            digests.told(notice, mail.covers, now)
    if spent := _spent(notice):
        Notice.objects.filter(pk=notice.pk).update(**spent)


def _mine(notice: Notice) -> NoticeQuerySet:
    """The notice as long as our claim on it holds: every claim counts ``attempts`` up."""
    return Notice.objects.filter(pk=notice.pk, status=notice.status, attempts=notice.attempts)


def _spent(notice: Notice) -> dict[str, Any]:
    """What is wiped from a notice that is done with: a sealed text is kept only until it has left."""
    return {"data": {}} if "sealed" in notice.data else {}


def _postpone(notice: Notice, reason: str, now: datetime.datetime) -> None:
    """Try again after a pause that doubles each time; give up after the last try."""
    if notice.attempts >= TRIES:
        _fail(notice, reason, now)
        return
    _mine(notice).update(send_at=now + _pause(notice.attempts), error=reason)


def _pause(attempts: int) -> datetime.timedelta:
    doubled: datetime.timedelta = FIRST_PAUSE * 2 ** (attempts - 1)
    return min(doubled, LONGEST_PAUSE)


def tried_for(attempts: int) -> datetime.timedelta:
    """For how long a notice has been tried so often when its next try has come."""
    return sum(map(_pause, range(1, attempts + 1)), datetime.timedelta())


def _fail(notice: Notice, reason: str, now: datetime.datetime, *, address: bool = False) -> None:
    """Give up on a notice; if it is the person's own address that fails, they see a banner on the site."""
    _mine(notice).update(status=Notice.Status.FAILED, error=reason, **_spent(notice))
    log.warning("mail_failed", notice=notice.pk, kind=notice.kind)  # the reason may name the address
    if address:
        User.objects.filter(pk=notice.user_id).update(mail_failed_at=now, mail_failure=reason)


def _reached(notice: Notice) -> None:
    """Forget that mail to a person was refused. What came back after it was taken only a trial clears."""
    marked = User.objects.filter(pk=notice.user_id)
    if notice.kind != TRIAL:
        marked = marked.filter(mail_bounced=False)
    marked.update(mail_failed_at=None, mail_failure="", mail_bounced=False)


def _give_back(pks: Iterable[int], now: datetime.datetime) -> None:
    """Undo the claim on notices that were not tried."""
    Notice.objects.pending().filter(pk__in=pks).update(send_at=now, attempts=F("attempts") - 1)

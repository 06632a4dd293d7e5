"""Which notices wait although they could leave: for the end of quiet hours, or for the daily digest.

A notice is looked at when a sender claims it. One that waits is nobody's until its time has come, so what
lies idle costs nothing; and since it is looked at again then, moved deadlines and changed wishes count.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence

from django.db.models import Max
from django.utils import timezone

from accounts.hours import leaves_enough, next_digest, quiet_end
from accounts.models import AT_ONCE, DIGEST, MAIL_KINDS, WAITING, Notice, User

Deadlines = Callable[[Sequence[Notice], datetime.datetime], Mapping[int, datetime.datetime]]
"""Until when notices ask for something, by their keys; those that ask for nothing are missing."""

DEADLINES: dict[str, Deadlines] = {}

MOST_CALLED = 500
"""For how many people a digest is begun at a time."""

Waiting = tuple[Notice.Status, datetime.datetime]


def deadlines(notices: Sequence[Notice], now: datetime.datetime) -> dict[int, datetime.datetime]:
    """Until when these notices ask for something, by their keys."""
    found: dict[int, datetime.datetime] = {}
    for ask in dict.fromkeys(DEADLINES.values()):
        kinds = {kind for kind, asked in DEADLINES.items() if asked is ask}
        if asking := [notice for notice in notices if notice.kind in kinds]:
            found.update(ask(asking, now))
    return found


def held_back(batch: Sequence[Notice], now: datetime.datetime) -> list[Notice]:
    """The notices of a claimed batch that may leave now; the others are given back until their time."""
    maybe = [notice for notice in batch if _may_wait(notice)]
    if not maybe:
        return list(batch)
    due, last = deadlines(maybe, now), _last_digests(maybe)
    waits = {
        notice.pk: wait
        for notice in maybe
        if (wait := _wait(notice, now, due.get(notice.pk), last.get(notice.user_id)))
    }
    held = [notice for notice in maybe if notice.pk in waits]
    for notice in held:
        notice.status, notice.send_at = waits[notice.pk]
        notice.attempts -= 1
    Notice.objects.pending().bulk_update(held, ["status", "send_at", "attempts"])
    return [notice for notice in batch if notice.pk not in waits]


def _may_wait(notice: Notice) -> bool:
    """Whether it is worth a look; whoever asks for a mail once more gets it at once."""
    person, kind = notice.user, notice.kind
    if person.quiet_from is None and kind not in person.mail_digest:
        return False
    if kind in AT_ONCE or (kind not in MAIL_KINDS and kind != DIGEST) or notice.data.get("again"):
        return False
    return person.wants(kind)


def _wait(
    notice: Notice, now: datetime.datetime, due_at: datetime.datetime | None, last: datetime.datetime | None
) -> Waiting | None:
    """For what a notice waits and until when; None if it does not."""
    person = notice.user
    if notice.kind in person.mail_digest:
        digest = next_digest(person.digest_hour, person.tzinfo, now, last)
        if leaves_enough(due_at, digest, now):
            return Notice.Status.DIGEST, digest
    end = quiet_end(person.quiet_from, person.quiet_until, person.tzinfo, now)
    if end is not None and leaves_enough(due_at, end, now):
        return Notice.Status.QUIET, end
    return None


def _last_digests(notices: Sequence[Notice]) -> dict[int, datetime.datetime]:
    """When these people, as far as they want digests, were last sent one."""
    people = {notice.user_id for notice in notices if notice.kind in notice.user.mail_digest}
    sent = Notice.objects.filter(user__in=people, kind=DIGEST, status=Notice.Status.SENT) if people else None
    return {} if sent is None else dict(sent.values_list("user").annotate(Max("sent_at")))


def release(now: datetime.datetime) -> None:
    """Let go what has waited long enough: notices after quiet hours, and a digest for whoever is due one."""
    quiet = Notice.objects.filter(status=Notice.Status.QUIET, send_at__lte=now)
    quiet.update(status=Notice.Status.PENDING)
    while _call_digests(now) == MOST_CALLED:
        pass


def _call_digests(now: datetime.datetime) -> int:
    """Begin a digest for people whose notices wait for one that is due; of how many people.

    Nobody has two under way: one that could not leave yet will tell what has come meanwhile. Whoever had one
    today already waits until tomorrow.
    """
    under_way = Notice.objects.filter(kind=DIGEST, status__in=[Notice.Status.PENDING, Notice.Status.QUIET])
    due = Notice.objects.filter(status=Notice.Status.DIGEST, send_at__lte=now)
    called = (
        due.exclude(user__in=under_way.values("user")).order_by().values_list("user", flat=True).distinct()
    )
    people = list(User.objects.filter(pk__in=list(called[:MOST_CALLED])))
    due.filter(user__in=[one for one in people if not one.wants(DIGEST)]).update(status=Notice.Status.DROPPED)
    fresh = [_digest(person, now) for person in people if person.wants(DIGEST)]
    subjects = {digest.subject for digest in fresh}
    had = set(
        Notice.objects.filter(kind=DIGEST, user__in=people, subject__in=subjects).values_list(
            "user", "subject"
        )
    )
    for digest in fresh:
        if (digest.user_id, digest.subject) in had:
            due.filter(user=digest.user).update(send_at=_tomorrow(digest.user, now))
    new = [digest for digest in fresh if (digest.user_id, digest.subject) not in had]
    Notice.objects.bulk_create(new, ignore_conflicts=True)
    return len(people)


def _digest(person: User, now: datetime.datetime) -> Notice:
    """The digest of a person's day."""
    today = timezone.localdate(now, person.tzinfo).isoformat()
    wanted_by = now + datetime.timedelta(days=1)
    return Notice(user=person, kind=DIGEST, subject=today, created_at=now, send_at=now, wanted_by=wanted_by)


def _tomorrow(person: User, now: datetime.datetime) -> datetime.datetime:
    """The next digest of a person who had one today."""
    at = next_digest(person.digest_hour, person.tzinfo, now)
    same = timezone.localdate(at, person.tzinfo) == timezone.localdate(now, person.tzinfo)
    return next_digest(person.digest_hour, person.tzinfo, at) if same else at


def look_again(user: User, now: datetime.datetime) -> None:
    """Have whatever waits for a person looked at again, since their wishes have changed.

    What a digest that is being sent at this moment tells stays with it.
    """
    leaving = Notice.objects.pending().filter(user=user, kind=DIGEST, attempts__gt=0, send_at__gt=now)
    waiting = Notice.objects.filter(user=user, status__in=WAITING)
    if not leaving.exists():
        waiting.update(status=Notice.Status.PENDING, send_at=now)

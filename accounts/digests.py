"""The notices that a daily digest tells: taken up and marked together. Knows not what a digest says."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Collection, Sequence

from django.db import transaction
from django.db.models import F

from accounts.models import Notice

MOST_TOLD = 100
"""How many notices one digest tells; the others wait for the next one."""


def gather(digests: Sequence[Notice]) -> dict[int, list[Notice]]:
    """What waits for the digests of these people, by person, the most urgent first.

    It is counted as a try, so that what is said from now on gets a notice of its own.
    """
    parts: dict[int, list[Notice]] = defaultdict(list)
    people = {digest.user_id for digest in digests}
    with transaction.atomic():
        waiting = Notice.objects.filter(user__in=people, status=Notice.Status.DIGEST).select_related("user")
        for notice in waiting.select_for_update(of=("self",)).order_by("wanted_by", "send_at", "pk"):
            if len(parts[notice.user_id]) < MOST_TOLD:
                notice.attempts += 1
                parts[notice.user_id].append(notice)
        taken = [notice.pk for notices in parts.values() for notice in notices]
        Notice.objects.filter(pk__in=taken).update(attempts=F("attempts") + 1)
    return parts


def told(digest: Notice, parts: Collection[int], now: datetime.datetime) -> None:
    """Mark as sent what a digest told, and keep with it what that was."""
    covered = Notice.objects.filter(pk__in=parts, status=Notice.Status.DIGEST)
    covered.update(status=Notice.Status.SENT, sent_at=now, error="")
    Notice.objects.filter(pk=digest.pk).update(data={**digest.data, "parts": list(parts)})


def refused(parts: Collection[int], reason: str) -> None:
    """Give up on what a digest would have told that a server will never take."""
    if parts:
        covered = Notice.objects.filter(pk__in=parts, status=Notice.Status.DIGEST)
        covered.update(status=Notice.Status.FAILED, error=reason)

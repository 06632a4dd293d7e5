"""The clock: one beat tick closes what is due and reminds who is late. The rows are the deadlines."""

from __future__ import annotations

import datetime

import structlog
from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games.actions import clock, deals, pausing, practice, ratings
from games.actions.contests import booking, steps
from games.actions.outages import closable
from games.actions.turns import BATCH, close_due, remind_due

log = structlog.get_logger(__name__)

MOST_BATCHES = 400
"""How many batches one task closes before it makes room for others."""
LONGEST_STRIDE = datetime.timedelta(seconds=60)
"""After how long the task for contests makes room for others; the next tick goes on."""
HELPERS = 3
"""How many more tasks a storm is shared with."""


@shared_task  # type: ignore[untyped-decorator]
def tick() -> None:
    """Stamp the clock, remind, and close what is due; a storm is shared with a few more tasks.

    The stamp comes first: it moves what an outage has touched before anything closes. Contests are looked at
    by a task of their own, and only if there is something to do, so that no deadline waits for a draw.
    """
    now = timezone.now()
    clock.stamp(now)
    pausing.end_due(now)
    remind_due(now)
    # Helpers are called before the first batch, so that no worker stands by while it is closed.
    for _n in range(closable(now)[: (HELPERS + 1) * BATCH - 1].count() // BATCH):
        close_all_due.apply_async(args=[now.isoformat()], expires=60)
    close_all_due(now.isoformat())
    if steps.is_due(now):
        step_contests.apply_async(expires=settings.CLOCK_TICK.total_seconds())
    if ratings.is_due():
        rate_finished.apply_async(expires=settings.CLOCK_TICK.total_seconds())


@shared_task  # type: ignore[untyped-decorator]
def step_contests() -> int:
    """Book what has ended in contests and take them on, until nothing is due; how many steps that were."""
    now = timezone.now()
    end = now + LONGEST_STRIDE
    taken = 0
    while timezone.now() < end:
        counted = booking.count_ended(now)
        done = steps.step_due(now)
        if not counted and not done:
            break
        taken += counted + done
    return taken


@shared_task  # type: ignore[untyped-decorator]
def rate_finished() -> int:
    """Let finished matches reach the ratings, until none is left; how many."""
    now = timezone.now()
    end = now + LONGEST_STRIDE
    looked_at = 0
    while timezone.now() < end:
        batch = ratings.rate_due(now)
        if not batch:
            break
        looked_at += batch
    return looked_at


@shared_task  # type: ignore[untyped-decorator]
def deal() -> None:
    """Make the deals of the days to come, and publish those whose day is over."""
    now = timezone.now()
    deals.prepare(now)
    deals.publish(now)


@shared_task  # type: ignore[untyped-decorator]
def clear_guests() -> None:
    """Take away guests that have not played for long, and what they played."""
    log.info("cleared_guests", guests=practice.clear_guests(timezone.now()))


@shared_task  # type: ignore[untyped-decorator]
def close_all_due(now: str) -> int:
    """Close batch after batch of what was due at this instant, until none is left; how many turns.

    What follows at once in matches that wait for a bot is due then too; it is played on until the next tick.
    """
    due = datetime.datetime.fromisoformat(now)
    end = timezone.now() + settings.CLOCK_TICK
    closed = 0
    for _n in range(MOST_BATCHES):
        batch = close_due(due)
        closed += batch
        if not batch or (batch < BATCH and timezone.now() > end):
            break
    return closed

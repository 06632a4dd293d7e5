"""The steps of contests: what the clock does with one whose time has come, a short transaction a step.

What is to be done follows from the rows alone, so a step may be run twice, by two workers at once, or stop
half-way: the next one goes on from there. A contest that only waits for its matches costs nothing.
"""

from __future__ import annotations

import datetime

import structlog
from django.db import transaction

from games.actions import telling
from games.actions.contests import booking, deals, drawing, ladder, rounds, substitutes, tables
from games.actions.contests import telling as news
from games.actions.contests.directing import stopping
from games.actions.contests.founding import end_early
from games.actions.contests.refusals import TooFewEntries
from games.actions.contests.standing import conclude, end_group, refresh
from games.contests.field import Field
from games.contests.formats import FORMATS
from games.contests.plan import IllegalPlan
from games.models import Contest, Group
from games.models.field import fields_of
from games.rules.game import Refusal

log = structlog.get_logger(__name__)

ANOTHER_TRY = datetime.timedelta(minutes=10)
"""After how long a contest whose step failed is tried again."""
STRIDE = 20
"""How many steps one contest takes before another has its turn."""
Status = Contest.Status


def step_due(now: datetime.datetime, most: int = STRIDE) -> int:
    """Take up to so many steps with each contest whose time has come; how many steps that were.

    Any number of workers may call this at once: each takes contests that no other holds. A contest whose step
    fails is put aside with its trouble noted and holds up no other.
    """
    substitutes.wake_wanting(now)
    taken = 0
    for key in list(Contest.objects.due(now).values_list("pk", flat=True)):
        for _n in range(most):
            if not step(key, now):
                break
            taken += 1
    return taken


def is_due(now: datetime.datetime) -> bool:
    """Whether the clock has anything to do with contests; a few queries, whatever there is of them."""
    due = Contest.objects.due(now).exists() or booking.is_due()
    return due or substitutes.wanting(now).exists()


def wake(contest: Contest, now: datetime.datetime) -> None:
    """Let the clock look at a contest that is not over."""
    alive = [Status.REGISTRATION, Status.DRAWN, Status.RUNNING]
    Contest.objects.filter(pk=contest.pk, status__in=alive).update(wake_at=now)


def step(key: int, now: datetime.datetime) -> bool:
    """Take one step with the contest of this key, if it is due and nobody else holds it; whether it was."""
    due = Contest.objects.due(now).filter(pk=key)
    try:
        with transaction.atomic():
            contest = due.select_for_update(skip_locked=True, no_key=True).first()
            if contest is None:
                return False
            contest.wake_at = _advance(contest, now)
            contest.trouble = ""
            contest.save(update_fields=["wake_at", "trouble"])
    except Exception as error:
        _put_aside(key, error, now)
        return False
    return True


def _put_aside(key: int, error: Exception, now: datetime.datetime) -> None:
    said = f"{type(error).__name__}: {error.code if isinstance(error, Refusal) else error}"[:2000]
    with transaction.atomic():
        contest = Contest.objects.select_for_update(no_key=True).get(pk=key)
        log.error("contest_not_stepped", contest=contest.code, trouble=said, exc_info=error)
        if not contest.trouble:
            telling.tell(news.needs_hand(contest, now))
        contest.trouble, contest.wake_at = said, now + ANOTHER_TRY
        contest.save(update_fields=["trouble", "wake_at"])


def _advance(contest: Contest, now: datetime.datetime) -> datetime.datetime | None:
    """Do what comes next with a held contest; when the clock has to look at it again."""
    if contest.status == Status.REGISTRATION:
        return _end_registration(contest, now)
    if contest.status == Status.DRAWN:
        return _begin(contest, now)
    if contest.status == Status.RUNNING:
        return _run(contest, now)
    return None


def _end_registration(contest: Contest, now: datetime.datetime) -> datetime.datetime | None:
    if contest.paused_at is not None:
        return None
    if contest.starts_at is None:
        return None
    if contest.starts_at > now:
        return contest.starts_at
    try:
        drawing.draw_held(contest, now)
    except (TooFewEntries, IllegalPlan):
        end_early(contest, now)
        return None
    return now


def _begin(contest: Contest, now: datetime.datetime) -> datetime.datetime | None:
    if contest.paused_at is not None:
        return None
    if contest.starts_at is not None and contest.starts_at > now:
        return contest.starts_at
    contest.status, contest.started_at = Status.RUNNING, now
    contest.save(update_fields=["status", "started_at"])
    return now


def _run(contest: Contest, now: datetime.datetime) -> datetime.datetime | None:
    """One step of a contest in play: book, open tables, pair, or end, whatever comes first."""
    if booking.count_held(contest, now) == booking.BATCH:
        return now
    if contest.paused_at is None:
        substitutes.fill(contest, now)
        ladder.lapse(contest, now)
    if contest.paused_at is None and tables.open_portion(contest, now) == tables.PORTION:
        return now
    tables.note_started(contest, now)
    if tables.in_trouble(contest):
        telling.tell(news.needs_hand(contest, now))
    fields = fields_of(contest, contest.stage)
    groups = {group.pk: group for group in contest.groups.filter(stage=contest.stage, ended_at=None)}
    if rounds.reveal(groups, fields):
        return now
    refresh(contest, [group for group in groups.values() if group.stale], fields)
    rounds.close_rounds(contest, groups, fields, now)
    if contest.paused_at is not None:
        return None
    following = [_play_on(contest, group, fields[key], now) for key, group in groups.items()]
    if all(group.ended_at is not None for group in groups.values()):
        return conclude(contest, now)
    following.append(deals.end_late(contest, groups, now))
    return min((moment for moment in following if moment is not None), default=None)


def _play_on(
    contest: Contest, group: Group, field: Field, now: datetime.datetime
) -> datetime.datetime | None:
    """Pair the next round of a group, or end it; when there is something to be done with it again."""
    climbing = field.stage.format == ladder.FORMAT
    if ladder.is_over(contest, field, now) if climbing else FORMATS[field.stage.format].is_over(field):
        end_group(contest, group, field, now)
        _pass_on(contest)
        return now
    if climbing:
        return ladder.due_at(contest, now)
    number, pairs = rounds.next_round(contest, group, field)
    if not pairs:
        return None
    begins = rounds.begins_at(contest, group, list(group.rounds.all()))
    if begins is not None and begins > now:
        if not rounds.may_be_early(field):
            return begins
        begins = now
    rounds.pair(contest, group, field, number, pairs, begins, now)
    _pass_on(contest)
    return now


def _pass_on(contest: Contest) -> None:
    """Count a step after which nothing before it can be undone."""
    contest.step += 1
    contest.save(update_fields=["step"])
    stopping.publish(contest)

"""Challenges on a ladder: made upwards, taken up within some days or lost, one at a time for everybody.

A challenge is a round of its own with one pairing. As long as it waits for an answer its round is not paired
yet, and begins by the calendar when the answer is due. Who stands where follows from the results alone.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from itertools import chain

from django.db import transaction
from django.db.models import Max

from accounts.models import User
from games.actions import telling
from games.actions.contests import telling as news
from games.actions.contests.booking import decide
from games.actions.contests.entering import wake
from games.actions.contests.refusals import AlreadyChallenged, NoChallenge, NoLadder, OutOfReach
from games.actions.contests.rows import OVER, held, part_of
from games.actions.contests.verdicts import forfeited
from games.contests.field import Field
from games.contests.formats import FORMATS
from games.contests.plan import Stage
from games.models import Contest, Entry, Group, Pairing, Round, Side
from games.models.field import field_of

FORMAT = "ladder"


def challenge(user: User, contest: Contest, rival: Entry, now: datetime.datetime) -> Pairing:
    """Challenge an entry that stands higher, within reach; it has some days to take that up.

    Raises ``NoLadder``, ``NotEntered``, ``OutOfReach`` or ``AlreadyChallenged``.
    """
    with transaction.atomic():
        contest = held(contest)
        stage = _stage(contest, now)
        entry = part_of(user, contest)
        group = Group.objects.select_related("contest").get(contest=contest, stage=contest.stage)
        order = rungs(group)
        if rival.pk not in order or entry.pk not in order:
            raise OutOfReach(stage.reach)
        if not 0 < order.index(entry.pk) - order.index(rival.pk) <= stage.reach:
            raise OutOfReach(stage.reach)
        open_sides = Side.objects.filter(round__group=group, pairing__how=Pairing.How.OPEN)
        busy = set(open_sides.filter(entry__in=[entry, rival]).values_list("entry_id", flat=True))
        if busy:
            raise AlreadyChallenged(entry.pk in busy)
        pairing = _store(group, [entry, rival], now + datetime.timedelta(days=stage.answer_days))
        telling.tell(news.challenged(pairing, now))
        _wake_by(contest, pairing.round.begins_at)
    return pairing


def rungs(group: Group) -> list[int]:
    """The keys of the entries that take part on a ladder, the highest rung first."""
    ranked = FORMATS[FORMAT].ranking(field_of(group)) or ()
    playing = set(group.berths.filter(entry__status=Entry.Status.IN).values_list("entry_id", flat=True))
    return [key for key in chain.from_iterable(ranked) if key in playing]


def take_up(user: User, contest: Contest, now: datetime.datetime) -> Pairing:
    """Take up the challenge that waits for this person's answer: it is played.

    Raises ``NotEntered`` or ``NoChallenge``.
    """
    with transaction.atomic():
        contest = held(contest)
        pairing = _waiting_for(user, contest)
        Round.objects.filter(pk=pairing.round_id).update(paired_at=now)
        wake(contest, now)
    return pairing


def give_way(user: User, contest: Contest, now: datetime.datetime) -> Pairing:
    """Turn down the challenge that waits for this person's answer: it is lost.

    Raises ``NotEntered`` or ``NoChallenge``.
    """
    with transaction.atomic():
        contest = held(contest)
        pairing = _waiting_for(user, contest)
        _lose(contest, pairing, [True, False], now)
    return pairing


def lapse(contest: Contest, now: datetime.datetime) -> int:
    """Let challenges of a held contest be lost that nobody took up in time, or that somebody has left.

    Gives how many; when the next one lapses is what ``due_at`` says after that.
    """
    lapsed = 0
    for pairing in _unanswered(contest):
        sides = pairing.sides.order_by("index").select_related("entry")
        present = [side.entry.status == Entry.Status.IN for side in sides]
        begins_at = pairing.round.begins_at
        if all(present) and (begins_at is None or begins_at > now):
            continue
        _lose(contest, pairing, [present[0], not present[0]], now)
        lapsed += 1
    return lapsed


def is_over(contest: Contest, field: Field, now: datetime.datetime) -> bool:
    """Whether the days of a ladder are over, and so are its challenges."""
    end = ends_at(contest)
    return end is not None and end <= now and not any(meeting.is_open for meeting in field.meetings)


def due_at(contest: Contest, now: datetime.datetime) -> datetime.datetime | None:
    """When the clock has to look at a ladder again: at the next answer that is due, or at its end."""
    times = [pairing.round.begins_at for pairing in _unanswered(contest)]
    end = ends_at(contest)
    if end is not None and end > now:
        times.append(end)
    return min((time for time in times if time is not None), default=None)


def ends_at(contest: Contest) -> datetime.datetime | None:
    """From when on a ladder takes no challenge and ends with the last that is played; None if never."""
    days = contest.terms.stages[contest.stage].days
    began = contest.started_at or contest.starts_at
    return began + datetime.timedelta(days=days) if days and began is not None else None


def _stage(contest: Contest, now: datetime.datetime) -> Stage:
    """The stage of a contest that is a ladder and takes challenges now."""
    stage = contest.terms.stages[contest.stage]
    if stage.format != FORMAT or contest.status != Contest.Status.RUNNING or contest.paused_at is not None:
        raise NoLadder
    end = ends_at(contest)
    if end is not None and end <= now:
        raise NoLadder
    return stage


def _store(group: Group, entries: Sequence[Entry], answer_by: datetime.datetime) -> Pairing:
    last = group.rounds.aggregate(last=Max("number"))["last"] or 0
    row = Round.objects.create(group=group, number=last + 1, begins_at=answer_by)
    pairing = Pairing.objects.create(round=row, board=1)
    Side.objects.bulk_create(
        [Side(pairing=pairing, round=row, entry=entry, index=index) for index, entry in enumerate(entries)]
    )
    return pairing


def _unanswered(contest: Contest) -> list[Pairing]:
    """The challenges of a contest that nobody has taken up yet."""
    waiting = Pairing.objects.filter(round__group__contest=contest, how=Pairing.How.OPEN)
    return list(waiting.filter(round__paired_at=None).select_related("round").order_by("pk"))


def _waiting_for(user: User, contest: Contest) -> Pairing:
    if contest.status in OVER:
        raise NoChallenge
    entry = part_of(user, contest)
    asked = set(Side.objects.filter(entry=entry, index=1).values_list("pairing_id", flat=True))
    found = next((pairing for pairing in _unanswered(contest) if pairing.pk in asked), None)
    if found is None:
        raise NoChallenge
    return found


def _lose(contest: Contest, pairing: Pairing, present: Sequence[bool], now: datetime.datetime) -> None:
    """Decide a challenge without play, for the one who is there."""
    sides = list(pairing.sides.order_by("index"))
    verdict = forfeited(contest.terms, sides, present)
    Round.objects.filter(pk=pairing.round_id).update(paired_at=now)
    decide(pairing, verdict.shares, verdict.how, now)


def _wake_by(contest: Contest, time: datetime.datetime | None) -> None:
    """Let the clock look at a contest at this time, if not before."""
    if time is not None and (contest.wake_at is None or contest.wake_at > time):
        Contest.objects.filter(pk=contest.pk).update(wake_at=time)

"""Holding contests for tests: called, entered, drawn and played to wherever a test begins."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from typing import Any

from games.actions import orders
from games.actions.contests import booking, steps
from games.actions.contests.founding import Call, announce, found
from games.contests.plan import Plan, Stage
from games.models import Contest, Entrant, Entry, Match, Order, Pairing
from tests.actions.tables import DAY, NOW, person

START = NOW + DAY
"""When contests of tests begin."""
QUICK = {"kind": "slot", "grace": False}
SHORT = {"turns": 1}


def plan_of(format: str = "round_robin", *, stages: Sequence[Stage] = (), **numbers: Any) -> Plan:
    """A plan of one stage in this format, or of these stages; numbers go to whichever has them."""
    of_stage = {name: numbers.pop(name) for name in list(numbers) if name in Stage.__struct_fields__}
    return Plan(stages=tuple(stages) or (Stage(format=format, **of_stage),), **numbers)


def called(
    plan: Plan | None = None, *, director: str = "dir", now: datetime.datetime = NOW, **call: Any
) -> Contest:
    """An announced contest in the toy game, whose matches have one turn; it begins at ``START``."""
    wanted = {"name": "Spring Cup", "game": "hush", "options": SHORT, "starts_at": START, **call}
    contest = found(person(director), Call(plan=plan or plan_of(), **wanted), now)
    return announce(person(director), contest, now)


def entered(
    contest: Contest, *names: str, now: datetime.datetime = NOW, ratings: Sequence[float] = ()
) -> Contest:
    """The contest with an entry for each of these people; ``ann+bob`` is a team of two.

    Without ratings whoever is named first is the strongest.
    """
    for place, name in enumerate(names):
        people = [person(one) for one in name.split("+")]
        entry = Entry.objects.create(
            contest=contest,
            user=people[0],
            name=name if len(people) > 1 else "",
            rating=ratings[place] if ratings else float(-place),
            word=f"word of {name}",
            created_at=now,
        )
        Entrant.objects.bulk_create(
            Entrant(contest=contest, entry=entry, user=user, position=position)
            for position, user in enumerate(people, 1)
        )
    return contest


def begun(*names: str, plan: Plan | None = None, now: datetime.datetime = START, **call: Any) -> Contest:
    """A contest of these people whose first round is being played."""
    return ticked(entered(called(plan, **call), *names), now)


def ticked(contest: Contest, now: datetime.datetime = START, most: int = 1000) -> Contest:
    """The contest after the clock has done all that is due at this moment."""
    for _n in range(most):
        if not booking.count_ended(now) and not steps.step_due(now):
            contest.refresh_from_db()
            return contest
    raise AssertionError("the clock never comes to rest")


def running(contest: Contest) -> list[Match]:
    """The matches of the contest that are being played, in the order in which they were opened."""
    return list(Match.objects.running().filter(pairing__round__group__contest=contest).order_by("pk"))


def win(match: Match, index: int | None, now: datetime.datetime = START) -> None:
    """Play a running match of the toy game out: who sits here names 9 in every turn; None: a draw by places
    is not in this game, so all name the same and the first wins."""
    while match.status == Match.Status.RUNNING:
        turn = match.turns.open().get()
        slots = Order.objects.filter(turn=turn, commitment="").select_related("seat__user")
        for slot in list(slots):
            line = "9" if slot.seat.index == index else "1"
            assert slot.seat.user is not None
            orders.submit(slot.seat.user, match.code, turn.number, line, now, "web")
        match.refresh_from_db()


def stronger(match: Match) -> int:
    """The seat of whoever has the better number in the contest."""
    numbers = {side.entry.number or 0: side for side in match.pairing.sides.select_related("entry__user")}  # type: ignore[union-attr]
    best = numbers[min(numbers)]
    people = list(best.entry.entrants.values_list("user_id", flat=True))
    return match.seats.get(user__in=people).index


def played(
    contest: Contest,
    now: datetime.datetime = START,
    winner: Callable[[Match], int | None] = stronger,
    rounds: int | None = None,
    apart: datetime.timedelta = DAY,
) -> Contest:
    """The contest after so many more rounds of its tables, or at its end; ``winner`` says which seat wins.

    A round is whatever runs at the same time; the clock comes by after it, and again some time later.
    """
    left = rounds
    contest = ticked(contest, now)
    while contest.status in (Contest.Status.DRAWN, Contest.Status.RUNNING) and left != 0:
        for match in running(contest):
            win(match, winner(match), now)
        now += apart
        contest = ticked(contest, now)
        left = None if left is None else left - 1
    return contest


def points(contest: Contest) -> dict[str, float]:
    """The points of each entry by its title, as the standings of its last group say."""
    names = {entry.pk: entry.title for entry in contest.entries.select_related("user")}
    return {
        names[line["entry"]]: line["points"] / 120
        for group in contest.groups.all()
        for line in group.standings
    }


def boards(contest: Contest, number: int = 1, group: int = 1, stage: int = 0) -> list[list[str]]:
    """Who meets whom in a round, board by board."""
    found = Pairing.objects.filter(
        round__group__contest=contest,
        round__number=number,
        round__group__number=group,
        round__group__stage=stage,
    )
    return [
        [side.entry.title for side in one.sides.select_related("entry__user").order_by("index")]
        for one in found.order_by("board")
    ]

"""What a contest comes to before anybody has entered: how many rounds and tables, how long it may take."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.db.models import Max
from django.utils.translation import gettext as _

from games.contests.formats import FORMATS
from games.contests.plan import IllegalPlan, Plan, Stage
from games.contests.stages import check_plan
from games.models import Contest, Match
from games.notices.times import duration

LATELY = 20
"""From so many matches of the game the number of turns is taken."""
_KNOWN = (8, 16, 32)


@dataclass(frozen=True)
class Estimate:
    """With so many entries: rounds and tables in all, how long at most, as far as anybody can know."""

    entries: int
    rounds: int | None
    tables: int | None
    lasts: str


def estimates(contest: Contest) -> list[Estimate]:
    """What it comes to with the fewest entries, with the most, or with some numbers between."""
    wanted = {contest.least, contest.most} if contest.most else {contest.least, *_KNOWN}
    turns = usual_turns(contest.game)
    numbers = sorted(number for number in wanted if number and number >= contest.least)
    return [_estimate(contest, number, turns) for number in numbers if _can_be(contest, number)]


def usual_turns(game: str) -> int | None:
    """How many turns a match of this game has had of late, on average; None if nobody knows."""
    found = Match.objects.finished().filter(game=game).order_by("-pk")[:LATELY]
    counted = Match.objects.filter(pk__in=list(found.values_list("pk", flat=True)))
    turns = [
        turns for turns in counted.annotate(most=Max("turns__number")).values_list("most", flat=True) if turns
    ]
    return round(sum(turns) / len(turns)) if turns else None


def _can_be(contest: Contest, entries: int) -> bool:
    try:
        check_plan(contest.terms, contest.size, contest.rules.seats, entries)
    except IllegalPlan:
        return False
    return True


def _estimate(contest: Contest, entries: int, turns: int | None) -> Estimate:
    plan, rounds, tables = contest.terms, 0, 0
    for stage, groups, each in _stages(plan, entries):
        found = FORMATS[stage.format].rounds(stage, contest.size, each)
        if found is None:
            return Estimate(entries, None, None, _stands(stage))
        rounds += found
        tables += groups * _tables(stage, contest.size, each, found)
    return Estimate(entries, rounds, tables, _lasts(contest, rounds, turns))


def _stages(plan: Plan, entries: int) -> list[tuple[Stage, int, int]]:
    """Each stage with its number of groups, and how many entries the largest has."""
    found = []
    for stage in plan.stages:
        groups = max(1, round(entries / stage.division)) if stage.format == "league" else stage.groups
        found.append((stage, groups, -(-entries // groups)))
        entries = stage.through * stage.groups
    return found


def _tables(stage: Stage, size: int, entries: int, rounds: int) -> int:
    """About how many tables a group has in all rounds."""
    if stage.format == "knockout":
        return 2 * entries - 2 if stage.double else entries - 1 + stage.third
    if stage.format == "pods":
        return _pods(stage, size, entries)
    if size == 2 and stage.format in {"round_robin", "league"}:
        return stage.legs * entries * (entries - 1) // 2
    return rounds * (entries // max(size, 1))


def _pods(stage: Stage, size: int, entries: int) -> int:
    """The tables of all rounds of a knock-out at tables, down to the last one."""
    tables = 1
    while entries > size:
        here = -(-entries // size)
        tables, entries = tables + here, min(here * stage.advance, entries - 1)
    return tables


def _stands(stage: Stage) -> str:
    return duration(datetime.timedelta(days=stage.days)) if stage.days else ""


def _lasts(contest: Contest, rounds: int, turns: int | None) -> str:
    """How long the rounds take if nobody orders before the deadline."""
    if contest.round_days:
        return duration(datetime.timedelta(days=rounds * contest.round_days))
    pace = contest.timing
    if turns is None or pace.kind != "interval":
        return ""
    together = contest.terms.stages[0].at_once
    times = 1 if together == 0 else -(-rounds // max(together, 1))
    seconds = times * turns * pace.interval
    days = max(1, round(seconds / 86_400))
    if seconds < 86_400:
        return _("up to {span}").format(span=duration(datetime.timedelta(seconds=seconds)))
    return _("up to {span}").format(span=duration(datetime.timedelta(days=days)))

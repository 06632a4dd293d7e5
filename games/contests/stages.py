"""Stages of a contest: the groups of one, who goes on to the next, and whether a whole plan can be held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.contests.bracket import seeds
from games.contests.formats import FORMATS
from games.contests.plan import IllegalPlan, Plan, Stage
from games.contests.points import SCHEMES
from games.contests.ties import TIES
from games.rules.refusal import gettext_noop as _

Seeds = list[tuple[int, int]]
"""Groups and keys of entries in the order of their seeding."""
MOST_STAGES = 4
MOST_GROUPS = 64
MOST_PLACES = 16
"""No table has more seats."""
ALONE = frozenset({"league", "ladder"})
"""Formats that are a whole contest: without groups of their own, and without other stages."""


def grouped(entries: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """The entries, strongest first, dealt out to and fro, so that the groups are about equally strong."""
    found: list[list[int]] = [[] for _group in range(groups)]
    for index, key in enumerate(entries):
        turn, at = divmod(index, groups)
        found[at if turn % 2 == 0 else groups - 1 - at].append(key)
    return tuple(tuple(group) for group in found)


def advancing(plan: Plan, number: int, placings: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The seeding of the stage after that of this number, from 0: who goes on from its groups, best first.

    ``placings`` are the final orders of the groups. The first of all groups come before the second of all,
    and so on. If a knock-out follows, those of a rank are ordered so that people of one group meet as late as
    they can.
    """
    ranks: list[Seeds] = [
        [(group, order[rank]) for group, order in enumerate(placings) if rank < len(order)]
        for rank in range(plan.stages[number].through)
    ]
    lines = _lines(sum(map(len, ranks)))
    found: Seeds = []
    for rank in ranks:
        options = [rank]
        if found and plan.stages[number + 1].format == "knockout":
            half = len(rank) // 2
            options += [rank[::-1], rank[half:] + rank[:half], _neighbours(rank)]
        found = max(([*found, *option] for option in options), key=lambda seeding: _apart(seeding, lines))
    return tuple(key for _group, key in found)


def _neighbours(rank: Seeds) -> Seeds:
    """Every two next to each other changed."""
    return [one for at in range(0, len(rank), 2) for one in reversed(rank[at : at + 2])]


def _lines(size: int) -> Mapping[int, int]:
    """For each seed, counted from 0, where its line in the bracket begins."""
    order = seeds(max(1, (size - 1).bit_length()))
    return {seed - 1: line for line, seed in enumerate(order)}


def _apart(seeding: Seeds, lines: Mapping[int, int]) -> list[int]:
    """For every two of one group the round in which they can meet first, the earliest first."""
    groups: dict[int, list[int]] = {}
    for seed, (group, _key) in enumerate(seeding):
        groups.setdefault(group, []).append(lines[seed])
    return sorted(
        (one ^ other).bit_length()
        for held in groups.values()
        for at, one in enumerate(held)
        for other in held[:at]
    )


def check_plan(plan: Plan, size: int, game_seats: range, entries: int = 0) -> None:
    """Refuse a contest that can't be held like this: its points and ties, and each stage after the other.

    ``size`` is the number of seats of a full table, ``game_seats`` are those that the game takes; ``entries``
    is 0 as long as nobody knows how many. Raises ``IllegalPlan``, whose ``field`` names what is wrong.
    """
    if size not in game_seats:
        message = _("This game takes tables of {least} to {most}, not of {size}.")
        raise IllegalPlan(
            message, "illegal_size", "size", least=game_seats[0], most=game_seats[-1], size=size
        )
    _check_points(plan)
    _check_ties(plan)
    if not 1 <= len(plan.stages) <= MOST_STAGES:
        message = _("A contest has 1 to {most} stages, not {stages}.")
        raise IllegalPlan(message, "illegal_stages", "stages", most=MOST_STAGES, stages=len(plan.stages))
    for number, stage in enumerate(plan.stages, 1):
        _check_format(stage, len(plan.stages))
        _check_groups(stage, number == len(plan.stages), number > 1)
        for count in _counts(stage, entries, number < len(plan.stages)):
            FORMATS[stage.format].check(stage, size, count)
        entries = stage.through * stage.groups


def _check_points(plan: Plan) -> None:
    if plan.points not in SCHEMES:
        message = _("There is no way to count points called “{name}”; there are {names}.")
        raise IllegalPlan(message, "illegal_points", "points", name=plan.points, names=", ".join(SCHEMES))
    falling = all(one >= other for one, other in zip(plan.places, plan.places[1:], strict=False))
    wrong = any(not 0 <= points <= 1000 or points * 2 % 1 for points in plan.places)
    if wrong or not falling or len(plan.places) > MOST_PLACES:
        message = _("Points for places are whole or half, from 0 to 1000, and never more for a lower place.")
        raise IllegalPlan(message, "illegal_places", "places")
    if plan.deserted not in ("forfeit", "result"):
        message = _("A seat without its person is lost (“forfeit”), or its result counts (“result”).")
        raise IllegalPlan(message, "illegal_deserted", "deserted")


def _check_ties(plan: Plan) -> None:
    for tie in plan.ties:
        if tie not in TIES:
            message = _("There is no tie-break called “{name}”; there are {names}.")
            raise IllegalPlan(message, "illegal_ties", "ties", name=tie, names=", ".join(TIES))
    if len(set(plan.ties)) < len(plan.ties):
        raise IllegalPlan(_("Name each tie-break once."), "illegal_ties", "ties")


def _check_format(stage: Stage, stages: int) -> None:
    if stage.format not in FORMATS:
        message = _("There is no format called “{name}”; there are {names}.")
        raise IllegalPlan(message, "illegal_format", "format", name=stage.format, names=", ".join(FORMATS))
    if stage.format in ALONE and stages > 1:
        message = _("A league or a ladder is a contest by itself, without other stages.")
        raise IllegalPlan(message, "illegal_format", "format")


def _check_groups(stage: Stage, is_last: bool, is_later: bool) -> None:
    if not 1 <= stage.groups <= MOST_GROUPS:
        message = _("A stage has 1 to {most} groups, not {groups}.")
        raise IllegalPlan(message, "illegal_groups", "groups", most=MOST_GROUPS, groups=stage.groups)
    if stage.groups > 1 and stage.format in ALONE:
        message = _("A league divides itself, and a ladder is one: leave the number of groups at 1.")
        raise IllegalPlan(message, "illegal_groups", "groups")
    if is_last and is_later and stage.groups > 1:
        raise IllegalPlan(_("The last stage is played in one group."), "illegal_groups", "groups")
    if is_last and stage.through:
        message = _("No stage follows the last one: leave at 0 how many go on from it.")
        raise IllegalPlan(message, "illegal_through", "through")
    if not is_last and (stage.through < 1 or stage.through * stage.groups < 2):
        message = _("Say how many of each group go on; at least two entries have to reach the next stage.")
        raise IllegalPlan(message, "illegal_through", "through")


def _counts(stage: Stage, entries: int, goes_on: bool) -> set[int]:
    """The numbers of entries that a group of a stage may have; 0 where nobody knows, or it divides itself."""
    if not entries or (stage.format == "league" and entries > stage.most):
        return {0}
    fewest, most = entries // stage.groups, -(-entries // stage.groups)
    if fewest < 2:
        message = _("{entries} entries are too few for {groups} groups: a group needs two.")
        raise IllegalPlan(message, "illegal_groups", "groups", groups=stage.groups, entries=entries)
    if goes_on and stage.through >= fewest:
        message = _(
            "The smallest group has {fewest} entries, so that at most {most} can go on, not {through}."
        )
        data = {"fewest": fewest, "most": fewest - 1, "through": stage.through}
        raise IllegalPlan(message, "illegal_through", "through", **data)
    return {fewest, most}

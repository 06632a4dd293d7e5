"""The lines of standings made ready for a page, from what was kept when a result last came in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.contests.plan import Stage
from games.contests.ties import TIES
from games.models import Berth, Contest, Entry, Group
from games.notices.held import figure
from games.pages.contests.sight import Called, Sight

FATES = {
    "up": ("▲", gettext_lazy("goes up")),
    "down": ("▼", gettext_lazy("goes down")),
    "through": ("●", gettext_lazy("goes on")),
    "champion": ("★", gettext_lazy("champion")),
    "out": ("", gettext_lazy("out")),
    "stays": ("", gettext_lazy("stays")),
}
"""What follows for a line, as a sign and in words."""
_ZONES = {
    "up": gettext_lazy("would go up"),
    "down": gettext_lazy("would go down"),
    "through": gettext_lazy("would go on"),
}
"""The same as long as it is not decided."""

SHORT = {
    "direct": "DE",
    "sonneborn_berger": "SB",
    "buchholz": "BH",
    "buchholz_cut1": "BH−1",
    "buchholz_median": "BHm",
    "wins": "W",
    "scores": "Σ",
    "second_seat_wins": "W2",
    "playoff": "PO",
    "lot": "#",
}
"""How tie-breaks are written at the head of a column, as crosstables have them anywhere."""


@dataclass(frozen=True)
class RankLine:
    """One entry in the standings."""

    rank: int
    shared: bool
    entry: Called
    points: str
    played: int
    wins: int
    draws: int
    losses: int
    byes: int
    terms: tuple[str, ...]
    zone: str = ""
    sign: str = ""
    word: str = ""


@dataclass(frozen=True)
class TieHead:
    """A tie-break as a column: short for its head, whole for who asks."""

    short: str
    name: str
    about: str


def tie_heads(contest: Contest) -> list[TieHead]:
    """The columns of the tie-breaks, in the order in which they count; on a ladder the rungs alone do."""
    if contest.terms.stages[0].format == "ladder":
        return []
    return [TieHead(SHORT.get(tie, tie), _(TIES[tie].name), _(TIES[tie].about)) for tie in contest.terms.ties]


def in_order(group: Group) -> list[dict[str, Any]]:
    """The stored lines of a group; of one that is over by the places, which a bracket gives otherwise."""
    stored: list[dict[str, Any]] = group.standings
    if group.ended_at is None:
        return stored
    placed = Berth.objects.filter(group=group, place__isnull=False).values_list("entry_id", "place")
    places = dict(placed)
    lines = [line | {"rank": places.get(line["entry"], line["rank"])} for line in stored]
    return sorted(lines, key=lambda line: line["rank"])


def rank_lines(
    sight: Sight, group: Group, first: int = 0, count: int | None = None, also: Sequence[int] = ()
) -> list[RankLine]:
    """So many lines of a group from the first, and those of ``also`` that come after."""
    stored = in_order(group)
    end = len(stored) if count is None else first + count
    shown = list(enumerate(stored))[first:end]
    shown += [(at, line) for at, line in list(enumerate(stored))[end:] if line["entry"] in also]
    names = sight.called(line["entry"] for _at, line in shown)
    fates = _fates(group, [line["entry"] for _at, line in shown]) if group.ended_at else {}
    shared = _shared(stored)
    zones = _Zones(sight, group, len(stored))
    ties = sight.contest.terms.ties if tie_heads(sight.contest) else ()
    return [_line(at, line, names, shared, fates.get(line["entry"]), zones, ties) for at, line in shown]


def _line(
    at: int,
    line: dict[str, Any],
    names: Mapping[int, Called],
    shared: frozenset[int],
    fate: str | None,
    zones: _Zones,
    ties: Sequence[str],
) -> RankLine:
    zone = fate or zones.of(at)
    sign = FATES[zone][0] if zone else ""
    word = str(FATES[zone][1]) if fate else str(_ZONES.get(zone, ""))
    return RankLine(
        rank=line["rank"],
        shared=line["rank"] in shared,
        entry=names[line["entry"]],
        points=figure(line["points"]),
        played=line["played"],
        wins=line["wins"],
        draws=line["draws"],
        losses=line["losses"],
        byes=line["byes"],
        terms=tuple(term(tie, value) for tie, value in zip(ties, line["terms"], strict=False)),
        zone=zone,
        sign=sign,
        word=word if sign else "",
    )


def term(tie: str, value: int) -> str:
    """The value of a tie-break as people write it."""
    return figure(value, TIES[tie].scale)


def _shared(stored: Sequence[dict[str, Any]]) -> frozenset[int]:
    """The ranks that several hold."""
    ranks = [line["rank"] for line in stored]
    return frozenset(rank for rank, after in pairwise(ranks) if rank == after)


def _fates(group: Group, keys: Sequence[int]) -> dict[int, str]:
    found = Berth.objects.filter(group=group, entry__in=keys).exclude(fate="")
    return dict(found.values_list("entry_id", "fate"))


class _Zones:
    """Which places lead up, down or on, as it stands."""

    def __init__(self, sight: Sight, group: Group, entries: int) -> None:
        stages = sight.contest.terms.stages
        stage: Stage = stages[group.stage]
        last = max((other.number for other in sight.groups if other.stage == group.stage), default=1)
        league = stage.format == "league"
        self.top = stage.up if league and group.number > 1 else 0
        self.on = stage.through if group.stage + 1 < len(stages) else 0
        self.bottom = stage.up if league and group.number < last else 0
        self.entries = entries

    def of(self, at: int) -> str:
        """The zone of the line at this place, counted from 0."""
        if at < self.on:
            return "through"
        if at < self.top:
            return "up"
        return "down" if at >= self.entries - self.bottom else ""


def waiting(contest: Contest) -> list[Entry]:
    """Entries that wait for a place, in their order."""
    found = contest.entries.filter(status=Entry.Status.WAITING)
    return list(found.select_related("user").order_by("created_at", "pk"))

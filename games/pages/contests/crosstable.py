"""The crosstable: everybody against everybody where that is how it is held, else a column a round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.models import Group
from games.pages.contests.meetings import PairingLine, pairing_lines, pairings_of
from games.pages.contests.paging import Pages
from games.pages.contests.ranks import RankLine, in_order, rank_lines
from games.pages.contests.sight import Sight
from games.pages.contests.standings import group_links

PAGE = 50
WIDEST = 24
"""So many entries stand side by side at the most."""


@dataclass(frozen=True)
class Cell:
    """What an entry got against another, or in a round; ``beside`` says whom it met and in which seat."""

    brief: str
    beside: str = ""
    told: str = ""
    """The same in words, for whoever points at it or hears it."""
    url: str = ""
    own: bool = False
    """Whether it is where an entry would meet itself."""


@dataclass(frozen=True)
class CrossRow:
    """An entry with its cells."""

    line: RankLine
    cells: tuple[Cell, ...]


@require_safe
def crosstable_page(request: HttpRequest, code: str, stage: int, number: int) -> HttpResponse:
    """The crosstable of a group, in the order of its standings."""
    sight = Sight.of(request.user, code, timezone.now())
    found = sight.group(stage - 1, number)
    group = Group.objects.get(pk=found.pk)
    pages = Pages.of(request, len(group.standings), PAGE)
    lines = rank_lines(sight, group, pages.first, PAGE)
    pairings = pairing_lines(sight, pairings_of([line.entry.key for line in lines], [group.pk]))
    square = _is_square(sight, group)
    heads, rows = _square(lines, pairings) if square else _by_rounds(group, lines, pairings)
    values = {
        "tab": "crosstable",
        "sight": sight,
        "contest": sight.contest,
        "group": group,
        "group_name": sight.group_name(group),
        "groups": group_links(sight, group, "contest_crosstable"),
        "square": square,
        "pods": sight.contest.size > 2,
        "heads": heads,
        "rows": rows,
        "pages": pages,
    }
    return render(request, "games/contests/crosstable.html", values)


def _is_square(sight: Sight, group: Group) -> bool:
    """Whether two meet at a table, everybody meets everybody, and all fit side by side."""
    stage = sight.contest.terms.stages[group.stage]
    return (
        sight.contest.size == 2
        and stage.format in {"round_robin", "league"}
        and len(group.standings) <= WIDEST
    )


def _square(lines: Sequence[RankLine], pairings: Sequence[PairingLine]) -> tuple[list[int], list[CrossRow]]:
    met: dict[tuple[int, int], list[PairingLine]] = defaultdict(list)
    for pairing in pairings:
        if len(pairing.sides) == 2:
            first, second = (side.entry.key for side in pairing.sides)
            met[first, second].append(pairing)
            met[second, first].append(pairing)
    rows = [
        CrossRow(
            line,
            tuple(
                Cell("", own=True)
                if line is other
                else _against(line, other, met[line.entry.key, other.entry.key])
                for other in lines
            ),
        )
        for line in lines
    ]
    return list(range(1, len(lines) + 1)), rows


def _against(line: RankLine, other: RankLine, pairings: Sequence[PairingLine]) -> Cell:
    key = line.entry.key
    brief = " ".join(pairing.brief(key) for pairing in pairings)
    url = next((match.url for pairing in pairings for match in pairing.matches), "")
    return Cell(brief, told=f"{line.entry.name} – {other.entry.name}", url=url)


def _by_rounds(
    group: Group, lines: Sequence[RankLine], pairings: Sequence[PairingLine]
) -> tuple[list[int], list[CrossRow]]:
    rounds = sorted({pairing.round for pairing in pairings})
    places = {line["entry"]: at + 1 for at, line in enumerate(in_order(group))}
    by_round: dict[tuple[int, int], PairingLine] = {}
    for pairing in pairings:
        for side in pairing.sides:
            by_round[side.entry.key, pairing.round] = pairing
    rows = [
        CrossRow(
            line, tuple(_in_round(line.entry.key, by_round.get((line.entry.key, n)), places) for n in rounds)
        )
        for line in lines
    ]
    return rounds, rows


def _in_round(key: int, pairing: PairingLine | None, places: Mapping[int, int]) -> Cell:
    if pairing is None:
        return Cell("")
    others = pairing.others(key)
    beside = " ".join(str(places.get(side.entry.key, "–")) for side in others) if len(others) < 3 else ""
    if not others:
        beside = "–"
    told = ", ".join(side.entry.name for side in others) or pairing.said
    url = pairing.matches[0].url if pairing.matches else ""
    return Cell(pairing.brief(key), beside, told, url)

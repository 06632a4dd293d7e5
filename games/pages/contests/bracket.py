"""The bracket of a knock-out: drawn, and beside it the same in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.contests.bracket import Spot, slots, spots
from games.contests.field import Field
from games.drawing import bracket as drawing
from games.models import Berth, Group, Pairing
from games.models.field import field_of
from games.pages.contests.meetings import PairingLine, pairing_lines
from games.pages.contests.rounds import round_title
from games.pages.contests.sight import Called, Sight
from games.pages.contests.standings import group_links

DEEP = 5
"""The drawing shows so many rounds before the last at the most; those before are on their own pages."""


@dataclass(frozen=True)
class Part:
    """One part of a bracket: its drawing, and its pairings in words by round."""

    name: str
    svg: SafeString
    told: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """For each round its title, and a sentence and an address for each pairing."""


@require_safe
def bracket_page(request: HttpRequest, code: str, stage: int, number: int) -> HttpResponse:
    """The bracket of a group."""
    sight = Sight.of(request.user, code, timezone.now())
    group = sight.group(stage - 1, number)
    style = sight.contest.terms.stages[group.stage].format
    if style not in {"knockout", "pods"}:
        raise Http404
    group.contest = sight.contest
    found = Pairing.objects.filter(round__group=group).exclude(how=Pairing.How.ANNULLED)
    pairings = pairing_lines(sight, found.order_by("round__number", "board"))
    values = {
        "tab": "bracket",
        "sight": sight,
        "contest": sight.contest,
        "group": group,
        "group_name": sight.group_name(group),
        "groups": group_links(sight, group, "contest_bracket"),
        "parts": _knockout(sight, group, pairings) if style == "knockout" else _pods(sight, group, pairings),
    }
    return render(request, "games/contests/bracket.html", values)


def _knockout(sight: Sight, group: Group, pairings: Sequence[PairingLine]) -> list[Part]:
    field = field_of(group)
    names = sight.called(entry.key for entry in field.drawn)
    lines = {line.slot: line for line in pairings}
    titles = {number: _round(sight, group, number, len(field.drawn)) for number in range(1, _last(field) + 1)}
    named = {
        "w": _("Upper bracket") if field.stage.double else _("Bracket"),
        "l": _("Lower bracket"),
        "f": _("Final"),
        "t": _("Third place"),
    }
    found = list(spots(field).values())
    drawn = [
        _Drawn(name, [spot for spot in found if spot.slot.part == key], names, lines, titles)
        for key, name in named.items()
    ]
    return [one.part() for one in drawn if one.shown]


def _last(field: Field) -> int:
    return max(
        (slot.round for slot in slots(len(field.drawn), field.stage.double, field.stage.third)), default=0
    )


def _round(sight: Sight, group: Group, number: int, size: int) -> str:
    return round_title(sight.contest, group.stage, number, size)


class _Drawn:
    """One part of a bracket on its way to a drawing."""

    def __init__(
        self,
        name: str,
        spots: Sequence[Spot],
        names: Mapping[int, Called],
        lines: Mapping[str, PairingLine],
        titles: Mapping[int, str],
    ) -> None:
        self.name, self.names, self.lines, self.titles = name, names, lines, titles
        last = max((spot.slot.column for spot in spots), default=0)
        self.first = max(last - DEEP, 1)
        self.sizes: dict[int, int] = {}
        for spot in spots:
            self.sizes[spot.slot.column] = self.sizes.get(spot.slot.column, 0) + 1
        self.shown = [
            spot
            for spot in spots
            if spot.slot.column >= self.first
            and not spot.is_void
            and (spot.slot.name != "f2" or all(spot.known))
        ]

    def part(self) -> Part:
        """The part, drawn and told."""
        at = {spot.slot.name: index for index, spot in enumerate(self.shown)}
        columns = {spot.slot.column: self.titles[spot.slot.round] for spot in self.shown}
        heads = [columns[column] for column in sorted(columns)] if len(columns) > 1 else []
        svg = drawing.svg([self._box(spot, at) for spot in self.shown], self.name, heads)
        rounds = sorted({spot.slot.round for spot in self.shown})
        told = tuple((self.titles[number], tuple(self._round(number))) for number in rounds)
        return Part(self.name, mark_safe(svg), told)

    def _round(self, number: int) -> Iterator[tuple[str, str]]:
        for spot in self.shown:
            if spot.slot.round == number:
                yield self._told(spot), self._url(spot)

    def _box(self, spot: Spot, at: Mapping[str, int]) -> drawing.Box:
        column, position = spot.slot.column, int(spot.slot.name.partition(".")[2] or 1)
        tall = self.sizes[self.first] / self.sizes[column]
        return drawing.Box(
            column=column - self.first,
            middle=(position - 0.5) * tall,
            rows=tuple(self._row(spot, side) for side in (0, 1)),
            title=f"{self.titles[spot.slot.round]}: {self._told(spot)}",
            url=self._url(spot),
            comes_from=tuple(
                at[source.slot] for source in spot.slot.sides if source.kind == "winner" and source.slot in at
            ),
        )

    def _row(self, spot: Spot, side: int) -> drawing.Row:
        key = spot.entries[side]
        if key is None:
            return drawing.Row(_("bye") if spot.known[side] else "")
        called = self.names[key]
        line = self.lines.get(spot.slot.name)
        result = line.side_of(key).result if line is not None and not line.is_bye else ""
        return drawing.Row(called.name, result, spot.winner == key, called.mine)

    def _url(self, spot: Spot) -> str:
        line = self.lines.get(spot.slot.name)
        return line.matches[-1].url if line is not None and line.matches else ""

    def _told(self, spot: Spot) -> str:
        """Who meets here and how it ended, in a sentence."""
        names = [self.names[key].name for key in spot.entries if key is not None]
        if spot.alone is not None:
            return _("{name} has a bye.").format(name=names[0])
        if len(names) < 2:
            return _("{name} waits for who comes.").format(name=names[0]) if names else _("Nobody knows yet.")
        if spot.winner is None:
            return _("{first} meets {second}.").format(first=names[0], second=names[1])
        line = self.lines.get(spot.slot.name)
        if line is not None and line.how == Pairing.How.FORFEIT:
            return line.said
        winner, loser = (self.names[key].name if key else "" for key in (spot.winner, spot.loser))
        return _("{winner} has beaten {loser}.").format(winner=winner, loser=loser)


def _pods(sight: Sight, group: Group, pairings: Sequence[PairingLine]) -> list[Part]:
    size = Berth.objects.filter(group=group).count()
    advance = sight.contest.terms.stages[group.stage].advance
    rounds = sorted({line.round for line in pairings})
    titles = {number: _round(sight, group, number, size) for number in rounds}
    boxes = []
    for column, number in enumerate(rounds):
        tables = [line for line in pairings if line.round == number]
        boxes += [_pod(line, column, at, advance, titles[number]) for at, line in enumerate(tables)]
    told = tuple(
        (titles[number], tuple((_at_pod(line), _first(line)) for line in pairings if line.round == number))
        for number in rounds
    )
    return (
        [Part(_("Tables"), mark_safe(drawing.svg(boxes, _("Tables"), list(titles.values()))), told)]
        if boxes
        else []
    )


def _pod(line: PairingLine, column: int, at: int, advance: int, title: str) -> drawing.Box:
    rows = tuple(
        drawing.Row(
            side.entry.name,
            side.result,
            line.is_bye or (side.place is not None and side.place <= advance),
            side.entry.mine,
        )
        for side in line.sides
    )
    return drawing.Box(column, at + 0.5, rows, f"{title}: {_at_pod(line)}", _first(line))


def _first(line: PairingLine) -> str:
    return line.matches[-1].url if line.matches else ""


def _at_pod(line: PairingLine) -> str:
    """Who sits at a table, and how they came off, in a sentence."""
    if line.is_bye:
        return line.said
    if line.is_open:
        names = ", ".join(side.entry.name for side in line.sides)
        return _("At a table: {names}.").format(names=names)
    ordered = sorted(line.sides, key=lambda side: (side.place or len(line.sides), side.index))
    names = ", ".join(side.entry.name for side in ordered)
    return _("In the order in which they came off: {names}.").format(names=names)

"""Pairings as pages show them: who meets whom in which seat, what came of it, where it is played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games import drawing
from games.models import Match, Pairing, Side
from games.notices.held import figure
from games.pages.contests.sight import Called, Sight

How = Pairing.How
_LOST_SIGN, _WON_SIGN = "−", "+"


@dataclass(frozen=True)
class SideLine:
    """One entry at a pairing. ``result`` is empty as long as nothing is decided."""

    entry: Called
    index: int
    emblem: SafeString
    points: int | None
    place: int | None
    score: float | None
    best: bool
    """Whether nobody at the pairing has more points."""

    @property
    def said_seat(self) -> str:
        """Which seat that is, in words."""
        return _said_seat(self.seat, get_language())

    @property
    def seat(self) -> int:
        """Its seat as people count."""
        return self.index + 1

    @property
    def result(self) -> str:
        """Its points as people write them."""
        return "" if self.points is None else figure(self.points)

    @property
    def scored(self) -> str:
        """The game's own score; empty where there is none."""
        return "" if self.score is None else f"{self.score:g}"


@dataclass(frozen=True)
class MatchLink:
    """A match of a pairing."""

    url: str
    word: str
    code: str = ""


@dataclass(frozen=True)
class PairingLine:
    """A pairing: those who meet, in the order of their seats at its first match."""

    key: int
    group: int
    round: int
    board: int
    slot: str
    how: str
    sides: tuple[SideLine, ...]
    matches: tuple[MatchLink, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether it is still played."""
        return self.how == How.OPEN

    @property
    def is_bye(self) -> bool:
        """Whether one has nobody to play with."""
        return self.how in {How.BYE, How.HALF_BYE, How.ZERO_BYE}

    @property
    def mine(self) -> bool:
        """Whether the reader is in it."""
        return any(side.entry.mine for side in self.sides)

    @cached_property
    def said(self) -> str:
        """What is out of the ordinary about it, in a sentence; else empty."""
        return _said(self)

    def side_of(self, key: int) -> SideLine:
        """What this entry has of it."""
        return next(side for side in self.sides if side.entry.key == key)

    def others(self, key: int) -> tuple[SideLine, ...]:
        """Those it meets."""
        return tuple(side for side in self.sides if side.entry.key != key)

    def brief(self, key: int) -> str:
        """What this entry got, as a sign or two: ``1``, ``+`` for a win by forfeit, ``·`` while it lasts."""
        side = self.side_of(key)
        if self.how == How.ANNULLED:
            return "×"
        if side.points is None:
            return "·"
        if self.how == How.FORFEIT and len(self.sides) == 2:
            return _WON_SIGN if side.points else _LOST_SIGN
        return side.result


@lru_cache(256)
def _said_seat(number: int, _language: str | None) -> str:
    return _("seat {number}").format(number=number)


_SAID = {
    How.BYE.value: gettext_lazy("{name} has a bye, which counts as a win."),
    How.HALF_BYE.value: gettext_lazy("{name} has a bye, which counts as half a win."),
    How.ZERO_BYE.value: gettext_lazy("{name} does not play in this round."),
    How.ADJUDICATED.value: gettext_lazy("A director decided this pairing."),
    How.ANNULLED.value: gettext_lazy("This pairing was annulled; it counts for nothing."),
}


def _said(line: PairingLine) -> str:
    if line.how == How.FORFEIT:
        return _forfeit(line)
    if line.how not in _SAID:
        return ""
    return str(_SAID[line.how]).format(name=line.sides[0].entry.name if line.sides else "")


def _forfeit(line: PairingLine) -> str:
    won = [side.entry.name for side in line.sides if side.points]
    if not won:
        return _("Nobody wins: all of them are gone.")
    if len(won) == 1:
        return _("{name} wins by forfeit.").format(name=won[0])
    return _("Those who are left win by forfeit: {names}.").format(names=", ".join(won))


def pairing_lines(sight: Sight, found: QuerySet[Pairing]) -> list[PairingLine]:
    """Pairings made ready for a page, with three queries for all of them."""
    pairings = list(found.values_list("pk", "round__group_id", "round__number", "board", "slot", "how"))
    keys = [row[0] for row in pairings]
    sides, names = _sides(sight, keys)
    matches = _matches(keys)
    return [PairingLine(*row, _lines(sides[row[0]], names), matches.get(row[0], ())) for row in pairings]


_Side = tuple[int, int, int, int | None, int | None, float | None]


def _sides(sight: Sight, keys: Sequence[int]) -> tuple[dict[int, list[_Side]], dict[int, Called]]:
    """The sides of pairings by their keys, and how their entries are called."""
    found = Side.objects.filter(pairing__in=keys).order_by("pairing_id", "index")
    columns = ("pairing_id", "entry_id", "index", "points", "place", "score")
    rows = list(found.values_list(*columns, "entry__name", "entry__user__username", "entry__status"))
    sides: dict[int, list[_Side]] = defaultdict(list)
    for row in rows:
        sides[row[0]].append(row[:6])
    return sides, sight.named((row[1], *row[6:]) for row in rows)


@lru_cache(64)
def _emblem(index: int) -> SafeString:
    return mark_safe(drawing.emblem(index))


def _lines(sides: Sequence[_Side], names: Mapping[int, Called]) -> tuple[SideLine, ...]:
    most = max((side[3] for side in sides if side[3] is not None), default=None)
    return tuple(
        SideLine(
            names[entry],
            index,
            _emblem(index),
            points,
            place,
            score,
            best=bool(points) and points == most,
        )
        for _pairing, entry, index, points, place, score in sides
    )


def _matches(keys: Sequence[int]) -> dict[int, tuple[MatchLink, ...]]:
    found = Match.objects.filter(pairing__in=keys).order_by("pairing_id", "leg", "pk")
    of: dict[int, list[tuple[str, int, str]]] = defaultdict(list)
    for pairing, code, leg, status in found.values_list("pairing_id", "code", "leg", "status"):
        of[pairing].append((code, leg, status))
    return {key: tuple(_links(matches)) for key, matches in of.items()}


def _links(matches: Sequence[tuple[str, int, str]]) -> Iterable[MatchLink]:
    for code, leg, status in matches:
        word = _status(status)
        if len(matches) > 1:
            word = _("match {number}: {status}").format(number=leg, status=word)
        yield MatchLink(reverse("match", args=[code]), word, code)


def _status(status: str) -> str:
    if status == Match.Status.FINISHED:
        return _("replay")
    return _("called off") if status == Match.Status.ABORTED else _("being played")


def pairings_of(entries: Iterable[int], groups: Iterable[int]) -> QuerySet[Pairing]:
    """All pairings that these entries have or had in these groups, in the order of rounds."""
    sides = Side.objects.filter(entry__in=list(entries), round__group__in=list(groups))
    found = Pairing.objects.filter(pk__in=sides.values("pairing_id"))
    return found.order_by("round__group__stage", "round__number", "board")

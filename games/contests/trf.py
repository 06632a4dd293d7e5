"""A group of two-seat meetings as a Tournament Report File, the text that chess programs exchange (TRF16).

FIDE Handbook, C.04.A, Annex: a line of fixed columns for each entry, with what it got in each round. Lines
that begin with ``XX`` are those that pairing programs added to it.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping

import msgspec

from games.contests.field import Entry, Field, Meeting, Share
from games.contests.plan import UNIT
from games.contests.points import bye_points

SCHEMES = ("classic", "three")
"""The schemes of points that such a file can tell."""
FORMATS = {
    "swiss": "Individual: Swiss-System",
    "round_robin": "Individual: Round-Robin",
    "league": "Individual: Round-Robin",
}
"""The formats that such a file can tell, and what it calls them."""
MOST = 9999
"""Numbers of entries have four digits."""
NAME_LENGTH = 33
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_TOKENS = {"bye": "U", "half_bye": "H", "zero_bye": "Z"}
NOBODY = "0000 - Z"
"""Somebody who was not paired."""


class Report(msgspec.Struct, frozen=True):
    """What a file tells beside the field."""

    name: str
    names: Mapping[int, str]
    """The names of entries by their keys."""
    ranks: Mapping[int, int]
    ratings: Mapping[int, float]
    """What they were seeded by, as far as it is known."""
    began: datetime.date | None = None
    ended: datetime.date | None = None
    director: str = ""


def can_be_told(field: Field) -> bool:
    """Whether such a file can tell this group: two meet at a table, in single matches, for usual points."""
    return (
        field.size == 2
        and field.stage.format in FORMATS
        and field.plan.points in SCHEMES
        and 0 < len(field.entries) <= MOST
    )


def trf(field: Field, report: Report) -> str:
    """The file of a group that ``can_be_told``. Rounds are told up to the first that is not over."""
    last = _rounds_over(field)
    lines = [*_about(field, report, last), *_players(field, report, last)]
    return "".join(f"{line}\r\n" for line in lines)


def _rounds_over(field: Field) -> int:
    """How many rounds from the first on have ended."""
    open_ = [meeting.round for meeting in field.meetings if meeting.is_open]
    return min([field.last_round, *(number - 1 for number in open_)])


def _about(field: Field, report: Report, last: int) -> Iterator[str]:
    yield f"012 {_one_line(report.name)}"
    if report.began is not None:
        yield f"042 {report.began:%Y/%m/%d}"
    if report.ended is not None:
        yield f"052 {report.ended:%Y/%m/%d}"
    yield f"062 {len(field.entries)}"
    yield f"092 {FORMATS[field.stage.format]}"
    if report.director:
        yield f"102 {_one_line(report.director)}"
    yield f"XXR {max(field.stage.rounds, last, 1)}"
    win, draw, half = (_tenths(units) for units in _worth(field))
    bye = _tenths(bye_points(field.plan, "bye", 2))
    yield f"XXS W={win} D={draw} L=0.0 PAB={bye} HPB={half} ZPB=0.0 FW={win} FL=0.0"
    yield f"XXC {'white1' if _first_has_white(field) else 'black1'}"


def _worth(field: Field) -> tuple[int, int, int]:
    """What a win, a draw and a bye for half a win are worth, in units."""
    win, draw = (3 * UNIT, UNIT) if field.plan.points == "three" else (UNIT, UNIT // 2)
    return win, draw, bye_points(field.plan, "half_bye", 2)


def _first_has_white(field: Field) -> bool:
    """Whether the strongest of those who met in the first round had the first seat."""
    met = [meeting for meeting in field.meetings if meeting.round == 1 and len(meeting.shares) == 2]
    numbers = {share.entry: field.by_key[share.entry].number for one in met for share in one.shares}
    strongest = min(numbers, key=lambda key: numbers[key], default=0)
    return not any(meeting.shares[1].entry == strongest for meeting in met)


def _players(field: Field, report: Report, last: int) -> Iterator[str]:
    by_round = {
        (share.entry, meeting.round): (meeting, share)
        for meeting in field.meetings
        if meeting.how != "annulled"
        for share in meeting.shares
    }
    numbers = {entry.key: index for index, entry in enumerate(field.entries, 1)}
    for entry in field.entries:
        results = [by_round.get((entry.key, number)) for number in range(1, last + 1)]
        tokens = [NOBODY if one is None else _result(*one, numbers) for one in results]
        points = sum(_points(field, token) for token in tokens)
        yield _player(entry, numbers[entry.key], report, points) + "".join(f"  {token}" for token in tokens)


def _player(entry: Entry, number: int, report: Report, points: int) -> str:
    rating = round(report.ratings.get(entry.key, 0.0))
    rated = f"{rating:4d}" if 0 < rating <= MOST else " " * 4
    name = _one_line(report.names[entry.key])[:NAME_LENGTH]
    head = f"001 {number:4d}      {name:<{NAME_LENGTH}} {rated}"
    return f"{head:<80}{_tenths(points):>4} {report.ranks.get(entry.key, number):4d}"


def _result(meeting: Meeting, own: Share, numbers: Mapping[int, int]) -> str:
    """A round of an entry: whom it met, in which colour, and what became of it."""
    if len(meeting.shares) < 2:
        return f"0000 - {_TOKENS.get(meeting.how, 'Z')}"
    first, second = meeting.shares
    colour, other = ("w", second) if own is first else ("b", first)
    return f"{numbers[other.entry]:4d} {colour} {_token(meeting, own, other)}"


def _token(meeting: Meeting, own: Share, other: Share) -> str:
    mine, theirs = own.points or 0, other.points or 0
    if meeting.how == "forfeit":
        return "+" if mine > theirs else "-"
    return "1" if mine > theirs else "0" if mine < theirs else "="


def _points(field: Field, result: str) -> int:
    """What a round is worth by its sign, as whoever reads the file counts it."""
    win, draw, half = _worth(field)
    bye = bye_points(field.plan, "bye", 2)
    return {"1": win, "+": win, "=": draw, "U": bye, "H": half}.get(result[-1], 0)


def _tenths(units: int) -> str:
    return f"{units / UNIT:.1f}"


def _one_line(text: str) -> str:
    return " ".join(_CONTROL.sub(" ", text).split())

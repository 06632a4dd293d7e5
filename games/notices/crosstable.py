"""A group as a plain text: a line for each entry in the order of the standings, a column for each round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.contests.field import Field, Meeting
from games.notices.columns import width
from games.notices.held import figure

LONGEST = 24
"""Names are cut to so many columns."""
_BYES = {"bye": "+", "half_bye": "½", "zero_bye": "-"}


def crosstable(field: Field, standings: Sequence[Mapping[str, Any]], names: Mapping[int, str]) -> str:
    """The crosstable of a group. A cell tells what an entry got, whom it met by rank, and in which seat:
    ``1:4a`` is a point against the fourth from the first seat, ``+`` a bye, ``*`` a pairing still played.
    """
    ranks = {line["entry"]: index for index, line in enumerate(standings, 1)}
    met = {
        (share.entry, meeting.round): meeting
        for meeting in field.meetings
        if meeting.how != "annulled"
        for share in meeting.shares
    }
    rounds = range(1, field.last_round + 1)
    rows = [["", "", "", *(str(number) for number in rounds)]]
    for line in standings:
        key = line["entry"]
        cells = [_cell(key, met.get((key, number)), ranks) for number in rounds]
        rows.append([str(ranks[key]), _cut(names.get(key, "")), figure(line["points"]), *cells])
    return "\n".join(_lines(rows)) + "\n"


def _cell(key: int, meeting: Meeting | None, ranks: Mapping[int, int]) -> str:
    if meeting is None:
        return "."
    if meeting.is_bye:
        return _BYES[meeting.how]
    seat = next(index for index, share in enumerate(meeting.shares) if share.entry == key)
    got = meeting.shares[seat].points
    others = ",".join(str(ranks.get(share.entry, "?")) for share in meeting.shares if share.entry != key)
    worth = "*" if meeting.is_open or got is None else figure(got)
    return f"{worth}:{others}{'abcdef'[seat]}" + ("!" if meeting.how in {"forfeit", "adjudicated"} else "")


def _cut(name: str) -> str:
    name = " ".join(name.split())
    while width(name) > LONGEST:
        name = name[:-2] + "…" if name.endswith("…") else name[:-1] + "…"
    return name


def _lines(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell + " " * (room - width(cell)) if index == 1 else " " * (room - width(cell)) + cell
            for index, (cell, room) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines

"""Two Swiss events as they were published: who met whom with which colour, and how it ended.

A row has an entry's rounds: the opponent's number, the colour (``w``, ``b``, ``f`` where the source has none
because the game was not played) and the result (``+`` and ``-`` without play); ``U`` is a bye for a full
point, ``H`` one for half a point that was asked for, ``Z`` and a missing round are absences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.contests.field import Entry, Field, Meeting, Share
from games.contests.plan import Plan, Stage

# XX Open Internacional de Gros, Donostia, 24 September to 2 October 2010: rounds 1 to 4 of 9. Published as
# the sample file of JaVaFo, the pairing program of FIDE's commission for pairing systems (Advanced User
# Manual, "TRF(x) sample").
GROS = """
1 26w1 13b1 8w1 4b1
2 27b1 15w1 7b1 5w1
3 29w1 14b1 10w1 6b=
4 30b1 17w1 9b1 1w0
5 31w1 16b1 12w1 2b0
6 32b1 21w1 11b1 3w=
7 33w1 20b1 2w0 18b1
8 34b1 23w1 1b0 21w-
9 35w1 22b1 4w0 13b0
10 36b1 25w1 3b0 23w0
11 37w1 24b1 6w0 22b1
12 38b1 52w1 5b0 45w1
13 39w+ 1w0 25b1 9w1
14 40b1 3w0 H 26b=
15 41w1 2b0 18w0 49b1
16 42b+ 5w0 H 27w1
17 43w1 4b0 26w= 31b1
18 44b= 19w1 15b1 7w0
19 45w= 18b0 49w1 32b1
20 46b+ 7w0 34b= 35w0
21 47w1 6b0 41w1 8b+
22 48b1 9w0 46b1 11w0
23 49w1 8b0 50w1 10b1
24 50b1 11w0 52b= 34w1
25 51w1 10b0 13w0 52b0
26 1b0 38w1 17b= 14w=
27 2w0 37b= 43w1 16b0
28 Z Z Z Z
29 3b0 40w1 H H
30 4w0 41b0 40w1 H
31 5b0 42w= 44b1 17w0
32 6w0 43b= 42b1 19w0
33 7b0 46w0 48b1 39w=
34 8w0 47b1 20w= 24b0
35 9b0 48w1 H 20b1
36 10w0 49b0 H 44w0
37 11b0 27w= 51b1 H
38 12w0 26b0 H 47w1
39 13b- H H 33b=
40 14w0 29b0 30b0 51w1
41 15b0 30w1 21b0 H
42 16w- 31b= 32w0 43b1
43 17b0 32w= 27b0 42w0
44 18w= 45b0 31w0 36b1
45 19b= 44w1 H 12b0
46 20w- 33b1 22w0 50b1
47 21b0 34w0 H 38b0
48 22w0 35b0 33w0 U
49 23b0 36w1 19b0 15w0
50 24w0 U 23b0 46w0
51 25b0 H 37w0 40b0
52 U 12b0 24w= 25w1
"""

# Hobsons Bay Koshnitsky Cup, Melbourne, 2025: rounds 1 to 5, and the pairings of round 6 (without results),
# from the cross table and pairing pages that the club published, made by Vega (a program endorsed by FIDE).
KOSHNITSKY = """
1 17w1 12b1 6w1 3b0 5w0 18b?
2 19b1 10w0 16b1 18w= 7b0 21w?
3 20w1 14b1 9w1 1w1 6b1 5b?
4 H 15w1 18b0 27b1 12w1 9w?
5 21b1 13w1 H 10w1 1b1 3w?
6 24w1 16b1 1b0 14w1 3w0 Z
7 H 23w1 10b= 12b= 2w1 8b?
8 H 25b1 H 26w1 11b= 7w?
9 26b1 35w1 3b0 21w1 18w1 4b?
10 27w1 2b1 7w= 5b0 30b1 11w?
11 H H 17w1 24b1 8w= 10b?
12 28b1 1w0 22b1 7w= 4b0 27w?
13 30w1 5b0 21w0 34b1 24w= 15b?
14 32f+ 3w0 35b1 6b0 25w0 30b?
15 33w1 4b0 26f- 22w1 21b= 13w?
16 34b1 6w0 2w0 17b1 26w1 25b?
17 1b0 34w1 11b0 16w0 33w1 26b?
18 H 29w1 4w1 2b= 9b0 1w?
19 2w0 27b= 28b1 30w0 29w1 24b?
20 3b0 26f- 34f-
21 5w0 31f+ 13b1 9b0 15w= 2b?
22 H H 12w0 15b0 34w1 28b?
23 H 7b0 24w0 33b1 27f- 29w?
24 6b0 28w1 23b1 11w0 13b= 19w?
25 H 8w0 29b1 H 14b1 16w?
26 9w0 20f+ 15f+ 8b0 16b0 17w?
27 10b0 19w= 33b1 4w0 23f+ 12b?
28 12w0 24b0 19w0 U 35b1 22w?
29 H 18b0 25w0 35w1 19b0 23b?
30 13b0 H 31f+ 19b1 10w0 14w?
31 H 21f- 30f-
32 14f-
33 15b0 H 27w0 23w0 17b0 U
34 16w0 17b0 20f+ 13w0 22b0 35w?
35 U 9b0 14w0 29b0 28w0 34b?
"""

TOTALS = {
    "gros": "4 4 3.5 3 3 3.5 3 2 2 2 3 3 3 2 2 2.5 2.5 2.5 2.5 1.5 3 2 3 2.5 1 2 1.5 0 2 1.5 1.5 1.5 1.5 1.5 "
    "2.5 .5 2 1.5 1.5 1 1.5 1.5 .5 1.5 2 2 .5 1 1 1 .5 2.5",
    "koshnitsky": "3 2.5 5 3.5 4.5 3 3.5 3.5 4 3.5 3.5 2.5 2.5 2 2.5 3 2 3 2.5 0 2.5 2 1.5 2.5 3 2 2.5 2 1.5 "
    "2.5 .5 0 .5 1 1",
}
"""The points that the sources give after the last round with results, in the order of numbers."""

POINTS = {"1": 120, "+": 120, "=": 60, "0": 0, "-": 0, "?": None}
HOWS = {"U": ("bye", 120), "H": ("half_bye", 60), "Z": ("zero_bye", 0)}


@dataclass(frozen=True)
class Event:
    """A published event: its entries and all its meetings."""

    entries: tuple[Entry, ...]
    meetings: tuple[Meeting, ...]
    rounds: int

    def before(self, number: int) -> Field:
        """What was known when a round was paired: what had been, and who had asked for a bye in it."""
        known = [
            meeting
            for meeting in self.meetings
            if meeting.round < number or (meeting.round == number and meeting.how in {"half_bye", "zero_bye"})
        ]
        plan = Plan(stages=(Stage(format="swiss", rounds=9),))
        return Field(plan, plan.stages[0], 2, 2, self.entries, tuple(known))

    def paired(self, number: int) -> list[Meeting]:
        """The meetings of a round that were paired, with the bye."""
        asked = {"half_bye", "zero_bye"}
        return [meeting for meeting in self.meetings if meeting.round == number and meeting.how not in asked]


def read(table: str) -> Event:
    """The event of a table. Both rows of a game must agree."""
    rows = {int(row.split()[0]): row.split()[1:] for row in table.strip().splitlines()}
    rounds = max(map(len, rows.values()))
    meetings = [meeting for number in range(1, rounds + 1) for meeting in _round(rows, number)]
    return Event(tuple(Entry(key, key) for key in rows), tuple(meetings), rounds)


def _round(rows: Mapping[int, list[str]], number: int) -> Iterator[Meeting]:
    cells = {key: row[number - 1] if number <= len(row) else "Z" for key, row in rows.items()}
    for key, cell in cells.items():
        if cell in HOWS:
            how, points = HOWS[cell]
            yield Meeting(number, (Share(key, points),), how)
            continue
        other, colour, result = _parts(cell)
        opponent, theirs, back = _parts(cells[other])
        assert opponent == key
        assert colour + theirs in {"wb", "bw", "ff"}, (key, other)
        assert result + back in {"10", "01", "==", "+-", "-+", "??"}, (key, other)
        if colour == "w" or (colour == "f" and key < other):
            shares = (Share(key, POINTS[result]), Share(other, POINTS[back]))
            how = {"?": "open", "+": "forfeit", "-": "forfeit"}.get(result, "played")
            yield Meeting(number, shares, how)


def _parts(cell: str) -> tuple[int, str, str]:
    found = re.fullmatch(r"(\d+)([wbf])([10=+?-])", cell)
    assert found, cell
    return int(found[1]), found[2], found[3]


EVENTS = {"gros": read(GROS), "koshnitsky": read(KOSHNITSKY)}

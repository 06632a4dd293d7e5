"""Tables of chess events as they were published, with what was printed of their tie-breaks.

Rounds are in the short form of ``tables.field_of``; crosstables have the results of each row against the
columns after it, one sign a game.
"""

from __future__ import annotations

from games.contests.field import Field
from games.contests.plan import Plan
from tests.contests.tables import field_of

# "Exercises in Tie-Breaking" of FIDE's Technical Commission (tec.fide.com, 18 March 2024), page 5: a Swiss of
# 16 players and 5 rounds with byes, forfeits and somebody who withdraws. The values are those of the exercise
# where the Tie-Break Regulations of 1 March 2026 have not changed them (C.07, 16.4: what a virtual opponent
# has is capped); of numbers 4, 6 and 11 they are the exercise's less what the cap takes.
SWISS = [
    "1-91 10-20 3-11= 12-40 5-130 14-61 7-151 16-8=",
    "13-1= 2-71 6-30 4H 15-51 8-141 9-100 11-160 12U",
    "1-2= 3-81 4-131 5-111 6U 16-71 9H 10-150 14-12-",
    "15-10 2-161 4-3= 7-5= 6-101 8-131 11-9+ 12Z 14Z",
    "1-4= 3-2= 5-101 8-60 11-71 9U 12Z 13-140 16-151",
]
SWISS_POINTS = [3.5, 4, 3.5, 3.5, 2.5, 3, 1.5, 2.5, 1.5, 1, 2.5, 2, 1.5, 2, 2, 3.5]
SWISS_TERMS: dict[str, list[float]] = {
    "buchholz": [12.5, 13, 15.5, 14, 8.5, 11.5, 14.5, 13.5, 9, 13, 12.5, 11.5, 14, 11, 12, 12.5],
    "buchholz_cut1": [11, 12, 13, 11.5, 7.5, 10.5, 12.5, 12, 7.5, 11.5, 11, 9.5, 12, 9, 11, 11],
    "sonneborn_berger": [8, 9.5, 10.5, 9.25, 4.25, 6, 3.25, 5.25, 2.25, 1.5, 4.75, 4, 4.25, 4.5, 3.5, 7.25],
    "wins": [2, 3, 2, 2, 2, 3, 1, 2, 1, 1, 2, 2, 1, 2, 2, 3],
    "second_seat_wins": [1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1],
}

# The same exercises, page 43: the event goes on to 9 rounds (2 beats 3 in round 5), for direct encounter.
LONG_SWISS = [
    *SWISS[:4],
    "1-4= 3-20 5-101 8-60 11-71 9U 12Z 13-140 16-151",
    "6-1= 2-4= 16-30 14-51 10-71 11-8= 13-90 15-121",
    "3-1= 2-60 4-16= 9-50 7-131 8-15= 12-100 14-111",
    "1-16= 15-2= 3-141 6-4= 5-80 7-91 10-111 13-12=",
    "8-10 2-5= 10-30 4-151 16-60 14-70 9-12= 11-13=",
]
LONG_SWISS_AHEAD = {6: 3, 1: 1, 4: 1, 2: 0}
"""Of the four with 6 points, 6 is ahead of the others, 1 and 4 of 2. Nothing parts anybody else."""

# The same exercises, page 6: a round robin of 6 with a forfeit, which counts as if it had been played.
ROUND_ROBIN = [
    "1-5= 2-61 3-41",
    "1-21 6-30 5-41",
    "3-10 2-51 4-6=",
    "1-40 2-3= 5-6-",
    "6-10 4-20 3-51",
]
ROUND_ROBIN_TERMS: dict[str, list[float]] = {
    "direct": [2, 0, 0, 0, 1, 2],
    "sonneborn_berger": [9.25, 6.25, 6.25, 4.25, 3.25, 2.25],
}

# Candidates' tournament, Budapest 1950 (Wikipedia, "World Chess Championship 1951"): Bronstein, Boleslavsky,
# Smyslov, Keres, Najdorf, Kotov, Stahlberg, Lilienthal, Szabo, Flohr. Printed is what players who are level
# have by Sonneborn-Berger.
BUDAPEST = [
    "== 01 =1 11 1= 01 == 1= =1",
    "1= == == 1= == =1 =1 11",
    "== 1= =1 01 =1 == ==",
    "== 10 1= == =1 ==",
    "== == 11 =1 ==",
    "=1 10 10 1=",
    "== == ==",
    "10 ==",
    "10",
]
BUDAPEST_POINTS = [12, 12, 10, 9.5, 9, 8.5, 8, 7, 7, 7]
BUDAPEST_BERGER = {1: 103.0, 2: 101.25, 8: 63.0, 9: 61.75, 10: 60.75}

# Candidates' tournament, Zurich 1953 (Mark Weeks, mark-weeks.com/chess/5254$cix.htm): Smyslov, Bronstein,
# Reshevsky, Keres, Petrosian, Najdorf, Geller, Kotov, Taimanov, Averbakh, Boleslavsky, Szabo, Gligoric, Euwe,
# Stahlberg. Printed as for Budapest, under "T/B".
ZURICH = [
    "== =1 11 == == 11 =0 == == == == 1= 11 1=",
    "11 1= == == =0 == 1= == == 01 1= == ==",
    "== == == == 10 == =1 =1 1= =1 11 1=",
    "=1 == =1 == == 0= 11 1= =1 == 11",
    "0= == == 00 == == 11 =1 1= 11",
    "00 1= 1= =0 == == == 0= 11",
    "=0 01 == 01 1= =1 01 ==",
    "10 1= 00 10 1= 0= 01",
    "10 == == =0 0= 11",
    "== == 0= 11 00",
    "=0 == =1 ==",
    "1= == 1=",
    "=1 11",
    "1=",
]
ZURICH_POINTS = [18, 16, 16, 16, 15, 14.5, 14.5, 14, 14, 13.5, 13.5, 13, 12.5, 11.5, 8]
ZURICH_BERGER = {
    2: 224.0,
    3: 210.75,
    4: 210.25,
    6: 198.0,
    7: 197.75,
    8: 198.75,
    9: 191.75,
    10: 194.0,
    11: 185.75,
}


def crosstable(plan: Plan, rows: list[str]) -> Field:
    """A field of a crosstable; who had the first seat is not told, so it is the one above."""
    legs = len(rows[0].split()[0])
    words: list[list[str]] = [[] for _leg in range(legs)]
    for number, row in enumerate(rows, start=1):
        for other, games in enumerate(row.split(), start=number + 1):
            for leg, result in enumerate(games):
                words[leg].append(f"{number}-{other}{result}")
    return field_of(plan, len(rows) + 1, [" ".join(leg) for leg in words])

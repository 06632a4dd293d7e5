"""Duplicate: every table of a round has the same deal, and results are compared across tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from games.contests.field import Field, Meeting, Pair, Share
from games.contests.plan import UNIT, IllegalPlan, Stage
from games.contests.swiss.balance import seated
from games.contests.swiss.past import pasts, waiting
from games.rules.chance import Chance
from games.rules.refusal import gettext_noop as _

WEEK = 7
"""How many deals are played alone, unless the plan says so."""
MOST_ROUNDS = 60


class Duplicate:
    """Everybody plays the same deals; who made more of a seat than others did at the same seat comes first.

    In a game for one everybody is alone at a table each round: a pairing of one entry that begins ``open``
    and is no bye. At larger tables all are full, as another number of seats is another deal; who is left over
    has half a bye, those first who had fewest. Seats are held in turn, and neighbours change. Under the
    scheme ``score`` the game's own scores are added up; under any other one the points of a round are
    ``matchpoints``, set once its last table has ended.
    """

    name = _("Duplicate")

    def check(self, stage: Stage, size: int, entries: int) -> None:
        """Refuse a wrong number of rounds, and fewer entries than two tables need."""
        if not 0 <= stage.rounds <= MOST_ROUNDS:
            message = _("Say how many rounds there are, {most} at the most.")
            raise IllegalPlan(message, "illegal_rounds", "rounds", most=MOST_ROUNDS)
        if entries and entries < 2 * size:
            message = _("Results are compared between tables, so this takes at least {least} entries.")
            raise IllegalPlan(message, "illegal_entries", "entries", least=2 * size)

    def rounds(self, stage: Stage, size: int, entries: int) -> int | None:
        """As many as asked for, else so many that everybody holds every seat once; alone, a week of deals."""
        return stage.rounds or (size if size > 1 else WEEK)

    def pair(self, field: Field, number: int, chance: Chance) -> tuple[Pair, ...]:
        """The tables of the round; half byes come last."""
        if number > (self.rounds(field.stage, field.size, 0) or 0):
            return ()
        here = [entry.key for entry in waiting(field, number)]
        if field.size == 1:
            return tuple(Pair((key,), how="open") for key in here)
        past = pasts(field, number)
        spare = len(here) % field.size
        rested = sorted(here, key=lambda key: (past[key].rested, -past[key].number))[:spare]
        tables = _turned([key for key in here if key not in rested], field.size, number)
        pairs = [
            Pair(tuple(one.key for one in seated([past[key] for key in table], field.size)))
            for table in tables
        ]
        return (*pairs, *(Pair((key,), how="half_bye") for key in sorted(rested, key=here.index)))

    def ready(self, field: Field, number: int) -> bool:
        """Whether every earlier table has ended."""
        return number <= field.last_round + 1 and not any(meeting.is_open for meeting in field.meetings)

    def is_over(self, field: Field) -> bool:
        """Whether every round was played, or nobody is left to play another."""
        if any(meeting.is_open for meeting in field.meetings):
            return False
        left = range(field.last_round + 1, (self.rounds(field.stage, field.size, 0) or 0) + 1)
        return not any(sum(entry.plays(number) for entry in field.entries) >= field.size for number in left)

    def ranking(self, field: Field) -> tuple[tuple[int, ...], ...] | None:
        """By the standings."""
        return None

    def title(self, field: Field, number: int) -> tuple[str, Mapping[str, object]]:
        """The number of the deal."""
        return _("Deal {number}"), {"number": number}


def _turned(keys: Sequence[int], size: int, number: int) -> list[list[int]]:
    """Tables of one from each part of the seeding: parts move on one seat a round, and at their own speed."""
    tables = len(keys) // size
    parts = [keys[part * tables : (part + 1) * tables] for part in range(size)]
    return [
        [
            parts[(seat + number - 1) % size][(table + (seat + number - 1) % size * (number - 1)) % tables]
            for seat in range(size)
        ]
        for table in range(tables)
    ]


def matchpoints(meetings: Iterable[Meeting]) -> dict[int, int]:
    """The points in units of everybody who played in a round, by entry: the meetings are those of that round.

    At each seat, the share of the others there who were beaten, ties counting half: ``UNIT`` for beating all.
    By score where the game has scores, else by place; who left a seat has no score and is beaten by all. A
    walk-over is half, as is half a bye; who wasn't there has nothing and is beaten by nobody. Who is alone at
    a seat has half. Nobody may see it before the last table of the round has ended.
    """
    seats: dict[int, list[Share]] = defaultdict(list)
    found: dict[int, int] = {}
    for meeting in meetings:
        if meeting.how in {"played", "adjudicated"}:
            for seat, share in enumerate(meeting.shares):
                seats[seat].append(share)
        elif meeting.how in {"half_bye", "bye", "zero_bye", "forfeit"}:
            for share in meeting.shares:
                there = meeting.how != "zero_bye" and (share.place or 1) == 1
                found[share.entry] = UNIT // 2 if there else 0
    for held in seats.values():
        found.update({share.entry: _compared(share, held) for share in held})
    return found


def _compared(share: Share, held: Sequence[Share]) -> int:
    """What a share is worth among all at the same seat."""
    others = [_worth(other) for other in held if other is not share]
    if not others:
        return UNIT // 2
    mine = _worth(share)
    halves = sum(2 * (mine > other) + (mine == other) for other in others)
    return (UNIT * halves + len(others)) // (2 * len(others))


def _worth(share: Share) -> tuple[bool, float]:
    return share.score is not None, share.score if share.score is not None else -(share.place or 0)

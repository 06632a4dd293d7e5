"""Whole Swiss contests that chance makes up: who comes late, leaves, returns, is absent, and how it goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

import msgspec

from games.contests.field import Entry, Field, Meeting, Pair, Share
from games.contests.plan import UNIT, Plan, Stage
from games.contests.swiss import Swiss
from games.rules.chance import Chance

KEY = b"lives".ljust(32, b"\0")


@dataclass(frozen=True)
class Shape:
    """How large a contest is, and how much goes wrong in it: a share of 1 for each trouble."""

    size: int = 2
    least: int = 2
    entries: int = 12
    rounds: int = 5
    late: float = 0.1
    leaves: float = 0.08
    returns: float = 0.3
    absent: float = 0.08
    unplayed: float = 0.1
    annulled: float = 0.02
    given: float = 0.02
    """How often a director gives somebody a bye."""


QUIET = Shape(late=0, leaves=0, absent=0, unplayed=0, annulled=0, given=0)


def quiet(**numbers: int) -> Shape:
    """A contest in which nothing goes wrong."""
    return replace(QUIET, **numbers)


def shaped(luck: Random, **numbers: int) -> Shape:
    """A small contest of any kind, calm or wild."""
    wild = luck.choice((0, 0.5, 1, 3))
    chances = {
        name: min(0.9, getattr(Shape, name) * wild)
        for name in ("late", "leaves", "absent", "unplayed", "annulled", "given")
    }
    entries = luck.choice((4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16))
    return replace(Shape(entries=entries, rounds=luck.randint(1, 7), **chances), **numbers)


@dataclass
class Life:
    """A contest under way."""

    shape: Shape
    luck: Random
    entries: list[Entry] = field(default_factory=list)
    meetings: list[Meeting] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Everybody enters, some of them late; keys are in no order."""
        keys = self.luck.sample(range(1, 10 * self.shape.entries), self.shape.entries)
        for number, key in enumerate(keys, 1):
            late = number > 4 and self.luck.random() < self.shape.late
            self.entries.append(Entry(key, number, since=self.luck.randint(2, 4) if late else 1))

    def field(self) -> Field:
        """What is known now."""
        plan = Plan(stages=(Stage(format="swiss", rounds=self.shape.rounds),))
        return Field(
            plan, plan.stages[0], self.shape.size, self.shape.least, tuple(self.entries), tuple(self.meetings)
        )

    def rounds(self) -> Iterator[tuple[Field, int, tuple[Pair, ...]]]:
        """Every round as it is paired: what was known, its number, its pairings."""
        for number in range(1, self.shape.rounds + 1):
            self.entries = [self._changed(entry, number) for entry in self.entries]
            self._ask(number)
            known = self.field()
            pairs = Swiss().pair(known, number, Chance(KEY, number))
            yield known, number, pairs
            self.meetings += [
                self._ended(pair, number, board) for board, pair in enumerate(pairs, len(self.entries))
            ]

    def _changed(self, entry: Entry, number: int) -> Entry:
        luck, shape = self.luck, self.shape
        if entry.until is None and luck.random() < shape.leaves:
            return msgspec.structs.replace(entry, until=number - 1)
        if entry.until is not None and luck.random() < shape.returns:
            missed = tuple(range(entry.until + 1, number))
            return msgspec.structs.replace(entry, until=None, absent=entry.absent + missed)
        if luck.random() < shape.absent:
            return msgspec.structs.replace(entry, absent=(*entry.absent, number))
        return entry

    def _ask(self, number: int) -> None:
        """Byes that are booked before the round is paired, for who is absent and for who is given one."""
        had = {share.entry for meeting in self.meetings if meeting.how == "bye" for share in meeting.shares}
        for board, entry in enumerate(self.entries):
            if number in entry.absent and self.luck.random() < 0.7:
                how = self.luck.choice(("half_bye", "zero_bye"))
            elif entry.plays(number) and entry.key not in had and self.luck.random() < self.shape.given:
                how = "bye"
            else:
                continue
            worth = {"bye": UNIT, "half_bye": UNIT // 2, "zero_bye": 0}[how]
            self.meetings.append(Meeting(number, (Share(entry.key, worth),), how, board=board))

    def _ended(self, pair: Pair, number: int, board: int) -> Meeting:
        seats = len(pair.entries)
        if seats == 1:
            points = UNIT if pair.begins == "bye" else 0
            return Meeting(number, (Share(pair.entries[0], points),), pair.begins, board=board)
        how, points = self._result(seats)
        shares = tuple(Share(key, worth) for key, worth in zip(pair.entries, points, strict=True))
        return Meeting(number, shares, how, board=board)

    def _result(self, seats: int) -> tuple[str, Sequence[int | None]]:
        luck = self.luck
        if luck.random() < self.shape.annulled:
            return "annulled", [None] * seats
        if luck.random() < self.shape.unplayed:
            return "forfeit", luck.choice(
                ([UNIT, *[0] * (seats - 1)], [0] * seats, [*[0] * (seats - 1), UNIT])
            )
        how = "adjudicated" if luck.random() < 0.05 else "played"
        if seats == 2:
            return how, luck.choice(([UNIT, 0], [0, UNIT], [UNIT // 2] * 2))
        return how, luck.sample([UNIT * place for place in range(seats)], seats)

"""Contests made up by chance for tests of schedules: who drops out when, and how tables end."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

import msgspec

from games.contests.field import Entry, Field, Meeting, Pair, Share
from games.contests.formats import FORMATS
from games.contests.plan import UNIT, Plan, Stage
from games.contests.points import bye_points, forfeit_points, ranked, share_points
from games.rules.chance import Chance


def field_of(stage: Stage, entries: int, size: int = 2, least: int = 2, points: str = "classic") -> Field:
    """A group in which nothing has been played; keys are not the numbers, lest one be taken for the other."""
    people = tuple(Entry(100 + 7 * number, number) for number in range(1, entries + 1))
    return Field(Plan(stages=(stage,), points=points), stage, size, least, people)


def paired(field: Field, number: int) -> tuple[Pair, ...]:
    """The pairings of a round, which have to be the same when asked for again."""
    rules = FORMATS[field.stage.format]
    found = rules.pair(field, number, Chance(b"chance", number))
    assert rules.pair(field, number, Chance(b"chance", number)) == found
    return found


@dataclass
class Life:
    """A contest that is played to its end, with whoever drops out meanwhile."""

    field: Field
    chance: random.Random
    drops: float = 0.0
    draws: float = 0.0
    number: int = 0
    pairs: list[tuple[Pair, ...]] = field(default_factory=list)

    def play(self, most: int = 400) -> Life:
        """Play all rounds, and look at each."""
        rules = FORMATS[self.field.stage.format]
        while not rules.is_over(self.field):
            self.number += 1
            assert self.number < most
            self._drop()
            if rules.is_over(self.field):
                break
            assert rules.ready(self.field, self.number)
            pairs = paired(self.field, self.number)
            assert pairs, (self.number, self.field)
            self._look(pairs)
            self.pairs.append(pairs)
            meetings = tuple(self._meeting(pair, board) for board, pair in enumerate(pairs, 1))
            self._wait(meetings)
            self.field = msgspec.structs.replace(self.field, meetings=(*self.field.meetings, *meetings))
        assert all(not meeting.is_open for meeting in self.field.meetings)
        return self

    def _drop(self) -> None:
        """Let some withdraw before this round."""
        entries = tuple(
            msgspec.structs.replace(entry, until=self.number - 1)
            if entry.until is None and self.chance.random() < self.drops
            else entry
            for entry in self.field.entries
        )
        self.field = msgspec.structs.replace(self.field, entries=entries)

    def _look(self, pairs: tuple[Pair, ...]) -> None:
        """Nobody plays twice, or with themselves, or although they have withdrawn."""
        keys = [key for pair in pairs for key in pair.entries]
        assert len(keys) == len(set(keys))
        for pair in pairs:
            present = [self.field.by_key[key].plays(self.number) for key in pair.entries]
            if pair.begins == "open":
                assert all(present)
                assert self.field.least <= len(present) <= self.field.size
            elif pair.is_bye:
                assert all(present) or self.field.stage.format == "knockout"
            else:
                assert not all(present) or len(present) < self.field.least

    def _wait(self, meetings: tuple[Meeting, ...]) -> None:
        """As long as a table is open, formats that hang on results pair no other round."""
        opened = [
            msgspec.structs.replace(
                meeting, how="open", shares=tuple(Share(one.entry) for one in meeting.shares)
            )
            for meeting in meetings
        ]
        before = msgspec.structs.replace(self.field, meetings=(*self.field.meetings, *opened))
        rules = FORMATS[self.field.stage.format]
        assert not rules.is_over(before)
        if self.field.stage.at_once == 1 and self.field.stage.format != "knockout":
            assert not rules.ready(before, self.number + 1)

    def _meeting(self, pair: Pair, board: int) -> Meeting:
        return ended(self.field, self.number, pair, board, self._places)

    def _places(self, size: int) -> tuple[int, ...]:
        if self.chance.random() < self.draws:
            return (1,) * size
        return tuple(self.chance.sample(range(1, size + 1), size))


def ended(
    field: Field, number: int, pair: Pair, board: int, places_of: Callable[[int], tuple[int, ...]]
) -> Meeting:
    """A pairing as it ended."""
    if pair.begins == "open":
        places = places_of(len(pair.entries))
        points = share_points(field.plan, places, [float(-place) for place in places])
        shares = tuple(map(Share, pair.entries, points, places, [float(-place) for place in places]))
        return Meeting(number, shares, "played", pair.slot, board)
    if pair.is_bye:
        points = (bye_points(field.plan, pair.begins, field.size),)
        return Meeting(number, (Share(pair.entries[0], points[0], 1),), pair.begins, pair.slot, board)
    present = [field.by_key[key].plays(number) for key in pair.entries]
    points = forfeit_points(field.plan, present)
    places = ranked([1] * len(present), [at for at, there in enumerate(present) if not there])
    return Meeting(number, tuple(map(Share, pair.entries, points, places)), pair.begins, pair.slot, board)


def met(pairs: list[tuple[Pair, ...]]) -> Iterator[frozenset[int]]:
    """Every two who were at one table, once for each time."""
    for tables in pairs:
        for pair in tables:
            yield from map(frozenset, combinations(pair.entries, 2))


def seats(pairs: list[tuple[Pair, ...]], key: int, size: int) -> list[int]:
    """How often somebody was to play at each seat."""
    held = [pair.entries.index(key) for tables in pairs for pair in tables if key in pair.entries]
    return [held.count(seat) for seat in range(size)]


__all__ = ["UNIT", "Life", "ended", "field_of", "met", "paired", "seats"]

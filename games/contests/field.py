"""Who plays and what has happened so far: the values that formats and standings work on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Protocol

import msgspec

from games.contests.plan import Plan, Stage
from games.rules.chance import Chance


class Entry(msgspec.Struct, frozen=True):
    """An entry in a group of a stage. Its number is its place in the seeding: 1 is the strongest."""

    key: int
    number: int
    since: int = 1
    """The first round in which it may be paired."""
    until: int | None = None
    """The last round in which it may be paired, once it has withdrawn."""
    absent: tuple[int, ...] = ()
    """Rounds in which it isn't paired although it goes on."""
    playoff: int = 0
    """What directors entered for a play-off; who has more comes before others that are level."""

    def plays(self, number: int) -> bool:
        """Whether it may be paired in the round of this number."""
        return (
            self.since <= number
            and (self.until is None or number <= self.until)
            and number not in self.absent
        )


class Share(msgspec.Struct, frozen=True):
    """What one entry has of a meeting, in the order of seats."""

    entry: int
    points: int | None = None
    """In units, see ``UNIT``; None as long as it isn't decided."""
    place: int | None = None
    """1 for the first; shared places are equal."""
    score: float | None = None
    """The game's own score, summed over the matches of the meeting."""


HOWS = ("open", "played", "forfeit", "bye", "half_bye", "zero_bye", "adjudicated", "annulled")
"""How a meeting ended. ``open``: not yet. Byes have one share. Annulled ones count for nothing at all."""


BYES = frozenset({"bye", "half_bye", "zero_bye"})


class Meeting(msgspec.Struct, frozen=True):
    """A pairing of a round and what came of it. A bye is a meeting with one share."""

    round: int
    shares: tuple[Share, ...]
    how: str = "open"
    slot: str = ""
    """Where it stands in a bracket, such as ``w2.1``; empty elsewhere."""
    board: int = 1
    """Its number within its round."""

    @property
    def is_open(self) -> bool:
        """Whether it is still played."""
        return self.how == "open"

    @property
    def is_bye(self) -> bool:
        """Whether somebody had nobody to play with."""
        return self.how in BYES

    @property
    def counts(self) -> bool:
        """Whether it was decided at a table, so that opponents have met, and seats and colours were held."""
        return self.how in {"open", "played", "adjudicated"}


class Pair(msgspec.Struct, frozen=True):
    """A pairing that a format proposes: keys of entries in the order of seats; one alone has a bye."""

    entries: tuple[int, ...]
    slot: str = ""
    how: str = ""
    """One of ``HOWS``: ``open`` if it is to be played, also by one alone at a table of a single seat; else it
    is decided without play. ``forfeit``: whoever plays in this round has won, whoever doesn't has lost.
    Empty: open, or for one alone a bye."""

    @property
    def begins(self) -> str:
        """How the meeting begins: one of ``HOWS``."""
        return self.how or ("bye" if len(self.entries) == 1 else "open")

    @property
    def is_bye(self) -> bool:
        """Whether the entry has nobody to play with in this round."""
        return self.begins in BYES


class Field(msgspec.Struct, frozen=True, dict=True):
    """A group of a stage: what is played, by whom, and every meeting so far, also those still open."""

    plan: Plan
    stage: Stage
    size: int
    """How many seats a full table has."""
    least: int
    """How many seats a table must have for the game; tables of Swiss pods may have fewer than ``size``."""
    entries: tuple[Entry, ...]
    """In the order of their numbers."""
    meetings: tuple[Meeting, ...] = ()

    @cached_property
    def by_key(self) -> Mapping[int, Entry]:
        """The entries by their keys."""
        return {entry.key: entry for entry in self.entries}

    @cached_property
    def drawn(self) -> tuple[Entry, ...]:
        """The places of the draw of a round robin or a knock-out: who was there before its first round.

        Who comes later has no place in it; in a later stage ``since`` is 1 for everybody. Who withdraws keeps
        the place, and who steps in for somebody takes over that entry as it is.
        """
        return tuple(entry for entry in self.entries if entry.since <= 1)

    @cached_property
    def last_round(self) -> int:
        """The number of the latest round that was paired; 0 before the first."""
        return max((meeting.round for meeting in self.meetings), default=0)


class Format(Protocol):
    """The promise of a format. Stateless; everything follows from the field and the chance that is passed."""

    name: str
    """For people; a message id."""

    def check(self, stage: Stage, size: int, entries: int) -> None:
        """Refuse numbers with which it can't be held; ``entries`` is 0 as long as nobody knows how many.

        Raises ``IllegalPlan``.
        """

    def rounds(self, stage: Stage, size: int, entries: int) -> int | None:
        """How many rounds there will be; None where nobody can know."""

    def pair(self, field: Field, number: int, chance: Chance) -> tuple[Pair, ...]:
        """The pairings of the round of this number, the first board first; empty if there is no such round.

        A pure function: twice the same for the same values. Only entries that play in this round are
        paired. Where it depends on results, every meeting it depends on has ended.
        """

    def ready(self, field: Field, number: int) -> bool:
        """Whether the round of this number may be paired now, as far as results are concerned."""

    def is_over(self, field: Field) -> bool:
        """Whether no round follows and no meeting is open."""

    def ranking(self, field: Field) -> tuple[tuple[int, ...], ...] | None:
        """Who comes before whom by the format, keys that are level together; None: by the standings."""

    def title(self, field: Field, number: int) -> tuple[str, Mapping[str, object]]:
        """What a round is called: a message id and what fills its gaps."""

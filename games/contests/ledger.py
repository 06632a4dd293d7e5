"""Every meeting seen from the side of each entry, with what tie-breaks need to know of it.

Unplayed rounds follow the FIDE Handbook, C.07 (Tie-Break Regulations, in force since 1 March 2026), article
16; where pairings are fixed in advance, article 15.2. What is made of it is next door, in ``ties.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from games.contests.field import Field, Meeting, Share
from games.contests.plan import UNIT
from games.contests.points import draw_points, win_points

FIXED = frozenset({"round_robin", "league"})
"""Formats whose pairings are known in advance: a forfeit counts as if it had been played (C.07, 15.2)."""
PAIRS_ALL = frozenset({"swiss"})
"""Formats that pair everybody in every round: who has no meeting in one has a bye for nothing."""
ASKED_FOR = frozenset({"half_bye", "zero_bye"})
"""Byes that an entry wanted or is to blame for, called requested byes in C.07, 16.1.1."""
LOST, DRAWN, WON = 0, 1, 2


class Rival(msgspec.Struct, frozen=True, gc=False):
    """An opponent, and what an entry has against it alone."""

    entry: int
    points: int
    """At a table of two the points it got; of more 1 against who came behind it, ½ against its equals."""


class Appearance(msgspec.Struct, frozen=True, gc=False):
    """What an entry did in a round, once that is decided."""

    round: int
    how: str
    seat: int
    points: int
    score: float
    result: int
    """``WON``, ``DRAWN`` with others who are first too, or ``LOST``; a bye is what its points are for."""
    rivals: tuple[Rival, ...] = ()

    @property
    def is_played(self) -> bool:
        """Whether it was decided at a table."""
        return self.how in {"played", "adjudicated"}

    @property
    def is_asked_for(self) -> bool:
        """Whether it is a bye that the entry wanted, or is to blame for."""
        return self.how in ASKED_FOR

    @property
    def is_voluntary(self) -> bool:
        """Whether it is the entry's own doing that nothing was played (C.07, 16.1.2)."""
        return self.is_asked_for or (self.how == "forfeit" and self.result == LOST)


class Ledger:
    """What all entries of a field have done so far. Open and annulled meetings count for nothing."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.win = win_points(field.plan, field.size)
        self.draw = draw_points(field.plan, field.size)
        self.fixed = field.stage.format in FIXED
        decided = [meeting for meeting in field.meetings if meeting.how not in {"open", "annulled"}]
        numbers = sorted({meeting.round for meeting in decided})
        self.rounds = len(numbers)
        """In how many rounds something has been decided."""
        self.sides: dict[int, list[Appearance]] = {entry.key: [] for entry in field.entries}
        """The appearances of each entry in the order of rounds, by its key."""
        for meeting in decided:
            for key, appearance in _appearances(meeting):
                self.sides[key].append(appearance)
        if field.stage.format in PAIRS_ALL:
            self._note_absences(numbers)
        for side in self.sides.values():
            side.sort(key=lambda appearance: appearance.round)
        self.points = {key: sum(one.points for one in side) for key, side in self.sides.items()}
        playing = {share.entry for meeting in field.meetings if meeting.is_open for share in meeting.shares}
        self.adjusted = {
            key: self.points[key] if self.fixed or key in playing else self._adjusted(side)
            for key, side in self.sides.items()
        }
        """What each entry's points count for its opponents (C.07, 16.3)."""

    def _note_absences(self, numbers: Sequence[int]) -> None:
        """Give who is in no meeting of a round a bye for nothing."""
        present = {
            (meeting.round, share.entry) for meeting in self.field.meetings for share in meeting.shares
        }
        for key, side in self.sides.items():
            absent = (number for number in numbers if (number, key) not in present)
            side += [Appearance(number, "zero_bye", 0, 0, 0.0, LOST) for number in absent]

    def _adjusted(self, side: Sequence[Appearance]) -> int:
        """The points of an entry, where byes it asked for at the end count as draws (C.07, 16.3.2).

        At the end are those after which it played no more, whether it had asked not to or forfeited.
        """
        total = sum(appearance.points for appearance in side)
        if self.field.plan.points == "score":
            return total
        for appearance in reversed(side):
            if not appearance.is_voluntary:
                break
            if appearance.is_asked_for:
                total += self.draw - appearance.points
        return total

    def dummy(self, key: int, rival: int | None = None) -> int:
        """The score of the opponent who stands for an unplayed round of an entry (C.07, 16.4).

        It is the entry's own score, but no more than that of the opponent of a forfeit (16.4.1), else no
        more than draws in all rounds would give (16.4.2).
        """
        own = self.points[key]
        if rival is not None:
            return min(own, self.adjusted[rival])
        return own if self.field.plan.points == "score" else min(own, self.rounds * self.draw)


def _appearances(meeting: Meeting) -> Iterator[tuple[int, Appearance]]:
    shares = meeting.shares
    merits = [_merit(share) for share in shares]
    best = max(merits)
    first = LOST if _is_empty(meeting) else WON if merits.count(best) == 1 else DRAWN
    for seat, (share, merit) in enumerate(zip(shares, merits, strict=True)):
        points = share.points or 0
        if len(shares) == 1:
            result = {"bye": WON, "half_bye": DRAWN}.get(meeting.how, LOST)
        else:
            result = first if merit == best else LOST
        rivals = tuple(
            Rival(other.entry, points if len(shares) == 2 else _against(merit, merits[index]))
            for index, other in enumerate(shares)
            if index != seat
        )
        yield (
            share.entry,
            Appearance(meeting.round, meeting.how, seat, points, share.score or 0.0, result, rivals),
        )


def _merit(share: Share) -> int:
    """What entries of a meeting are compared by: places where they are known, else points."""
    return share.points or 0 if share.place is None else -share.place


def _is_empty(meeting: Meeting) -> bool:
    """Whether nobody came, so that all have lost."""
    return meeting.how == "forfeit" and len({(share.points, share.place) for share in meeting.shares}) == 1


def _against(own: int, other: int) -> int:
    return UNIT if own > other else UNIT // 2 if own == other else 0

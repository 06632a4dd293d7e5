"""What each entry brings into a round of a Swiss: points, opponents, seats, floats, byes. Read from meetings.

Not the standings: nothing here is for people, and ties are not broken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from games.contests.field import Entry, Field, Meeting


@dataclass(slots=True)
class Past:
    """What an entry has behind it before a round. Keys of entries stand for opponents."""

    key: int
    number: int
    points: int = 0
    met: Counter[int] = field(default_factory=Counter)
    """How often it has met whom at a table; a forfeit that wasn't played is no meeting."""
    seats: list[int] = field(default_factory=list)
    """The seats it has held, in the order of rounds."""
    floats: dict[int, int] = field(default_factory=dict)
    """Rounds in which it met somebody with fewer (1) or more points (-1), or got points without playing."""
    full_byes: int = 0
    walkovers: int = 0
    """How often it won without playing, although it was paired."""
    rested: int = 0
    """How many rounds it was paired in without playing, byes included."""

    @property
    def lean(self) -> int:
        """Of two seats: how often it held the first more often than the second."""
        return self.seats.count(0) - self.seats.count(1)


def pasts(field: Field, number: int) -> dict[int, Past]:
    """What every entry of the field brings into the round of this number, by key."""
    found = {entry.key: Past(entry.key, entry.number) for entry in field.entries}
    earlier = [meeting for meeting in field.meetings if meeting.round < number]
    for meeting in sorted(earlier, key=lambda meeting: (meeting.round, meeting.board)):
        if meeting.how != "annulled":
            _book(meeting, [found[share.entry] for share in meeting.shares])
    return found


def waiting(field: Field, number: int) -> list[Entry]:
    """The entries that are to be paired in this round: who plays in it and has no meeting in it yet."""
    busy = {
        share.entry
        for meeting in field.meetings
        if meeting.round == number and meeting.how != "annulled"
        for share in meeting.shares
    }
    return [entry for entry in field.entries if entry.plays(number) and entry.key not in busy]


def in_order(pasts: Iterable[Past]) -> list[Past]:
    """The best first: by points, then by seeding."""
    return sorted(pasts, key=lambda past: (-past.points, past.number))


def _book(meeting: Meeting, past: Sequence[Past]) -> None:
    if not meeting.counts:
        _rest(meeting, past)
    elif len(past) > 1:
        _meet(meeting.round, past)
    for share, one in zip(meeting.shares, past, strict=True):
        one.points += share.points or 0


def _meet(number: int, past: Sequence[Past]) -> None:
    for seat, one in enumerate(past):
        others = [other for other in past if other is not one]
        one.met.update(other.key for other in others)
        one.seats.append(seat)
        mean = sum(other.points for other in others) / len(others)
        if mean != one.points:
            one.floats[number] = 1 if mean < one.points else -1


def _rest(meeting: Meeting, past: Sequence[Past]) -> None:
    best = max(share.points or 0 for share in meeting.shares)
    for share, one in zip(meeting.shares, past, strict=True):
        one.rested += 1
        one.full_byes += meeting.how == "bye"
        won = meeting.how == "forfeit" and best > 0 and share.points == best
        one.walkovers += won
        if won or meeting.how == "bye":
            one.floats[meeting.round] = 1

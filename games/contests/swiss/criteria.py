"""What no round of a Swiss may do, and what of it a given round does: for tests, and rounds by hand.

For two at a table these are FIDE's absolute criteria (Handbook C.04.1 and C.04.3, C1 to C3). Whether a round
is a good one is not asked here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from games.contests.field import Field, Pair
from games.contests.points import win_points
from games.contests.swiss.colours import TOO_FAR, strain
from games.contests.swiss.past import Past, pasts, waiting

CRITERIA = ("size", "double", "away", "left_out", "met", "bye", "seat")
"""``size``: a table with too few or too many. ``double``: an entry twice in the round, also against itself.
``away``: somebody who doesn't play in it. ``left_out``: somebody who does, and isn't paired. ``met``: two who
have met (C1). ``bye``: a bye for a full point to who had one, or won without playing (C2). ``seat``: a seat
for the third time in a row, or three times more often than the other one (C3)."""


class Breach(msgspec.Struct, frozen=True, order=True):
    """A criterion that a round breaks, and the keys of the entries concerned."""

    criterion: str
    entries: tuple[int, ...]


def breaches(field: Field, number: int, pairs: Sequence[Pair], last: int = 0) -> tuple[Breach, ...]:
    """What these pairings of a round break, sorted. ``last`` is the number of the last round if it is known.

    In the last round whoever has more than half of the points there were, and their opponents, may hold any
    seat. Of tables of more than two nobody can say that an entry must not be met again, or a seat be held.
    """
    past = pasts(field, number)
    found = [*_attendance(field, number, pairs)]
    for pair in pairs:
        known = [past[key] for key in pair.entries if key in past]
        found += _table(field, pair)
        found += _byes(pair, known)
        if field.size == 2 and len(known) == 2:
            found += _duel(known, _tops(field, number, last))
    return tuple(sorted(found))


def _attendance(field: Field, number: int, pairs: Iterable[Pair]) -> Iterator[Breach]:
    seen = Counter(key for pair in pairs for key in pair.entries)
    here = {key for pair in pairs if pair.begins != "zero_bye" for key in pair.entries}
    expected = {entry.key for entry in waiting(field, number)}
    yield from (Breach("double", (key,)) for key, times in seen.items() if times > 1)
    yield from (Breach("away", (key,)) for key in here if key not in expected)
    yield from (Breach("left_out", (key,)) for key in expected if key not in seen)


def _table(field: Field, pair: Pair) -> Iterator[Breach]:
    if not pair.is_bye and not field.least <= len(pair.entries) <= field.size:
        yield Breach("size", pair.entries)


def _byes(pair: Pair, known: Iterable[Past]) -> Iterator[Breach]:
    if pair.begins == "bye" and any(past.full_byes or past.walkovers for past in known):
        yield Breach("bye", pair.entries)


def _tops(field: Field, number: int, last: int) -> int | None:
    """With more points than these C3 doesn't count; None as long as it counts for everybody."""
    return (number - 1) * win_points(field.plan, field.size) // 2 if number == last else None


def _duel(known: Sequence[Past], tops: int | None) -> Iterator[Breach]:
    one, other = known
    if other.key in one.met:
        yield Breach("met", (one.key, other.key))
    if tops is not None and max(one.points, other.points) > tops:
        return
    for seat, past in enumerate(known):
        if strain(past, seat) == TOO_FAR:
            yield Breach("seat", (past.key,))

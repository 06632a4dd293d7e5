"""Places by points after each round: how entries rise and fall. Tie-breaks have no say here."""

from __future__ import annotations

from collections import defaultdict

from games.contests.field import Field


def climbing(field: Field) -> dict[int, dict[int, int]]:
    """For each round in which something is decided the place of every entry by its points so far.

    Equal points share a place. Rounds come in their order.
    """
    rounds: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for meeting in field.meetings:
        if meeting.how not in {"open", "annulled"}:
            rounds[meeting.round] += [(share.entry, share.points or 0) for share in meeting.shares]
    points = {entry.key: 0 for entry in field.entries}
    found = {}
    for number in sorted(rounds):
        for entry, more in rounds[number]:
            points[entry] += more
        found[number] = _places(points)
    return found


def _places(points: dict[int, int]) -> dict[int, int]:
    """The place of each entry, the most points first."""
    places: dict[int, int] = {}
    first: dict[int, int] = {}
    for number, key in enumerate(sorted(points, key=lambda key: -points[key]), start=1):
        places[key] = first.setdefault(points[key], number)
    return places

"""What entries that are level did against each other, and who is ahead by that. Nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from games.contests.ledger import Ledger
from games.contests.plan import UNIT


def ahead_of(ledger: Ledger, level: Sequence[int]) -> dict[int, int]:
    """How many of the entries that are level each of them is ahead of by what they did against each other.

    FIDE Handbook, C.07, article 6: if all have met, more points against each other are better, and who are
    level in that are compared among themselves again (6.1). If not all have met, who has more than any other
    could still have is ahead of them all; then the rest is looked at anew (6.2). Only what was played counts,
    but for pairings that are fixed in advance.
    """
    ahead = dict.fromkeys(level, 0)
    pending = [list(level)]
    while pending:
        parted = _parted(ledger, pending.pop())
        if len(parted) > 1:
            behind = 0
            for part in reversed(parted):
                for key in part:
                    ahead[key] += behind
                behind += len(part)
            pending += [part for part in parted if len(part) > 1]
    return ahead


def against(ledger: Ledger, key: int, level: Collection[int]) -> dict[int, int]:
    """What an entry has against each of these that it met, in units."""
    found: dict[int, int] = {}
    for one in ledger.sides[key]:
        if one.is_played or ledger.fixed:
            for rival in one.rivals:
                if rival.entry in level:
                    found[rival.entry] = found.get(rival.entry, 0) + rival.points
    return found


def parted(values: Mapping[int, int], keys: Iterable[int]) -> list[list[int]]:
    """Keys parted by their values, the highest first; those that are equal in the order they came in."""
    found: dict[int, list[int]] = {}
    for key in keys:
        found.setdefault(values[key], []).append(key)
    return [found[value] for value in sorted(found, reverse=True)]


def _parted(ledger: Ledger, group: Sequence[int]) -> list[list[int]]:
    """A group parted by its encounters, the best first; in one piece if they decide nothing."""
    if len(group) == 1:
        return [list(group)]
    wanted = set(group)
    met = {key: against(ledger, key, wanted) for key in group}
    scores = {key: sum(found.values()) for key, found in met.items()}
    missing = {key: len(group) - 1 - len(met[key]) for key in group}
    if not any(missing.values()):
        return parted(scores, group)
    best = max(group, key=lambda key: scores[key])
    win = ledger.win or UNIT
    others = [key for key in group if key != best]
    if all(scores[best] > scores[key] + missing[key] * win for key in others):
        return [[best], others]
    return [list(group)]

"""What a term of the standings is made of, part by part, for people who want to know why they stand where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from games.contests.field import Field
from games.contests.ledger import Ledger
from games.contests.ties import TIES, Level, Part, total
from games.rules.chance import Chance


class Explanation(msgspec.Struct, frozen=True):
    """A term of an entry: the sum of those of its parts that are not cut."""

    entry: int
    tie: str
    """The key of the tie-break in ``TIES``."""
    term: int
    parts: tuple[Part, ...]
    """In the order of rounds."""
    level: tuple[int, ...]
    """Keys of the entries, itself among them, that are level by all that counts before this tie-break."""


def explain(field: Field, entry: int, tie: str, chance: Chance) -> Explanation:
    """Every part of one term of an entry, by their keys. The term is that of the standings.

    A tie-break that the plan doesn't have counts after all others. Raises ``KeyError`` for an entry or a
    tie-break that doesn't exist.
    """
    return explained(field, entry, (tie,), chance)[0]


def explained(field: Field, entry: int, ties: Sequence[str], chance: Chance) -> tuple[Explanation, ...]:
    """Every part of each of these terms of an entry, as ``explain`` tells one; the ledger is made once."""
    ledger = Ledger(field)
    met: dict[int, list[Part]] = {}
    first = sorted(ledger.sides, key=lambda key: field.by_key[key].number)
    level = Level(ledger, _peers(ledger.points, entry, first), chance, met)
    levels: dict[str, Level] = {}
    for tie in field.plan.ties:
        if not set(ties) - levels.keys():
            break
        levels[tie] = level
        level = Level(ledger, _peers(TIES[tie].of(level), entry, level.keys), chance, met)
    return tuple([_told(levels.get(tie, level), entry, tie) for tie in ties])


def _peers(values: Mapping[int, int], entry: int, keys: Iterable[int]) -> list[int]:
    """Who of these has as much as an entry."""
    return [key for key in keys if values[key] == values[entry]]


def _told(level: Level, entry: int, tie: str) -> Explanation:
    parts = TIES[tie].parts(level, entry)
    return Explanation(entry, tie, total(parts), tuple(parts), tuple(level.keys))

"""What a term of the standings is made of, part by part, for people who want to know why they stand where."""

from __future__ import annotations

import msgspec

from games.contests.field import Field
from games.contests.ledger import Ledger
from games.contests.standings import refined
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
    ledger = Ledger(field)
    ties = field.plan.ties
    before = ties[: ties.index(tie)] if tie in ties else ties
    groups, _terms = refined(ledger, before, chance)
    level = next((group for group in groups if entry in group), None)
    if level is None:
        raise KeyError(entry)
    parts = TIES[tie].parts(Level(ledger, level, chance), entry)
    return Explanation(entry, tie, total(parts), tuple(parts), tuple(level))

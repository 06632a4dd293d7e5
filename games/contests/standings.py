"""Who stands where: points, then the tie-breaks of the plan in their order. Terms are explained next door.

Standings of a contest are a function of its ``Field`` (``contests/standings.py``): points, then the
tie-breaks of the plan. ``contests/ledger.py`` sees every meeting from the side of each entry and knows
what unplayed rounds are worth (FIDE Handbook C.07, article 16); a tie-break is the sum of its parts, and
``explain.py`` tells them. All of it is whole numbers, so that who is level is.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.contests.encounters import parted
from games.contests.field import Field
from games.contests.formats import FORMATS
from games.contests.ledger import DRAWN, LOST, WON, Ledger
from games.contests.ties import TIES, Level, Part
from games.rules.chance import Chance


class Line(msgspec.Struct, frozen=True):
    """One line of the standings. Points and terms are whole numbers; see ``UNIT`` and ``Tie.scale``."""

    entry: int
    """The key of the entry."""
    rank: int
    """1 for the first; who are level by all that counts share it."""
    points: int
    played: int
    """How many rounds were decided at a table."""
    wins: int
    """How many were won, drawn and lost against somebody, also by forfeit; a draw is a shared first place."""
    draws: int
    losses: int
    byes: int
    """In how many rounds it had nobody to play with, for whatever reason."""
    terms: tuple[int, ...] = ()
    """What each tie-break of the plan is worth to it, in the order in which they count."""


def standings(field: Field, chance: Chance) -> tuple[Line, ...]:
    """The standings so far, the best first; who are level stand in the order of their numbers.

    Open meetings count for nothing. The chance is for lots alone and stays as it is.
    """
    ledger = Ledger(field)
    groups, terms = refined(ledger, field.plan.ties, chance)
    lines: list[Line] = []
    for group in groups:
        rank = len(lines) + 1
        lines += [_line(ledger, key, rank, terms[key]) for key in group]
    return tuple(lines)


def refined(
    ledger: Ledger, ties: Sequence[str], chance: Chance
) -> tuple[list[list[int]], dict[int, tuple[int, ...]]]:
    """Keys by points and then these tie-breaks, those together that are level; and the terms of each.

    Raises ``KeyError`` for a tie-break that doesn't exist.
    """
    keys = sorted(ledger.sides, key=lambda key: ledger.field.by_key[key].number)
    groups = parted(ledger.points, keys)
    terms: dict[int, tuple[int, ...]] = dict.fromkeys(keys, ())
    met: dict[int, list[Part]] = {}
    for name in ties:
        tie, finer = TIES[name], []
        for group in groups:
            values = tie.of(Level(ledger, group, chance, met))
            for key, value in values.items():
                terms[key] = (*terms[key], value)
            finer += parted(values, group)
        groups = finer
    return groups, terms


def placed(field: Field, chance: Chance) -> tuple[tuple[int, ...], ...]:
    """The final order, the best first: the format's own, refined by the standings.

    Keys that share a place are together.
    """
    lines = standings(field, chance)
    ranks = {line.entry: -line.rank for line in lines}
    ranking = FORMATS[field.stage.format].ranking(field)
    groups = ranking if ranking is not None else (tuple(line.entry for line in lines),)
    return tuple(tuple(part) for group in groups for part in parted(ranks, group))


def _line(ledger: Ledger, key: int, rank: int, terms: tuple[int, ...]) -> Line:
    side = ledger.sides[key]
    results = [one.result for one in side if one.rivals]
    return Line(
        key,
        rank,
        ledger.points[key],
        sum(one.is_played for one in side),
        results.count(WON),
        results.count(DRAWN),
        results.count(LOST),
        len(side) - len(results),
        terms,
    )

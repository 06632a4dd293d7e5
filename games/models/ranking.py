"""How the tries at a deal compare: the table of a day. Reads only."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from games.models.deal import Deal
from games.models.match import Match
from games.rules.game import Outcome


@dataclass(frozen=True)
class Line:
    """A finished try: equal scores share a place."""

    place: int
    match: Match
    player: str
    score: int | float
    won: bool
    reason: str


def table_of(deal: Deal) -> list[Line]:
    """The finished tries at a deal, the best score first; two queries however many there are."""
    tries = deal.tries.finished().select_related("creator").defer("sealed_seed", "last_position")
    results = [(match, msgspec.convert(match.outcome, Outcome)) for match in tries]
    results.sort(key=lambda result: (_worth(result[1]), result[0].ended_at, result[0].pk))
    lines: list[Line] = []
    for number, (match, outcome) in enumerate(results, start=1):
        same = lines and _worth(results[number - 2][1]) == _worth(outcome)
        place = lines[-1].place if same else number
        player = match.creator.username if match.creator else ""
        lines.append(Line(place, match, player, _score(outcome), bool(outcome.winners), outcome.reason))
    return lines


def _worth(outcome: Outcome) -> tuple[bool, float]:
    """What tries are sorted by: a win before a loss, then the higher score."""
    return not outcome.winners, -_score(outcome)


def _score(outcome: Outcome) -> int | float:
    return outcome.scores[0] if outcome.scores else 0

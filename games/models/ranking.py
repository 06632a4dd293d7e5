"""How the tries at a deal compare: the table of a day. Reads only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_

import msgspec
from django.db.models import Count, Q

from games.models.deal import Deal
from games.models.match import Match, MatchQuerySet
from games.rules.game import Outcome


@dataclass(frozen=True)
class Line:
    """A finished try: equal scores share a place."""

    place: int
    match: Match
    player: str
    """A user name; empty for somebody who left."""
    score: int | float
    won: bool
    reason: str


def counting(deals: Iterable[Deal]) -> MatchQuerySet:
    """The tries at these deals that count: those that ended before their day did."""
    none = Q(pk__in=[])
    return Match.objects.finished().filter(
        reduce(or_, (Q(deal=deal, ended_at__lt=deal.ends_at) for deal in deals), none)
    )


def numbers_of(deals: Iterable[Deal]) -> Counter[int]:
    """How many tries at each deal count, by its key; one query however many there are."""
    counted = counting(deals).order_by().values("deal").annotate(number=Count("pk"))
    return Counter({row["deal"]: row["number"] for row in counted})


def table_of(deal: Deal) -> list[Line]:
    """The tries at a deal that count, the best score first; one query however many there are."""
    tries = counting([deal]).select_related("creator").defer("sealed_seed", "last_position")
    results = [(match, msgspec.convert(match.outcome, Outcome)) for match in tries]
    results.sort(key=lambda result: (_worth(result[1]), result[0].ended_at, result[0].pk))
    lines: list[Line] = []
    for number, (match, outcome) in enumerate(results, start=1):
        same = lines and _worth(results[number - 2][1]) == _worth(outcome)
        place = lines[-1].place if same else number
        player = match.creator.username if match.creator and match.creator.is_active else ""
        lines.append(Line(place, match, player, _score(outcome), bool(outcome.winners), outcome.reason))
    return lines


def _worth(outcome: Outcome) -> tuple[bool, float]:
    """What tries are sorted by: a win before a loss, then the higher score."""
    return not outcome.winners, -_score(outcome)


def _score(outcome: Outcome) -> int | float:
    return outcome.scores[0] if outcome.scores else 0

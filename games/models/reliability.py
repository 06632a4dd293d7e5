"""How reliable people are: which of the last orders they owed came in time. Reads only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import connection

from accounts.models import User

OWED = 100
"""How many of the last orders the figure of reliability counts."""


@dataclass(frozen=True)
class Reliability:
    """How many of the last orders a person owed came in time."""

    owed: int = 0
    given: int = 0

    @property
    def percent(self) -> int:
        """The share of orders in time, whole percents rounded down, so that only all make 100."""
        return 100 * self.given // self.owed if self.owed else 100


# Who plays alone or with bots owes nobody anything; and a try at a deal must not show while its day lasts. A
# silence that is excused was no fault of theirs.
_COUNTS = """
o.opened AND o.voice = 0 AND o."by" IN ('player', 'plan', 'default')
AND NOT (o."by" = 'default' AND o.excused) AND m.size > 1
AND EXISTS (
  SELECT 1 FROM games_seat x WHERE x.match_id = m.id AND x.id <> o.seat_id
  AND (NOT x.bot OR EXISTS (SELECT 1 FROM games_tenure y WHERE y.seat_id = x.id))
)
"""
_LAST = """
SELECT person, COUNT(*), SUM(CASE WHEN how = 'default' THEN 0 ELSE 1 END)
FROM (
  SELECT person, how, ROW_NUMBER() OVER (PARTITION BY person ORDER BY turn DESC) AS place
  FROM (
    SELECT s.user_id AS person, o."by" AS how, o.turn_id AS turn
    FROM games_seat s JOIN games_match m ON m.id = s.match_id
    JOIN games_order o ON o.seat_id = s.id JOIN games_turn t ON t.id = o.turn_id
    WHERE s.user_id IN ({people}) AND o.giver = 0 AND t.number >= s.since
      AND (s.until IS NULL OR t.number <= s.until) AND {counts}
    UNION ALL
    SELECT h.user_id, o."by", o.turn_id
    FROM games_tenure h JOIN games_seat s ON s.id = h.seat_id JOIN games_match m ON m.id = s.match_id
    JOIN games_order o ON o.seat_id = s.id JOIN games_turn t ON t.id = o.turn_id
    WHERE h.user_id IN ({people}) AND o.giver = 0 AND t.number BETWEEN h.since AND h.until AND {counts}
    UNION ALL
    SELECT b.user_id, o."by", o.turn_id
    FROM games_member b JOIN games_match m ON m.id = b.match_id JOIN games_order o ON o.seat_id = b.seat_id
    WHERE b.user_id IN ({people}) AND o.giver = b.position AND o.giver > 0 AND {counts}
  ) owed
) numbered
WHERE place <= %s
GROUP BY person
"""


def reliability_of(users: Iterable[User]) -> dict[int, Reliability]:
    """How each of these people did with the last orders they owed, by the key of the person; one statement.

    Whoever held the seat in its turn owed an order; that of a team who gave it or was silent for it.
    """
    keys = [user.pk for user in users]
    found = dict.fromkeys(keys, Reliability())
    if keys:
        people = ", ".join(["%s"] * len(keys))
        with connection.cursor() as cursor:
            cursor.execute(_LAST.format(people=people, counts=_COUNTS), [*keys, *keys, *keys, OWED])
            found |= {person: Reliability(owed, int(given)) for person, owed, given in cursor.fetchall()}
    return found

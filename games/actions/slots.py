"""The slot of one order, read and written in plain SQL.

The busiest path of the site: composing the same three statements anew for every order cost the ORM several
times what the database takes for them. Everything else goes through the models.
"""

from __future__ import annotations

import datetime
from typing import NamedTuple

from django.db import connection

from games.models.position import unpack
from games.rules import GAMES
from games.rules.game import State

_TAKE = """
SELECT o.id, o.version, o.commitment, o.sealed, s."index", o.voice,
  CASE WHEN m.team > 1 THEN (SELECT b.position FROM games_member b WHERE b.seat_id = s.id AND b.user_id = %s)
  ELSE 0 END, t.id, t.position, t.due_at, m.game,
  COALESCE(CAST(m.pace ->> 'early' AS text), 'true') NOT IN ('false', '0')
FROM games_match m
JOIN games_turn t ON t.match_id = m.id
JOIN games_order o ON o.turn_id = t.id
JOIN games_seat s ON s.id = o.seat_id
WHERE m.code = %s AND t.number = %s AND t.closed_at IS NULL
  AND NOT s.bot AND s.state = 'playing'
  AND (o.voice = 0 AND s.user_id = %s OR o.voice > 0 AND EXISTS (
    SELECT 1 FROM games_member b
    WHERE b.seat_id = s.id AND b.position = o.voice AND b.user_id = %s AND b.active
  ))
"""
# The turn first: whoever closes it holds its row and then writes the orders.
_LOCK = "FOR UPDATE OF t, o"
# What is still missing is looked up when the turn is held already, so of two last orders one sees the other.
_PUT = """
UPDATE games_order SET version = %s, sealed = %s, commitment = %s, given_at = %s, door = %s, giver = %s
WHERE id = %s
RETURNING NOT EXISTS (
  SELECT 1 FROM games_order other
  WHERE other.turn_id = games_order.turn_id AND other.id <> games_order.id AND other.commitment = ''
)
"""


_LAST = 2**31 - 1
"""No turn has a greater number; SQLite breaks on one of more than 63 bits."""


class Slot(NamedTuple):
    """A person's slot in an open turn, with what it takes to check an order."""

    pk: int
    version: int
    commitment: str
    sealed: bytes
    seat: int
    voice: int
    giver: int
    """The position of the person in their team; 0 without one."""
    turn: int
    position: bytes
    due_at: datetime.datetime | None
    game: str
    early: bool
    """Whether the turn closes as soon as all orders are in."""

    def state(self) -> State:
        """The state that the order is given in."""
        state: State = unpack(GAMES[self.game], self.position)
        return state


def take(user_id: int, code: str, number: int) -> Slot | None:
    """The slot of a person in this turn, the rows of turn and slot held by this transaction; None if the
    person owes no order there or the turn is not open."""
    lock = _LOCK if connection.features.has_select_for_update else ""
    with connection.cursor() as cursor:
        cursor.execute(_TAKE + lock, [user_id, code, min(number, _LAST), user_id, user_id])
        row = cursor.fetchone()
    return None if row is None else Slot(*row)._replace(due_at=_instant(row[9]))


def put(slot: Slot, sealed: bytes, commitment: str, now: datetime.datetime, door: str) -> bool:
    """Put a new version into a slot that is held; whether every slot of the turn has an order now."""
    given_at = connection.ops.adapt_datetimefield_value(now)
    with connection.cursor() as cursor:
        cursor.execute(_PUT, [slot.version + 1, sealed, commitment, given_at, door, slot.giver, slot.pk])
        return bool(cursor.fetchone()[0])


def _instant(value: datetime.datetime | None) -> datetime.datetime | None:
    """An instant as the database gives it; SQLite knows no zones, and Django keeps UTC there."""
    return value if value is None or value.tzinfo else value.replace(tzinfo=datetime.UTC)

"""A match as its page needs it: the rows of its pulse and of one plain statement more, as models. Reads only.

The ORM composes each statement anew, which costs several times what the statement does.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from django.db import connection
from django.db.models import DateTimeField, Field, JSONField, Model

from accounts.models import User
from games.models.match import Match, Seat
from games.models.pulse import Pulse
from games.models.turn import Order, Turn

M = TypeVar("M", bound=Model)
Fields = list["Field[Any, Any]"]

_SEALED = """
SELECT o.sealed FROM games_order o JOIN games_seat s ON s.id = o.seat_id
WHERE o.turn_id = %s AND s.user_id = %s AND NOT s.bot AND NOT o.opened AND o.commitment <> ''
"""


@dataclass(frozen=True)
class Table:
    """A match, its seats in order, its open turn, and the slots of that turn by the key of the seat."""

    match: Match
    seats: list[Seat]
    turn: Turn | None
    slots: dict[int, Order]


def table_of(code: str, pulse: Pulse) -> Table | None:
    """The table of a pulse; None if its turn has closed since, or the match is gone."""
    statement, of_match, of_turn = _statement()
    with connection.cursor() as cursor:
        cursor.execute(statement, [code])
        row = cursor.fetchone()
    if row is None:
        return None
    match = _made(Match, of_match, row[: len(of_match)])
    turn = None
    if row[len(of_match)] is not None:
        turn = _made(Turn, of_turn, row[len(of_match) :])
        turn.match = match
    if (turn.number if turn else None) != pulse.turn:
        return None
    seats = [_seat(match, *columns[:-3]) for columns in pulse.seats]
    slots = {
        seat.pk: _slot(turn, seat, *columns[-3:])
        for seat, columns in zip(seats, pulse.seats, strict=True)
        if turn is not None and columns[-3] is not None
    }
    return Table(match, seats, turn, slots)


def sealed_order(turn: Turn, user: User) -> bytes | None:
    """What a person has sealed for an open turn, as it is stored."""
    with connection.cursor() as cursor:
        cursor.execute(_SEALED, [turn.pk, user.pk])
        row = cursor.fetchone()
    return bytes(row[0]) if row else None


@cache
def _statement() -> tuple[str, Fields, Fields]:
    """The statement, and the fields of match and turn in its order: all that the pages may know."""
    of_match = [field for field in Match._meta.concrete_fields if field.name != "sealed_seed"]
    of_turn = list(Turn._meta.concrete_fields)
    columns = [
        f'{table}."{field.column}"' for table, fields in (("m", of_match), ("t", of_turn)) for field in fields
    ]
    statement = (
        f"SELECT {', '.join(columns)} FROM games_match m "  # noqa: S608 - names of our own columns
        "LEFT JOIN games_turn t ON t.match_id = m.id AND t.closed_at IS NULL WHERE m.code = %s"
    )
    return statement, of_match, of_turn


def _made(model: type[M], fields: Fields, values: Sequence[Any]) -> M:
    """A row as a model, its values in the order of the model's fields; the others are read when asked for."""
    return model.from_db(
        connection.alias,
        [field.attname for field in fields],
        [
            value if value is None else _read(field, value)
            for field, value in zip(fields, values, strict=True)
        ],
    )


def _read(field: Field[Any, Any], value: Any) -> Any:
    if isinstance(field, JSONField):
        return json.loads(value)
    if isinstance(field, DateTimeField) and value.tzinfo is None:
        return value.replace(tzinfo=datetime.UTC)  # SQLite keeps UTC without saying so
    return value


def _seat(match: Match, index: int, user_id: int | None, username: str, *others: Any) -> Seat:
    bot, state, misses, key, word = others
    seat = Seat.from_db(
        connection.alias,
        ["id", "match_id", "index", "user_id", "bot", "state", "word", "misses"],
        [key, match.pk, index, user_id, bool(bot), state, word, misses],
    )
    seat.match = match
    if user_id is not None:
        seat.user = User.from_db(connection.alias, ["id", "username"], [user_id, username])
    return seat


def _slot(turn: Turn, seat: Seat, key: int, version: int, commitment: str) -> Order:
    slot = Order.from_db(
        connection.alias,
        ["id", "turn_id", "seat_id", "commitment", "version"],
        [key, turn.pk, seat.pk, commitment, version],
    )
    slot.turn, slot.seat = turn, seat
    return slot

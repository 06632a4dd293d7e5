"""A match as its page needs it: the rows of its pulse and of one plain statement more, as models. Reads only.

The ORM composes each statement anew, which costs several times what the statement does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field

from accounts.models import User
from accounts.plain import made, row
from games.models.absence import spans
from games.models.match import Match
from games.models.pulse import Pulse
from games.models.seat import Seat
from games.models.turn import Order, Turn

Fields = list["Field[Any, Any]"]

_SEALED = """
SELECT o.sealed, o.given_at FROM games_order o JOIN games_seat s ON s.id = o.seat_id
WHERE o.turn_id = %s AND NOT s.bot AND NOT o.opened AND o.commitment <> ''
  AND (o.voice = 0 AND s.user_id = %s OR o.voice > 0 AND EXISTS (
    SELECT 1 FROM games_member b
    WHERE b.seat_id = s.id AND b.position = o.voice AND b.user_id = %s AND b.active
  ))
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
    found = row(statement, [code])
    if found is None:
        return None
    match, turn = made(Match, of_match, found[: len(of_match)]), None
    if found[len(of_match)] is not None:
        turn = made(Turn, of_turn, found[len(of_match) :])
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


def sealed_order(turn: Turn, user: User) -> Order | None:
    """What a person has sealed for an open turn, as it is stored, and when; nothing else of the slot."""
    found = row(_SEALED, [turn.pk, user.pk, user.pk])
    fields = [field for field in Order._meta.concrete_fields if field.name in ("sealed", "given_at")]
    return made(Order, fields, found) if found else None


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


def _seat(match: Match, index: int, user_id: int | None, username: str, *others: Any) -> Seat:
    bot, state, misses, key, word, clock, since, until, wish, away, _plan = others
    seat = Seat.from_db(
        connection.alias,
        ["id", "match_id", "index", "user_id", "bot", "state", "word", "misses", "clock", "since", "until"],
        [key, match.pk, index, user_id, bool(bot), state, word, misses, clock, since, until],
    )
    seat.match, seat.pause_wish, seat.vacations = match, wish, spans(user_id, away)
    if user_id is not None:
        seat.user = User.from_db(connection.alias, ["id", "username"], [user_id, username])
    return seat


def _slot(turn: Turn, seat: Seat, key: int, version: int, commitment: str) -> Order:
    slot = Order.from_db(
        connection.alias,
        ["id", "turn_id", "seat_id", "voice", "commitment", "version"],
        [key, turn.pk, seat.pk, 0, commitment, version],
    )
    slot.turn, slot.seat = turn, seat
    return slot

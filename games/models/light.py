"""Running matches read for the end of their turns: light values in place of models, one plain statement.

Making the instances of models costs more than playing the turn. Reads only, and only what a turn's end needs;
everything else goes through the models.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar

import msgspec
from django.db import connection
from django.db.models import Model

from games.models.match import Match
from games.models.position import plain
from games.models.seat import Away, Mate, Seat
from games.models.turn import Order, Turn
from games.pace import Pace
from games.rules import GAMES
from games.rules.game import Game, State


class LightMatch(msgspec.Struct, array_like=True):
    """A running match, and what its end changes."""

    model: ClassVar[type[Model]] = Match
    pk: int
    code: str
    game: str
    rules_version: int
    options: dict[str, Any]
    timing: Pace
    size: int
    seal: str
    """The sealed seed, in hex."""
    seed_commitment: str
    trouble: str
    deal_id: int | None
    team: int
    captain: str
    dealt: bool
    status: str = Match.Status.RUNNING
    ended_at: datetime.datetime | None = None
    outcome: Any = None
    last_position: bytes | None = None
    seed: str = ""

    @property
    def rules(self) -> Game[Any]:
        """The game of this match."""
        return GAMES[self.game]

    @property
    def sealed_seed(self) -> bytes:
        """The sealed seed as it is stored."""
        return bytes.fromhex(self.seal)


class LightTurn(msgspec.Struct, array_like=True):
    """A turn: one that was read, or one that begins."""

    model: ClassVar[type[Model]] = Turn
    pk: int
    match_id: int
    number: int
    read: str
    """The position as it was read, in hex: it may be encrypted."""
    owed: list[int]
    left: list[int]
    due_at: datetime.datetime | None
    remind_at: datetime.datetime | None
    opened_at: datetime.datetime
    events: list[dict[str, Any]]
    stops: list[tuple[str, str]] = []
    """When the clocks of everybody stood still, as pairs of ISO instants."""
    stretched: int = 0
    paused_at: datetime.datetime | None = None
    paused_due: datetime.datetime | None = None
    pooled: tuple[int, ...] = ()
    """The seats of which every member of a team is asked; known where the turn begins."""
    lone: bool = False
    """Whether nobody plays any more, but somebody may come; known where the turn begins."""
    closed_at: datetime.datetime | None = None
    hash: str = ""
    due_was: datetime.datetime | None = None
    moved: int = 0
    position: bytes = b""
    """The position if it is to be written."""


class LightSeat(msgspec.Struct, array_like=True):
    """A seat."""

    model: ClassVar[type[Model]] = Seat
    pk: int
    index: int
    user_id: int | None
    bot: bool
    state: str
    word: str
    misses: int
    missed: int
    grace_used: bool
    clock: int | None
    """Seconds left at a pace with a bank."""
    away: list[list[str]] = []
    away_used: int = 0
    vacations: list[Away] = []
    """Those of its holder, in a team of all its members, that had not ended when the turn opened."""
    plan: str = ""
    """The sealed plan that was read, in hex."""
    team: list[Mate] = []
    """Who plays the seat together, by position; empty where no teams play."""
    leaver: int | None = None
    """The captain who left the team at the end of the turn."""
    former: Mate | None = None
    """The captain who made way for the next at the end of the turn, and stays in the team."""
    sealed_plan: bytes | None = None
    """The plan if it is to be written."""
    until: int | None = None
    """The turn at whose end the seat was deserted for anyone to take over; it is never read."""

    @property
    def waits_for_person(self) -> bool:
        """Whether a turn waits for somebody to order for this seat."""
        return self.user_id is not None and not self.bot and self.state == Seat.State.PLAYING

    @property
    def is_silent(self) -> bool:
        """Whether its holder has deserted it and nobody plays on: silence counts as it does for a person."""
        return self.state == Seat.State.DESERTED and not self.bot


class LightOrder(msgspec.Struct, array_like=True):
    """The slot of a seat in a turn: one that was read, or a new one."""

    model: ClassVar[type[Model]] = Order
    pk: int
    turn_id: int
    seat_id: int
    seal: str = ""
    """The sealed order that was read, in hex."""
    commitment: str = ""
    version: int = 0
    door: str = ""
    voice: int = 0
    giver: int = 0
    given_at: datetime.datetime | None = None
    excused: bool = False
    """Whether its silence is not booked as a missed deadline."""
    opened: bool = False
    line: str = ""
    salt: str = ""
    by: str = ""
    sealed: bytes = b""


class Sheet(msgspec.Struct, array_like=True):
    """All that is read for one turn; ``previous`` is the hash of the turn before, empty at the first."""

    match: LightMatch
    turn: LightTurn
    seats: list[LightSeat]
    orders: list[LightOrder]
    previous: str


def state_of(match: LightMatch, turn: LightTurn) -> State:
    """The state that the orders of a turn are given in."""
    return _states(match.rules.state).decode(plain(turn.position or bytes.fromhex(turn.read)))


@cache
def _states(state: type[State]) -> msgspec.json.Decoder[State]:
    return msgspec.json.Decoder(state)


_READ = """
SELECT CAST({array}(
  {array}(m.id, m.code, m.game, m.rules_version, {options}, {pace}, m.size, {seed}, m.seed_commitment,
    m.trouble, m.deal_id, m.team, m.captain, m.dealt),
  {array}(t.id, t.match_id, t.number, {position}, {owed}, {left}, {due_at}, {remind_at}, {opened_at},
    {events}, {stops}, t.stretched, {paused_at}, {paused_due}),
  (SELECT {all}({array}(s.id, s."index", s.user_id, s.bot, s.state, s.word, s.misses, s.missed,
    s.grace_used, s.clock, {away}, s.away_used, {vacations}, {plan}, {team}))
   FROM games_seat s WHERE s.match_id = t.match_id),
  (SELECT COALESCE({all}({array}(o.id, o.turn_id, o.seat_id, {order}, o.commitment, o.version,
    o.door, o.voice, o.giver, {given_at}, o.excused)), {none})
   FROM games_order o WHERE o.turn_id = t.id),
  COALESCE((SELECT b.hash FROM games_turn b WHERE b.match_id = t.match_id AND b.number = t.number - 1), '')
) AS text)
FROM games_turn t JOIN games_match m ON m.id = t.match_id
WHERE t.id IN ({keys}) ORDER BY t.id
"""
_MEMBERS = (
    "SELECT COALESCE({}({}(b.position, b.user_id, b.misses)), '[]') FROM games_member b "
    "WHERE b.seat_id = s.id AND b.active"
).format
# Those of a whole team: another member may be captain when the next turn opens.
_VACATIONS = (
    "CASE WHEN m.team > 1 THEN (SELECT COALESCE({all}({array}({columns})), {none}) "
    "FROM games_member b JOIN accounts_vacation v ON v.person_id = b.user_id "
    "WHERE b.seat_id = s.id AND b.active AND v.ends_at > t.opened_at) "
    "ELSE (SELECT COALESCE({all}({array}({columns})), {none}) "
    "FROM accounts_vacation v WHERE v.person_id = s.user_id AND v.ends_at > t.opened_at) END"
).format
_POSTGRESQL = {
    "array": "json_build_array",
    "all": "json_agg",
    "none": "'[]'",
    "options": "m.options",
    "pace": "m.pace",
    "seed": "encode(m.sealed_seed, 'hex')",
    "position": "encode(t.position, 'hex')",
    "owed": "t.owed",
    "left": 't."left"',
    "due_at": "t.due_at",
    "remind_at": "t.remind_at",
    "opened_at": "t.opened_at",
    "given_at": "o.given_at",
    "events": "t.events",
    "stops": "t.stops",
    "paused_at": "t.paused_at",
    "paused_due": "t.paused_due",
    "away": "s.away",
    "vacations": _VACATIONS(
        all="json_agg",
        array="json_build_array",
        none="'[]'",
        columns="v.person_id, v.begins_at, v.ends_at",
    ),
    "plan": "encode(s.sealed_plan, 'hex')",
    "team": f"CASE WHEN m.team > 1 THEN ({_MEMBERS('json_agg', 'json_build_array')}) ELSE '[]' END",
    "order": "encode(o.sealed, 'hex')",
    "keys": "SELECT unnest(%s::bigint[])",
}
_SQLITE = {
    "array": "json_array",
    "all": "json_group_array",
    "none": "json('[]')",
    "options": "json(m.options)",
    "pace": "json(m.pace)",
    "seed": "hex(m.sealed_seed)",
    "position": "hex(t.position)",
    "owed": "json(t.owed)",
    "left": 'json(t."left")',
    "due_at": "t.due_at || 'Z'",
    "remind_at": "t.remind_at || 'Z'",
    "opened_at": "t.opened_at || 'Z'",
    "given_at": "o.given_at || 'Z'",
    "events": "json(t.events)",
    "stops": "json(t.stops)",
    "paused_at": "t.paused_at || 'Z'",
    "paused_due": "t.paused_due || 'Z'",
    "away": "json(s.away)",
    "vacations": "json({})".format(
        _VACATIONS(
            all="json_group_array",
            array="json_array",
            none="'[]'",
            columns="v.person_id, v.begins_at || 'Z', v.ends_at || 'Z'",
        )
    ),
    "plan": "hex(s.sealed_plan)",
    "team": f"json(CASE WHEN m.team > 1 THEN ({_MEMBERS('json_group_array', 'json_array')}) ELSE '[]' END)",
    "order": "hex(o.sealed)",
    "keys": "SELECT value FROM json_each(%s)",
}
_sheets = msgspec.json.Decoder(Sheet, strict=False)  # SQLite knows no truth values, only 0 and 1


def sheets(keys: Sequence[int]) -> list[Sheet]:
    """What the end of each of these turns needs, in the order of their keys."""
    postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        cursor.execute(
            _READ.format_map(_POSTGRESQL if postgresql else _SQLITE),
            [list(keys) if postgresql else msgspec.json.encode(keys).decode()],
        )
        found = [_sheets.decode(text) for (text,) in cursor.fetchall()]
    for sheet in found:
        sheet.seats.sort(key=_index)
        if sheet.match.team > 1:
            for seat in sheet.seats:
                seat.team.sort()
    return found


def _index(seat: LightSeat) -> int:
    return seat.index

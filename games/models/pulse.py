"""The pulse of a match: everything that its page could show anew, in one plain read.

Pages are asked for far more often than anything happens. The ORM would compose seven statements to find out
that nothing did, and they cost more than the page.
"""

from __future__ import annotations

import datetime
import hashlib
from dataclasses import dataclass
from typing import Any

from django.db import connection

_PULSE = """
SELECT m.visibility, m.creator_id, m.status, m.trouble, t.number, t.due_at, CAST(t."left" AS TEXT),
  (SELECT MAX(id) FROM games_talk WHERE match_id = m.id),
  (SELECT MAX(id) FROM games_invitation WHERE match_id = m.id),
  (SELECT MAX(id) FROM games_match WHERE rematch_of_id = m.id),
  (SELECT text FROM games_note WHERE match_id = m.id AND user_id = %s),
  EXISTS (SELECT 1 FROM games_invitation WHERE match_id = m.id AND user_id = %s),
  m.team, t.paused_at,
  EXISTS (SELECT 1 FROM accounts_channel c WHERE c."table" = m.code AND c."table" <> '' AND c.off_at IS NULL),
  s."index", s.user_id, u.username, s.bot, s.state, s.misses, s.id, s.word, s.clock, s.since, s.until,
  s.pause_wish, (SELECT {all}(CAST(v.begins_at AS TEXT) || '/' || CAST(v.ends_at AS TEXT), ';')
    FROM accounts_vacation v WHERE v.person_id = s.user_id AND v.ends_at > t.opened_at),
  CASE WHEN s.user_id = %s THEN LENGTH(s.sealed_plan) ELSE 0 END,
  o.id, o.version, o.commitment
FROM games_match m
LEFT JOIN games_turn t ON t.match_id = m.id AND t.closed_at IS NULL
LEFT JOIN games_seat s ON s.match_id = m.id
LEFT JOIN accounts_user u ON u.id = s.user_id
LEFT JOIN games_order o ON o.turn_id = t.id AND o.seat_id = s.id AND o.voice = 0
WHERE m.code = %s
ORDER BY s."index"
"""
_TEAMS = """
SELECT b.user_id, b.position, b.active, s."index", o.version, o.commitment
FROM games_match m
JOIN games_member b ON b.match_id = m.id
JOIN games_seat s ON s.id = b.seat_id
LEFT JOIN games_turn t ON t.match_id = m.id AND t.closed_at IS NULL
LEFT JOIN games_order o ON o.turn_id = t.id AND o.seat_id = s.id AND o.voice = b.position
WHERE m.code = %s
ORDER BY s."index", b.position
"""
_HEAD = 15
"""So many columns are about the match; the others about one seat each."""
_PLAN = -4


@dataclass(frozen=True)
class Pulse:
    """One look at a match. ``all`` differs whenever anything does that this person may see of it."""

    all: tuple[tuple[Any, ...], ...]
    visible: bool
    """Whether this person may see the match at all; the same as ``MatchQuerySet.visible_to``."""
    teams: tuple[tuple[Any, ...], ...] = ()
    """Who is in which team, each with the version and commitment of their own voice."""

    @property
    def due_at(self) -> datetime.datetime | None:
        """The deadline of the open turn."""
        due_at: datetime.datetime | None = self.all[0][5]
        if due_at is None or due_at.tzinfo is not None:
            return due_at
        return due_at.replace(tzinfo=datetime.UTC)  # SQLite keeps UTC without saying so

    @property
    def turn(self) -> int | None:
        """The number of the open turn."""
        number: int | None = self.all[0][4]
        return number

    @property
    def talks(self) -> bool:
        """Whether anybody has said anything at the table."""
        return self.all[0][7] is not None

    @property
    def is_followed(self) -> bool:
        """Whether there is a rematch."""
        return self.all[0][9] is not None

    @property
    def is_hooked(self) -> bool:
        """Whether webhooks get what happens here."""
        return bool(self.all[0][14])

    @property
    def note(self) -> str:
        """What this person has noted on the match."""
        return self.all[0][10] or ""

    @property
    def planned(self) -> bool:
        """Whether this person has given orders ahead; those of others are not even counted."""
        return any(row[_PLAN] for row in self.all)

    @property
    def seats(self) -> list[tuple[Any, ...]]:
        """Each seat with its slot in the open turn, as the last columns of the statement have them."""
        return [row[_HEAD:] for row in self.all if row[_HEAD] is not None]

    def version(self) -> str:
        """A short text that differs whenever the table does: who sits there, who is in, the turn, its end.

        It tells no commitment and nothing that only one person knows.
        """
        head = self.all[0]
        seats = [(*row[_HEAD:-1], bool(row[-1])) for row in self.all]
        teams = [(*row[:-1], bool(row[-1])) for row in self.teams]
        match = (head[2], bool(head[3]), head[4], str(self.due_at), str(head[6]), head[9], str(head[13]))
        told = repr((teams, match, seats))
        return hashlib.blake2s(told.encode(), digest_size=10).hexdigest()


def pulse_of(code: str, user_id: int | None) -> Pulse | None:
    """The pulse of the match with this code in the eyes of this person, or None if there is no such match."""
    with connection.cursor() as cursor:
        every = "string_agg" if connection.vendor == "postgresql" else "group_concat"
        cursor.execute(_PULSE.format(all=every), [user_id, user_id, user_id, code])
        rows = tuple(tuple(row) for row in cursor.fetchall())
    if not rows:
        return None
    teams = _teams(code) if rows[0][12] > 1 else ()
    visibility, creator, invited = rows[0][0], rows[0][1], bool(rows[0][11])
    part = user_id is not None and (
        invited or user_id in {creator, *(row[_HEAD + 1] for row in rows), *(row[0] for row in teams)}
    )
    return Pulse(rows, visibility != "private" or part, teams)


def _teams(code: str) -> tuple[tuple[Any, ...], ...]:
    """Everybody in a team of a match."""
    with connection.cursor() as cursor:
        cursor.execute(_TEAMS, [code])
        return tuple(tuple(row) for row in cursor.fetchall())

"""Matches in lists: a row each, ready for the template, with the same few queries for one and for thirty."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Match, Order, Seat, Turn
from games.models.absence import read_absences
from games.notices.standstill import absences
from games.notices.times import deadline
from games.pages.lines import length


@dataclass(frozen=True)
class Row:
    """A match in a list."""

    match: Match
    players: tuple[str, ...]
    free: int
    """How many more people may join."""
    pace: str
    """How long a turn lasts, in words."""
    turn: int | None = None
    due: str = ""
    given: bool = False
    team: str = ""
    """Who orders for the reader's team."""
    away: tuple[str, ...] = ()
    """Until when others at the table are away."""
    vacant: int = 0
    """How many seats anyone may take over."""
    standing: str = ""
    """How the reader came off, once the match is over."""


def rows(
    matches: Sequence[Match],
    turns: dict[int, Turn] | None = None,
    now: Any = None,
    captains: Mapping[int, str] | None = None,
    reader: User | None = None,
) -> list[Row]:
    """Matches made ready for a list, with two queries for all of them, and two for those of teams.

    ``captains`` tells by the key of the match who is asked for the order of the reader's team. A ``reader``
    plays in all of these matches, and is told who else at their tables is away.
    """
    prefetch_related_objects(matches, "seats__user")
    prefetch_related_objects([match for match in matches if match.team > 1], "seats__members__user")
    if turns and reader is not None:
        _read_absences(matches, turns, now, reader)
    return [
        _row(match, (turns or {}).get(match.pk), now, (captains or {}).get(match.pk, "")) for match in matches
    ]


def _read_absences(matches: Iterable[Match], turns: Mapping[int, Turn], now: Any, reader: User) -> None:
    """Let the seats of others in matches with an open turn know who is away, with one query."""
    seats = (seat for match in matches if match.pk in turns for seat in match.seats.all())
    read_absences((seat for seat in seats if seat.user_id != reader.pk), now)


def _row(match: Match, turn: Turn | None, now: Any, team: str) -> Row:
    seats = sorted(match.seats.all(), key=lambda seat: seat.index)
    members = sum(len(seat.members.all()) for seat in seats) if match.team > 1 else 0
    return Row(
        match=match,
        players=tuple(seat.full_name for seat in seats),
        free=match.places(seats, members),
        team=team,
        vacant=sum(seat.is_vacant for seat in seats) if match.status == Match.Status.RUNNING else 0,
        pace=pace_of(match),
        turn=turn.number if turn else None,
        due=_due(turn, now) if turn else "",
        away=tuple(absences(seats, turn, now)) if turn else (),
    )


def _due(turn: Turn, now: Any) -> str:
    """Until when a turn takes orders, or that its table pauses; empty where it closes in a moment."""
    if turn.paused_at is not None:
        return _("the table pauses")
    return deadline(turn.due_at, now) if turn.due_at and turn.due_at > now else ""


def pace_of(match: Match) -> str:
    """How long a turn of a match lasts, in a few words."""
    if match.size == 1:
        return _("no deadline")
    if match.pace.get("kind") == "slot":
        return _("turns end at {time} ({zone})").format(time=match.pace["at"], zone=match.pace["zone"])
    if match.pace.get("kind") == "bank":
        return _("a clock of {pace} each").format(pace=length(match.pace["interval"]))
    return _("{pace} a turn").format(pace=length(match.pace["interval"]))


def open_turns(matches: Iterable[Match]) -> dict[int, Turn]:
    """The open turn of each match that has one."""
    return {turn.match_id: turn for turn in Turn.objects.open().filter(match__in=matches).defer("position")}


def captains_of(user: User, matches: Iterable[Match]) -> dict[int, str]:
    """Who of their team is asked for its order now, by the key of the match; the person themselves too."""
    of_teams = [match.pk for match in matches if match.team > 1]
    if not of_teams:
        return {}
    seats = Seat.objects.shared_by(user).filter(match__in=of_teams)
    asked = Order.objects.of_seats().filter(seat__in=seats, commitment="", turn__closed_at=None)
    told = asked.exclude(seat__user=None).values_list(
        "seat__match_id", "seat__user_id", "seat__user__username"
    )
    return {
        match: _("you order for your team") if key == user.pk else _orders(name) for match, key, name in told
    }


def _orders(captain: str) -> str:
    return _("{captain} orders for your team").format(captain=captain)

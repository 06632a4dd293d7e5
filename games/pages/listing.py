"""Matches in lists: a row each, ready for the template, with the same few queries for one and for thirty."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from games.models import Match, Turn
from games.notices.times import deadline
from games.pages.lines import length


@dataclass(frozen=True)
class Row:
    """A match in a list."""

    match: Match
    players: tuple[str, ...]
    free: int
    pace: str
    """How long a turn lasts, in words."""
    turn: int | None = None
    due: str = ""
    given: bool = False


def rows(matches: Sequence[Match], turns: dict[int, Turn] | None = None, now: Any = None) -> list[Row]:
    """Matches made ready for a list, with two queries for all of them."""
    prefetch_related_objects(matches, "seats__user")
    return [_row(match, (turns or {}).get(match.pk), now) for match in matches]


def _row(match: Match, turn: Turn | None, now: Any) -> Row:
    seats = sorted(match.seats.all(), key=lambda seat: seat.index)
    return Row(
        match=match,
        players=tuple(seat.name for seat in seats),
        free=match.size - len(seats),
        pace=pace_of(match),
        turn=turn.number if turn else None,
        due=deadline(turn.due_at, now) if turn and turn.due_at and turn.due_at > now else "",
    )


def pace_of(match: Match) -> str:
    """How long a turn of a match lasts, in a few words."""
    if match.size == 1:
        return _("no deadline")
    return _("{pace} a turn").format(pace=length(match.pace["interval"]))


def open_turns(matches: Iterable[Match]) -> dict[int, Turn]:
    """The open turn of each match that has one."""
    return {turn.match_id: turn for turn in Turn.objects.open().filter(match__in=matches).defer("position")}

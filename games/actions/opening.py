"""How a turn begins: who owes what, who is waited for, until when. Decides on values; stores nothing."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any, TypeVar

from games.models import Match, Seat
from games.models.light import LightMatch, LightOrder, LightSeat, LightTurn
from games.models.position import pack
from games.pace import Pace

S = TypeVar("S", Seat, LightSeat)


def opening(
    match: Match | LightMatch,
    seats: Sequence[S],
    number: int,
    state: Any,
    now: datetime.datetime,
    since: datetime.datetime | None = None,
) -> tuple[LightTurn, list[S]]:
    """A turn that begins now in this state, and the seats it waits for.

    Nobody is asked for the only legal order. A turn that waits for nobody is due at once: the clock plays it,
    unless everybody is gone and somebody may still come: then it lasts its time.
    ``since`` is the deadline that the turn before has reached; one that is due at once hands it on.
    """
    pace = match.timing
    decisions = match.rules.decisions(state)
    owing = {index for index, decision in decisions.items() if not decision.forced}
    waiting = [seat for seat in seats if seat.index in owing and seat.waits_for_person]
    lone = _is_lone(seats, owing)
    due_at: datetime.datetime | None = since or now
    if waiting or lone:
        due_at = pace.due_at(now, [seat.clock for seat in waiting], since)
    turn = LightTurn(
        pk=0,
        match_id=match.pk,
        number=number,
        read="",
        position=pack(match.rules, state),
        owed=sorted(decisions),
        left=[],
        events=[],
        opened_at=now,
        pooled=tuple(index for index in owing if decisions[index].pooled),
        due_at=due_at,
        remind_at=pace.remind_at(now, due_at) if waiting else None,
        lone=lone,
    )
    return turn, waiting


def _is_lone(seats: Sequence[Seat | LightSeat], owing: set[int]) -> bool:
    """Whether nobody plays any more at a table, and a seat that is asked is free for whoever comes."""
    if any(seat.waits_for_person for seat in seats):
        return False
    gone = [seat for seat in seats if seat.state == Seat.State.DESERTED and not seat.bot]
    return any(seat.index in owing for seat in gone)


def stays_open(
    pace: Pace, turn: LightTurn, waiting: Sequence[LightSeat], planned: Sequence[LightOrder]
) -> bool:
    """Whether a turn that begins waits: for seats, or, where turns never close early, until its deadline."""
    return bool(turn.lone or waiting or (planned and not pace.early))


def deadline_reached(turn: LightTurn, now: datetime.datetime) -> datetime.datetime | None:
    """The deadline at which a turn ends, if it does not end before it."""
    return turn.due_at if turn.due_at is not None and turn.due_at <= now else None

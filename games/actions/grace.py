"""Who gets more time when a deadline has come: seats that spend their grace, and those no mail has reached.

Decides on values; stores nothing. A seat whose mail about the turn did not come through gets half a turn
more, once a turn, and its grace stays; if it is silent then, its default is played and no miss is booked.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection
from typing import TYPE_CHECKING

from games.actions import standstill
from games.models.light import LightSeat

if TYPE_CHECKING:
    from games.actions.closing import Table


def more_time(
    table: Table, unreached: Collection[int], now: datetime.datetime
) -> tuple[list[LightSeat], list[LightSeat]]:
    """The silent seats that spend their grace now, and those of these keys that are excused in this turn.

    If there are any, the deadline has been moved.
    """
    silent = table.silent()
    excused = [seat for seat in silent if seat.pk in unreached and not table.is_excused(seat.index)]
    granted = [seat for seat in silent if seat not in excused and _has_grace(table, seat)]
    for seat in excused:
        table.excuse(seat.index)
    for seat in granted:
        seat.grace_used = True
    if granted or excused:
        due_at = table.turn.due_at or now
        table.turn.due_at = table.pace.grace_until(max(due_at, now))
        table.turn.remind_at = None
        _past_vacations(table, silent, now)
    return granted, excused


def _past_vacations(table: Table, silent: list[LightSeat], now: datetime.datetime) -> None:
    """Move the new deadline past vacations as a turn's first one is."""
    standstill.absorb(table.seats, now, now)
    table.turn.stretched = 0
    standstill.extend(table.pace, table.turn, silent, silent)


def _has_grace(table: Table, seat: LightSeat) -> bool:
    """Whether a seat may use its grace: one that is excused keeps it, unless silence would lose the match."""
    if seat.grace_used or not table.pace.gives_grace:
        return False
    return bool(table.match.rules.lost_by_silence) or not table.is_excused(seat.index)

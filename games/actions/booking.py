"""What the end of a turn books to the seats that were asked: misses, desertions, the time they took.

Decides on values; stores nothing.

What a silent or slow seat is booked when its turn closes (misses, desertion, the time on its own clock
where the pace is a bank) is worked out in ``actions/booking.py``; the deadline of a turn is that of the
fullest clock among the seats it asks.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from games.actions import standstill, teams
from games.models import Seat
from games.models.light import LightSeat
from games.pace import Pace

if TYPE_CHECKING:
    from games.actions.closing import Table


def booked(
    table: Table, silent: list[LightSeat], missing: list[LightSeat], now: datetime.datetime
) -> list[LightSeat]:
    """Book the time that each seat took, and a miss for each of the silent seats that is ``missing``.

    Returns the seats that are deserted now.
    """
    deserted = []
    for seat in table.seats:
        _take_time(table, seat, now)
        if seat in silent and seat.index in table.orders:
            table.orders[seat.index].giver = teams.position_of(seat)
        if seat in missing:
            seat.misses += 1
            seat.missed += 1
            if seat.misses >= table.pace.misses and not teams.take_over(seat):
                _desert(seat, table.pace, table.turn.number)
                deserted.append(seat)
        elif seat not in silent and teams.has_answered(
            seat, table.orders.get(seat.index), table.voices.get(seat.index, ())
        ):
            seat.misses = 0
    return deserted


def _desert(seat: LightSeat, pace: Pace, number: int) -> None:
    """Mark a seat as deserted; where the pace says so a bot plays on, or anyone may take it over."""
    seat.state = Seat.State.DESERTED
    seat.bot = pace.deserted == "bot"
    seat.until = number if pace.deserted == "substitute" else None


def _take_time(table: Table, seat: LightSeat, now: datetime.datetime) -> None:
    """Set the clock of a seat that a person was asked for: it ran until the last order, or until now.

    Only at a pace with a bank do seats have clocks.
    """
    if table.pace.kind != "bank":
        return
    slots = table.asked(seat.index)
    if not slots or not seat.waits_for_person:
        return
    given = [slot.given_at for slot in slots if slot.given_at]
    until = max(given) if given else now
    seat.clock = table.pace.clock_after(
        seat.clock, table.pace.used(table.turn.opened_at, until, [*table.turn.stops, *standstill.stops(seat)])
    )

"""When a turn ends. Pure: instants in, instants out; no clock, no rows.

Deadlines, reminders, grace and used time all come from one value, ``Pace`` (``games/pace``). Slots are
counted from the deadline that was reached, not from when the clock came by, so that a late tick skips
none; a turn that closed early leaves the grid as it is and gives the next one to two intervals. No time
passes on days off. Where a pace is not ``early``, only the clock closes a turn that asked somebody; one
that asks nobody is played on all the same.
"""

from games.pace.bounds import MOST_DATES
from games.pace.policy import FREE, REMINDER_SHARE, Pace

__all__ = ["FREE", "MOST_DATES", "REMINDER_SHARE", "Pace"]

"""When a turn ends. Pure: instants in, instants out; no clock, no rows."""

from games.pace.bounds import MOST_DATES
from games.pace.policy import FREE, REMINDER_SHARE, Pace

__all__ = ["FREE", "MOST_DATES", "REMINDER_SHARE", "Pace"]

"""The rows of play, and every way of reading them. Nothing here writes; see ``games.actions``."""

from games.models.deal import Deal
from games.models.match import Invitation, Match, Member, Seat
from games.models.outage import Outage
from games.models.tenure import Tenure
from games.models.turn import Clock, Order, Turn
from games.models.words import Note, Talk

__all__ = [
    "Clock",
    "Deal",
    "Invitation",
    "Match",
    "Member",
    "Note",
    "Order",
    "Outage",
    "Seat",
    "Talk",
    "Tenure",
    "Turn",
]

"""The rows of play, and every way of reading them. Nothing here writes; see ``games.actions``."""

from games.models.deal import Deal
from games.models.match import Invitation, Match, Member, Note, Seat, Talk
from games.models.turn import Clock, Order, Turn

__all__ = ["Clock", "Deal", "Invitation", "Match", "Member", "Note", "Order", "Seat", "Talk", "Turn"]

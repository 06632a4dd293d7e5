"""The rows of play, and every way of reading them. Nothing here writes; see ``games.actions``."""

from games.models.match import Invitation, Match, Note, Seat, Talk
from games.models.turn import Clock, Order, Turn

__all__ = ["Clock", "Invitation", "Match", "Note", "Order", "Seat", "Talk", "Turn"]

"""The rows of play, and every way of reading them. Nothing here writes; see ``games.actions``."""

from games.models.contest import Act, Ask, Contest, Entrant, Entry, League
from games.models.deal import Deal
from games.models.fixture import Berth, Group, Pairing, Round, Side
from games.models.match import Match
from games.models.outage import Outage
from games.models.rating import RatedMatch, Rating, RatingBook, RatingChange
from games.models.seat import Invitation, Member, Seat
from games.models.tenure import Tenure
from games.models.turn import Clock, Order, Turn
from games.models.words import Note, Talk

__all__ = [
    "Act",
    "Ask",
    "Berth",
    "Clock",
    "Contest",
    "Deal",
    "Entrant",
    "Entry",
    "Group",
    "Invitation",
    "League",
    "Match",
    "Member",
    "Note",
    "Order",
    "Outage",
    "Pairing",
    "RatedMatch",
    "Rating",
    "RatingBook",
    "RatingChange",
    "Round",
    "Seat",
    "Side",
    "Talk",
    "Tenure",
    "Turn",
]

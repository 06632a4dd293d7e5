"""A modest opponent for Fourbid. It knows its view and no more."""

from __future__ import annotations

from games.rules.chance import Chance
from games.rules.fourbid.state import FourbidView
from games.rules.game import Decision, Seat


def choose(view: FourbidView, seat: Seat, decision: Decision, chance: Chance) -> str:
    """A legal order."""
    return decision.default

"""What of a running match may be looked at again: all that lay open, but for a game of memory. Reads only."""

from __future__ import annotations

from typing import Any

from games.models.match import Match
from games.models.turn import Order, Turn, published


def may_look_back(match: Match) -> bool:
    """Whether positions of closed turns may be seen: after the end always."""
    game = match.rules
    return match.ended_at is not None or game.recalls(game.options(**match.options))


def may_be_told(turn: Turn) -> bool:
    """Whether what happened in a closed turn may be told.

    In a game of memory that is so until a person has given another order: each card is shown once.
    """
    if may_look_back(turn.match):
        return True
    later = Order.objects.opened().filter(turn__match=turn.match_id, turn__number__gt=turn.number)
    return not later.filter(by="player").exists()


def told(turn: Turn, seat: int | None) -> list[dict[str, Any]]:
    """The events of a turn that a seat, or a guest, may see now."""
    seen = published(turn.events, seat)
    return seen if not seen or may_be_told(turn) else []

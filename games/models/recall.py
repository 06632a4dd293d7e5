"""What of the closed turns of a running match may be looked at now: in a game of memory little, and of opened
orders only what does not wait to be used. Reads only; rows that were read are covered in hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.models.match import Match
from games.models.turn import Order, Turn, published


def may_look_back(match: Match) -> bool:
    """Whether positions of closed turns may be seen: after the end always."""
    game = match.rules
    return match.ended_at is not None or game.recalls(game.options(**match.options))


def may_be_told(turn: Turn) -> bool:
    """Whether what happened in a turn may be told.

    In a game of memory that is so until a person has come back and ordered, in whatever form: each card is
    shown once.
    """
    if may_look_back(turn.match):
        return True
    later = Order.objects.opened().filter(turn__match=turn.match_id, turn__number__gt=turn.number)
    return not later.by_hand().exists()


def told(turn: Turn, seat: int | None) -> list[dict[str, Any]]:
    """The events of a turn that a seat, or a guest, may see now."""
    seen = published(turn.events, seat)
    return seen if not seen or may_be_told(turn) else []


def covered(match: Match, turns: Iterable[Turn], first: int | None) -> list[Turn]:
    """These turns with their match, their orders without what nobody else may know yet.

    ``first`` is what ``waiting_from`` says. What is covered has no salts either, since with them the running
    hash would tell the rest.
    """
    found = list(turns)
    for turn in found:
        turn.match = match
        waits = first is not None and turn.number >= first
        if waits or not may_be_told(turn):
            for order in turn.orders.all():
                order.salt = ""
                order.line = shown_line(order, waits=waits)
    return found


def shown_line(order: Order, *, waits: bool) -> str:
    """The line of an opened order; only its first clause where the others may wait to be used."""
    return order.line.partition(";")[0] if waits else order.line


def waiting_from(match: Match) -> int | None:
    """The first closed turn of whose orders clauses wait to be used; None if there are none."""
    turn = match.turns.open().first()
    first = None
    while turn is not None:
        turn.match = match
        if not match.rules.waits(turn.state()):
            return first and turn.number
        first = turn.number
        turn = match.turns.filter(number=first - 1).first()
    return first

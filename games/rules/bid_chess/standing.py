"""What the board of Bid Chess does not show: the colours, what is bid for, and whose the items are."""

from __future__ import annotations

from games.rules.bid_chess.state import BidChessState, item
from games.rules.game import Event


def standing(state: BidChessState) -> tuple[Event, ...]:
    """The colours, then each item with its move or power: first those that are won, last what is bid for."""
    facts = [Event("colours", {"white": state.white, "black": 1 - state.white})]
    for award in state.awards:
        owned = {"seat": award.seat, "copies": award.copies, "letter": award.letter}
        facts.append(Event("owns", item(state, award.row) | owned))
    if state.phase == "bid":
        facts.append(Event("item", item(state, state.row)))
    return tuple(facts)

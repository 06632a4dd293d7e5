"""What pictures of Bid Chess leave to words in mails: whose the powers are; before bids colours and item."""

from __future__ import annotations

from games.rules.bid_chess.state import BidChessState, item
from games.rules.game import Event


def standing(state: BidChessState) -> tuple[Event, ...]:
    """Whose the powers are; before bids also who has which colour, and what is bid for."""
    facts = [
        Event("owns", item(state, award.row) | {"seat": award.seat})
        for award in state.awards
        if not award.letter
    ]
    if state.phase == "bid":
        facts.insert(0, Event("colours", {"white": state.white, "black": 1 - state.white}))
        facts.append(Event("item", item(state, state.row)))
    return tuple(facts)

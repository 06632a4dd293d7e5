"""What anybody may see of a position of Bid N' Bet: a list of what is shown, never a list of what is not."""

from __future__ import annotations

from games.rules.bid_n_bet.choices import ahead
from games.rules.bid_n_bet.state import BidNBetState, BidNBetView
from games.rules.game import Seat


def seen(state: BidNBetState, seat: Seat | None) -> BidNBetView:
    """What a seat, or a guest, may see of a state."""
    pending = state.pending
    moves = pending is None and state.result is None and state.active not in state.out
    return BidNBetView(
        options=state.options,
        order=state.order,
        active=state.active,
        money=state.money,
        bidcards=state.bidcards,
        token=state.token,
        horse=state.horse,
        tickets=state.tickets,
        deck_left=len(state.deck),
        discards=state.discards,
        round_no=state.round_no,
        out=state.out,
        result=state.result,
        stage="move" if moves else "" if pending is None else pending.stage,
        asked=(state.active,) if moves else () if pending is None else pending.asked,
        queue=() if pending is None else pending.queue,
        high=0 if pending is None else pending.high,
        leader=None if pending is None else pending.leader,
        ahead=ahead(state, state.active if seat is None else seat),
    )

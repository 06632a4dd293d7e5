"""A modest opponent: it bids about what the list says, pays what it would deploy worst, castles, looks ahead.

It sees its view and no more. How far it looks is a number of positions, never a time.
"""

from __future__ import annotations

from games.rules.bid_chess.asking import AGREE, bids, choices
from games.rules.bid_chess.ending import key
from games.rules.bid_chess.making import made
from games.rules.bid_chess.moves import legal
from games.rules.bid_chess.notation import line
from games.rules.bid_chess.orders import men
from games.rules.bid_chess.position import Counts
from games.rules.bid_chess.searching import Search
from games.rules.bid_chess.setup import Placement, checked, usual, written
from games.rules.bid_chess.state import BidChessState, BidChessView, position, row
from games.rules.bid_chess.weighing import weigh, weights
from games.rules.chance import Chance
from games.rules.game import Decision, IllegalOrder, Seat

BUDGET = 12_000
"""So many positions it looks at for a move."""
COSTS = ((0.8, 0.8, 0.9, 0.9, 1.0, 1.1, 1.2, 1.3), (3.0, 3.2), (3.2, 3.9), (4.9, 5.2), (9.3,))
"""What each man costs it to give up, the first one and the next ones of its kind."""
CONTEMPT = 60
"""It agrees to a draw when it is behind by this much."""


def choose(view: BidChessView, seat: Seat, decision: Decision, chance: Chance, budget: int = BUDGET) -> str:
    """A legal order for what is owed."""
    state = view.state
    if decision.kind == "bid":
        return _bid(state, seat, chance)
    if decision.kind == "pay":
        return f"pay {men(_cheapest(state, seat, state.due))}"
    if decision.kind == "setup":
        return f"setup {written(_setup(state, seat))}"
    return _move(state, chance, budget)


def _bid(state: BidChessState, seat: Seat, chance: Chance) -> str:
    """About the value of the whole lot, White a little more as ties go to Black."""
    here = row(state, state.row)
    lot = here.lot if state.options.lot == "list" else int(state.options.lot)
    value = here.value * (lot if here.betza else 1)
    wish = int(value) - chance.below(2) + (seat == state.white) if value >= 1 else -(value < 0)
    amount = min(bids(state, seat), key=lambda bid: (abs(bid - wish), bid))
    if amount > 0 and state.options.pay == "open":
        return f"bid {amount}; pay {men(_cheapest(state, seat, amount))}"
    return f"bid {amount}"


def _cheapest(state: BidChessState, seat: Seat, due: int) -> Counts:
    """The payment that hurts least; of men to add those worth most to it."""
    ways = choices(state, seat, due)
    if due < 0:
        return ways[0]
    return min(ways, key=lambda paid: sum([_cost(kind, count) for kind, count in enumerate(paid)]))


def _cost(kind: int, count: int) -> float:
    costs = COSTS[kind]
    return sum([costs[min(number, len(costs) - 1)] for number in range(count)])


def _setup(state: BidChessState, seat: Seat) -> Placement:
    """The usual array with the king castled on the king's side, where that is legal."""
    placement = list(usual(state, seat))
    placement[6], placement[4] = placement[4], placement[6]
    placement[5], placement[7] = placement[7], placement[5]
    knight = placement[4]
    if knight == "N" and not placement[21]:
        placement[21], placement[4] = knight, ""
    wished = tuple(placement)
    try:
        return checked(state, seat, wished)
    except IllegalOrder:
        return usual(state, seat)


def _move(state: BidChessState, chance: Chance, budget: int) -> str:
    """The move it finds best; a draw if it is offered one and stands worse."""
    here = position(state)
    men_won = [row(state, award.row).value for award in state.awards if award.letter]
    scales = weights(here.armies.law, tuple(men_won))
    if state.offer and weigh(here, scales) < -CONTEMPT:
        return AGREE
    moves = chance.shuffle(legal(here))
    worn = frozenset([move for move in moves if key(made(here, move)) in state.past])
    return line(Search(scales, budget).move(here, moves, worn))

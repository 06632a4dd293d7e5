"""A modest opponent: it bids about what the list says, pays what it can spare best, looks a few moves ahead.

It sees its view and no more. How far it looks is a number of positions, never a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from games.rules.bid_chess.asking import AGREE, OFFER, bids, choices
from games.rules.bid_chess.auction import minus, plus
from games.rules.bid_chess.deploying import placed
from games.rules.bid_chess.ending import key
from games.rules.bid_chess.making import made
from games.rules.bid_chess.men import PAWN
from games.rules.bid_chess.moves import legal
from games.rules.bid_chess.notation import line
from games.rules.bid_chess.orders import men
from games.rules.bid_chess.position import Counts, Position
from games.rules.bid_chess.searching import Search
from games.rules.bid_chess.setup import written
from games.rules.bid_chess.state import BidChessState, BidChessView, position, row
from games.rules.bid_chess.weighing import value, weigh, weights
from games.rules.chance import Chance
from games.rules.game import Decision, Seat

BUDGET = 3_000
"""So many positions it looks at for a move at most."""
FAR, EASY = 700, 3
"""When it is ahead or behind by so much it looks at so many times fewer."""
COSTS = ((0.7, 0.8, 1.8, 1.2, 1.2, 1.3, 1.3, 1.4), (3.0, 3.2), (3.5, 3.0), (5.6, 5.2), (9.6,))
"""What each man costs it to give up, the first one and the next ones of its kind: first the pawns of the
rooks, never gladly one bishop of a pair.
"""
HEAVY, SPARED = 5, 1.2
"""For an item worth so much a rook is given up more easily, by so much."""
CONTEMPT = 150
"""It agrees to a draw when it is behind by this much."""
EVEN, DULL = 40, 20
"""A position worth no more to either side, after so many quiet plies, is a draw to it; it offers that again
after as many more.
"""


def choose(view: BidChessView, seat: Seat, decision: Decision, chance: Chance, budget: int = BUDGET) -> str:
    """A legal order for what is owed."""
    state = view.state
    if decision.kind == "bid":
        return _bid(state, seat, chance)
    if decision.kind == "pay":
        return f"pay {men(_cheapest(state, seat, state.due))}"
    if decision.kind == "setup":
        return f"setup {written(placed(_settled(state, seat), seat, chance))}"
    return _move(state, chance, budget)


def _bid(state: BidChessState, seat: Seat, chance: Chance) -> str:
    """About the value of the whole lot, White a little more as ties go to Black."""
    worth = _lot(state)
    wish = int(worth) - chance.below(2) + (seat == state.white) if worth >= 1 else -(worth < 0)
    possible = bids(state, seat)
    amount = max([bid for bid in possible if bid <= wish], default=possible[0])
    if amount > 0 and state.options.pay == "open":
        return f"bid {amount}; pay {men(_cheapest(state, seat, amount))}"
    return f"bid {amount}"


def _lot(state: BidChessState) -> float:
    """What all copies of the item are worth."""
    here = row(state, state.row)
    lot = here.lot if state.options.lot == "list" else int(state.options.lot)
    return value(here) * (lot if here.betza else 1)


def _cheapest(state: BidChessState, seat: Seat, due: int) -> Counts:
    """The payment that hurts least; of men to add those worth most to it."""
    ways = choices(state, seat, due)
    if due < 0:
        return ways[0]
    heavy = _won(state, seat) >= HEAVY
    return min(ways, key=lambda paid: _cost(paid, heavy))


def _won(state: BidChessState, seat: Seat) -> float:
    """What the item that a seat pays for is worth; nothing if the other one has it."""
    if state.phase == "bid":
        return value(row(state, state.row))
    award = state.awards[-1]
    return value(row(state, award.row)) if award.seat == seat else 0


def _cost(paid: Counts, heavy: bool) -> float:
    total = -SPARED * (heavy and paid[3] > 0)
    for costs, count in zip(COSTS, paid, strict=True):
        total += sum([costs[min(number, len(costs) - 1)] for number in range(count)])
    return total


def _settled(state: BidChessState, seat: Seat) -> BidChessState:
    """The state with what a seat still owes in its setup paid."""
    due = state.dues[seat]
    if not due:
        return state
    paid = _cheapest(state, seat, due)
    left = plus(state.men[seat], paid) if due < 0 else minus(state.men[seat], paid)
    return msgspec.structs.replace(
        state,
        men=(state.men[0], left) if seat else (left, state.men[1]),
        dues=(state.dues[0], 0) if seat else (0, state.dues[1]),
    )


def _move(state: BidChessState, chance: Chance, budget: int) -> str:
    """The move it finds best; a draw if it is offered one and stands worse, or if nothing goes on."""
    here = position(state)
    men_won = [value(row(state, award.row)) for award in state.awards if award.letter]
    scales = weights(here.armies.law, tuple(men_won))
    now = weigh(here, scales)
    moves = chance.shuffle(legal(here))
    search = Search(scales, budget // EASY if abs(now) > FAR else budget)
    search.score = now
    move = moves[0] if len(moves) == 1 else search.move(here, moves, _worn(state, here, moves))
    dull = here.quiet >= DULL and abs(search.score) <= EVEN
    if state.offer and (dull or search.score < -CONTEMPT):
        return AGREE
    if dull and here.quiet % DULL < 2 and not (here.men[0][PAWN] and here.men[1][PAWN]):
        return f"{line(move)}; {OFFER}"
    return line(move)


def _worn(state: BidChessState, here: Position, moves: Sequence[int]) -> Mapping[int, int]:
    """The moves that repeat a position, with how often it has been there."""
    if here.quiet < 3:
        return {}
    times = {move: state.past.count(key(made(here, move))) for move in moves}
    return {move: count for move, count in times.items() if count}

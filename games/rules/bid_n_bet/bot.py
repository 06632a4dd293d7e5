"""A modest opponent for Bid N' Bet: it weighs the five spaces before it, and sees its view and no more.

It runs its own horse, keeps ahead in Bid Cards, bets on clear leaders, and never leaves the race by a move.
"""

from __future__ import annotations

from games.rules.bid_n_bet.choices import (
    RAISE,
    ahead,
    holders,
    leaders,
    rooms,
    silent_horse,
    step_of,
    wants_bet,
    wants_horse,
    with_room,
)
from games.rules.bid_n_bet.orders import Bets, bid_line, horse_line, move_line
from games.rules.bid_n_bet.ring import PRICE
from games.rules.bid_n_bet.state import Ahead, BidNBetView, running
from games.rules.chance import Chance
from games.rules.game import Decision, Seat

WIN = 100.0
POOR = 100
"""With less money than this, a length is worth less to the bot."""
FOR_LENGTHS = (30, 50)
"""From what to what the bot bids for two lengths that decide nothing."""


def choose(view: BidNBetView, seat: Seat, decision: Decision, chance: Chance) -> str:
    """A legal order for what is owed."""
    if decision.kind == "move":
        return _move(view, seat, chance)
    if decision.kind == "horse":
        return horse_line(seat)
    if decision.kind == "auction":
        limit = _limit(view, seat, chance)
        return bid_line("bid", limit - limit % step_of(view), seat)
    if decision.kind == "open":
        raised = view.high + RAISE
        return bid_line("raise", raised, seat) if raised <= _limit(view, seat, chance) else "pass"
    return decision.default


def _move(view: BidNBetView, seat: Seat, chance: Chance) -> str:
    """The space worth most, with the horse and the bet that it needs."""
    spot = max(ahead(view, seat), key=lambda spot: (worth(view, seat, spot), -spot.steps))
    horse = silent_horse(view, seat, spot.letter) if wants_horse(view, seat, spot.letter) else None
    bets = _bets(view, seat, chance) if wants_bet(view, seat, spot.letter) else ()
    return move_line(spot.steps, spot.out, horse, bets)


def worth(view: BidNBetView, seat: Seat, spot: Ahead) -> float:
    """What a space is worth to a seat, in lengths of its own horse."""
    if spot.out:
        return -WIN
    if spot.letter == "A":
        return WIN if _wins(view, seat, 1) else 1 - _price(view, seat)
    if spot.letter == "K":
        return _hold_back(view, seat)
    if spot.letter in "FU":
        card = 0.9 if _ahead_in_cards(view, seat) <= 0 else 0.3
        return card if spot.letter == "F" else card - _price(view, seat)
    return {"S": _stop, "C": _cash, "B": _bet, "G": _gamble, "P": _nothing}[spot.letter](view, seat)


def _wins(view: BidNBetView, colour: int, lengths: int) -> bool:
    """Whether a horse is over the line by so many lengths."""
    return view.horse[colour] + lengths >= view.options.track


def _price(view: BidNBetView, seat: Seat) -> float:
    """What $20 are worth to a seat."""
    return 0.3 if view.money[seat] >= POOR else 0.7


def _rivals(view: BidNBetView, seat: Seat) -> list[Seat]:
    return [other for other in view.order if other != seat and other not in view.out]


def _hold_back(view: BidNBetView, seat: Seat) -> float:
    """Moving the leading rival back: more the nearer it is to the finish."""
    rival = silent_horse(view, seat, "K")
    if not view.horse[rival]:
        return -_price(view, seat)
    if _wins(view, rival, 2):
        return 1.5 if view.money[seat] >= POOR else 1.1
    return 0.5 if view.horse[rival] > view.horse[seat] else 0.1


def _ahead_in_cards(view: BidNBetView, seat: Seat) -> int:
    """By how many Bid Cards a seat leads the others."""
    return view.bidcards[seat] - max(view.bidcards[rival] for rival in _rivals(view, seat))


def _stop(view: BidNBetView, seat: Seat) -> float:
    """Stopping the bid: two lengths for who has most cards."""
    tied = holders(view)
    if tied == [seat]:
        return WIN if _wins(view, seat, 2) else 2.0
    if seat in tied:
        return 0.4
    return -WIN / 2 if any(_wins(view, rival, 2) for rival in tied) else -1.0


def _cash(view: BidNBetView, seat: Seat) -> float:
    """Settling all bets: own receipts against those of the others."""
    front = leaders(view)
    times = 2 if len(front) == 1 else 1
    paid = [times * sum(row[colour] for colour in front) for row in view.tickets]
    rivals = _rivals(view, seat)
    return (paid[seat] - sum(paid[rival] for rival in rivals) / len(rivals)) / 60


def _bet(view: BidNBetView, seat: Seat) -> float:
    """Betting: worth while with a clear leader that has room."""
    horses = with_room(view)
    front = leaders(view)
    if len(front) > 1 or front[0] not in horses:
        return 0.2 - (0.4 if view.money[seat] < POOR else 0)
    return 1.3 if _lead(view, front[0]) >= 2 else 0.8


def _lead(view: BidNBetView, colour: int) -> int:
    """How far a horse is before the next one."""
    others = [view.horse[other] for other in running(view) if other != colour]
    return view.horse[colour] - max(others)


def _gamble(view: BidNBetView, seat: Seat) -> float:
    return 0.15 if view.money[seat] >= PRICE else -1.0


def _nothing(view: BidNBetView, seat: Seat) -> float:
    return 0.0


def _bets(view: BidNBetView, seat: Seat, chance: Chance) -> Bets:
    """More on a clear leader, $20 on the foremost horse with room otherwise."""
    horses = with_room(view)
    colour = max(horses, key=lambda colour: (view.horse[colour], colour == seat))
    clear = leaders(view) == [colour]
    most = min(rooms(view)[colour], view.money[seat])
    wish = PRICE * (2 + chance.below(2)) if clear and view.money[seat] > POOR else PRICE
    return ((colour, min(wish, most - most % PRICE)),)


def _limit(view: BidNBetView, seat: Seat, chance: Chance) -> int:
    """What two lengths are worth: everything if they win the race, or keep a rival from winning it."""
    money = view.money[seat]
    bidders = view.queue or view.asked
    rivals = [other for other in bidders if other != seat]
    if _wins(view, seat, 2) or any(_wins(view, rival, 2) for rival in rivals):
        return money
    least, most = FOR_LENGTHS
    return min(money, least + chance.below(most - least + 1), max(0, money - PRICE))

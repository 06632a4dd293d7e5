"""What may be chosen in a position of Bid N' Bet, by whom, and what is done in silence.

Every question can be asked of a state and of a view alike.
"""

from __future__ import annotations

from functools import lru_cache

from games.rules.bid_n_bet.orders import Bets, move_line
from games.rules.bid_n_bet.ring import COLOURS, MOST_ON_HORSE, PRICE, SPACES, STEPS, ring
from games.rules.bid_n_bet.state import Ahead, Position, running
from games.rules.game import Seat

CARDS_IN_ALL = 20
RAISE = 5
"""The step of bids in an open auction and of limits."""
SILENT_SPACES = "FCSG"
"""The spaces that a silent seat moves to, favourite first; then any other."""


def alive(position: Position) -> list[Seat]:
    """The seats in the race, clockwise."""
    out = position.out
    return [seat for seat in position.order if seat not in out] if out else list(position.order)


def clockwise(position: Position, first: Seat) -> list[Seat]:
    """The seats in the race, clockwise from that one on."""
    at = position.order.index(first)
    return [seat for seat in position.order[at:] + position.order[:at] if seat not in position.out]


def supply(position: Position) -> int:
    """The Bid Cards that the bank has."""
    return CARDS_IN_ALL - sum(position.bidcards)


def rooms(position: Position) -> list[int]:
    """How many dollars may still be bet on each colour."""
    return [MOST_ON_HORSE - dollars for dollars in map(sum, zip(*position.tickets, strict=True))]


def with_room(position: Position) -> list[int]:
    """The running colours on which something may still be bet."""
    left = rooms(position)
    return [colour for colour in running(position) if left[colour] >= PRICE]


def leaders(position: Position) -> list[int]:
    """The running horses in front: one, or more that are tied."""
    horses = running(position)
    best = max([position.horse[colour] for colour in horses])
    return [colour for colour in horses if position.horse[colour] == best]


def holders(position: Position) -> list[Seat]:
    """Who holds the most Bid Cards, clockwise; everybody if nobody has one."""
    seats = alive(position)
    most = max([position.bidcards[seat] for seat in seats])
    return [seat for seat in seats if position.bidcards[seat] == most]


def letter_at(position: Position, space: int) -> str:
    """The kind of a space of the ring."""
    return ring(position.options.layout, position.options.start_corner)[space]


def landing(position: Position, seat: Seat, steps: int) -> tuple[int, str]:
    """The space a seat comes to, and its kind."""
    space = (position.token[seat] + steps) % 36
    return space, letter_at(position, space)


def cost(position: Position, letter: str) -> int:
    """What a space takes from who lands on it now."""
    if letter in "AK":
        return PRICE
    if letter == "U":
        return PRICE if supply(position) else 0
    if letter == "B":
        return PRICE if with_room(position) else 0
    return 0


def wants_horse(position: Position, seat: Seat, letter: str) -> bool:
    """Whether who lands on a space may have to name a horse."""
    if letter in "AK":
        return position.money[seat] >= PRICE
    if letter != "S":
        return False
    tied = holders(position)
    return len(tied) > 1 or tied[0] == seat


def wants_bet(position: Position, seat: Seat, letter: str) -> bool:
    """Whether who lands on a space may have to bet."""
    return letter in "BG" and position.money[seat] >= PRICE and bool(with_room(position))


def reach(position: Position, seat: Seat) -> str:
    """The letters of the five spaces before a seat."""
    return _reach(position.options.layout, position.options.start_corner, position.token[seat])


@lru_cache(maxsize=4096)
def _reach(layout: str, start_corner: str, token: int) -> str:
    letters = ring(layout, start_corner) * 2
    return letters[token + 1 : token + 1 + len(STEPS)]


def outs(position: Position, seat: Seat, letters: str) -> tuple[bool, ...]:
    """For each of some spaces whether it would put a seat out of the race."""
    if position.money[seat] >= PRICE:
        return (False,) * len(letters)
    return tuple([cost(position, letter) > 0 for letter in letters])


def ahead(position: Position, seat: Seat) -> tuple[Ahead, ...]:
    """The five spaces before a seat; none for one that is out of the race."""
    if seat in position.out:
        return ()
    found = []
    letters = reach(position, seat)
    for steps, letter, out in zip(STEPS, letters, outs(position, seat, letters), strict=True):
        word, does = SPACES[letter]
        space = (position.token[seat] + steps) % 36
        found.append(Ahead(steps, space, letter, word, does, cost(position, letter), out))
    return tuple(found)


@lru_cache(maxsize=4096)
def silent_steps(letters: str, out: tuple[bool, ...]) -> int:
    """The move of a seat that says nothing: never out of the race where another can be had."""

    def liking(steps: int) -> tuple[bool, int, int]:
        place = SILENT_SPACES.find(letters[steps - 1])
        return out[steps - 1], len(SILENT_SPACES) if place < 0 else place, steps

    return min(STEPS, key=liking)


def silent_move(position: Position, seat: Seat) -> str:
    """The line of a seat that says nothing when it is to move."""
    letters = reach(position, seat)
    out = outs(position, seat, letters)
    steps = silent_steps(letters, out)
    return move_line(steps, out[steps - 1], None, ())


def _from_own(colour: int, seat: Seat) -> int:
    """How far down the list of colours one stands behind a seat's own; 0 is the own one."""
    return (colour - seat) % len(COLOURS)


def silent_horse(position: Position, seat: Seat, letter: str) -> int:
    """The horse of a seat that names none: the own one, or the leading rival to go back."""
    if letter != "K":
        return seat
    rivals = [colour for colour in running(position) if colour != seat]
    return min(rivals, key=lambda colour: (-position.horse[colour], _from_own(colour, seat)))


def silent_bets(position: Position, seat: Seat) -> Bets:
    """The bet of a seat that names none: $20 on the foremost horse with room, of equals the own one first."""
    horses = with_room(position)
    colour = min(horses, key=lambda colour: (-position.horse[colour], _from_own(colour, seat)))
    return ((colour, PRICE),)


def limits(position: Position, seat: Seat) -> tuple[tuple[int, int], ...]:
    """The colours on which a seat may bet, each with the most dollars."""
    purse, left = position.money[seat], rooms(position)
    return tuple([(colour, min(purse, left[colour])) for colour in with_room(position)])


def step_of(position: Position) -> int:
    """The step of amounts in the auctions of a match."""
    return 1 if position.options.auction == "sealed" else RAISE

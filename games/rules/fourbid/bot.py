"""A modest opponent for Fourbid: it values lines, knows the open hands, and sees its view and no more.

It aims higher the more a space is worth to it, but never higher than beats everybody's best possible bid,
and prefers single cards, since a long hand is worth a free claim.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.rules.chance import Chance
from games.rules.fourbid.cards import Bid, bid_of, bids, highest_bid
from games.rules.fourbid.choices import own_spaces
from games.rules.fourbid.geometry import LINES, THROUGH, Owner
from games.rules.fourbid.state import FourbidView
from games.rules.game import Decision, Seat

OWN = (0, 1, 5, 21, 1021)
"""What a line is worth with so many own pieces and no other: each piece adds 1, 4, 16, then the match."""
CUT = (0, 1, 6, 60, 1000)
"""What it is worth to stand in the way of one rival with so many pieces in a line."""
AIMS = ((60, 14), (20, 12), (10, 9))
"""From which worth of a space on the bot aims for which total."""


def choose(view: FourbidView, seat: Seat, decision: Decision, chance: Chance) -> str:
    """A legal order for what is owed."""
    words = {clause.word: clause.values for clause in decision.clauses}
    if decision.forced:
        return decision.default
    clauses = [_bid(view, seat, chance)] if decision.kind == "bid" else []
    if decision.kind == "follow" and "low" in words:
        clauses.append("low best")
    if "swap" in words:
        clauses.append(_swap(view, seat, may_decline="noswap" in words))
    if "bonus" in words:
        clauses.append(_bonus(view, seat, words["bonus"], words.get("from", ())))
    if "give" in words:
        clauses.append(f"give {_least_missed(view, seat, words['give'])}")
    return "; ".join(clauses)


def worth(view: FourbidView, seat: Seat, space: int) -> int:
    """What a piece on a space is worth to a seat: own lines carried on, and rivals' lines cut."""
    total = 0
    for line in THROUGH[space]:
        men = [man for spot in line if spot != space and (man := view.owner[spot - 1]) is not None]
        own = men.count(seat)
        if own == len(men):
            total += OWN[own + 1] - OWN[own]
        elif men.count(men[0]) == len(men) and men[0] not in view.left:
            total += CUT[len(men)]
    return total


def standing(view: FourbidView, owner: Sequence[Owner], seat: Seat) -> int:
    """What a board is worth to a seat: its own lines less those of single rivals."""
    total = 0
    for line in LINES:
        men = [man for spot in line if (man := owner[spot - 1]) is not None]
        if men and men.count(men[0]) == len(men) and men[0] not in view.left:
            total += OWN[len(men)] if men[0] == seat else -CUT[len(men)]
    return total


def _bid(view: FourbidView, seat: Seat, chance: Chance) -> str:
    """The bid for the space of the queen."""
    hand = view.hand[seat]
    value = _gain(view, seat)
    aim = next((total for least, total in AIMS if value >= least), 0)
    if not aim:
        return bid_of(hand, _cheapest(hand, chance)).text
    rivals = [cards for other, cards in enumerate(view.hand) if other != seat and other not in view.left]
    enough = max(highest_bid(cards) for cards in rivals) + 1
    return _reach(hand, min(aim + chance.below(2), enough)).text


def _gain(view: FourbidView, seat: Seat) -> int:
    """What winning this auction adds for a seat."""
    if view.supply[seat] and None in view.owner:
        return worth(view, seat, view.queen)
    if view.owner[view.queen - 1] == seat or (None in view.owner and view.options.out_of_pieces == "none"):
        return 0
    return max(0, _best_swap(view, seat)[0])


def _cheapest(hand: tuple[str, ...], chance: Chance) -> tuple[str]:
    """One of the three lowest cards: who always bids the lowest often ties."""
    singles = sorted(bid for bid in bids(hand) if len(bid[1]) == 1)
    return (singles[min(chance.below(3), len(singles) - 1)][1][0],)


def _reach(hand: tuple[str, ...], aim: int) -> Bid:
    """The bid with the fewest cards and the lowest total that reaches the aim, else the highest there is."""
    every = [(len(cards), total, cards) for total, cards in bids(hand)]
    enough = [bid for bid in every if bid[1] >= aim]
    best = min(enough) if enough else max(every, key=lambda bid: (bid[1], -bid[0]))
    return bid_of(hand, best[2])


def _best_swap(view: FourbidView, seat: Seat) -> tuple[int, int]:
    """How much the best move of an own piece to the queen's space adds, and the space it comes from."""
    now = standing(view, view.owner, seat)
    gains = {
        space: standing(view, _moved(view.owner, space, view.queen), seat) - now
        for space in own_spaces(view.owner, seat)
    }
    best = max(gains, key=gains.__getitem__)
    return gains[best], best


def _moved(owner: Sequence[Owner], source: int, space: int) -> list[Owner]:
    """The board after what stands on two spaces changed places."""
    board = list(owner)
    board[source - 1], board[space - 1] = board[space - 1], board[source - 1]
    return board


def _swap(view: FourbidView, seat: Seat, *, may_decline: bool) -> str:
    gain, space = _best_swap(view, seat)
    return "noswap" if may_decline and gain <= 0 else f"swap {space}"


def _bonus(view: FourbidView, seat: Seat, spaces: Iterable[str], pieces: Sequence[str]) -> str:
    """The spaces worth most, best first, with the piece that is missed least."""
    legal = [int(space) for space in spaces if view.owner[int(space) - 1] != seat]
    legal.sort(key=lambda space: -worth(view, seat, space))
    source = f" from {_least_missed(view, seat, pieces)}" if pieces else ""
    return "bonus " + " ".join(map(str, legal[:5])) + source


def _least_missed(view: FourbidView, seat: Seat, pieces: Sequence[str]) -> str:
    """The piece whose space is worth least."""
    return min(pieces, key=lambda space: worth(view, seat, int(space)))

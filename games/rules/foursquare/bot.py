"""A modest player of Foursquare: it looks two cards ahead, counts the ranks it has seen, and knows no more.

A position is worth more the more piles lie face up, and less and less bearable with each one face down. For
each cell the card drawn is tried out; then the best cell for each rank that may come next is looked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.chance import Chance
from games.rules.foursquare.playing import MOST_DOWN
from games.rules.foursquare.sheet import CELLS, WHOLE, legal
from games.rules.foursquare.state import DECK, HIDDEN, FoursquareView, Piles, heights
from games.rules.foursquare.turning import Compare, Flip, count_down, spans, tops_of, turned, turning
from games.rules.game import Decision, Seat

LOST = -1000.0
WON = 200.0
GUESS = 5
"""What a card that may not be looked at is taken for."""
RANKS = range(1, 11)


def _worth(piles: int, down: int) -> float:
    if down > MOST_DOWN:
        return LOST
    if piles == WHOLE and not down:
        return WON
    return 3 * (piles - down) - 2.2 * down - 0.6 * down * down


WORTH = tuple(tuple(_worth(piles, down) for down in range(WHOLE + 1)) for piles in range(WHOLE + 2))
"""What a position is worth by its piles and those of them face down."""


def choose(view: FoursquareView, seat: Seat, decision: Decision, chance: Chance) -> str:
    """The cell with the best prospect for the card drawn."""
    if decision.forced:
        return decision.default
    options, tall = view.options, heights(view.piles)
    tops = tops_of(known(view.piles), view.down)
    coming = _coming(view)
    rank = view.shown[0]

    def prospect(name: str) -> float:
        cell = CELLS[name]
        after = turned(tops, cell, rank, turning(tops, cell, rank, options.compare), options.flip)
        higher = (*tall[:cell], tall[cell] + 1, *tall[cell + 1 :])
        now = WORTH[sum(map(bool, higher))][count_down(after)]
        if now in (LOST, WON) or not coming:
            return now
        return expected(after, higher, coming, options.compare, options.flip)

    return max(decision.clauses[0].values, key=prospect)


def known(piles: Piles) -> Piles:
    """The piles with a guess for every card that may not be looked at."""
    return tuple([tuple([GUESS if card == HIDDEN else card for card in pile]) for pile in piles])


def _coming(view: FoursquareView) -> dict[int, float]:
    """How likely each rank is to come next; the one that does come where that is shown."""
    if len(view.shown) > 1:
        return {view.shown[1]: 1.0}
    if not view.left:
        return {}
    seen = [*view.shown, *(card for pile in view.piles for card in pile)]
    left = {rank: DECK.count(rank) - seen.count(rank) for rank in RANKS}
    return {rank: count / sum(left.values()) for rank, count in left.items() if count}


def expected(
    tops: Sequence[int],
    tall: tuple[int, ...],
    coming: dict[int, float],
    compare: Compare,
    flip: Flip,
) -> float:
    """What a position is worth on average when the next card goes to its best cell."""
    piles, down = sum(map(bool, tall)), count_down(tops)
    best = dict.fromkeys(coming, LOST)
    cells = legal(tall)
    for cell, (row, column) in zip(cells, spans(tops, cells, compare), strict=True):
        worth = WORTH[piles + (not tall[cell])]
        bare = down - (tops[cell] < 0)
        for rank, value in best.items():
            over_row = rank < row[0] or rank > row[1]
            over_column = rank < column[0] or rank > column[1]
            after = bare + (row[2] if over_row else 0) + (column[2] if over_column else 0)
            if flip == "all" and over_row != over_column:
                after += 1
            if worth[after] > value:
                best[rank] = worth[after]
    return sum([chance * best[rank] for rank, chance in coming.items()])

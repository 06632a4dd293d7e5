"""What can be drawn of the course of a match of Bid Chess: what each army is worth, its men, and the bids."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.bid_chess.auction import worth
from games.rules.bid_chess.men import KING, LETTERS, VALUES
from games.rules.bid_chess.position import Counts
from games.rules.bid_chess.setup import army
from games.rules.bid_chess.state import BidChessState, BidChessView, colour, position, row
from games.rules.course import Facts, Gauge, Sheet, Tally, filled, found
from games.rules.game import gettext_noop

_ = gettext_noop


def gauges(view: BidChessView) -> tuple[Gauge, ...]:
    """What the men of each side are worth, and how many they are, kings left out of the worth alone."""
    state = view.state
    sides = [_men(state, seat) for seat in (0, 1)]
    return (
        Gauge("worth", _("What the men are worth"), tuple([_worth(state, men) for men in sides])),
        Gauge("men", _("Men on the board"), tuple([sum(men) for men in sides])),
        Gauge("given", _("Worth of men given up in the auction"), tuple(map(worth, state.given))),
    )


def _men(state: BidChessState, seat: int) -> Counts:
    """How many men of each kind a side has, before the reveal to set up and from then on the board."""
    if state.board:
        return tuple([men.bit_count() for men in position(state).men[colour(state, seat)]])
    counts = army(state, seat)
    return tuple([counts.get(letter, 0) for letter in LETTERS])


def _worth(state: BidChessState, men: Counts) -> float:
    """Ordinary men by what they count when they are given up, those that were bid for by the list."""
    items = {
        LETTERS.index(award.letter): row(state, award.row).value for award in state.awards if award.letter
    }
    values = [*VALUES, 0] + [0.0] * (len(LETTERS) - KING - 1)
    total = sum(count * items.get(kind, values[kind]) for kind, count in enumerate(men))
    return int(total) if total == int(total) else round(total, 1)


def sheets(view: BidChessView, turns: Sequence[Facts]) -> tuple[Sheet, ...]:
    """The bids of both sides for each item."""
    bids = found(turns, "bids")
    return (
        Tally(
            "bids",
            _("The bids of the auction"),
            _("What both sides bid for each item, in pawns."),
            _("Item"),
            "bars",
            tuple([bid["name"] for bid in bids]),
            filled([bid["bids"] for bid in bids]),
        ),
    )

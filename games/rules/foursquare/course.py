"""What can be drawn of the course of a match of Foursquare: piles and stock, and the order of filling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.rules.course import Facts, Gauge, Plan, Sheet, Spot, Tally, filled, found
from games.rules.foursquare.sheet import CELLS, NAMES, SIDE, WHOLE, window
from games.rules.foursquare.state import FoursquareView, heights
from games.rules.game import gettext_noop

_ = gettext_noop


def gauges(view: FoursquareView) -> tuple[Gauge, ...]:
    """Piles face up and face down, and the cards in the stock."""
    piles = sum(map(bool, view.piles))
    return (
        Gauge("up", _("Piles face up"), (piles - len(view.down),), goal=WHOLE),
        Gauge("down", _("Piles face down"), (len(view.down),)),
        Gauge("stock", _("Cards in the stock"), (view.left,)),
    )


def sheets(view: FoursquareView, turns: Sequence[Facts]) -> tuple[Sheet, ...]:
    """In which turn each cell was first filled, how high its pile grew, and how often each line turned."""
    first: dict[str, int] = {}
    for number, facts in enumerate(turns, start=1):
        for placed in found([facts], "placed"):
            first.setdefault(placed["cell"], number)
    tall = heights(view.piles)
    return (
        Plan(
            "filled",
            _("The order of filling"),
            _("The turn in which each cell got its first card."),
            _spots(tall, dict(first)),
        ),
        Plan(
            "heights",
            _("How high the piles are"),
            _("How many cards lie on each cell. The stronger the colour, the more."),
            _spots(tall, {name: tall[cell] for name, cell in CELLS.items() if tall[cell]}),
            heat=True,
        ),
        _turned(turns),
    )


def _spots(tall: tuple[int, ...], values: dict[str, int]) -> tuple[Spot, ...]:
    """The cells within reach, row 1 at the bottom."""
    reach = window(tall)
    return tuple(
        [
            Spot(name, cell // SIDE - reach.left, reach.top - cell % SIDE, values.get(name))
            for cell, name in enumerate(NAMES)
            if reach.holds(cell)
        ]
    )


def _turned(turns: Sequence[Facts]) -> Tally:
    told = found(turns, "turned")
    lines = Counter(fact["line"] for fact in told)
    cards = (sum(len(fact["up"]) for fact in told), sum(len(fact["down"]) for fact in told))
    return Tally(
        "turned",
        _("What turned over"),
        _("How often a whole row or column turned over, and which way its cards fell."),
        _("What"),
        "bars",
        (_("rows"), _("columns"), _("cards turned up"), _("cards turned down")),
        filled([[lines["row"]], [lines["column"]], [cards[0]], [cards[1]]]),
    )

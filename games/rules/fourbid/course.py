"""What can be drawn of the course of a match of Fourbid: lines, pieces and cards, bids by space."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.course import Facts, Gauge, Number, Plan, Sheet, Spot, Tally, filled, found
from games.rules.fourbid.cards import RANK, RANKS
from games.rules.fourbid.geometry import LINES, PLACES
from games.rules.fourbid.state import FourbidView
from games.rules.game import gettext_noop

_ = gettext_noop

IN_LINE = 4


def gauges(view: FourbidView) -> tuple[Gauge, ...]:
    """The longest row that can still become a line, pieces on the board, and cards in hand."""
    seats = range(len(view.hand))
    return (
        Gauge("row", _("Longest row"), tuple([longest(view, seat) for seat in seats]), goal=IN_LINE),
        Gauge("pieces", _("Pieces on the board"), tuple([view.owner.count(seat) for seat in seats])),
        Gauge("cards", _("Cards in hand"), tuple(map(len, view.hand))),
    )


def longest(view: FourbidView, seat: int) -> int:
    """How many pieces a seat has at most in one line that no rival stands in."""
    rows = ([view.owner[space - 1] for space in line] for line in LINES)
    return max([row.count(seat) for row in rows if set(row) <= {seat, None}], default=0)


def sheets(view: FourbidView, turns: Sequence[Facts]) -> tuple[Sheet, ...]:
    """What was bid on each space, when each was taken, and which cards each seat bid."""
    best, taken = _by_space(turns)
    spots = [(str(space), *PLACES[space]) for space in PLACES]
    return (
        Plan(
            "bids",
            _("What the spaces were bid up to"),
            _("The highest bid made for each space, and who made it. The stronger the colour, the higher."),
            tuple([Spot(name, x, y, *best.get(int(name), (None, None))) for name, x, y in spots]),
            heat=True,
        ),
        Plan(
            "taken",
            _("The board in the order of taking"),
            _("Who stands on each space, and the turn in which the space was last taken."),
            tuple([Spot(name, x, y, *_held(view, int(name), taken)) for name, x, y in spots]),
        ),
        _cards(turns, len(view.hand)),
    )


def _by_space(turns: Sequence[Facts]) -> tuple[dict[int, tuple[Number, int | None]], dict[int, int]]:
    """The best bid for each space with the seat that alone made it, and the turn that last changed it."""
    best: dict[int, tuple[Number, int | None]] = {}
    taken: dict[int, int] = {}
    totals: Mapping[int, int] = {}
    for number, facts in enumerate(turns, start=1):
        for fact in facts:
            data = fact["data"]
            if fact["kind"] == "bids":
                totals = {seat: total for seat, total in enumerate(data["totals"]) if total is not None}
            for space in _changed(fact["kind"], data):
                taken[space] = number
            if fact["kind"] in ("claim", "swap", "no_claim") and totals:
                _raise(best, data["space"], totals)
    return best, taken


def _raise(best: dict[int, tuple[Number, int | None]], space: int, totals: Mapping[int, int]) -> None:
    top = max(totals.values())
    if top > best.get(space, (-1, None))[0]:
        seats = [seat for seat, total in totals.items() if total == top]
        best[space] = (top, seats[0] if len(seats) == 1 else None)


def _changed(kind: str, data: Mapping[str, Any]) -> list[int]:
    """The spaces that somebody came to stand on."""
    if kind not in ("claim", "swap", "bonus_claim"):
        return []
    source = data.get("source")
    return [data["space"]] if source is None else [data["space"], source]


def _held(view: FourbidView, space: int, taken: Mapping[int, int]) -> tuple[int | None, int | None]:
    owner = view.owner[space - 1]
    return (None, None) if owner is None else (taken.get(space), owner)


def _cards(turns: Sequence[Facts], seats: int) -> Tally:
    bids = [(seat, RANK[card]) for bid in found(turns, "bids") for seat, card in _shown(bid)]
    counts = Counter(bids)
    return Tally(
        "cards",
        _("Cards that were bid"),
        _("How often each seat has bid each card."),
        _("Card"),
        "heat",
        RANKS[::-1],
        filled([[counts[seat, rank] for seat in range(seats)] for rank in RANKS[::-1]]),
    )


def _shown(bid: Mapping[str, Any]) -> list[tuple[int, str]]:
    return [(seat, card) for seat, cards in enumerate(bid["cards"]) for card in cards or ()]

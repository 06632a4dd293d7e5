"""What a view of Foursquare looks like: the cells still within reach, as data for a drawing."""

from __future__ import annotations

from games.rules.foursquare.sheet import CELLS, NAMES, SIDE, Window, legal, window
from games.rules.foursquare.state import (
    CARDS,
    HIDDEN,
    FoursquareOptions,
    FoursquareView,
)
from games.rules.foursquare.state import heights as heights_of
from games.rules.game import Cell, Hand, Picture, gettext_noop

_ = gettext_noop

LEFT = _("cards in the stock")
DOWN = _("face down")
PLACED = _("cards placed")


def picture(view: FoursquareView) -> Picture:
    """The cells within reach, row 1 at the bottom, with the top card of each pile; and the cards shown."""
    tall = heights_of(view.piles)
    reach = window(tall)
    choices = () if view.result is not None else legal(tall)
    cells = tuple([_cell(view, cell, reach, choices) for cell in range(SIDE * SIDE) if reach.holds(cell)])
    facts = ((LEFT, view.left), (DOWN, len(view.down)), (PLACED, view.placed))
    hand = Hand(0, tuple(map(str, view.shown)), facts=facts)
    return Picture(reach.right - reach.left + 1, reach.top - reach.bottom + 1, cells, (hand,), "piles")


def _cell(view: FoursquareView, cell: int, reach: Window, choices: tuple[int, ...]) -> Cell:
    """A cell with the top card of its pile, ``?`` if nobody may look at it, and the height as ``×3``."""
    pile = view.piles[cell]
    marks = (("new", cell in view.changed), ("down", cell in view.down), ("open", cell in choices))
    return Cell(
        NAMES[cell],
        cell // SIDE - reach.left,
        reach.top - cell % SIDE,
        marks=tuple([mark for mark, there in marks if there]),
        card="" if not pile else "?" if pile[-1] == HIDDEN else str(pile[-1]),
        word=f"×{len(pile)}" if len(pile) > 1 else "",
    )


def worked_example() -> tuple[Picture, Picture]:
    """Two pictures for the rules page: a 10 is drawn and goes to d4; then a 5 is drawn."""
    piles: dict[str, tuple[int, ...]] = {"d4": (6,), "e4": (2,), "d5": (8,), "d3": (7,)}
    after: dict[str, tuple[int, ...]] = {**piles, "d4": (6, 10)}
    return _worked(piles, drawn=10), _worked(after, drawn=5, down=("d3", "d5", "e4"))


def _worked(piles: dict[str, tuple[int, ...]], drawn: int, down: tuple[str, ...] = ()) -> Picture:
    placed = sum(map(len, piles.values()))
    turned = tuple([CELLS[name] for name in down])
    view = FoursquareView(
        options=FoursquareOptions(),
        piles=tuple([piles.get(name, ()) for name in NAMES]),
        down=turned,
        changed=turned,
        shown=(drawn,),
        left=CARDS - placed - 1,
        placed=placed,
        result=None,
    )
    return picture(view)

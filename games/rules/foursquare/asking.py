"""What the player of Foursquare owes, the cell taken in silence, and whether an order may stand."""

from __future__ import annotations

import re
from functools import lru_cache

from games.rules.foursquare.sheet import CELLS, DEEPEST, NAMES, legal, window
from games.rules.foursquare.state import FoursquareState, Piles, heights
from games.rules.foursquare.turning import Compare, Flip, spans, tops_of
from games.rules.game import Clause, Decision, IllegalOrder, Seat, gettext_noop

_ = gettext_noop

LONGEST = 60
"""An order with more characters is refused unread."""
HINT = _("the cell for the card drawn")
_AHEAD = re.compile(r"(^|[\s;])(next|from|stop)\b", re.IGNORECASE)


def decisions(state: FoursquareState) -> dict[Seat, Decision]:
    """What the player owes: a cell for the card drawn."""
    if state.result is not None:
        return {}
    options = state.options
    # What lies face down may not speak through the default where it must be remembered.
    compare: Compare = options.compare if options.memory == "off" else "up"
    return {0: _placing(state.piles, state.down, state.stock[0], compare, options.flip)}


@lru_cache(maxsize=4096)
def _placing(piles: Piles, down: tuple[int, ...], rank: int, compare: Compare, flip: Flip) -> Decision:
    tall = heights(piles)
    cells = legal(tall)
    tops = tops_of(piles, down)
    found = []
    for cell, lines in zip(cells, spans(tops, cells, compare), strict=True):
        turn = [more for least, most, more in lines if rank < least or rank > most]
        own = flip == "all" and len(turn) == 1
        found.append((sum(turn) - (tops[cell] < 0) + own, not tall[cell], cell))
    clause = Clause("", HINT, tuple([NAMES[cell] for cell in cells]), required=True, least=1)
    return Decision("place", (clause,), NAMES[min(found)[2]], forced=len(cells) == 1)


def shown(word: str) -> str:
    """A word of an order as it may stand in a sentence: short and printable."""
    word = "".join(letter if letter.isprintable() else "�" for letter in word[:25])
    return word if len(word) < 25 else word[:24] + "…"


def checked(state: FoursquareState, seat: Seat, text: str) -> str:
    """The canonical line of a legal order, or raise ``IllegalOrder``."""
    if state.result is not None or seat != 0:
        raise IllegalOrder(_("You owe no order now."), "not_asked")
    tall = heights(state.piles)
    name = _named(text, tall)
    cell = CELLS.get(name)
    if cell is None:
        raise IllegalOrder(
            _("There is no cell “{word}” on the sheet; legal now: {legal}."),
            "unknown_cell",
            word=shown(name),
            legal=_listed(tall),
        )
    if cell not in legal(tall):
        raise IllegalOrder(_why_not(tall, cell), "illegal_cell", cell=name, legal=_listed(tall))
    return name


def _named(text: str, tall: tuple[int, ...]) -> str:
    """The one cell that an order names."""
    if len(text) > LONGEST:
        raise IllegalOrder(
            _("An order has at most {most} characters; this one has {count}."),
            "too_long",
            most=LONGEST,
            count=len(text),
        )
    if _AHEAD.search(text):
        raise IllegalOrder(
            _("Orders ahead begin on a line of their own. An order names one cell; legal now: {legal}."),
            "ahead",
            legal=_listed(tall),
        )
    words = text.lower().replace(";", " ").split()
    if words[:1] == ["play"]:
        del words[0]
    if len(words) != 1:
        raise IllegalOrder(
            _("An order names one cell; legal now: {legal}."), "value_count", legal=_listed(tall)
        )
    return words[0]


def _listed(tall: tuple[int, ...]) -> str:
    return ", ".join([NAMES[cell] for cell in legal(tall)])


def _why_not(tall: tuple[int, ...], cell: int) -> str:
    """What speaks against a cell, as a message id."""
    if not any(tall):
        return _("The first card goes to {legal}.")
    if not window(tall).holds(cell):
        return _("With {cell} the grid would be wider or higher than four; legal now: {legal}.")
    if tall[cell] == DEEPEST:
        return _("The pile on {cell} has four cards already; legal now: {legal}.")
    return _("{cell} shares no edge with a pile; legal now: {legal}.")

"""The tables of Bid N' Bet: the horses, the spaces of the ring and where they lie, the Gamble Cards."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.rules.game import gettext_noop

_ = gettext_noop

COLOURS = (_("red"), _("blue"), _("green"), _("yellow"), _("black"))
"""The horses as orders name them, and as message ids; a seat owns the one at its own place in this list."""
COLOUR = {name: colour for colour, name in enumerate(COLOURS)}

PRICE = 20
"""What every compulsory payment costs, and the face of one ticket."""
MOST_ON_HORSE = 100
"""The most that all players together may have on one horse."""
STEPS = (1, 2, 3, 4, 5)
RING36 = "SABGFCAKU"
"""One side of the usual ring, its corner first."""


class Space(NamedTuple):
    """What a space is called, and what it does, as message ids."""

    word: str
    does: str


SPACES = {
    "S": Space(_("Stop bid"), _("most Bid Cards or the best bid: two lengths for any horse")),
    "A": Space(_("Advance $20"), _("pay $20, any horse one length forward")),
    "B": Space(_("Must bet"), _("bet $20 or more on one horse")),
    "G": Space(_("Gamble"), _("turn the top Gamble Card and obey it")),
    "F": Space(_("Free card"), _("take a Bid Card for nothing")),
    "C": Space(_("Cash in"), _("all bets of all players are settled")),
    "K": Space(_("Back $20"), _("pay $20, any horse one length back")),
    "U": Space(_("Buy card $20"), _("pay $20 and take a Bid Card")),
    "P": Space(_("Start"), _("nothing happens")),
}
"""Each kind of space by its letter; P is the START corner where it does nothing."""


@lru_cache(maxsize=64)
def ring(layout: str, start_corner: str) -> str:
    """The letters of the 36 spaces, from START on."""
    letters = (RING36 if layout == "ring36" else layout) * 4
    return "P" + letters[1:] if start_corner == "plain" else letters


def _places() -> tuple[tuple[int, int], ...]:
    """Clockwise round a 10×10 frame from its top left corner."""
    top = [(x, 0) for x in range(9)]
    right = [(9, y) for y in range(9)]
    bottom = [(x, 9) for x in range(9, 0, -1)]
    left = [(0, y) for y in range(9, 0, -1)]
    return tuple(top + right + bottom + left)


PLACES = _places()
"""Column and row of each space."""

CARDS = ("+2", "+2", "-2", "-2", "+1", "+1", "-1", "-1", "buy", "free", "bet", "cash")
"""The twelve Gamble Cards; those with a number move the horse of who drew them."""

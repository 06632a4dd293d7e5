"""What a view of Fourbid looks like: the half chessboard and the open hands, as data for a drawing."""

from __future__ import annotations

from games.rules.fourbid.geometry import PLACES, completed
from games.rules.fourbid.state import FourbidView
from games.rules.game import Cell, Hand, Picture, gettext_noop

_ = gettext_noop

PIECES_LEFT = _("pieces left")
CARDS = _("cards in hand")


def picture(view: FourbidView) -> Picture:
    """The board with the queen marked ``here`` and completed lines marked ``line``, and every hand."""
    won = {space for _seat, spaces in completed(view.owner, view.left) for space in spaces}
    hands = tuple(
        Hand(seat, cards, facts=((PIECES_LEFT, view.supply[seat]), (CARDS, len(cards))))
        for seat, cards in enumerate(view.hand)
    )
    return Picture(8, 4, tuple(_cell(view, space, won) for space in range(1, 33)), hands)


def _cell(view: FourbidView, space: int, won: set[int]) -> Cell:
    marks = [mark for mark, there in (("here", space == view.queen), ("line", space in won)) if there]
    x, y = PLACES[space]
    return Cell(str(space), x, y, view.owner[space - 1], tuple(marks))

"""What a view of Fourbid looks like: the half chessboard and the open hands, as data for a drawing."""

from __future__ import annotations

from games.rules.fourbid.cards import FULL
from games.rules.fourbid.geometry import PLACES, completed
from games.rules.fourbid.state import FourbidOptions, FourbidState, FourbidView, seen
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


def worked_example() -> tuple[Picture, Picture]:
    """Two pictures for the rules page: the queen on 8 before an auction, and the line that the winner makes.

    The first player stands on 9, 24 and 25, the second on 10, 11 and 22.
    """
    men = {9: 0, 24: 0, 25: 0, 10: 1, 11: 1, 22: 1}
    return _worked(men), _worked(men | {8: 0})


def _worked(men: dict[int, int]) -> Picture:
    owner = tuple(men.get(space) for space in range(1, 33))
    supply = tuple(8 - owner.count(seat) for seat in range(2))
    state = FourbidState(options=FourbidOptions(), owner=owner, supply=supply, hand=FULL[:2], queen=8)
    return picture(seen(state))

"""The worked example of the rules page: a Griffon won for 6, set up before its side, and in play."""

from __future__ import annotations

from functools import cache

import msgspec

from games.rules.bid_chess.board import movement, picture
from games.rules.bid_chess.state import Award, BidChessOptions, BidChessState, BidChessView
from games.rules.game import Picture

GRIFFON = 25
BOARD = "rnbqkb1r/pppp1ppp/5n2/4X3/2B5/8/PPPP1PPP/RNBQK1N1 b Qkq - 0 5"


@cache
def pictures() -> dict[str, Picture]:
    """The position after the third move, and how the Griffon and the Cannon move."""
    state = BidChessState(
        options=BidChessOptions(pool=str(GRIFFON)),
        white=0,
        phase="play",
        awards=(Award(GRIFFON, 0, 6, 1, "X"),),
        men=((7, 2, 2, 1, 1), (8, 2, 2, 2, 1)),
        given=((1, 0, 0, 1, 0), (0,) * 5),
        board=BOARD,
        last="h4e5",
    )
    board = msgspec.structs.replace(picture(BidChessView(state, None)), items=())
    return {
        "worked_picture": board,
        "worked_griffon": movement("t[FR]", "X"),
        "worked_cannon": movement("mRcpR", "X"),
    }

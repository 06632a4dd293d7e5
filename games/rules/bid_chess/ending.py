"""How a match ends: mate, stalemate, bare kings, repetition, a hundred plies in which nothing happens."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence

import msgspec

from games.rules.bid_chess.men import KING
from games.rules.bid_chess.moves import in_check, legal, passing
from games.rules.bid_chess.position import Position, write
from games.rules.bid_chess.state import BidChessState
from games.rules.game import Outcome, Seat

QUIET_PLIES = 100
TIMES = 3


def finished(
    here: Position, past: Sequence[str], captured: bool, moves: Sequence[int] | None = None
) -> tuple[str, int | None] | None:
    """Why it is over and which colour won (None for a draw), or None while it goes on.

    ``past`` are the keys of the positions that can come again, this one last; ``captured`` says whether the
    last move captured; ``moves`` are the legal ones where they are known. Whoever owns Bare King wins by the
    capture, whatever else it does; who was bare already loses nothing.
    """
    mover, other = here.turn, 1 - here.turn
    powers = here.armies.sides[other].powers
    if captured and "bare" in powers and _bare(here, mover):
        return "bare", other
    if not (legal(here) if moves is None else moves):
        if in_check(here):
            return "mate", other
        return "stalemate", other if "stalemate" in powers else None
    if _bare(here, mover) and _bare(here, other):
        return "kings", None
    if here.quiet >= QUIET_PLIES:
        return "quiet", None
    return ("repetition", None) if past.count(past[-1]) >= TIMES else None


def key(here: Position, line: str = "") -> str:
    """A short word for all that makes two positions the same one when repetitions are counted.

    ``line`` is what ``write`` makes of the position, where that has been asked for already.
    Board, turn, rights, hands, lost men and what is unused belong to it. A square that a pawn stepped over
    counts only while a pawn may capture there; that White's first move may not capture does not count.
    """
    words = (line or write(here)).split(" ")
    if here.ep and not any(passing(here)):
        words[3] = "-"
    text = " ".join((*words[:4], *words[6:]))
    return base64.b85encode(hashlib.blake2b(text.encode(), digest_size=8).digest()).decode()


def _bare(here: Position, colour: int) -> bool:
    """Whether a colour has only its king. Men in hand are men: who holds one is not bare."""
    if here.taken[colour] != here.men[colour][KING]:
        return False
    return here.extra is None or not any(here.extra.hands[colour])


def ended(state: BidChessState, reason: str, winner: Seat | None) -> BidChessState:
    """The state of a match that is over."""
    if winner is None:
        result = Outcome((1, 1), reason)
    else:
        result = Outcome((1, 2) if winner == 0 else (2, 1), reason, (winner,))
    return msgspec.structs.replace(state, phase="over", result=result, offer=False)

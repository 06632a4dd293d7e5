"""How the bot sets its men up: the king behind three pawns, everything guarded, nothing in the way."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.bid_chess.army import STEP
from games.rules.bid_chess.men import LETTERS, ORDINARY
from games.rules.bid_chess.position import square
from games.rules.bid_chess.rays import kind
from games.rules.bid_chess.setup import FILES, RANKS, Placement, army, checked, usual
from games.rules.bid_chess.state import BidChessState, row
from games.rules.bid_chess.weighing import value
from games.rules.chance import Chance
from games.rules.game import IllegalOrder, Seat

HOMES = {
    "K": "g1",
    "P": "f2 g2 h2 e3 d3 c2 b2 a2",
    "B": "d2 e2 c1 b1",
    "N": "f3 c3 e1 b1",
    "R": "f1 a1 e1 c1",
    "Q": "d1 c1 e1 b1",
}
"""Where each man likes to stand, the best square first, for a king on the right."""
BACK = "e1 c1 b1 h1 a1"
"""Where heavy men and leapers stand that come into play from afar."""
FRONT = "b3 g3 a3 h3 c3 f3"
"""Where light men stand that have to walk, as far as pawns guard these squares."""
REST = "a3 h3 b3 g3 c1 e1 b1 h1 a1 d1 f1 c2 b2 a2 d2 e2 d3 e3 c3 f3 f2 g2 h2 g1"
ORDER = "KBPNRQ" + LETTERS[len(ORDINARY) :]
HEAVY = 4
"""From this value on a man is kept behind."""
MIDDLE = 27
"""A square (d4) from which a man that walks reaches one next to it."""


def placed(state: BidChessState, seat: Seat, chance: Chance) -> Placement:
    """A legal setup with the king on either side; the usual one if the army is too odd for that."""
    left = army(state, seat)
    late = max(0, left["P"] - FILES)
    left["P"] -= late
    board = [""] * (RANKS * FILES)
    for letter in [letter for letter in ORDER if letter in left]:
        for _each in range(left[letter]):
            _stand(board, letter, _homes(state, letter))
    for _each in range(late):
        _stand(board, "P", "")
    if chance.below(2):
        board = [board[at ^ 7] for at in range(RANKS * FILES)]
    try:
        return checked(state, seat, tuple(board))
    except IllegalOrder:
        return usual(state, seat)


def _homes(state: BidChessState, letter: str) -> str:
    """The squares that suit a man."""
    if letter in HOMES:
        return HOMES[letter]
    item = next(row(state, award.row) for award in state.awards if award.letter == letter)
    walks = kind(item.betza, False).capture[MIDDLE][0] & STEP[MIDDLE][0]
    return FRONT if walks and value(item) < HEAVY else BACK


def _stand(board: list[str], letter: str, homes: str) -> None:
    """Put a man on the best square there is, one that is guarded before others; on none if none will do."""
    squares = [square(name) for name in f"{homes} {REST}".split()]
    free = [at for at in squares if not board[at] and _fits(board, at, letter)]
    at = next((at for at in free if _is_guarded(board, at)), free[0] if free else None)
    if at is not None:
        board[at] = letter


def _fits(board: Sequence[str], at: int, letter: str) -> bool:
    """Whether a man may stand there: no pawn on the first rank, bishops on both colours in turn."""
    if letter == "B":
        return (at // FILES + at) % 2 == board.count("B") % 2
    return letter != "P" or at >= FILES


def _is_guarded(board: Sequence[str], at: int) -> bool:
    """Whether a square lies behind, or a pawn or bishop of the second rank guards it."""
    beside = [at - FILES + step for step in (-1, 1) if 0 <= at % FILES + step < FILES]
    return at < 2 * FILES or any(board[guard] in ("P", "B") for guard in beside)

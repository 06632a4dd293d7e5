"""Random positions of Bid Chess without end, for whatever is compared on them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from games.rules.bid_chess.army import Armies, Law, armies
from tests.rules.slow_bid_chess import SQUARES, At, Board, Standing

NEW = "XYZVU"
USUAL = {
    "white": "QRBN",
    "black": "QRBN",
    "double": "off",
    "first_ban": "lift",
    "leap": "free",
    "sacrifice": "always",
    "enlist_promoted": "keep",
}
NOTHING: Mapping[str, set[str]] = {"w": set(), "b": set()}


def law(standing: Standing) -> Armies:
    """The tables for a standing."""
    options = standing.options
    return armies(
        Law(
            movements=tuple(standing.ways.values()),
            powers=(tuple(sorted(standing.powers["w"])), tuple(sorted(standing.powers["b"]))),
            promotions=(options["white"], options["black"]),
            double=options["double"] == "on",
            first_ban=options["first_ban"],
            leap=options["leap"],
            sacrifice=options["sacrifice"],
            enlist_promoted=options["enlist_promoted"],
        )
    )


def scattered(
    luck: random.Random,
    ways: Sequence[str],
    men: tuple[str, str],
    powers: Mapping[str, set[str]] = NOTHING,
    options: Mapping[str, str] = USUAL,
    reveals: float = 0.1,
) -> Iterator[Standing]:
    """Positions with these men, those of the side to move first; kings stand sometimes at home beside rooks.

    The side that has moved is never in check, but for Black at the reveal. Powers are mostly unused.
    """
    while True:
        turn = luck.choice("wb")
        board = placed(luck, men if turn == "w" else men[::-1])
        standing = Standing(
            ways=dict(zip(NEW, ways, strict=False)),
            powers=powers,
            options=options,
            board=board,
            turn=turn,
            castles=castles(board),
            passed=passed(luck, board, turn),
            quiet=luck.randrange(60),
            ply=0 if turn == "w" and luck.random() < reveals else luck.randrange(1, 90),
        )
        if standing.ply == 0:
            standing.passed, standing.quiet = None, 0
        burden(luck, standing)
        if kings_apart(board) and (standing.ply == 0 or other_side_is_safe(standing)):
            yield standing


def placed(luck: random.Random, men: tuple[str, str]) -> Board:
    board: Board = {}
    if luck.random() < 0.3:
        board |= {(4, 0): "K", (0, 0): "R", (7, 0): "R", (4, 7): "k", (0, 7): "r", (7, 7): "r"}
        for corner in luck.sample([(0, 0), (7, 0), (0, 7), (7, 7)], 2):
            del board[corner]
    left = "".join(letter for letter in men[0] + men[1].lower() if letter not in board.values())
    free = [at for at in luck.sample(SQUARES, 64) if at not in board]
    for letter in left:
        at = next(at for at in free if letter not in "Pp" or 0 < at[1] < 7)
        board[at] = letter
        free.remove(at)
    return board


def castles(board: Board) -> str:
    homes = (("K", 4, 7, 0), ("Q", 4, 0, 0), ("k", 4, 7, 7), ("q", 4, 0, 7))
    return "".join(
        letter
        for letter, king, corner, rank in homes
        if (board.get((king, rank)), board.get((corner, rank))) == (("K", "R") if rank == 0 else ("k", "r"))
    )


def passed(luck: random.Random, board: Board, turn: str) -> At | None:
    """Sometimes the square that a pawn of the other side may just have stepped over."""
    pawn, at, over, start = ("p", 4, 5, 6) if turn == "w" else ("P", 3, 2, 1)
    found = [
        (x, over)
        for x in range(8)
        if board.get((x, at)) == pawn and (x, over) not in board and (x, start) not in board
    ]
    return luck.choice(found) if found and luck.random() < 0.7 else None


def burden(luck: random.Random, standing: Standing) -> None:
    """What powers and options remember: hands, lost men, what is unused, fresh pawns, men that were pawns."""
    for side, cased in (("w", str.upper), ("b", str.lower)):
        owned = standing.powers[side]
        if "enlist" in owned:
            standing.hand.update(
                cased(letter) for letter in luck.sample("PNQX"[: 3 + bool(standing.ways)], 2)
            )
        if "restrict" in owned:
            standing.lost.update(cased(letter) for letter in luck.sample("PNBRQ", 3))
        for letter, power in (("L", "leap"), ("S", "sacrifice")):
            if power in owned and luck.random() < 0.8:
                standing.unused += cased(letter)
    standing.unused = "".join(letter for letter in "LlSs" if letter in standing.unused)
    for at, man in standing.board.items():
        if (
            standing.options["double"] == "on"
            and (man, at[1]) in (("P", 2), ("p", 5))
            and luck.random() < 0.7
        ):
            standing.fresh.add(at)
        if standing.options["enlist_promoted"] == "pawn" and man in "QRqr" and luck.random() < 0.3:
            standing.promoted.add(at)
    standing.promoted -= {(4, 0), (0, 0), (7, 0), (4, 7), (0, 7), (7, 7)}


def kings_apart(board: Board) -> bool:
    white, black = (next(at for at, man in board.items() if man == king) for king in "Kk")
    return max(abs(white[0] - black[0]), abs(white[1] - black[1])) > 1


def other_side_is_safe(standing: Standing) -> bool:
    turn = standing.turn
    standing.turn = "b" if turn == "w" else "w"
    safe = standing.safe(standing.board)
    standing.turn = turn
    return safe

"""Bid Chess beside what else finds moves through Python, in slices of processor time: python-chess for
orthodox armies (R1, R2, R3) and pyffish for different ones (R2); and what the moves of a position take (R8).

Positions are counted in the usual way: the moves of the last ply are found, not made.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import msgspec

from games.rules import GAMES
from games.rules.bid_chess.army import Law, armies
from games.rules.bid_chess.making import made
from games.rules.bid_chess.moves import legal
from games.rules.bid_chess.position import Position, read
from games.rules.chance import Chance
from tests.benchmarks.duels import ROWS, playing_on
from tests.benchmarks.goals import Figure, Findings, Goal
from tests.benchmarks.sizes import Size
from tests.benchmarks.slices import Comparison, compare, timed
from tests.benchmarks.stage import Stage, say
from tests.rules.walking import walk

R1 = Goal("orthodox armies, perft(4), positions a second ÷ python-chess", 0.5, 1.0)
R2 = Goal("different armies, perft(4), positions a second ÷ python-chess with orthodox ones", 0.35, 0.7)
R2_PYFFISH = Goal("different armies, positions a second ÷ pyffish with the same", 12, 25)
R3 = Goal("whole turns from and to the stored state a second ÷ python-chess' reading and moves", 0.25, 0.5)
R8 = Goal("legal moves of a middle game, read from its line, ms", 2, 1)

GAME = GAMES["bid_chess"]
ORTHODOX = armies(Law())
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MIDDLE = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9",
)
KNIGHTS = armies(Law(movements=("fRsRbK", "vNF", "fNsKbK", "fNfRsRK")))
"""Charging rook, fibnif, charging knight and colonel: an army of the Nutty Knights for Black."""
KNIGHTS_START = "xzyvkyzx/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"
VARIANT = "nutty_knights"
FAIRY = f"""
[{VARIANT}:chess]
customPiece1 = x:fsRbK
customPiece2 = y:fbNF
customPiece3 = z:fhNsbK
customPiece4 = v:fhNfsRK
"""


def measure(stage: Stage, size: Size) -> Findings:
    """All figures, or why some can't be had."""
    found = Findings([of_moves(size)])
    try:
        import chess
    except ImportError:
        found.skipped.append("R1, R2, R3: python-chess is not installed here")
    else:
        found.figures += beside_chess(chess, size)
    try:
        import pyffish
    except ImportError:
        found.skipped.append("R2-pyffish: pyffish is not installed here")
    else:
        found.figures.append(beside_pyffish(pyffish, size))
    return found


def of_moves(size: Size) -> Figure:
    """R8: reading a stored position of a middle game, and finding its moves."""
    clock = time.process_time
    rates = [
        timed(lambda: moves_of(MIDDLE), size.seconds / 4, clock)["rate"] for _round in range(size.rounds)
    ]
    return Figure("R8", R8, 1000 / sorted(rates)[size.rounds // 2])


def moves_of(lines: tuple[str, ...]) -> int:
    """Find the moves of these positions; how many positions it were."""
    for line in lines:
        legal(read(line, ORTHODOX))
    return len(lines)


def beside_chess(chess: Any, size: Size) -> list[Figure]:
    """R1, R2 and R3, beside python-chess."""
    orthodox, different = read(START, ORTHODOX), read(KNIGHTS_START, KNIGHTS)
    turns = stored()

    def peer() -> int:
        return peers_perft(chess.Board(), 4)

    def peers_moves() -> int:
        for fen in (START, *MIDDLE):
            list(chess.Board(fen).legal_moves)
        return 1 + len(MIDDLE)

    assert perft(orthodox, 3) == peers_perft(chess.Board(), 3)
    return [
        Figure.of("R1", R1, beside("R1", lambda: perft(orthodox, 4), peer, size), "positions a second"),
        Figure.of("R2", R2, beside("R2", lambda: perft(different, 4), peer, size), "positions a second"),
        Figure.of("R3", R3, beside("R3", lambda: played(turns), peers_moves, size), "a second"),
    ]


def beside_pyffish(pyffish: Any, size: Size) -> Figure:
    """R2 again, beside pyffish, which is given the moves made so far and plays them each time."""
    pyffish.load_variant_config(FAIRY)
    here = read(KNIGHTS_START, KNIGHTS)

    def peer() -> int:
        return pyffish_perft(pyffish, [], 2)

    assert perft(here, 3) == pyffish_perft(pyffish, [], 3)
    found = beside("R2-pyffish", lambda: perft(here, 4), peer, size)
    return Figure.of("R2-pyffish", R2_PYFFISH, found, "positions a second")


def beside(name: str, ours: Callable[[], int], peer: Callable[[], int], size: Size) -> Comparison:
    """Both sides in slices of processor time, taking turns."""
    return compare(
        lambda: timed(ours, size.seconds / 2, time.process_time),
        lambda: timed(peer, size.seconds / 2, time.process_time),
        size.rounds,
        lambda line: say(f"{name}: {line}"),
    )["rate"]


def perft(position: Position, depth: int) -> int:
    """How many ways there are to play so many plies."""
    moves = legal(position)
    return len(moves) if depth == 1 else sum([perft(made(position, move), depth - 1) for move in moves])


def peers_perft(board: Any, depth: int) -> int:
    """The same by python-chess."""
    if depth == 1:
        return int(board.legal_moves.count())
    found = 0
    for move in board.legal_moves:
        board.push(move)
        found += peers_perft(board, depth - 1)
        board.pop()
    return found


def pyffish_perft(pyffish: Any, line: list[str], depth: int) -> int:
    """The same by pyffish."""
    moves = pyffish.legal_moves(VARIANT, KNIGHTS_START, line)
    return len(moves) if depth == 1 else sum(pyffish_perft(pyffish, [*line, one], depth - 1) for one in moves)


def stored() -> list[tuple[bytes, dict[int, str]]]:
    """Stored states of play in matches of several rows, each with what is ordered, in no order.

    They are many more than the rules remember from one call to the next.
    """
    found = []
    for row in ROWS:
        options = GAME.options(pool=str(row))
        turns = list(walk(GAME, 2, options, bytes([row] * 32), (playing_on,)))
        found += [(msgspec.json.encode(step.state), dict(step.orders)) for step in turns[10:90]]
    random.Random(3).shuffle(found)
    return found


def played(turns: list[tuple[bytes, dict[int, str]]]) -> int:
    """Play these turns: load the state, check the order, resolve, store what comes of it."""
    for text, orders in turns:
        state = msgspec.json.decode(text, type=GAME.state)
        lines = {seat: GAME.check(state, seat, order) for seat, order in orders.items()}
        after, _events = GAME.resolve(state, lines, Chance(bytes(32), 1))
        msgspec.json.encode(after)
    return len(turns)

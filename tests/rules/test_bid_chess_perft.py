"""Orthodox armies beside python-chess: as many positions, and the same legal moves in random games."""

from __future__ import annotations

import random

import chess
import pytest

from games.rules.bid_chess.army import Law, armies
from games.rules.bid_chess.making import made
from games.rules.bid_chess.moves import legal
from games.rules.bid_chess.notation import line
from games.rules.bid_chess.position import Position, read, write

ORTHODOX = armies(Law())
KNOWN = {
    "kiwipete": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 97_862),
    "rook endgame": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 2_812),
    "promotions": ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 9_467),
    "pinned": ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 62_379),
    "middle game": ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 89_890),
}


def perft(position: Position, depth: int) -> int:
    """How many ways there are to play so many plies."""
    moves = legal(position)
    return len(moves) if depth == 1 else sum(perft(made(position, move), depth - 1) for move in moves)


def peers_perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    found = 0
    for move in board.legal_moves:
        board.push(move)
        found += peers_perft(board, depth - 1)
        board.pop()
    return found


def test_four_plies_from_the_start_are_as_many_as_in_python_chess():
    board = chess.Board()
    assert perft(read(board.fen(), ORTHODOX), 4) == peers_perft(board, 4) == 197_281


@pytest.mark.parametrize(("fen", "count"), KNOWN.values(), ids=KNOWN)
def test_three_plies_from_a_known_position_are_as_many_as_in_python_chess(fen, count):
    assert perft(read(fen, ORTHODOX), 3) == peers_perft(chess.Board(fen), 3) == count


@pytest.mark.parametrize("seed", range(12))
def test_every_ply_of_a_random_game_has_the_legal_moves_of_python_chess(seed):
    luck, board = random.Random(seed), chess.Board()
    here = read(board.fen(), ORTHODOX)
    for _ply in range(200):
        moves = {line(move).lower(): move for move in legal(here)}
        assert sorted(moves) == sorted(move.uci() for move in board.legal_moves)
        if not moves:
            break
        chosen = luck.choice(sorted(moves))
        board.push_uci(chosen)
        here = made(here, moves[chosen])
        assert write(here).split()[:5] == board.fen(en_passant="fen").split()[:5]

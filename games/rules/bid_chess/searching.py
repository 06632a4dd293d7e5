"""How the bot looks ahead: alpha-beta to a growing depth, then captures until nothing hangs.

It stops after a number of positions, so the same position gets the same move however fast the machine is.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.bid_chess.making import DROP, SWAP, made
from games.rules.bid_chess.moves import in_check, legal
from games.rules.bid_chess.position import Position, squares
from games.rules.bid_chess.weighing import Weights, weigh

MATE = 100_000
DEEPEST = 12
MOST_KNOWN = 200_000
QUIET = 6
"""So many plies of captures at most are looked at behind the last full one."""


class Spent(Exception):
    """The positions that may be looked at are used up."""


class Search:
    """One search: how many positions it may still look at, and what it has learned."""

    def __init__(self, weights: Weights, budget: int) -> None:
        self.weights = weights
        self.left = budget
        self.best: dict[object, int] = {}
        self.history: dict[int, int] = {}
        self.score = 0
        self._partly = 0

    def move(self, position: Position, moves: Sequence[int], worn: frozenset[int] = frozenset()) -> int:
        """The best of these legal moves as far as the budget carries; ``worn`` ones repeat a position."""
        ranked = self._ordered(position, list(moves))
        chosen = ranked[0]
        for depth in range(1, DEEPEST):
            try:
                ranked = self._ranked(position, ranked, depth, worn)
            except Spent:
                return self._partly or chosen
            chosen = ranked[0]
            if self.score > MATE // 2:
                break
        return chosen

    def _ranked(self, position: Position, moves: list[int], depth: int, worn: frozenset[int]) -> list[int]:
        """The moves with the best one first, each looked at so deep."""
        self._partly = 0
        best = -MATE * 2
        for move in moves:
            after = made(position, move)
            score = -self._look(after, depth - 1, -MATE * 2, -best, 1)
            if move in worn:
                score = min(score, 0)
            if score > best:
                best, self._partly = score, move
        self.score = best
        first = self._partly
        return [first, *[move for move in moves if move != first]]

    def _look(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int:
        """What a position is worth to the side to move."""
        if depth <= 0 and (ply >= DEEPEST or not in_check(position)):
            return self._captures(position, alpha, beta, QUIET)
        self._spend()
        moves = legal(position)
        if not moves:
            return self._over(position, ply)
        if position.quiet >= 100:
            return 0
        place = (position.turn, *position.men[0], *position.men[1])
        hint = self.best.get(place)
        depth = max(depth, 1)
        best = -MATE * 2
        for move in self._ordered(position, moves, hint):
            score = -self._look(made(position, move), depth - 1, -beta, -max(alpha, best), ply + 1)
            if score > best:
                best = score
                if len(self.best) < MOST_KNOWN:
                    self.best[place] = move
                if best >= beta:
                    self.history[move] = self.history.get(move, 0) + depth * depth
                    break
        return best

    def _captures(self, position: Position, alpha: int, beta: int, depth: int) -> int:
        """What a position is worth once the captures are over, standing still being allowed."""
        self._spend()
        best = weigh(position, self.weights)
        if best >= beta or depth == 0:
            return best
        moves = legal(position)
        if not moves:
            return self._over(position, DEEPEST)
        theirs = position.taken[1 - position.turn]
        loud = [move for move in moves if theirs >> (move >> 6 & 63) & 1 and move < SWAP]
        alpha = max(alpha, best)
        for move in self._ordered(position, loud):
            score = -self._captures(made(position, move), -beta, -alpha, depth - 1)
            if score > best:
                best = score
                alpha = max(alpha, best)
                if best >= beta:
                    break
        return best

    def _over(self, position: Position, ply: int) -> int:
        """A position without a legal move: mate, or a stalemate that may be a win."""
        lost = -MATE + ply
        if in_check(position) or "stalemate" in position.armies.sides[1 - position.turn].powers:
            return lost
        return 0

    def _ordered(self, position: Position, moves: list[int], hint: int | None = None) -> list[int]:
        """The moves, the likeliest first: what was best before, big captures by small men, what cut."""
        worth = self.weights.worth
        prey = {low: worth[kind] for kind, low in _men(position.men[1 - position.turn])}
        own = {low: worth[kind] for kind, low in _men(position.men[position.turn])}
        history = self.history

        def rank(move: int) -> int:
            if move == hint:
                return -MATE
            caught = prey.get(1 << (move >> 6 & 63))
            if caught is not None and move < DROP:
                return -10_000 - 10 * caught + own[1 << (move & 63)]
            return -(move >> 12 & 15) * 100 - history.get(move, 0)

        return sorted(moves, key=rank)

    def _spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Spent


def _men(boards: Sequence[int]) -> list[tuple[int, int]]:
    """Each man as its kind and its bit."""
    found = []
    for kind, men in enumerate(boards):
        found += [(kind, 1 << at) for at in squares(men)]
    return found

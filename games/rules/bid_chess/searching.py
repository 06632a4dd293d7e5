"""How the bot looks ahead: alpha-beta to a growing depth, then captures until nothing hangs.

It stops after a number of positions, so the same position gets the same move however fast the machine is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.rules.bid_chess.checks import guarded
from games.rules.bid_chess.ending import QUIET_PLIES
from games.rules.bid_chess.making import DROP, made
from games.rules.bid_chess.men import KING, PAWN
from games.rules.bid_chess.moves import legal
from games.rules.bid_chess.position import Position
from games.rules.bid_chess.weighing import Weights, weigh

MATE = 100_000
WON = MATE // 2
"""From here on it is a mate that has been seen."""
DEEPEST = 12
MOST_KNOWN = 200_000
QUIET = 6
"""So many plies of captures at most are looked at behind the last full one."""
ENOUGH = 0.55
"""When so much of the positions is used up, the next depth is not begun: it would hardly be finished."""
HOPE = 120
"""A capture that wins less than what is missing, even with this much more, is not looked at."""
LATE = 5
"""From this move of a position on, quiet ones are first looked at less deep."""
PASSED = 2
"""How much less deep a position is looked at after standing still."""

Place = tuple[object, ...]


class Spent(Exception):
    """The positions that may be looked at are used up."""


class Known(NamedTuple):
    """What a search has found: to which depth, at least and at most what worth, and the best move."""

    depth: int
    least: int
    most: int
    move: int

    def settles(self, depth: int, alpha: int, beta: int) -> bool:
        """Whether a look to this depth within these bounds would find nothing new."""
        if self.depth < depth:
            return False
        return self.least >= beta or self.most <= alpha or self.least == self.most


class Search:
    """One search: how many positions it may still look at, and what it has learned."""

    def __init__(self, weights: Weights, budget: int) -> None:
        self.weights = weights
        self.left = self.budget = budget
        self.known: dict[Place, Known] = {}
        self.history: dict[int, int] = {}
        self.path: set[Place] = set()
        self.score = 0
        self._partly = 0

    def move(self, position: Position, moves: Sequence[int], worn: Mapping[int, int] | None = None) -> int:
        """The best of these legal moves as far as the budget carries, its worth in ``score``.

        ``worn`` says of moves that repeat a position how often it has been there.
        """
        ranked = self._ordered(position, moves, 0)
        self.path.add(_place(position))
        for depth in range(1, DEEPEST):
            try:
                ranked = self._ranked(position, ranked, depth, worn or {})
            except Spent:
                return self._partly or ranked[0]
            if abs(self.score) > WON or self.left < self.budget * ENOUGH:
                break
        return ranked[0]

    def _ranked(self, position: Position, moves: list[int], depth: int, worn: Mapping[int, int]) -> list[int]:
        """The moves with the best one first, each looked at so deep."""
        self._partly = 0
        best = -MATE * 2
        for move in moves:
            score = -self._look(made(position, move), depth - 1, -MATE * 2, -best, 1)
            if move in worn:
                score = 0 if worn[move] > 1 else min(score, 0)
            if score > best:
                best, self._partly = score, move
                self.score = best
        first = self._partly
        return [first, *[move for move in moves if move != first]]

    def _look(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int:
        """What a position is worth to the side to move."""
        checked = guarded(position)[0]
        if depth <= 0 and (ply >= DEEPEST or not checked):
            return self._captures(position, alpha, beta, QUIET)
        self._spend()
        depth = max(depth, 1)
        place = _place(position)
        if place in self.path:
            return 0
        known = self.known.get(place)
        if known and known.settles(depth, alpha, beta):
            return known.most if known.most <= alpha else known.least
        if not checked and depth > 1 and self._stands(position, depth, beta, ply):
            return beta
        moves = legal(position)
        over = _over(position, moves, checked, ply)
        if over is not None:
            return over
        self.path.add(place)
        ranked = self._ordered(position, moves, known.move if known else 0)
        best, move = self._best(position, ranked, (depth, ply, checked), alpha, beta)
        self.path.discard(place)
        if -WON < best < WON and len(self.known) < MOST_KNOWN:
            least, most = best if best > alpha else -MATE, best if best < beta else MATE
            self.known[place] = Known(depth, least, most, move)
        return best

    def _stands(self, position: Position, depth: int, beta: int, ply: int) -> bool:
        """Whether a side stands so well that it could even stand still; never with pawns alone."""
        own = position.men[position.turn]
        if beta > WON or position.taken[position.turn] == own[KING] | own[PAWN]:
            return False
        if weigh(position, self.weights) < beta:
            return False
        still = Position(
            position.armies,
            1 - position.turn,
            position.men,
            position.taken,
            position.rights,
            0,
            position.quiet + 1,
            position.ply + 1,
            position.extra,
        )
        return -self._look(still, depth - 1 - PASSED, -beta, 1 - beta, ply + 1) >= beta

    def _best(
        self, position: Position, moves: list[int], here: tuple[int, int, bool], alpha: int, beta: int
    ) -> tuple[int, int]:
        """The best worth among these moves, and its move."""
        depth, ply, checked = here
        theirs = position.taken[1 - position.turn]
        best, chosen = -MATE * 2, 0
        for number, move in enumerate(moves):
            after = made(position, move)
            floor = max(alpha, best)
            score = floor + 1
            if number >= LATE and depth > 2 and not checked and not theirs >> (move >> 6 & 63) & 1:
                score = -self._look(after, depth - 2, -floor - 1, -floor, ply + 1)
            if score > floor:
                score = -self._look(after, depth - 1, -beta, -floor, ply + 1)
            if score > best:
                best, chosen = score, move
                if best >= beta:
                    self.history[move] = self.history.get(move, 0) + depth * depth
                    break
        return best, chosen

    def _captures(self, position: Position, alpha: int, beta: int, depth: int) -> int:
        """What a position is worth once the captures are over, standing still being allowed."""
        self._spend()
        best = weigh(position, self.weights)
        bare = _is_bared(position)
        if (best >= beta or depth == 0) and not bare:
            return best
        moves = legal(position)
        if bare or not moves:
            return _over(position, moves, guarded(position)[0], DEEPEST) or 0
        alpha = max(alpha, best)
        for gain, move in self._prey(position, moves):
            if best + gain + HOPE <= alpha:
                break
            score = -self._captures(made(position, move), -beta, -alpha, depth - 1)
            if score > best:
                best = score
                alpha = max(alpha, best)
                if best >= beta:
                    break
        return best

    def _prey(self, position: Position, moves: Sequence[int]) -> list[tuple[int, int]]:
        """The moves that capture or promote with what they win at once, the best first."""
        theirs, worth = position.taken[1 - position.turn], self.weights.worth
        own, enemy = position.men[position.turn], position.men[1 - position.turn]
        found = []
        for move in [move for move in moves if theirs >> (move >> 6 & 63) & 1 or move >> 12]:
            if move < DROP:
                caught = _kind(enemy, move >> 6 & 63)
                gain = worth[move >> 12] - worth[PAWN] + (worth[caught] if caught >= 0 else 0)
                found.append((gain, -worth[_kind(own, move & 63)], move))
        found.sort(reverse=True)
        return [(gain, move) for gain, _own, move in found]

    def _ordered(self, position: Position, moves: Sequence[int], hint: int) -> list[int]:
        """The moves, the likeliest first: what was best before, big captures by small men, what cut."""
        turn, worth, history = position.turn, self.weights.worth, self.history
        theirs, own, enemy = position.taken[1 - turn], position.men[turn], position.men[1 - turn]
        ranks = []
        for move in moves:
            if move == hint:
                ranks.append(MATE)
            elif move < DROP and theirs >> (move >> 6 & 63) & 1:
                caught = worth[_kind(enemy, move >> 6 & 63)]
                ranks.append(10_000 + 10 * caught - worth[_kind(own, move & 63)])
            else:
                ranks.append((move >> 12 & 15) * 100 + history.get(move, 0))
        order = sorted(range(len(ranks)), key=ranks.__getitem__, reverse=True)
        return [moves[number] for number in order]

    def _spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Spent


def _place(position: Position) -> Place:
    """All that makes a position another one to a search."""
    return (position.turn, position.rights, position.ep, position.extra, *position.men[0], *position.men[1])


def _over(position: Position, moves: Sequence[int], checked: bool, ply: int) -> int | None:
    """What a position is worth in which the match is over: mate, bare kings, a draw; None if it goes on."""
    powers = position.armies.sides[1 - position.turn].powers
    lost = -MATE + ply
    if _is_bared(position):
        return lost
    if not moves:
        return lost if checked or "stalemate" in powers else 0
    alone = position.taken[0] | position.taken[1] == position.men[0][KING] | position.men[1][KING]
    hands = position.extra is not None and any(map(any, position.extra.hands))
    return 0 if position.quiet >= QUIET_PLIES or (alone and not hands) else None


def _is_bared(position: Position) -> bool:
    """Whether a capture has just left the side to move with its king, and that wins for the other."""
    if position.quiet or "bare" not in position.armies.sides[1 - position.turn].powers:
        return False
    turn = position.turn
    if position.taken[turn] != position.men[turn][KING] or not position.ply:
        return False
    return position.extra is None or not any(position.extra.hands[turn])


def _kind(men: Sequence[int], at: int) -> int:
    """The kind of the man on a square; -1 if none stands there."""
    bit = 1 << at
    for number, bits in enumerate(men):
        if bits & bit:
            return number
    return -1

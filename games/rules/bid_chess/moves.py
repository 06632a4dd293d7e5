"""Which moves are legal. Moves are small numbers; ``notation.py`` gives them words.

``checks.py`` tells for every own man where it may go, so no move has to be tried out, but for en passant and
castling beside men that capture over another. What powers add or forbid comes last.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from games.rules.bid_chess.army import FILE_A, FILE_H, HALF, LEAP, STEP, THIRD, Army
from games.rules.bid_chess.checks import attacked, guarded
from games.rules.bid_chess.making import DROP, SWAP, made
from games.rules.bid_chess.men import KING, PAWN
from games.rules.bid_chess.position import Extra, Position, squares

MOST_KEPT = 512
LAST = 0xFF000000000000FF

CASTLES = tuple(
    [
        tuple(
            [
                (
                    1 << side + 2 * colour,
                    empty << 56 * colour,
                    safe << 56 * colour,
                    56 * colour + 4 | 56 * colour + to << 6,
                )
                for side, empty, safe, to in ((0, 0x60, 0x60, 6), (1, 0x0E, 0x0C, 2))
            ]
        )
        for colour in (0, 1)
    ]
)
"""For each colour: the right, the squares that must be empty and those that must be safe, and the move."""


class _Moves(dict[int, tuple[int, ...]]):
    """The moves from one square by the bits of their targets."""

    __slots__ = ("start",)

    def __init__(self, start: int) -> None:
        super().__init__()
        self.start = start

    def __missing__(self, targets: int) -> tuple[int, ...]:
        if len(self) >= MOST_KEPT:
            self.clear()
        self[targets] = found = tuple([self.start | target << 6 for target in squares(targets)])
        return found


class _PawnMoves(dict[int, tuple[int, ...]]):
    """The moves of pawns that all go the same step, by the bits of their targets."""

    __slots__ = ("promotions", "step")

    def __init__(self, step: int, promotions: tuple[int, ...]) -> None:
        super().__init__()
        self.step = step
        self.promotions = promotions

    def __missing__(self, targets: int) -> tuple[int, ...]:
        if len(self) >= MOST_KEPT:
            self.clear()
        found: list[int] = []
        for target in squares(targets):
            move = target - self.step | target << 6
            found += [move | kind << 12 for kind in self.promotions] if LAST >> target & 1 else [move]
        self[targets] = tuple(found)
        return self[targets]


FROM = tuple([_Moves(start) for start in range(64)])


@cache
def pawn_moves(step: int, promotions: tuple[int, ...]) -> _PawnMoves:
    """The moves of pawns that go one step and become one of these kinds at the end."""
    return _PawnMoves(step, promotions)


def legal(position: Position) -> list[int]:
    """Every legal move, each once, in no order that means anything."""
    found, checked = _ordinary(position)
    if position.extra is not None:
        found += _more(position, position.extra, checked)
        found = [move for move in found if _allowed(position, position.extra, move)]
    if not position.ply:
        found = _first(position, found)
    if checked and not found and position.extra is not None:
        found = _exchanges(position, position.extra)
    return found


def in_check(position: Position) -> bool:
    """Whether the king of the side to move is attacked."""
    taken = position.taken[0] | position.taken[1]
    return bool(attacked(position, position.turn, taken) & position.men[position.turn][KING])


def _ordinary(position: Position) -> tuple[list[int], bool]:
    """The moves without powers, and whether the king stands in check."""
    turn = position.turn
    own, mine = position.men[turn], position.taken[turn]
    theirs = position.taken[1 - turn]
    taken = mine | theirs
    barred = mine | position.men[1 - turn][KING]
    checked, aim, limits = guarded(position)
    found: list[int] = []
    _king_moves(position, barred, checked, found)
    side = position.armies.sides[turn]
    for kind, tables in side.same:
        rest = own[kind]
        while rest:
            low = rest & -rest
            rest ^= low
            at = low.bit_length() - 1
            reach = tables[at]
            targets = reach[taken & reach.relevant] & (limits.get(low, aim) if limits else aim) & ~barred
            if targets:
                found += FROM[at][targets]
    for kind, captures, quiets in side.split:
        for at in squares(own[kind]):
            capture, quiet = captures[at], quiets[at]
            targets = capture[taken & capture.relevant] & theirs | quiet[taken & quiet.relevant] & ~taken
            targets &= limits.get(1 << at, aim) & ~barred
            found += FROM[at][targets]
    _all_pawns(position, aim, limits, found)
    return found, checked


def _king_moves(position: Position, barred: int, checked: bool, found: list[int]) -> None:
    """Steps of the king to squares that are safe once it has left its own, and castling."""
    turn = position.turn
    king = position.men[turn][KING]
    at = king.bit_length() - 1
    rights = position.rights >> 2 * turn & 3
    targets = STEP[at][0] & ~barred
    if not targets and not rights:
        return
    taken = position.taken[0] | position.taken[1]
    unsafe = attacked(position, turn, taken ^ king)
    targets &= ~unsafe
    if targets:
        found += FROM[at][targets]
    if rights and not checked:
        for right, empty, safe, move in CASTLES[turn]:
            if (
                position.rights & right
                and not empty & taken
                and not safe & unsafe
                and _screens(position, move)
            ):
                found.append(move)


def _screens(position: Position, move: int) -> bool:
    """Whether castling is safe from men that capture over another: the rook may become what they cross."""
    return not position.armies.sides[1 - position.turn].hops or safe(position, move)


def _all_pawns(position: Position, aim: int, limits: dict[int, int], found: list[int]) -> None:
    """The moves of all pawns: together, but for those that stand in an attacker's way."""
    side = position.armies.sides[position.turn]
    pawns = position.men[position.turn][PAWN]
    for low, limit in limits.items():
        if low & pawns:
            pawns ^= low
            _pawns(position, side, low, limit, found)
    _pawns(position, side, pawns, aim, found)
    if position.ep:
        found += passing(position)


def _pawns(position: Position, side: Army, pawns: int, aim: int, found: list[int]) -> None:
    """The moves of these pawns to the squares they may go to, en passant left out."""
    turn = position.turn
    theirs = position.taken[1 - turn]
    empty = ~(position.taken[turn] | theirs)
    prey = aim & theirs & ~position.men[1 - turn][KING]
    third = 0 if "single" in side.powers else THIRD[turn]
    if turn:
        one = pawns >> 8 & empty
        goals = (one & aim, (one & third) >> 8 & empty & aim)
        hits = ((pawns & ~FILE_A) >> 9 & prey, (pawns & ~FILE_H) >> 7 & prey)
        steps: tuple[int, ...] = (-8, -16, -9, -7)
    else:
        one = pawns << 8 & empty
        goals = (one & aim, (one & third) << 8 & empty & aim)
        hits = ((pawns & ~FILE_A) << 7 & prey, (pawns & ~FILE_H) << 9 & prey)
        steps = (8, 16, 7, 9)
    for step, targets in zip(steps, (*goals, *hits), strict=True):
        if targets:
            found += pawn_moves(step, side.promotions)[targets]


def passing(position: Position) -> list[int]:
    """Captures of the pawn that has just stepped two squares: each is tried, as two men leave their lines."""
    turn = position.turn
    bit = 1 << position.ep
    if turn:
        pawns = (bit & ~FILE_A) << 7 | (bit & ~FILE_H) << 9
    else:
        pawns = (bit & ~FILE_A) >> 9 | (bit & ~FILE_H) >> 7
    moves = [at | position.ep << 6 for at in squares(pawns & position.men[turn][PAWN])]
    return [move for move in moves if safe(position, move)]


def safe(position: Position, move: int) -> bool:
    """Whether the own king is not attacked after a move."""
    after = made(position, move)
    taken = after.taken[0] | after.taken[1]
    return not attacked(after, position.turn, taken) & after.men[position.turn][KING]


def _more(position: Position, extra: Extra, checked: bool) -> Iterable[int]:
    """What a power adds: drops, the king's leap, double steps from the third rank."""
    turn = position.turn
    powers = position.armies.sides[turn].powers
    found: list[int] = []
    if "enlist" in powers:
        found += _drops(position, extra)
    if extra.spare >> turn & 1 and not (checked and position.armies.law.leap == "unmoved"):
        king = position.men[turn][KING]
        at = king.bit_length() - 1
        unsafe = attacked(position, turn, (position.taken[0] | position.taken[1]) ^ king)
        barred = position.taken[turn] | position.men[1 - turn][KING]
        found += FROM[at][LEAP[at][0] & ~barred & ~unsafe]
    if extra.fresh:
        found += _from_third(position, extra)
    return found


def _drops(position: Position, extra: Extra) -> Iterable[int]:
    """Men of the hand on empty squares, where they leave no check."""
    turn = position.turn
    _checked, aim, _limits = guarded(position)
    empty = aim & ~(position.taken[0] | position.taken[1])
    for kind, count in enumerate(extra.hands[turn]):
        if count:
            targets = empty & HALF[turn] if kind == PAWN else empty
            yield from [at | at << 6 | kind << 12 | DROP for at in squares(targets)]


def _from_third(position: Position, extra: Extra) -> Iterable[int]:
    """Double steps of pawns that were deployed on the third rank and have not moved."""
    turn = position.turn
    if "single" in position.armies.sides[turn].powers:
        return []
    step = -8 if turn else 8
    taken = position.taken[0] | position.taken[1]
    _checked, aim, limits = guarded(position)
    pawns = squares(extra.fresh & position.men[turn][PAWN])
    return [
        at | (at + 2 * step) << 6
        for at in pawns
        if not (1 << at + step | 1 << at + 2 * step) & taken and limits.get(1 << at, aim) >> at + 2 * step & 1
    ]


def _allowed(position: Position, extra: Extra, move: int) -> bool:
    """Whether a power forbids a move: promotions to men that are not lost."""
    turn = position.turn
    if move & DROP or not move >> 12 or "restrict" not in position.armies.sides[turn].powers:
        return True
    return extra.lost[turn][move >> 12 & 15] > 0


def _exchanges(position: Position, extra: Extra) -> list[int]:
    """What a checkmated king with the power to sacrifice may still do: change places with a piece.

    These are its only moves then; whoever would rather be mated resigns.
    """
    turn = position.turn
    if not extra.spare >> 2 + turn & 1:
        return []
    own = position.men[turn]
    king = own[KING].bit_length() - 1
    others = squares(position.taken[turn] & ~own[PAWN] & ~own[KING])
    return [move for move in [king | at << 6 | SWAP for at in others] if safe(position, move)]


def _first(position: Position, found: list[int]) -> list[int]:
    """White's first move captures nothing; where only captures are legal the ban is lifted, unless strict."""
    quiet = [move for move in found if not position.taken[1 - position.turn] >> (move >> 6 & 63) & 1]
    if quiet or position.armies.law.first_ban == "strict":
        return quiet
    return found

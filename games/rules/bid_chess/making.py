"""What a move does to a position. A move is a number; whether it is legal, ``moves.py`` says.

Bits 0 to 5 are the square it starts from, 6 to 11 where it goes, 12 to 15 the kind a pawn becomes or that
is dropped (0 for none: nothing becomes a pawn). ``DROP`` marks a man from the hand, ``SWAP`` the exchange of
the king.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.bid_chess.men import KING, PAWN, ROOK
from games.rules.bid_chess.position import Counts, Extra, Position

DROP = 1 << 16
SWAP = 1 << 17

KEPT = [15] * 64
"""The castling rights that are left when something happens on a square."""
for _square, _lost in ((4, 3), (7, 1), (0, 2), (60, 12), (63, 4), (56, 8)):
    KEPT[_square] ^= _lost


def made(position: Position, move: int) -> Position:
    """The position after a legal move."""
    if move >= DROP and position.extra is not None:
        work = _dropped if move & DROP else _exchanged
        return work(position, position.extra, move)
    turn = position.turn
    start, target = move & 63, move >> 6 & 63
    left, come = 1 << start, 1 << target
    own = list(position.men[turn])
    enemy: Sequence[int] = position.men[1 - turn]
    mine, theirs = position.taken[turn] ^ left | come, position.taken[1 - turn]
    kind = 0
    while not own[kind] & left:
        kind += 1
    own[kind] ^= left | come
    quiet, ep, prey = position.quiet + 1, 0, theirs & come
    if kind == PAWN:
        quiet = 0
        ep, prey = _stepped(position, own, move, prey)
    elif kind == KING and target - start in (2, -2):
        corner = target - 2 if target < start else target + 1
        rook = 1 << corner | 1 << (start + target >> 1)
        own[ROOK] ^= rook
        mine ^= rook
    extra = position.extra
    if extra is not None:
        extra = _remembered(position, extra, move, kind, prey)
    if prey:
        quiet = 0
        theirs ^= prey
        enemy = [men & ~prey for men in enemy]
    return Position(
        position.armies,
        1 - turn,
        (enemy, own) if turn else (own, enemy),
        (theirs, mine) if turn else (mine, theirs),
        position.rights & KEPT[start] & KEPT[target],
        ep,
        quiet,
        position.ply + 1,
        extra,
    )


def _stepped(position: Position, own: list[int], move: int, prey: int) -> tuple[int, int]:
    """What else a pawn does: it is promoted. Returns the square it stepped over, and what it captured."""
    start, target = move & 63, move >> 6 & 63
    come = 1 << target
    if move >> 12:
        own[PAWN] ^= come
        own[move >> 12] |= come
    elif target - start in (16, -16):
        return start + target >> 1, prey
    elif target == position.ep and target - start & 7:
        return 0, come << 8 if position.turn else come >> 8
    return 0, prey


def _remembered(position: Position, extra: Extra, move: int, kind: int, prey: int) -> Extra:
    """What powers remember after a move of this kind of man that captured what stood on ``prey``.

    A captured man is lost to its owner as what it was on the board, a promoted one too, and stays lost when
    its captor places it as its own.
    """
    turn = position.turn
    left, come = 1 << (move & 63), 1 << (move >> 6 & 63)
    hands, lost, spare, promoted = extra.hands, extra.lost, extra.spare, extra.promoted
    if prey:
        caught = next(number for number, men in enumerate(position.men[1 - turn]) if men & prey)
        if "enlist" in position.armies.sides[turn].powers:
            hands = _added(hands, turn, PAWN if promoted & prey else caught, 1)
        lost = _added(lost, 1 - turn, caught, 1)
        promoted &= ~prey
    if promoted & left:
        promoted ^= left | come
    if move >> 12:
        if "restrict" in position.armies.sides[turn].powers:
            lost = _added(lost, turn, move >> 12, -1)
        if position.armies.law.enlist_promoted == "pawn":
            promoted |= come
    if kind == KING and spare >> turn & 1 and _spends_leap(position, move):
        spare ^= 1 << turn
    return Extra(hands=hands, lost=lost, spare=spare, fresh=extra.fresh & ~left & ~prey, promoted=promoted)


def _spends_leap(position: Position, move: int) -> bool:
    """Whether a king's move uses the leap up, or, where it needs an unmoved king, ends the hope for it."""
    across, up = (move & 7) - (move >> 6 & 7), (move >> 3 & 7) - (move >> 9 & 7)
    return position.armies.law.leap == "unmoved" or across * up in (2, -2)


def _added(both: tuple[Counts, Counts], colour: int, kind: int, more: int) -> tuple[Counts, Counts]:
    changed = tuple([count + more * (number == kind) for number, count in enumerate(both[colour])])
    return (both[0], changed) if colour else (changed, both[1])


def _dropped(position: Position, extra: Extra, move: int) -> Position:
    """A man of the hand comes onto the board."""
    turn, come, kind = position.turn, 1 << (move & 63), move >> 12 & 15
    own = [men | come if number == kind else men for number, men in enumerate(position.men[turn])]
    after = Extra(
        hands=_added(extra.hands, turn, kind, -1),
        lost=extra.lost,
        spare=extra.spare,
        fresh=extra.fresh,
        promoted=extra.promoted,
    )
    return _turned(position, own, position.taken[turn] | come, position.rights, 0, after)


def _exchanged(position: Position, extra: Extra, move: int) -> Position:
    """The king and one of its men change places; the king counts as moved."""
    turn = position.turn
    king, other = 1 << (move & 63), 1 << (move >> 6 & 63)
    both = king | other
    own = [men ^ both if men & both else men for men in position.men[turn]]
    spare = extra.spare
    if position.armies.law.sacrifice == "once":
        spare &= ~(4 << turn)
    if position.armies.law.leap == "unmoved":
        spare &= ~(1 << turn)
    promoted = extra.promoted ^ both if extra.promoted & other else extra.promoted
    after = Extra(hands=extra.hands, lost=extra.lost, spare=spare, fresh=extra.fresh, promoted=promoted)
    rights = position.rights & KEPT[move & 63] & KEPT[move >> 6 & 63] & ~(3 << 2 * turn)
    return _turned(position, own, position.taken[turn], rights, position.quiet + 1, after)


def _turned(
    position: Position, own: Sequence[int], mine: int, rights: int, quiet: int, extra: Extra
) -> Position:
    """The other side's turn after the own men have changed and theirs have not."""
    turn, enemy, theirs = position.turn, position.men[1 - position.turn], position.taken[1 - position.turn]
    return Position(
        position.armies,
        1 - turn,
        (enemy, own) if turn else (own, enemy),
        (theirs, mine) if turn else (mine, theirs),
        rights,
        0,
        quiet,
        position.ply + 1,
        extra,
    )

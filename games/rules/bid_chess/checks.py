"""Who attacks the king, and where its own men may therefore go.

Looked up from the king outward: a man that could reach it over free squares gives check when they are free
and pins when one own man stands on them. With men that capture over exactly one other it is the number of men
between that counts.
"""

from __future__ import annotations

from games.rules.bid_chess.army import FILE_A, FILE_H
from games.rules.bid_chess.men import KING, PAWN
from games.rules.bid_chess.position import Position, squares
from games.rules.bid_chess.rays import ALL, Threats


def attacked(position: Position, colour: int, taken: int) -> int:
    """The squares that the enemy of a colour attacks while these squares are taken."""
    enemy = 1 - colour
    men = position.men[enemy]
    pawns = men[PAWN]
    if enemy:
        found = (pawns & ~FILE_A) >> 9 | (pawns & ~FILE_H) >> 7
    else:
        found = (pawns & ~FILE_A) << 7 | (pawns & ~FILE_H) << 9
    for kind, tables in position.armies.sides[enemy].every:
        rest = men[kind]
        while rest:
            low = rest & -rest
            rest ^= low
            reach = tables[low.bit_length() - 1]
            found |= reach[taken & reach.relevant]
    return found


def guarded(position: Position) -> tuple[bool, int, dict[int, int]]:
    """Whether the king of the side to move is in check, and where its men may go without leaving it attacked:
    first most of them, then, by their bit, those that stand in an attacker's way. The king is left out.
    """
    turn = position.turn
    mine = position.taken[turn]
    taken = mine | position.taken[1 - turn]
    enemy = position.men[1 - turn]
    king = position.men[turn][KING].bit_length() - 1
    side = position.armies.sides[1 - turn]
    aim, limits = ALL, dict[int, int]()
    for kind, threats in side.threats[king]:
        men = enemy[kind]
        near = threats.near & men
        if near:
            aim = 0 if near & near - 1 else aim & near
        far = threats.far & men
        if far:
            aim &= _along(threats, far, mine, taken, limits)
    checked = aim != ALL
    if limits:
        limits = {block: limit & aim for block, limit in limits.items()}
    if side.hops:
        return _over_one(position, checked, aim, limits)
    return checked, aim, limits


def _along(threats: Threats, far: int, mine: int, taken: int, limits: dict[int, int]) -> int:
    """Where men may go under attacks over free squares; the men that are pinned go to ``limits``."""
    aim = ALL
    while far:
        low = far & -far
        far ^= low
        for between in threats.between[low]:
            block = between & taken
            if not block:
                aim &= between | low
            elif not block & block - 1 and block & mine:
                limits[block] = limits.get(block, ALL) & (between | low)
    return aim


def _over_one(
    position: Position, checked: bool, aim: int, limits: dict[int, int]
) -> tuple[bool, int, dict[int, int]]:
    """The same with the attackers taken in that capture over exactly one man."""
    turn = position.turn
    mine, taken = position.taken[turn], position.taken[0] | position.taken[1]
    enemy = position.men[1 - turn]
    king = position.men[turn][KING].bit_length() - 1
    for kind, threats in position.armies.sides[1 - turn].threats[king]:
        for at in squares(threats.hops & enemy[kind]):
            checked, aim, limits = _hop(threats, 1 << at, (checked, aim, limits), mine, taken)
    return checked, aim, limits


def _hop(
    threats: Threats, low: int, so_far: tuple[bool, int, dict[int, int]], mine: int, taken: int
) -> tuple[bool, int, dict[int, int]]:
    """One attacker: no move may leave exactly one man between it and the king, unless it captures it."""
    checked, aim, limits = so_far
    between = threats.crossed[low]
    block = between & taken
    count = block.bit_count()
    within = between & ~taken | low
    others, those = {0: (~between, ALL), 1: (within, ~between), 2: (ALL, within)}.get(count, (ALL, ALL))
    standing = {1 << at for at in squares(block & mine)}
    limits = {at: limits.get(at, aim) & (those if at in standing else others) for at in {*limits, *standing}}
    return checked or count == 1, aim & others, limits

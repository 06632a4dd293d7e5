"""How a man moves, as rays over an endless board, and the tables made of them for 64 squares.

A ray is a list of steps in the order in which they are walked: a leap is a ray of one step. Nothing here
knows what a match is; ``betza.py`` writes rays from text and ``army.py`` puts the tables of a match together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from games.rules.bid_chess import betza
from games.rules.bid_chess.betza import Ray

ALL = (1 << 64) - 1
"""Every square: square ``n`` is bit ``1 << n``; a1 is 0, h1 is 7, h8 is 63."""

MOST_REACHES = 512
"""So many placings of other men a square remembers; there are far fewer in a match."""

Squares = tuple[int, ...]
"""The squares of a ray on the board as single bits, nearest first."""


class Reach(dict[int, int]):
    """Where one man reaches from one square, by which of the ``relevant`` squares are taken.

    The squares of each ray up to and including the first man; of a hopping ray those behind exactly one man.
    """

    __slots__ = ("hops", "rays", "relevant")

    def __init__(self, rays: Sequence[Squares], hops: Sequence[Squares] = ()) -> None:
        super().__init__()
        self.rays = rays
        self.hops = hops
        self.relevant = 0
        for ray in (*rays, *hops):
            for square in ray[:-1]:
                self.relevant |= square

    def __missing__(self, taken: int) -> int:
        if len(self) >= MOST_REACHES:
            self.clear()
        reached = 0
        for ray in self.rays:
            for square in ray:
                reached |= square
                if square & taken:
                    break
        for ray in self.hops:
            reached |= _behind_one(ray, taken)
        self[taken] = reached
        return reached


def _behind_one(ray: Squares, taken: int) -> int:
    """The squares of a ray behind its first man, up to and including the second."""
    reached, crossed = 0, 0
    for square in ray:
        if crossed:
            reached |= square
        crossed += bool(square & taken)
        if crossed == 2:
            break
    return reached


class Threats(msgspec.Struct, frozen=True):
    """From where a kind of man may attack one square.

    ``near`` are the squares of those whose attack nothing can block, ``far`` those of the others, with the
    squares between by the attacker's bit; ``hops`` and ``crossed`` the same for attacks over one man.
    """

    near: int
    far: int
    between: dict[int, tuple[int, ...]]
    hops: int
    crossed: dict[int, int]


class Kind(msgspec.Struct, frozen=True):
    """A way of moving for one colour: tables by square. ``quiet`` is None where moves and captures agree."""

    capture: tuple[Reach, ...]
    quiet: tuple[Reach, ...] | None
    threats: tuple[Threats, ...]
    hops: bool


@lru_cache(maxsize=128)
def kind(text: str, black: bool) -> Kind:
    """The tables of a movement written in the notation of ``betza.read``, for White or for Black."""
    shape = betza.read(text)
    capture = tuple(
        [Reach(on_board(shape.capture, at, black), on_board(shape.hop, at, black)) for at in range(64)]
    )
    same = shape.quiet == shape.capture and not shape.hop
    quiet = None if same else tuple([Reach(on_board(shape.quiet, at, black)) for at in range(64)])
    return Kind(capture, quiet, _threats(capture), bool(shape.hop))


def on_board(rays: Iterable[Ray], at: int, black: bool) -> list[Squares]:
    """The rays from a square, cut at the edge; Black's forward is down the board."""
    found = []
    for ray in rays:
        squares: list[int] = []
        for right, ahead in ray:
            x, y = at % 8 + right, at // 8 + (-ahead if black else ahead)
            if not (0 <= x < 8 and 0 <= y < 8):
                break
            squares.append(1 << (8 * y + x))
        if squares:
            found.append(tuple(squares))
    return found


def _threats(capture: Sequence[Reach]) -> tuple[Threats, ...]:
    """The same tables seen from the square that is attacked."""
    between: list[dict[int, set[int]]] = [{} for _ in range(64)]
    crossed: list[dict[int, int]] = [{} for _ in range(64)]
    for at, reach in enumerate(capture):
        for ray in reach.rays:
            path = 0
            for square in ray:
                between[square.bit_length() - 1].setdefault(1 << at, set()).add(path)
                path |= square
        for ray in reach.hops:
            path = 0
            for square in ray:
                if path:
                    crossed[square.bit_length() - 1][1 << at] = path
                path |= square
    return tuple([_threat(paths, hops) for paths, hops in zip(between, crossed, strict=True)])


def _threat(paths: dict[int, set[int]], crossed: dict[int, int]) -> Threats:
    """What threatens one square; of two ways to it the one that needs more squares free says nothing."""
    near = sum([at for at, ways in paths.items() if 0 in ways])
    between = {
        at: tuple(
            [way for way in sorted(ways) if not any(other != way and other & way == other for other in ways)]
        )
        for at, ways in paths.items()
        if 0 not in ways
    }
    return Threats(near, sum(between), between, sum(crossed), crossed)

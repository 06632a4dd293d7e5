"""Betza's notation, the part of it that this game takes: movements as text, and the rays they stand for.

The part is made of leaps and slides; people write the men of their own lists in it. ``NO_MOVEMENT`` says
what may stand in it. The Griffon and the Cannon of the list go beyond it and are known by their whole text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

import msgspec

from games.rules.game import IllegalOption, gettext_noop

_ = gettext_noop

Step = tuple[int, int]
Ray = tuple[Step, ...]

LEAPS: dict[str, Step] = {
    "W": (0, 1),
    "F": (1, 1),
    "D": (0, 2),
    "N": (1, 2),
    "A": (2, 2),
    "H": (0, 3),
    "C": (1, 3),
    "Z": (2, 3),
    "G": (3, 3),
}
MADE_OF = {"R": "W", "B": "F", "Q": "WF", "K": "WF"}
SLIDES = "RBQ"
EDGE = 7
"""No ray on this board is longer."""
GRIFFON = "t[FR]"
CANNON = "mRcpR"
LONGEST = 40
"""So many characters a movement may have."""

NO_MOVEMENT = _(
    "“{text}” is no movement. W F D N A H C Z G are leaps and (m,n) is any other; R B Q slide and K steps"
    " like a king; a letter twice (NN) goes on the same way and a number (R4) says how far; f b l r s v"
    " before it keep what goes forward, back, left, right, sideways, up and down; m before that moves only,"
    " c captures only."
)

UNIT = re.compile(r"([mc]?)([fblrsv]?)(?:([WFDNAHCZGRBQK])(\3|[1-7])?|\(([0-7]),([0-7])\)(\*|[1-7])?)")

WAYS: Mapping[str, Callable[[Step], bool]] = {
    "": lambda step: True,
    "f": lambda step: step[1] > 0,
    "b": lambda step: step[1] < 0,
    "l": lambda step: step[0] < 0,
    "r": lambda step: step[0] > 0,
    "s": lambda step: abs(step[0]) > abs(step[1]),
    "v": lambda step: abs(step[1]) > abs(step[0]),
}


class Shape(msgspec.Struct, frozen=True):
    """The rays of a movement: for moves, for captures, and for captures over exactly one man."""

    quiet: tuple[Ray, ...]
    capture: tuple[Ray, ...]
    hop: tuple[Ray, ...] = ()


@lru_cache(maxsize=256)
def read(text: str) -> Shape:
    """The rays of a movement. Raises ``IllegalOption`` for a text that is none."""
    if text == GRIFFON:
        return Shape(_griffon(), _griffon())
    if text == CANNON:
        rook = tuple(_rays("R", "", ""))
        return Shape(rook, (), rook)
    quiet: list[Ray] = []
    capture: list[Ray] = []
    for only, way, letter, times, m, n, far in _units(text):
        rays = _rays(letter or (int(m), int(n)), way, times or far)
        quiet += () if only == "c" else rays
        capture += () if only == "m" else rays
    return Shape(tuple(dict.fromkeys(quiet)), tuple(dict.fromkeys(capture)))


def _units(text: str) -> Iterable[tuple[str, ...]]:
    """The parts of a text, each a letter with what stands around it."""
    found, at = [], 0
    while at < len(text):
        unit = UNIT.match(text, at)
        if unit is None or len(text) > LONGEST or (unit[5], unit[6]) == ("0", "0"):
            raise _illegal(text)
        found.append(unit.groups(default=""))
        at = unit.end()
    if not found:
        raise _illegal(text)
    return found


def _rays(atom: str | Step, way: str, times: str) -> list[Ray]:
    """The rays of one letter or leap: all its ways, each so far as it goes."""
    if isinstance(atom, str):
        bases = [LEAPS[letter] for letter in MADE_OF.get(atom, atom)]
        far = EDGE if times == atom or (atom in SLIDES and not times) else int(times or 1)
    else:
        bases, far = [atom], EDGE if times == "*" else int(times or 1)
    keeps = WAYS[way]
    steps = sorted({turned for base in bases for turned in _turned(base) if keeps(turned)})
    return [tuple([(x * n, y * n) for n in range(1, far + 1)]) for x, y in steps]


def _turned(step: Step) -> set[Step]:
    """A step in all its directions."""
    m, n = step
    return {(x * a, y * b) for x, y in ((m, n), (n, m)) for a in (1, -1) for b in (1, -1)}


def _griffon() -> tuple[Ray, ...]:
    """One step diagonally, then any number outward along the file or the rank."""
    rays = []
    for x, y in sorted(_turned((1, 1))):
        rays.append(((x, y), *[(x * n, y) for n in range(2, EDGE + 1)]))
        rays.append(((x, y), *[(x, y * n) for n in range(2, EDGE + 1)]))
    return tuple(rays)


def _illegal(text: str) -> IllegalOption:
    shown = "".join([letter if letter.isprintable() else "�" for letter in text])
    return IllegalOption(NO_MOVEMENT, "illegal_movement", text=shown)

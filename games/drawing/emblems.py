"""The emblems of the seats, each with a shape of its own, and how they are written where nothing is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

LETTERS = "SHDCTM"
"""The emblems in seat order as letters: spade, heart, diamond, club, star, moon."""
SIGNS = "♠♥♦♣★☾"
"""The same as signs, for mails."""
QUEEN = "queen"

_SHAPES = (
    "M12 2C17 7.5 21.5 10.5 21.5 14.5a4.6 4.6 0 0 1-8.3 2.8c.3 2 1 3.6 2.3 4.7h-7c1.3-1.1 2-2.7 2.3-4.7"
    "a4.6 4.6 0 0 1-8.3-2.8C2.5 10.5 7 7.5 12 2z",
    "M12 21.5C4.5 15.5 2 12 2 8.3a5.1 5.1 0 0 1 10-1.3 5.1 5.1 0 0 1 10 1.3c0 3.7-2.5 7.2-10 13.2z",
    "M12 1.5Q15.5 7.5 20.5 12 15.5 16.5 12 22.5 8.5 16.5 3.5 12 8.5 7.5 12 1.5z",
    "M12 2a4.7 4.7 0 0 1 4 7.2 4.7 4.7 0 1 1-2.8 7.9c.3 2.1 1 3.7 2.3 4.9h-7c1.3-1.2 2-2.8 2.3-4.9"
    "A4.7 4.7 0 1 1 8 9.2 4.7 4.7 0 0 1 12 2z",
    "M12 1L15.2 8.2 23 9 17.2 14.2 18.8 22 12 18 5.2 22 6.8 14.2 1 9 8.8 8.2z",
    "M15.5 1.8A10.4 10.4 0 1 0 22 15.6 8.3 8.3 0 0 1 15.5 1.8z",
)
_QUEEN = (
    "M3.5 8.5l4.2 4.5L12 4.5l4.3 8.5 4.2-4.5L18.3 18H5.7zM5.5 19.5h13v2.5h-13z"
    "M12 1.6a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4z"
    "M3 6a1.6 1.6 0 1 1 0 3.2A1.6 1.6 0 0 1 3 6zM21 6a1.6 1.6 0 1 1 0 3.2A1.6 1.6 0 0 1 21 6z"
)
COLOURS = ("#20262b", "#b3202f", "#1c5fa8", "#2a7436", "#6a3c9c", "#964900")
"""The colours of the seats where no style sheet gives them."""


@lru_cache(maxsize=64)
def symbols(names: tuple[str, ...]) -> str:
    """The shapes that a drawing refers to, emblems by their letters."""
    return "".join(map(_symbol, names))


def _symbol(name: str) -> str:
    if name == QUEEN:
        return f'<symbol id="queen" viewBox="-1 0 26 24"><path d="{_QUEEN}"/></symbol>'
    shape = _SHAPES[LETTERS.index(name)]
    return f'<symbol id="suit-{name}" viewBox="0 0 24 24"><path d="{shape}"/></symbol>'


def sprite() -> str:
    """The emblems that drawings on a page refer to; put once into the page, before the first drawing."""
    return sheet(symbols((*LETTERS, QUEEN)))


def sheet(shapes: str) -> str:
    """Shapes as a part of a page that is not seen itself."""
    return f'<svg class="sprite" width="0" height="0" aria-hidden="true">{shapes}</svg>'


def place(seat: int) -> int:
    """Which emblem a seat has."""
    return seat % len(LETTERS)


def letter(seat: int) -> str:
    """The letter of a seat's emblem."""
    return LETTERS[place(seat)]


def letters(seats: Iterable[int]) -> str:
    """The letters of the emblems of some seats, such as of those whose men share a space."""
    return "".join(map(letter, seats))


def emblem(seat: int) -> str:
    """The small emblem of a seat, for use beside its name."""
    return (
        f'<svg class="emblem-of s{place(seat)}" viewBox="0 0 24 24" width="20" height="20" '
        f'aria-hidden="true"><use href="#suit-{letter(seat)}"/></svg>'
    )


def man(seat: int, x: float, y: float) -> str:
    """A man of a seat, its middle at a point."""
    return (
        f'<g class="s{place(seat)}" transform="translate({x:g} {y:g})"><circle r="20"/>'
        f'<circle class="ring" r="16.8"/>'
        f'<use class="emblem" href="#suit-{letter(seat)}" x="-12" y="-12" width="24" height="24"/></g>'
    )


def disc(seat: int, x: float, y: float, r: float) -> str:
    """A small man of a seat, framed so that it stands out on any ground."""
    half = r * 0.66
    return (
        f'<g class="disc s{place(seat)}" transform="translate({x:g} {y:g})"><circle r="{r:g}"/>'
        f'<use class="emblem" href="#suit-{letter(seat)}" x="{-half:g}" y="{-half:g}" '
        f'width="{2 * half:g}" height="{2 * half:g}"/></g>'
    )

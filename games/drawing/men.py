"""The men of a chessboard: a shape for each ordinary man and for each movement of those that were bid for.

A hat on a horse's head adds the moves of whoever wears it, signs on a shield are single steps, animals leap,
and a disc has the letter of a man that moves in a way of its own. A man is named as a cell names it: its
letter, or with its movement, ``X:RN``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.drawing.pens import Pen, written
from games.rules.game import Group, Item

_FOOT = "M15 33.5h10"
_SHIELD = (
    "M20 4.5Q26.5 4.5 31.5 6.5V18c0 6-3.5 10-7.5 12l1 3.5h5v4H10v-4h5l1-3.5c-4-2-7.5-6-7.5-12V6.5"
    "Q13.5 4.5 20 4.5z"
)
_HEAD = (
    "M12.5 37.5V34c.4-5.3 5.3-7.2 6-11-2 .8-3.5 2.9-6.2 2.8-2 0-3.3-1.8-2.4-3.7l4-7.1"
    "c1-1.9 3-3.1 5.3-3.4h5.6c5 1.9 6.7 7.3 6.7 12.9 0 3.4-.4 6.5-.8 9.5v3.5z"
)
_MANE = "M16.5 17.3v.6M25 15.5c2.6 4 3 9.5 2.3 15.5M13 34h17"

SHAPES: Mapping[str, tuple[str, str]] = {
    "P": (
        "M20 8a5.2 5.2 0 0 1 3.2 9.3c2.9 1.8 3.9 4.6 4.1 8.2 0 2.6 1 5 2.7 6.5v5.5H10V32"
        "c1.7-1.5 2.7-3.9 2.7-6.5.2-3.6 1.2-6.4 4.1-8.2A5.2 5.2 0 0 1 20 8z",
        "M13 32.5h14",
    ),
    "N": (
        "M11.5 37.5v-4c.6-6.5 6.3-9.3 7-14.2-2.3 1-3.9 3.5-7 3.4-2.3 0-3.6-2.1-2.6-4.2l4.7-8.6"
        "c1.2-2.3 3.3-3.6 5.6-4.1l1.1-2.8 2.7 2.7c6.5 1.6 8.8 8.3 8.8 15.1 0 4.5-.5 8.9-1 12.7v4z",
        "M16.2 12.2v.6M24 9.5c3.7 4.4 4.2 12 3.3 20.5M12.5 33.5h17.5",
    ),
    "B": (
        "M20 3.5a2.3 2.3 0 0 1 1.7 3.8c4.3 3.6 6.3 7.5 6.3 11.3 0 3.1-1.5 5.3-3.6 6.9l1 4.5"
        "4.6 3.5v4H10v-4l4.6-3.5 1-4.5c-2.1-1.6-3.6-3.8-3.6-6.9 0-3.8 2-7.7 6.3-11.3"
        "A2.3 2.3 0 0 1 20 3.5z",
        "M20 12.5v8M16.5 16h7M15.6 25.5h8.8M14.6 30h10.8",
    ),
    "R": (
        "M9.5 5.5h5.2v3.6h3V5.5h4.6v3.6h3V5.5h5.2v9l-3.3 3V29l3.3 3.5v5h-21v-5l3.3-3.5V17.5l-3.3-3z",
        "M12.8 17.5h14.4M12.8 29h14.4",
    ),
    "Q": (
        "M7 9.3a2.2 2.2 0 1 1 1.2 4l4.2 6.2.8-10.7a2.2 2.2 0 1 1 2.1.1L18.6 19l.6-11.9"
        "a2.2 2.2 0 1 1 1.6 0l.6 11.9 3.3-10.1a2.2 2.2 0 1 1 2.1-.1l.8 10.7 4.2-6.2"
        "a2.2 2.2 0 1 1 1.8-.2L29.5 29l1 3.5v5h-21v-5l1-3.5L6.4 13.1A2.2 2.2 0 0 1 7 9.3z",
        "M10.8 29.5Q20 26.5 29.2 29.5M10.5 33.3Q20 31 29.5 33.3",
    ),
    "K": (
        "M18.3 2.5h3.4v3h3v3.3h-3v3.6c5.5-2 10.8.2 10.8 5.6 0 4.5-3.3 6.8-4 11l2 3.5v5h-21v-5l2-3.5"
        "c-.7-4.2-4-6.5-4-11 0-5.4 5.3-7.6 10.8-5.6V8.8h-3V5.5h3z",
        "M20 13v12.5M11.7 29h16.6M20 25.5c1.5-4.5 4.5-8 8-8M20 25.5c-1.5-4.5-4.5-8-8-8",
    ),
    "BN": (
        f"{_HEAD}M17 12c-1.4-4 1.5-8 4.5-10.2C24.8 4 27.5 8 26.2 12z",
        f"{_MANE}M21.6 5v4.6M19.4 7.3h4.4",
    ),
    "RN": (f"{_HEAD}M15.5 2h3.3v2.3h2.1V2h2.7v2.3h2.1V2H29v5.8L27.2 12h-9.9l-1.8-4.2z", _MANE),
    "QN": (f"{_HEAD}M14.5 3.5l4 4.2 3.3-6.2 3.3 6.2 4-4.2L27.3 12h-11z", _MANE),
    "KN": (f"{_HEAD}M20.2 1h3.2v2.7h2.9v3.1h-2.9V12h-3.2V6.8h-2.9V3.7h2.9z", _MANE),
    "RF": (
        "M18.4 1.5h3.2v2.6h2.9v3.1h-2.9v3.3h1.6v3H26v-3h4.5v8l-3 2.7v9.3l3 3v4h-21v-4l3-3v-9.3"
        "l-3-2.7v-8H14v3h2.8v-3h1.6V7.2h-2.9V4.1h2.9z",
        "M12.5 21.2h15M12.5 30.5h15",
    ),
    "F": (_SHIELD, f"M15 11.5l10 10M25 11.5l-10 10{_FOOT}"),
    "W": (_SHIELD, f"M20 9.5v14M13 16.5h14{_FOOT}"),
    "step": (_SHIELD, f"M20 8.5v16M12 16.5h16M15 11.5l10 10M25 11.5l-10 10{_FOOT}"),
    "FfW": (_SHIELD, f"M20 16.5V8M14.5 11l11 11M25.5 11l-11 11{_FOOT}"),
    "A": (
        "M20 7c3.3 0 5.5 1 6.8 2.7 3.6-2.3 8.2-.8 8.7 3.8.5 5-2.5 9.5-7 9.3-.6 3.7-3.2 6-4.7 8.2"
        "l.7 2.5H30v4H10v-4h5.5c2.3-2.5 1-6-1.5-7.5-1.3-1-2.2-2-2.5-3.2-4.5.2-7.5-4.3-7-9.3"
        ".5-4.6 5.1-6.1 8.7-3.8C14.5 8 16.7 7 20 7z",
        "M15.5 15v.6M24.5 15v.6M17.5 21c0 3 2.5 5 2.3 8.5M12 12c-1.5 3-1.5 7-.5 10.5"
        "M28 12c1.5 3 1.5 7 .5 10.5M18 9.5l4 4M22 9.5l-4 4",
    ),
    "C": (
        "M6 9.5C7.5 6 11 4.5 14.5 5l1-2 2 2.7c2.5 1.6 2.5 4.5 2 7.5-.5 2.6-.7 4.6 1 6"
        "C22.1 15.7 23.1 12 26 12s4 3.5 5 7.5c1 4 2 8 2 14v4H12v-4c-1.5-5-2.5-9-2.2-12.5"
        ".2-2.5 1.2-4.5 1.4-7-1.7.5-4 .3-5-1-.7-1-.7-2.3-.2-3.5z",
        "M12.5 9v.6M14 33.5h17M21 20c-1.5 3-3.5 5-6 6",
    ),
    "giraffe": (
        "M9 8.5c1.5-2 3.5-3 5.5-3.3L14.2 2l2.3 2.3 2-2.5 1 3.5c2 1.5 3 4 3.2 7 .5 6 1.8 12 5.8 17.2"
        "l1.5 4v4H12v-4l1.5-3c1.6-5.5 2-10.5 1.6-15.5-1.7 1-4 1.6-5.6.8-2-1.3-1.9-5.3-.5-7.3z",
        "M15.5 8.7v.6M13.5 33.5h15M19 15v.8M18.5 21v.8M21.5 25v.8M18 27.5v.8",
    ),
    "lion": (
        "M20 3.5l3.5 2.2 4-.6 1.6 3.7 3.7 1.6-.6 4 2.3 3.6-2.3 3.5.6 4-3.7 1.6-2 4 .4 2.4H31v4H9v-4h3.5"
        "l.4-2.4-2-4-3.7-1.6.6-4L5.5 18l2.3-3.6-.6-4 3.7-1.6 1.6-3.7 4 .6z",
        "M14.5 15.5v.8M25.5 15.5v.8M20 19v4M17.5 19h5M20 23c-1 2-3 2.5-4.5 1.5M20 23c1 2 3 2.5 4.5 1.5"
        "M12.5 12.5c2-3 13-3 15 0M13 33.5h14",
    ),
    "griffon": (
        "M14 37.5h-4v-4h3.5c-1-4 1-6.5 2.5-9.5 1-2 1.5-4 .5-5.5-2.5-.5-5 0-6.5 3-2-3-1.7-7 1-9.5L10 10.5"
        "c2-3 5-4.5 8.5-4.2L22 3l.5 3.5c2.5 1 4.3 3 5 5.5l4-1.5-1.2 4 3.2.8-2.5 3.2 2.5 2-3 2"
        "c.8 3.5-.5 7-2.5 9.5l-.5 1.5H30v4z",
        "M17.5 11.5v.6M22 14.5c3 3 3 8-.5 12.5M15 33.5h12M26 17c1 3 .5 6.5-1.5 9.5",
    ),
    "cannon": (
        "M4 12.5l3.5-7 4.5 1.7 19.5 8.3c3.4 1.5 5.1 4.3 4 7l-.5 1.3c-1.2 2.7-4.3 3.5-7.5 2.2"
        "A8 8 0 1 1 12.5 29a8 8 0 0 1 2-5L8.5 17z",
        "M20 23.5v12M14 29.5h12M9.5 8l-4 8M30 17.5l-3 7.5",
    ),
    "disc": ("M20 4a13 13 0 0 1 5 25l.8 4.5H30v4H10v-4h4.2L15 29A13 13 0 0 1 20 4z", _FOOT),
}
"""The outline of each man and the lines on it, in a box of 40 by 40."""
_MOVEMENTS: Mapping[str, str] = {
    **{same: same for same in ("BN", "RN", "QN", "KN", "RF", "F", "W", "FfW", "A", "C")},
    "K": "step",
    "(1,4)": "giraffe",
    "(0,4)": "lion",
    "t[FR]": "griffon",
    "mRcpR": "cannon",
}
NAMES: Mapping[str, str] = {
    "P": gettext_noop("Pawn"),
    "N": gettext_noop("Knight"),
    "B": gettext_noop("Bishop"),
    "R": gettext_noop("Rook"),
    "Q": gettext_noop("Queen"),
    "K": gettext_noop("King"),
}
"""What the ordinary men are called."""
_PENNANT = "M30.5 14.5V2.5l9 3.6-7.3 3.2v5.2z"
"""What a man that was bid for carries if it moves like an ordinary one."""

STYLE = (
    ".man{stroke-width:1.7;stroke-linejoin:round;stroke-linecap:round}"
    ".white{fill:#fff;stroke:#1a1d20;color:#1a1d20}.black{fill:#23272b;stroke:#fbf3dc;color:#fbf3dc}"
    ".grey{fill:#9b9484;stroke:#4a4436;color:#4a4436}.usual{opacity:.55}"
    ".letter{stroke-width:1.8}.white .letter{stroke:#1a1d20}.black .letter{stroke:#fbf3dc}"
    ".sign{fill:#1a1d20;stroke:#fff;stroke-width:1.2}"
)


def parted(card: str) -> tuple[str, str]:
    """The letter of a man, and the name of its shape; a man without a shape of its own has a disc."""
    letter, _colon, betza = card.partition(":")
    if not betza:
        return letter, letter
    return letter, _MOVEMENTS.get(betza, betza if betza in ("N", "B", "R", "Q") else "disc")


@cache
def symbols(names: tuple[str, ...] = tuple(SHAPES)) -> str:
    """The shapes that drawings refer to."""
    return "".join(
        [
            f'<symbol id="man-{name}" overflow="visible" viewBox="0 0 40 40"><path d="{SHAPES[name][0]}"/>'
            f'<path fill="none" stroke="currentColor" d="{SHAPES[name][1]}"/></symbol>'
            for name in names
        ]
    )


def used(cards: Iterable[str]) -> tuple[str, ...]:
    """The shapes that these men need, each once."""
    found = {parted(card)[1] for card in cards if card}
    return tuple([name for name in SHAPES if name in found])


def man(card: str, look: str, x: float, y: float, size: float, pen: Pen) -> str:
    """A man, the top left of its box at a point; ``look`` is ``white``, ``black`` or ``grey``."""
    letter, shape = parted(card)
    drawn = f'<use href="#man-{shape}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'
    if shape == "disc":
        drawn += pen(letter, x + size / 2, y + size * 0.54, 16, "middle", "letter")
    elif ":" in card and shape in NAMES:
        drawn += (
            f'<path class="sign" transform="translate({x:g} {y:g}) scale({size / 40:.3g})" d="{_PENNANT}"/>'
        )
    return f'<g class="man {look}">{drawn}</g>'


def figure(card: str, black: bool) -> str:
    """A man on its own, as large as the words beside it, on a page that has the sprite."""
    drawn = man(card, "black" if black else "white", 0, 0, 40, written)
    return f'<svg class="board chess-man" viewBox="0 0 40 40" aria-hidden="true">{drawn}</svg>'


def beside(group: Group, items: Iterable[Item] = ()) -> str:
    """Men beside the board, each kind once with how many there are of it; ``items`` name those bid for."""
    counts, said = Counter(group.men), counted(group, items)
    drawn = "".join(
        [
            f"<span>{figure(card, group.black)}{f'×{count}' if count > 1 else ''}</span>"
            for card, count in counts.items()
        ]
    )
    return (
        f'<p class="men-beside"><span class="small soft">{escape(_(group.label))}</span>'
        f'<span class="unseen">: {escape(said)}</span><span aria-hidden="true">{drawn or "–"}</span></p>'
    )


def counted(group: Group, items: Iterable[Item] = ()) -> str:
    """Men beside the board in words: how many of each kind."""
    names = {item.card: _(item.name) for item in items if item.seat is not None and ":" in item.card}
    counts = Counter(group.men)
    return (
        ", ".join([f"{count} × {names.get(card) or _called(card)}" for card, count in counts.items()]) or "–"
    )


def _called(card: str) -> str:
    letter = card[0]
    return _(NAMES[letter]) if letter in NAMES else letter

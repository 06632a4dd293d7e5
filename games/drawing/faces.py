"""Cards: what a card is called, and its face in an order form, in a hand and on a board.

A card is its rank and suit (``10H``), its colour and number (``R10``, ``K-5``, ``KTHIEF``), the Ally ``W``, a
number alone, or ``?`` for one that lies face down. Anything else is shown as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.drawing import men
from games.drawing.pens import Pen, written
from games.rules.game import Hand, Item

SUITS = "SHDC"
"""Spades, hearts, diamonds, clubs."""
HIDDEN = "?"
WIDE, TALL = 46, 62
"""The measures of a card."""
_COLOURED = re.compile(r"([RGYBK])(-?\d+|2x|LOW|\?|THIEF)|(W)")
_COLOUR_NAMES = {"R": "red", "G": "green", "Y": "yellow", "B": "blue", "K": "black"}
_RANKS = {"2x": "2×", "-5": "−5"}

_PIPS: Mapping[str, str] = {
    "R": "M12 2L23 22H1z",
    "G": "M3 3H21V21H3z",
    "Y": "M12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22z",
    "B": "M12 .5C16 7 20 11 20 15.5a8 8 0 0 1-16 0C4 11 8 7 12 .5z",
    "K": "M7 2.5H17L23 12 17 21.5H7L1 12z",
    "LOW": "M9 2H15V12H21L12 22.5 3 12H9z",
    "THIEF": "M1 7Q12 3 23 7 23 17 16.5 17 13.5 17 12 14 10.5 17 7.5 17 1 17 1 7zM5 10.5Q8 8.6 10 11.6 "
    "7 14 5 10.5zM19 10.5Q16 8.6 14 11.6 17 14 19 10.5z",
    "2×": "M2 12L9 3V8.4L15 3V21L9 15.6V21zM15 12L22 3V21z",
    "W": "M8.5 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM15.5 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14z",
}
"""A shape for each colour, and for the cards that do more than score, in a box of 24 by 24."""
_NET = "".join(f"M{x} 4L{x + 12} 16L{x} 28L{x + 12} 40L{x} 52L{x + 6} 58" for x in (5, 17, 29)) + "".join(
    f"M{x} 4L{x - 12} 16L{x} 28L{x - 12} 40L{x} 52L{x - 6} 58" for x in (17, 29, 41)
)
_PLATE = f'<path class="net" d="{_NET}"/><circle class="badge" cx="23" cy="31" r="15"/>'
"""A back with room for a word in its middle."""


def parted(name: str) -> tuple[str, str]:
    """The colour of a card and its rank; the colour is empty for a card without, ``W`` for the Ally."""
    match = _COLOURED.fullmatch(name)
    if match is None:
        return "", name
    if match[3]:
        return "W", "ALLY"
    return match[1], _RANKS.get(match[2], match[2])


def card_name(name: str) -> str:
    """A card in words, such as “king of hearts” or “blue 7”; a name that is no card stays as it is."""
    if name == HIDDEN:
        return _("a card face down")
    colour, rank = parted(name)
    if colour:
        return _coloured_name(colour, rank)
    ranks = {"J": _("jack"), "Q": _("queen"), "K": _("king"), "A": _("ace")}
    suits = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
    rank, suit = name[:-1], name[-1:]
    if suit not in suits or not rank:
        return ranks.get(name, name)
    return _("{rank} of {suit}").format(rank=ranks.get(rank, rank), suit=suits[suit])


def _coloured_name(colour: str, rank: str) -> str:
    if colour == "W":
        return _("the Ally")
    named = {
        "LOW": _("black card “lowest wins”"),
        "?": _("black card “surprise”"),
        "THIEF": _("black card “thief”"),
        "2×": _("black card “2×”"),
    }
    if rank in named:
        return named[rank]
    colours = {
        "R": _("red {number}"),
        "G": _("green {number}"),
        "Y": _("yellow {number}"),
        "B": _("blue {number}"),
        "K": _("black {number}"),
    }
    return colours[colour].format(number=rank)


def by_suit(cards: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Cards in words by suit or colour, those of a hand in its order; cards of no suit under no name."""
    found: dict[str, list[str]] = {}
    for name in cards:
        suit, card = _in_suit(name)
        found.setdefault(suit, []).append(card)
    return list(found.items())


def _in_suit(name: str) -> tuple[str, str]:
    colour, rank = parted(name)
    if colour in _COLOUR_NAMES:
        number = rank.lstrip("−").isdecimal()
        return _(_COLOUR_NAMES[colour]), rank if number else card_name(name)
    suits = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
    if colour or name[-1:] not in suits or not name[:-1]:
        return "", card_name(name)
    return suits[name[-1]], card_name(name[:-1])


# --- Faces on pages ---------------------------------------------------------------------------------------


def card(name: str) -> str:
    """The face of a card such as ``10H``; its name in words is its label."""
    return _card(name, get_language() or "")


@lru_cache(maxsize=1024)
def _card(name: str, language: str) -> str:
    if name == HIDDEN:
        return _framed("down", card_name(name), _reverse(name, written))
    colour, _rank = parted(name)
    if colour:
        return _framed(f"k{colour}", card_name(name), _coloured(name, written), name)
    if name.isdecimal():
        return _framed("kN", card_name(name), _plain(name, written), name)
    rank, suit = (name[:-1], name[-1]) if name[-1:] in SUITS else (name, "")
    seat = SUITS.index(suit) if suit else 0
    pip = (
        f'<use href="#suit-{suit}" x="5" y="21" width="11" height="11"/>'
        f'<use href="#suit-{suit}" x="15" y="30" width="26" height="26"/>'
        if suit
        else ""
    )
    return _framed(f"c{seat}", card_name(name), f'<text x="5" y="17">{escape(rank)}</text>{pip}', name)


def back(count: int) -> str:
    """Cards that are there but not shown."""
    label = ngettext("{count} hidden card", "{count} hidden cards", count).format(count=count)
    return _framed("back down", label, f'{_PLATE}<text x="23" y="37" text-anchor="middle">{count}</text>')


def cards(hand: Hand, items: Sequence[Item] = ()) -> str:
    """A hand as card faces in a row; men beside a board as small drawings, those of items by their names."""
    faces = "".join(card(name) for name in hand.cards) + (back(hand.hidden) if hand.hidden else "")
    return faces + "".join([men.beside(group, items) for group in hand.men])


def _framed(look: str, label: str, body: str, name: str = "") -> str:
    known = f' data-card="{escape(name)}"' if name else ""
    return (
        f'<svg class="card {look}"{known} viewBox="0 0 46 62" width="46" height="62" role="img" '
        f'aria-label="{escape(label)}">{_FACE}{body}</svg>'
    )


_FACE = '<rect class="face" x=".75" y=".75" width="44.5" height="60.5" rx="5"/>'


def _coloured(name: str, pen: Pen) -> str:
    """What is on a card of a colour: its rank, and the letter and the shape of its colour."""
    colour, rank = parted(name)
    word = len(rank) > 2
    top = pen(rank, 5, 16 if word else 22, 12 if word else 20, look="bold")
    letter = "" if colour == "W" else pen(colour, 5, 56, 13, look="bold")
    return f"{top}{letter}{pip(colour, rank, 18, 32, 23)}"


def pip(colour: str, rank: str, x: float, y: float, size: float) -> str:
    """The shape of a colour, or of a card that does more than score."""
    shape = _PIPS[rank if rank in _PIPS and colour == "K" else colour]
    look = "pip hollow" if colour == "W" else "pip"
    return (
        f'<path class="{look}" fill-rule="evenodd" transform="translate({x:g} {y:g}) scale({size / 24:.3g})" '
        f'd="{shape}"/>'
    )


def _plain(rank: str, pen: Pen) -> str:
    """What is on a card that is a number alone: it is large, and underlined so that 6 is not 9."""
    line = '<path class="pip" d="M16 45H30V47H16z"/>' if rank in ("6", "9") else ""
    return pen(rank, 23, 40, 28, "middle", "bold") + line


# --- Faces on boards --------------------------------------------------------------------------------------


def laid(name: str, x: float, y: float, scale: float, pen: Pen, down: bool = False) -> str:
    """A card that lies on a board, its top left corner at a point. One that lies face down shows its back,
    and on it what it is if that may be known."""
    colour, _rank = parted(name)
    if down or name == HIDDEN:
        look, body = "down", _reverse(name, pen)
    elif colour:
        look, body = f"k{colour}", _coloured(name, pen)
    else:
        look, body = "kN", _plain(name, pen)
    where = f"translate({x:g} {y:g})" + ("" if scale == 1 else f" scale({scale:g})")
    return f'<g class="{look}" transform="{where}">{_FACE}{body}</g>'


def _reverse(name: str, pen: Pen) -> str:
    if name == HIDDEN:
        return f'<path class="net" d="{_NET}"/>'
    return f"{_PLATE}{pen(name, 23, 38, 20, 'middle')}"

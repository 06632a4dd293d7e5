"""Pictures of a position: the board as SVG and as plain text, card faces. From values alone, no rows.

On pages the drawing is dressed by the style sheet and takes its emblems from ``sprite()``, once a page;
``standalone`` drawings carry their own colours, emblems and signs, and need no font.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Protocol

import msgspec
from django.utils.translation import gettext as _

from games.drawing import chess, emblems, piles, race, squares, trick
from games.drawing.chess import diagrams, placement, referred
from games.drawing.chess import sprite as sprite_of_men
from games.drawing.emblems import emblem, sprite
from games.drawing.faces import SUITS, back, by_suit, card, card_name, cards
from games.drawing.men import counted
from games.drawing.men import figure as man
from games.drawing.words import Grid, amount, facts, groups, held_spaces, named, text_hand
from games.rules.game import Picture

__all__ = [
    "SUITS",
    "Grid",
    "amount",
    "back",
    "brief",
    "by_suit",
    "card",
    "card_name",
    "cards",
    "colour",
    "counted",
    "describe",
    "diagrams",
    "emblem",
    "facts",
    "figure",
    "grids",
    "groups",
    "items",
    "key",
    "kinds",
    "label",
    "man",
    "placement",
    "public",
    "referred",
    "said_of",
    "sign",
    "sprite",
    "sprite_of_men",
    "svg",
    "text",
]


class Look(Protocol):
    """How pictures of one kind are drawn and said."""

    def draw(self, picture: Picture, label: str, standalone: bool, names: Sequence[str] = (), /) -> str:
        """The board as one SVG text; ``names`` are the players', where a board has them written on it."""

    def describe(self, picture: Picture, names: Sequence[str]) -> Iterator[str]:
        """What is to be seen, in sentences."""

    def brief(self, picture: Picture, names: Sequence[str]) -> Iterator[str]:
        """What matters most of it, in a few sentences."""

    def grids(self, picture: Picture, names: Sequence[str]) -> Iterator[Grid]:
        """The board in tables of words."""

    def rows(self, picture: Picture, names: Sequence[str]) -> Iterator[str]:
        """The board in lines of text."""

    def key(self, picture: Picture) -> Iterator[tuple[str, str]]:
        """What the signs mean: a small drawing and words for each."""


LOOKS: Mapping[str, Look] = {"squares": squares, "piles": piles, "trick": trick, "race": race, "chess": chess}


def svg(picture: Picture, names: Sequence[str] = (), standalone: bool = False) -> str:
    """The board of a position as one SVG text; ``names`` are the players', in seat order."""
    return LOOKS[picture.look].draw(picture, describe(picture, names), standalone, names)


def key(picture: Picture) -> str:
    """What the signs on a board mean, for below it on a page; empty for one that needs no words."""
    lines = "".join(
        f'<li><svg class="board sign {picture.look}" viewBox="0 0 24 24" aria-hidden="true">{drawn}</svg>'
        f"{escape(said)}</li>"
        for drawn, said in LOOKS[picture.look].key(picture)
    )
    label = escape(_("What the signs mean"))
    return f'<ul class="board-key" role="list" aria-label="{label}">{lines}</ul>' if lines else ""


def figure(picture: Picture, names: Sequence[str] = (), rules: str = "") -> str:
    """The board as a page shows it: drawn, with the key to its signs and what is said beside it.

    ``rules`` is the address of the page of rules, which has an anchor for each item.
    """
    said = chess.beside(picture, names, rules) if picture.items else ""
    return LOOKS[picture.look].draw(picture, label(picture, names), False, names) + key(picture) + said


def label(picture: Picture, names: Sequence[str] = ()) -> str:
    """What a board that is drawn on a page is called: it stands beside the same in words."""
    said = " ".join(brief(picture, names))
    return _("Board. {said}").format(said=said) if said else _("Board.")


def brief(picture: Picture, names: Sequence[str] = ()) -> list[str]:
    """What matters most of a position, in a few sentences."""
    return [*LOOKS[picture.look].brief(picture, names)]


def grids(picture: Picture, names: Sequence[str] = ()) -> list[Grid]:
    """The board in tables of words, for a page without drawings."""
    return [*LOOKS[picture.look].grids(picture, names)]


def said_of(picture: Picture, names: Sequence[str] = ()) -> list[str]:
    """What there is to say of a position beside its tables: what matters most, the men by their names, what
    is bid for or was won."""
    look = LOOKS[picture.look]
    said = [*(chess.describe if picture.look == "chess" else look.brief)(picture, names)]
    return said + [chess.told(item, names) for item in picture.items]


def describe(picture: Picture, names: Sequence[str] = ()) -> str:
    """The board in sentences: all that somebody sees who looks at it."""
    return " ".join(LOOKS[picture.look].describe(picture, names))


def kinds(picture: Picture) -> list[str]:
    """What a drawing that stands alone does not tell, a sentence each: what its signs mean, and what the men
    are that were bid for."""
    return [*chess.legend(picture), *chess.kinds(picture, " · ")] if picture.look == "chess" else []


def items(picture: Picture) -> list[tuple[str, str]]:
    """What is bid for or was won, by name, each with its place on the page of rules."""
    return [(_(item.name), chess.anchor(item)) for item in picture.items]


def text(picture: Picture, names: Sequence[str] = ()) -> str:
    """The whole position in plain text of at most 72 columns, for mails and screen readers."""
    lines = [*LOOKS[picture.look].rows(picture, names)]
    held = held_spaces(picture) if picture.look == "squares" else {}
    holds_cards = any(hand.cards or hand.hidden for hand in picture.hands)
    for hand in picture.hands:
        spaces = held.get(hand.seat, []) if picture.look == "squares" else None
        cardless = picture.look != "squares" and not holds_cards
        lines += ["", *text_hand(hand, named(names, hand.seat), spaces, cardless)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in lines))


def public(picture: Picture) -> Picture:
    """What the drawing of a picture shows; the same for all readers where their cards alone differ."""
    return picture if picture.look == "piles" else msgspec.structs.replace(picture, hands=())


def sign(seat: int) -> str:
    """The emblem of a seat as a sign, where nothing is drawn."""
    return emblems.SIGNS[emblems.place(seat)]


def colour(picture: Picture, seat: int) -> str:
    """The colour of a seat in a picture, where no style sheet gives it."""
    if picture.look == "chess":
        return chess.SEATS
    colours = race.INKS if picture.look == "race" else emblems.COLOURS
    return colours[emblems.place(seat)]

"""Pictures of a position: the board as SVG and as plain text, card faces. From values alone, no rows.

On pages the drawing is dressed by the style sheet and takes its emblems from ``sprite()``, once a page;
``standalone`` drawings carry their own colours, emblems and digits, and need no font.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.rules.game import Cell, Hand, Picture

UNIT = 60
"""How wide one space is drawn."""
RIM = 12
TEXT_WIDTH = 72
SUITS = "SHDC"
"""The emblems of the seats in seat order: spades, hearts, diamonds, clubs."""

_EMBLEMS = (
    "M12 2C17 7.5 21.5 10.5 21.5 14.5a4.6 4.6 0 0 1-8.3 2.8c.3 2 1 3.6 2.3 4.7h-7c1.3-1.1 2-2.7 2.3-4.7"
    "a4.6 4.6 0 0 1-8.3-2.8C2.5 10.5 7 7.5 12 2z",
    "M12 21.5C4.5 15.5 2 12 2 8.3a5.1 5.1 0 0 1 10-1.3 5.1 5.1 0 0 1 10 1.3c0 3.7-2.5 7.2-10 13.2z",
    "M12 1.5Q15.5 7.5 20.5 12 15.5 16.5 12 22.5 8.5 16.5 3.5 12 8.5 7.5 12 1.5z",
    "M12 2a4.7 4.7 0 0 1 4 7.2 4.7 4.7 0 1 1-2.8 7.9c.3 2.1 1 3.7 2.3 4.9h-7c1.3-1.2 2-2.8 2.3-4.9"
    "A4.7 4.7 0 1 1 8 9.2 4.7 4.7 0 0 1 12 2z",
)
_QUEEN = (
    "M3.5 8.5l4.2 4.5L12 4.5l4.3 8.5 4.2-4.5L18.3 18H5.7zM5.5 19.5h13v2.5h-13z"
    "M12 1.6a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4z"
    "M3 6a1.6 1.6 0 1 1 0 3.2A1.6 1.6 0 0 1 3 6zM21 6a1.6 1.6 0 1 1 0 3.2A1.6 1.6 0 0 1 21 6z"
)
_DIGITS = {
    "0": "M3 1C1.5 1 1 3 1 5s.5 4 2 4 2-2 2-4-.5-4-2-4z",
    "1": "M1.5 2.8L3.5 1V9",
    "2": "M1 3Q1 1 3 1T5 3Q5 4.5 1 9H5",
    "3": "M1 1H5L3 4.2Q5 4.4 5 6.5T3 9T1 8",
    "4": "M4 9V1L1 6.5H5.2",
    "5": "M5 1H1.5L1.2 4.6Q2 4 3 4Q5 4 5 6.5T3 9T1 8.2",
    "6": "M4.5 1Q1 3 1 6.5Q1 9 3 9T5 6.5T3 4.4T1 6.5",
    "7": "M1 1H5L2.5 9",
    "8": "M3 4.6Q1.2 4.2 1.2 2.8T3 1T4.8 2.8T3 4.6Q1 5 1 6.9T3 9T5 6.9T3 4.6",
    "9": "M5 3.5Q5 1 3 1T1 3.5T3 5.6T5 3.5Q5 7 1.5 9",
}
_STANDALONE_STYLE = """
.rim{fill:#6b4a24}.cell{fill:#f4ead3}.dark{fill:#ddc69b}.num{fill:none;stroke:#5c4a2a;stroke-width:1.1}
.text{fill:#5c4a2a;font:13px Roboto}.ring{fill:none;stroke:#fff;stroke-opacity:.55;stroke-width:1.5}
.s0{fill:#20262b}.s1{fill:#b3202f}.s2{fill:#1c5fa8}.s3{fill:#2a7436}.emblem{fill:#fff}
.here{fill:none;stroke:#164737;stroke-width:4}.queen{fill:#fff;stroke:#15211b;stroke-width:1.4}
.line{fill:#f2c14e}.new{fill:none;stroke:#7a5410;stroke-width:2.5;stroke-dasharray:5 4}
"""


def sprite() -> str:
    """The emblems that drawings on a page refer to; put once into the page, before the first drawing."""
    return f'<svg class="sprite" width="0" height="0" aria-hidden="true">{_symbols()}</svg>'


def _symbols() -> str:
    suits = "".join(
        f'<symbol id="suit-{suit}" viewBox="0 0 24 24"><path d="{path}"/></symbol>'
        for suit, path in zip(SUITS, _EMBLEMS, strict=True)
    )
    return f'{suits}<symbol id="queen" viewBox="-1 0 26 24"><path d="{_QUEEN}"/></symbol>'


def emblem(seat: int) -> str:
    """The small emblem of a seat, for use beside its name."""
    return (
        f'<svg class="emblem-of s{seat % 4}" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">'
        f'<use href="#suit-{SUITS[seat % 4]}"/></svg>'
    )


def svg(picture: Picture, names: Sequence[str] = (), standalone: bool = False) -> str:
    """The board of a position as one SVG text; ``names`` are the players', in seat order."""
    width, height = picture.width * UNIT + 2 * RIM, picture.height * UNIT + 2 * RIM
    number = _drawn_number if standalone else _written_number
    cells = "".join([_cell(cell, number) for cell in picture.cells])
    label = escape(describe(picture, names))
    body = f'<rect class="rim" width="{width:g}" height="{height:g}" rx="10"/>{cells}</svg>'
    if standalone:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
            f'height="{height:g}" role="img"><title>{label}</title>'
            f"<style>{_STANDALONE_STYLE}</style><defs>{_symbols()}</defs>{body}"
        )
    return f'<svg class="board" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{label}">{body}'


def _cell(cell: Cell, number: object) -> str:
    x, y = cell.x * UNIT + RIM, cell.y * UNIT + RIM
    marks = cell.marks
    shade = "line" if "line" in marks else "cell dark" if (cell.x + cell.y) % 2 else "cell"
    out = (
        f'<rect class="{shade}" x="{x:g}" y="{y:g}" width="{UNIT}" height="{UNIT}"/>{number(cell.name, x, y)}'  # type: ignore[operator]
    )
    if cell.man is not None:
        out += _man(cell.man, x + 30, y + 36)
    if "new" in marks:
        out += f'<rect class="new" x="{x + 4:g}" y="{y + 4:g}" width="52" height="52" rx="6"/>'
    if "here" in marks:
        out += f'<rect class="here" x="{x + 2:g}" y="{y + 2:g}" width="56" height="56" rx="3"/>'
        out += _queen(x, y, small=cell.man is not None)
    return out


def _man(seat: int, x: float, y: float) -> str:
    return (
        f'<g class="s{seat % 4}" transform="translate({x:g} {y:g})"><circle r="20"/>'
        f'<circle class="ring" r="16.8"/>'
        f'<use class="emblem" href="#suit-{SUITS[seat % 4]}" x="-12" y="-12" width="24" height="24"/></g>'
    )


def _queen(x: float, y: float, small: bool) -> str:
    if small:
        return f'<use class="queen" href="#queen" x="{x + 34:g}" y="{y + 1:g}" width="24" height="24"/>'
    return f'<use class="queen" href="#queen" x="{x + 12:g}" y="{y + 14:g}" width="38" height="38"/>'


def _written_number(name: str, x: float, y: float) -> str:
    return f'<text class="num" x="{x + 5:g}" y="{y + 15:g}">{escape(name)}</text>'


def _drawn_number(name: str, x: float, y: float) -> str:
    if not name.isdecimal():
        return f'<text class="text" x="{x + 5:g}" y="{y + 15:g}">{escape(name)}</text>'
    return "".join(
        f'<path class="num" transform="translate({x + 4 + 7 * place:g} {y + 4:g})" d="{_DIGITS[digit]}"/>'
        for place, digit in enumerate(name)
    )


# --- Cards ------------------------------------------------------------------------------------------------


def card(name: str) -> str:
    """The face of a card such as ``10H``; its name in words is its label."""
    return _card(name, get_language() or "")


@lru_cache(maxsize=1024)
def _card(name: str, language: str) -> str:
    rank, suit = (name[:-1], name[-1]) if name[-1:] in SUITS else (name, "")
    seat = SUITS.index(suit) if suit else 0
    pip = (
        f'<use href="#suit-{suit}" x="5" y="21" width="11" height="11"/>'
        f'<use href="#suit-{suit}" x="15" y="30" width="26" height="26"/>'
        if suit
        else ""
    )
    return (
        f'<svg class="card c{seat}" viewBox="0 0 46 62" width="46" height="62" role="img" '
        f'aria-label="{escape(card_name(name))}">'
        f'<rect class="face" x=".75" y=".75" width="44.5" height="60.5" rx="5"/>'
        f'<text x="5" y="17">{escape(rank)}</text>{pip}</svg>'
    )


def back(count: int) -> str:
    """Cards that are there but not shown."""
    label = escape(ngettext("{count} hidden card", "{count} hidden cards", count).format(count=count))
    return (
        f'<svg class="card back" viewBox="0 0 46 62" width="46" height="62" role="img" aria-label="{label}">'
        f'<rect class="face" x=".75" y=".75" width="44.5" height="60.5" rx="5"/>'
        f'<text x="23" y="38" text-anchor="middle">{count}</text></svg>'
    )


def cards(hand: Hand) -> str:
    """A hand as card faces in a row."""
    return "".join(card(name) for name in hand.cards) + (back(hand.hidden) if hand.hidden else "")


def card_name(name: str) -> str:
    """A card in words, such as “king of hearts”; a name that is no card stays as it is."""
    ranks = {"J": _("jack"), "Q": _("queen"), "K": _("king"), "A": _("ace")}
    suits = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
    rank, suit = name[:-1], name[-1:]
    if suit not in suits or not rank:
        return ranks.get(name, name)
    return _("{rank} of {suit}").format(rank=ranks.get(rank, rank), suit=suits[suit])


# --- Words ------------------------------------------------------------------------------------------------


def _named(names: Sequence[str], seat: int) -> str:
    return names[seat] if seat < len(names) else _("seat {number}").format(number=seat + 1)


def _held(picture: Picture) -> dict[int, list[str]]:
    """The names of the spaces that each seat has men on."""
    held: dict[int, list[str]] = {hand.seat: [] for hand in picture.hands}
    for cell in picture.cells:
        if cell.man is not None:
            held.setdefault(cell.man, []).append(cell.name)
    return {seat: sorted(spaces, key=_natural) for seat, spaces in sorted(held.items())}


def _natural(name: str) -> tuple[int, str]:
    return (int(name), "") if name.isdecimal() else (0, name)


def _marked(picture: Picture, mark: str) -> str:
    return ", ".join(sorted((cell.name for cell in picture.cells if mark in cell.marks), key=_natural))


def describe(picture: Picture, names: Sequence[str] = ()) -> str:
    """The board in one sentence a seat: what is in play, who has men where, how much is free."""
    parts = (
        [_("In play: {spaces}.").format(spaces=_marked(picture, "here"))] if _marked(picture, "here") else []
    )
    for seat, spaces in _held(picture).items():
        where = ", ".join(spaces) or _("nothing")
        parts.append(_("{name} has {spaces}.").format(name=_named(names, seat), spaces=where))
    if _marked(picture, "line"):
        parts.append(_("Winning line: {spaces}.").format(spaces=_marked(picture, "line")))
    free = sum(cell.man is None for cell in picture.cells)
    parts.append(ngettext("{count} space is free.", "{count} spaces are free.", free).format(count=free))
    return " ".join(parts)


def text(picture: Picture, names: Sequence[str] = ()) -> str:
    """The whole position in plain text of at most 72 columns, for mails and screen readers."""
    lines = [*_text_rows(picture), "", *_legend(picture)]
    held = _held(picture)
    for hand in picture.hands:
        lines += ["", *_text_hand(hand, _named(names, hand.seat), held.get(hand.seat, []))]
    return "\n".join(line.rstrip() for line in lines)


def _text_rows(picture: Picture) -> list[str]:
    width = max((len(cell.name) for cell in picture.cells), default=1)
    rows: dict[float, list[Cell]] = {}
    for cell in picture.cells:
        rows.setdefault(cell.y, []).append(cell)
    return [
        "  ".join(_text_cell(cell, width) for cell in sorted(row, key=lambda cell: cell.x))
        for _y, row in sorted(rows.items())
    ]


def _text_cell(cell: Cell, width: int) -> str:
    man = "." if cell.man is None else SUITS[cell.man % 4]
    signs = ("*", "here"), ("#", "line"), ("+", "new")
    sign = next((sign for sign, mark in signs if mark in cell.marks), " ")
    return f"{cell.name:>{width}}{sign}{man}"


def _legend(picture: Picture) -> Iterable[str]:
    said = (
        ("here", _("*  in play: {spaces}")),
        ("line", _("#  winning line: {spaces}")),
        ("new", _("+  changed in the last turn: {spaces}")),
    )
    for mark, sentence in said:
        if spaces := _marked(picture, mark):
            yield from _wrapped(sentence.format(spaces=spaces), 0, 3)


def _text_hand(hand: Hand, name: str, spaces: list[str]) -> list[str]:
    facts = ", ".join(f"{_(fact)} {number}" for fact, number in hand.facts)
    held = [*hand.cards, *([_("{count} hidden").format(count=hand.hidden)] if hand.hidden else [])]
    return [
        *_wrapped(f"{SUITS[hand.seat % 4]}  {name}" + (f" ({facts})" if facts else ""), 0, 3),
        *_wrapped(_("spaces: {spaces}").format(spaces=" ".join(spaces) or "–"), 3, 5),
        *_wrapped(_("hand: {cards}").format(cards=" ".join(held) or "–"), 3, 5),
    ]


def _wrapped(line: str, first: int, rest: int) -> list[str]:
    return textwrap.wrap(line, TEXT_WIDTH, initial_indent=" " * first, subsequent_indent=" " * rest)

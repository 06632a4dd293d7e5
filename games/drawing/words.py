"""What a picture says in words: what all looks share, such as names, lists of spaces and the hands."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby, zip_longest

import msgspec
from django.utils.formats import get_format
from django.utils.translation import gettext as _

from games.drawing.emblems import letter
from games.rules.game import Cell, Hand, Picture

TEXT_WIDTH = 72


class Grid(msgspec.Struct, frozen=True):
    """A part of a position as a table in words: its caption, a head for each column, and rows; the first
    cell of each row is its head."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def named(names: Sequence[str], seat: int) -> str:
    """The name of a seat; without one, its number."""
    return names[seat] if seat < len(names) else _("seat {number}").format(number=seat + 1)


def amount(number: float) -> str:
    """A number as people write it: ``7½``, ``−3``."""
    sign, whole = "−" if number < 0 else "", abs(number)
    if whole % 1 != 0.5:
        return sign + f"{whole:g}".replace(".", str(get_format("DECIMAL_SEPARATOR")))
    return f"{sign}{int(whole) or ''}½"


def facts(hand: Hand) -> list[str]:
    """What there is to say of a seat besides its cards: ``pieces left 5``."""
    return [_(word) for word in hand.words] + [f"{_(fact)} {amount(number)}" for fact, number in hand.facts]


def groups(hand: Hand) -> list[tuple[str, str]]:
    """The men beside a board as letters, capitals for White, by what they have in common."""
    found = []
    for group in hand.men:
        letters = " ".join([card[0] for card in group.men]) or "–"
        found.append((_(group.label), letters.lower() if group.black else letters))
    return found


def held_spaces(picture: Picture) -> dict[int, list[str]]:
    """The names of the spaces that each seat has men on."""
    held: dict[int, list[str]] = {hand.seat: [] for hand in picture.hands}
    for cell in picture.cells:
        if cell.man is not None:
            held.setdefault(cell.man, []).append(cell.name)
    return {seat: sorted(spaces, key=natural) for seat, spaces in sorted(held.items())}


def natural(name: str) -> tuple[int, str]:
    """Numbers by their value, all else by the alphabet."""
    return (int(name), "") if name.isdecimal() else (0, name)


def marked(picture: Picture, mark: str) -> str:
    """The names of the spaces with a mark, parted by commas."""
    return ", ".join(sorted((cell.name for cell in picture.cells if mark in cell.marks), key=natural))


def text_hand(hand: Hand, name: str, spaces: list[str] | None, card_less: bool = False) -> list[str]:
    """A seat in text: emblem, name and facts, the spaces its men stand on, its cards."""
    said = ", ".join(facts(hand))
    held = [*hand.cards, *([_("{count} hidden").format(count=hand.hidden)] if hand.hidden else [])]
    sign = "" if hand.men or hand.words else f"{letter(hand.seat)}  "
    lines = wrapped(f"{sign}{name}" + (f" ({said})" if said else ""), 0, 3)
    if spaces is not None:
        lines += wrapped(_("spaces: {spaces}").format(spaces=" ".join(spaces) or "–"), 3, 5)
    for label, men in groups(hand):
        lines += wrapped(f"{label}: {men}", 3, 5)
    if not card_less:
        lines += wrapped(_("hand: {cards}").format(cards=" ".join(held) or "–"), 3, 5)
    return lines


def ranked(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The spaces of a board row by row from the top, each row from the left."""
    ordered = sorted(cells, key=lambda cell: (cell.y, cell.x))
    return [list(row) for _y, row in groupby(ordered, lambda cell: cell.y)]


def columns(lines: Sequence[Sequence[str]], gap: int = 2) -> list[str]:
    """Lines of cells set below each other, each column as wide as it must be; cells are cut only where the
    lines would be too long."""
    widths = [max(map(len, column)) for column in zip_longest(*lines, fillvalue="")]
    while sum(widths) + gap * (len(widths) - 1) > TEXT_WIDTH:
        widths[widths.index(max(widths))] -= 1
    return [
        (" " * gap)
        .join(f"{cell[:width]:<{width}}" for cell, width in zip(line, widths, strict=False))
        .rstrip()
        for line in lines
    ]


def wrapped(line: str, first: int, rest: int) -> list[str]:
    """A line folded to the width of a mail."""
    return textwrap.wrap(line, TEXT_WIDTH, initial_indent=" " * first, subsequent_indent=" " * rest)

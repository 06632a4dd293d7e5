"""A sheet of cells with piles of cards on it, such as that of Foursquare, and the card drawn above it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.drawing.faces import HIDDEN, card_name, laid
from games.drawing.pens import Pen, drawn, written
from games.drawing.sheets import RIM, UNIT, box, own_frame, page_frame, pickable
from games.drawing.words import Grid, columns, marked, ranked, wrapped
from games.rules.game import Cell, Picture

TALL = 78
"""How tall a cell is drawn."""
_ABOVE = 110
"""How tall the strip is that shows the card drawn."""
_CARD = 0.88
_STYLE = ".open{stroke:#1d5a45;stroke-width:2.5}.plus{fill:#1d5a45}.new{fill:#c08a2d}"


def draw(picture: Picture, label: str, standalone: bool, _players: Sequence[str] = ()) -> str:
    """The cells with the tops of their piles; those that may take the card are framed by dashes."""
    pen = drawn if standalone else written
    above = _ABOVE if _shown_cards(picture) else 0
    width, height = picture.width * UNIT + 2 * RIM, picture.height * TALL + 2 * RIM + above
    cells = "".join([_picked(cell, RIM + above, pen, standalone) for cell in picture.cells])
    body = box("rim", 0, 0, width, height, 10) + _strip(picture, width, pen) + cells
    if standalone:
        return own_frame(body, width, height, label, _STYLE)
    return page_frame(body, width, height, label, "piles")


def _picked(cell: Cell, top: float, pen: Pen, standalone: bool) -> str:
    """A cell; on a page one that may take the card can be clicked."""
    drawing = _cell(cell, top, pen)
    return drawing if standalone or "open" not in cell.marks else pickable(drawing, cell.name)


def _cell(cell: Cell, top: float, pen: Pen) -> str:
    x, y = cell.x * UNIT + RIM, cell.y * TALL + top
    shade = "cell dark" if (cell.x + cell.y) % 2 else "cell"
    out = box(shade, x, y, UNIT, TALL)
    out += pen(cell.name, x + 5, y + 10, 12)
    out += pen(cell.word, x + 55, y + 11, 13, "end", "bold") if cell.word else ""
    if cell.card:
        out += _pile(cell, x + 8, y + 17, pen)
    elif "open" in cell.marks:
        out += f'<path class="plus" d="M{x + 28:g} {y + 36:g}h4v6h6v4h-6v6h-4v-6h-6v-4h6z"/>'
    if "open" in cell.marks:
        out += box("open", x + 6, y + 15.5, 45, 58, 6)
    if "new" in cell.marks:
        out += f'<circle class="new" cx="{x + 28:g}" cy="{y + 6.5:g}" r="3.5"/>'
    return out


def _pile(cell: Cell, x: float, y: float, pen: Pen) -> str:
    """The top card, and below it the edges of the cards that it covers."""
    under = "".join(
        [
            box("under", x + 2 * deep, y + 1.5 * deep, 40.5, 54.6, 4.5)
            for deep in range(_height(cell) - 1, 0, -1)
        ]
    )
    return under + laid(cell.card, x, y, _CARD, pen, "down" in cell.marks)


def _height(cell: Cell) -> int:
    count = cell.word.lstrip("×")
    return int(count) if count.isdecimal() else 1


def _strip(picture: Picture, width: float, pen: Pen) -> str:
    """The card drawn, large, smaller those that come after it, and how many are left."""
    shown = _shown_cards(picture)
    if not shown:
        return ""
    # Translators: above a card on the board, where there is room for eight letters.
    named = pgettext("on the board", "drawn")
    out = pen(named, RIM + 38, RIM + 14, 16, "middle", "pale") + laid(shown[0], RIM + 8, RIM + 22, 1.3, pen)
    if len(shown) > 1:
        out += pen(_("then"), RIM + 78 + 17.5 * (len(shown) - 1), RIM + 14, 16, "middle", "pale")
        for at, name in enumerate(shown[1:]):
            out += laid(name, RIM + 80 + 35 * at, RIM + 22, 0.7, pen)
    left = dict(picture.hands[0].facts).get("cards in the stock")
    if left is not None:
        out += pen(_("stock"), width - RIM - 30, RIM + 14, 16, "middle", "pale")
        out += laid(f"{left:g}", width - RIM - 50, RIM + 22, 0.87, pen, down=True)
    return out


def _shown_cards(picture: Picture) -> tuple[str, ...]:
    return picture.hands[0].cards if picture.hands else ()


# --- Words ------------------------------------------------------------------------------------------------


def describe(picture: Picture, names: Sequence[str]) -> Iterator[str]:
    """The card drawn, every pile, and where the card may go."""
    yield from _shown(picture)
    piles = [cell for cell in picture.cells if cell.card]
    if not piles:
        yield _("No card lies on the sheet.")
    for cell in piles:
        yield _("{cell}: {card}.").format(cell=cell.name, card=_pile_in_words(cell))
    if spaces := marked(picture, "open"):
        yield _("The card may go to {spaces}.").format(spaces=spaces)
    if spaces := marked(picture, "new"):
        yield _("Changed in the last turn: {spaces}.").format(spaces=spaces)
    free = [cell.name for cell in picture.cells if not cell.card]
    if free:
        yield _("Within reach and empty: {spaces}.").format(spaces=", ".join(free))


def brief(picture: Picture, names: Sequence[str]) -> Iterator[str]:
    """The card drawn, where it may go, what changed."""
    yield from _shown(picture)
    if spaces := marked(picture, "open"):
        yield _("The card may go to {spaces}.").format(spaces=spaces)
    if spaces := marked(picture, "new"):
        yield _("Changed in the last turn: {spaces}.").format(spaces=spaces)


def grids(picture: Picture, names: Sequence[str]) -> Iterator[Grid]:
    """The cells within reach: a column for each letter, a row for each number."""
    lines = ranked(picture.cells)
    heads = [cell.name[:1] for cell in lines[0]] if lines else []
    rows = [(line[0].name[1:], *map(_in_words, line)) for line in lines]
    yield Grid(_("The cells within reach"), ("", *heads), tuple(rows))


def _in_words(cell: Cell) -> str:
    pile = _pile_in_words(cell) if cell.card else _("empty")
    marks = {"open": _("may take the card"), "new": _("changed")}
    return ", ".join([pile, *(word for mark, word in marks.items() if mark in cell.marks)])


def _shown(picture: Picture) -> Iterator[str]:
    shown = _shown_cards(picture)
    if shown:
        yield _("Drawn: {card}.").format(card=shown[0])
    if len(shown) > 1:
        yield _("Then come {cards}.").format(cards=", ".join(shown[1:]))


def _pile_in_words(cell: Cell) -> str:
    if cell.card == HIDDEN:
        said = card_name(cell.card)
    else:
        said = _("{card} face down").format(card=cell.card) if "down" in cell.marks else cell.card
    if _height(cell) > 1:
        return _("{card}, on a pile of {count}").format(card=said, count=_height(cell))
    return said


def rows(picture: Picture, names: Sequence[str]) -> Iterator[str]:
    """The card drawn, the cells as rows of text, and what the signs in them mean."""
    if _shown_cards(picture):
        yield from _shown(picture)
        yield ""
    lines: dict[float, list[Cell]] = {}
    for cell in picture.cells:
        lines.setdefault(cell.y, []).append(cell)
    ordered = [sorted(line, key=lambda cell: cell.x) for _y, line in sorted(lines.items())]
    yield from columns([[_text_cell(cell) for cell in line] for line in ordered])
    yield ""
    if any("down" in cell.marks for cell in picture.cells):
        yield _("(7)  face down")
    if any(_height(cell) > 1 for cell in picture.cells):
        yield _("x2  so many cards in the pile")
    for mark, sentence in (
        (("open"), _(">  may take the card: {spaces}")),
        ("new", _("+  changed: {spaces}")),
    ):
        if spaces := marked(picture, mark):
            yield from wrapped(sentence.format(spaces=spaces), 0, 3)


def _text_cell(cell: Cell) -> str:
    there = cell.card or "."
    top = f"({there})" if "down" in cell.marks else there
    sign = "+" if "new" in cell.marks else ">" if "open" in cell.marks else " "
    return f"{cell.name}{sign}{top}{cell.word.replace('×', 'x')}"


def key(picture: Picture) -> Iterator[tuple[str, str]]:
    """What the looks of the cells mean: a small drawing and words for each."""
    if any("open" in cell.marks for cell in picture.cells):
        yield box("open", 4, 2, 16, 20, 3), _("may take the card")
    if any("new" in cell.marks for cell in picture.cells):
        yield '<circle class="new" cx="12" cy="12" r="7"/>', _("changed in the last turn")
    if any("down" in cell.marks for cell in picture.cells):
        yield laid(HIDDEN, 4, 1, 0.35, written), _("face down")
    if any(_height(cell) > 1 for cell in picture.cells):
        yield '<text class="t13" x="2" y="17">×2</text>', _("so many cards in the pile")

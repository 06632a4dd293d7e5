"""A chessboard: men of two colours, each drawn by its kind, with the names of files and ranks; and beside it
what is bid for, with a small diagram of how it moves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.drawing import men
from games.drawing.emblems import sheet
from games.drawing.pens import Pen, drawn, written
from games.drawing.sheets import UNIT, box, own_frame, page_frame, pickable
from games.drawing.words import Grid, amount, marked, named, ranked, wrapped
from games.rules.game import Cell, Item, Picture

Reach = tuple[tuple[str, str], ...]
"""Squares with a mark for each."""
_WIDE, _NARROW = 27, 9
"""The rim, with names of ranks and files on it and without."""
_MAN = 54
_EMPTY = "."
_STEP = 12
"""How wide a square of a small diagram is."""
_MIDDLE = "d4"
_FROM_KING = "KXYZVUQRBNP"
SEATS = "#4f5d56"
"""The colour of both seats' emblems: White may be either."""
_REACHED = {
    "open": ("*", gettext_noop("may be reached, also to capture")),
    "goes": ("o", gettext_noop("may be reached, not to capture")),
    "takes": ("x", gettext_noop("may be reached only to capture")),
    "grey": ("#", gettext_noop("a man in between")),
}
STYLE = men.STYLE + (
    ".last{fill:#eec04a;stroke:#7a5410;stroke-width:2.5;stroke-dasharray:9 6}"
    ".check{fill:none;stroke:#b3202f;stroke-width:5}.plus{fill:none;stroke:#b3202f;stroke-width:4}"
    ".far{fill:#2a2013;fill-opacity:.38}"
    ".dot{fill:#1d5a45;stroke:#1d5a45;stroke-width:3}.goes{fill:none}.cross{fill:none;stroke:#a3202c;stroke-width:5}"
)


def draw(picture: Picture, label: str, standalone: bool, _players: Sequence[str] = ()) -> str:
    """The squares with the men on them; on a page each can be picked."""
    pen = drawn if standalone else written
    size = picture.width * UNIT + _WIDE + _NARROW
    cells = [_cell(cell, pen) for cell in picture.cells]
    if not standalone:
        cells = [pickable(cell, one.name) for cell, one in zip(cells, picture.cells, strict=True)]
    body = box("rim", 0, 0, size, size, 10) + _names(picture, pen) + "".join(cells)
    if standalone:
        used = men.used([cell.card for cell in picture.cells])
        return own_frame(body, size, size, label, STYLE, shapes=men.symbols(used))
    return page_frame(body, size, size, label, "chess")


def _names(picture: Picture, pen: Pen) -> str:
    """The files below the board, the ranks on its left."""
    ranks = {cell.y: cell.name[1:] for cell in picture.cells}
    files = {cell.x: cell.name[:1] for cell in picture.cells}
    below = _NARROW + picture.height * UNIT + 20
    return "".join(
        [pen(rank, 13.5, _NARROW + y * UNIT + 36, 18, "middle", "pale") for y, rank in ranks.items()]
        + [pen(file, _WIDE + x * UNIT + 30, below, 18, "middle", "pale") for x, file in files.items()]
    )


def _cell(cell: Cell, pen: Pen) -> str:
    x, y = cell.x * UNIT + _WIDE, cell.y * UNIT + _NARROW
    out = box("cell dark" if (cell.x + cell.y) % 2 else "cell", x, y, UNIT, UNIT)
    if "new" in cell.marks:
        out += box("last", x + 2, y + 2, UNIT - 4, UNIT - 4)
    if "far" in cell.marks:
        out += box("far", x, y, UNIT, UNIT)
    if cell.card:
        usual = " usual" if "usual" in cell.marks else ""
        out += men.man(cell.card, _colour(cell) + usual, x + 3, y + 3, _MAN, pen)
    if "here" in cell.marks:
        out += box("check", x + 3, y + 3, UNIT - 6, UNIT - 6, 4)
        out += f'<path class="plus" d="M{x + 42:g} {y + 13:g}h12m-6-6v12"/>'
    return out + _reached(cell, x + UNIT / 2, y + UNIT / 2)


def _colour(cell: Cell) -> str:
    return next((mark for mark in ("grey", "black") if mark in cell.marks), "white")


def _reached(cell: Cell, x: float, y: float) -> str:
    """How the man that is shown may come to a square: a disc for any move, a ring for no capture."""
    if "open" in cell.marks:
        return f'<circle class="dot" cx="{x:g}" cy="{y:g}" r="9"/>'
    if "goes" in cell.marks:
        return f'<circle class="dot goes" cx="{x:g}" cy="{y:g}" r="9"/>'
    if "takes" in cell.marks:
        return f'<path class="cross" d="M{x - 9:g} {y - 9:g}l18 18m0-18l-18 18"/>'
    return ""


# --- Beside the board -------------------------------------------------------------------------------------


def beside(picture: Picture, names: Sequence[str], rules: str = "") -> str:
    """What is bid for or was won, in words and as small diagrams; ``rules`` is the address of the rules."""
    said = "".join([_item(item, names, rules) for item in picture.items])
    return f'<ul class="board-items" role="list">{said}</ul>' if said else ""


def _item(item: Item, names: Sequence[str], rules: str) -> str:
    name = escape(_(item.name))
    if rules:
        name = f'<a href="{escape(rules)}#{anchor(item)}">{name}</a>'
    letter = item.card.partition(":")[0] if ":" in item.card and item.seat is not None else ""
    head = f"<b>{name}</b>" + (f" <code>{letter}</code>" if letter else "")
    owner = "" if item.seat is None else f' <span class="soft">{escape(_owner(item, names))}</span>'
    facts = " · ".join([f"{_(fact)} {amount(number)}" for fact, number in item.facts])
    small = diagram(item.card, item.reach) if item.reach else ""
    return (
        f"<li>{small}<p>{head}{owner}<br>{escape(in_words(item))}"
        f'<br><span class="soft small">{escape(facts)}</span></p></li>'
    )


def anchor(item: Item) -> str:
    """Where the page of rules tells of an item."""
    return f"row-{item.row}" if item.row else "own"


def _owner(item: Item, names: Sequence[str]) -> str:
    return "" if item.seat is None else _("won by {name}").format(name=named(names, item.seat))


def told(item: Item, names: Sequence[str]) -> str:
    """An item in a line of text: its name and letter, whose it is, its facts, and what it does."""
    letter = [item.card[0]] if ":" in item.card and item.seat is not None else []
    owner = [_owner(item, names)] if item.seat is not None else []
    facts = [f"{_(fact)} {amount(number)}" for fact, number in item.facts]
    return f"{', '.join([_(item.name), *letter, *owner, *facts])}: {in_words(item)}"


def in_words(item: Item) -> str:
    """What an item does, as a sentence."""
    said = _(item.words).format(betza=item.betza)
    return f"{said[:1].upper()}{said[1:]}."


@lru_cache(maxsize=256)
def diagram(card: str, reach: Reach) -> str:
    """How a man moves from d4, small, on a page that has the sprite."""
    return _small(_moved(card, reach))


def diagrams(movements: Mapping[str, Reach]) -> str:
    """Small diagrams that a page refers to, put once into it; men by what a cell would name them."""
    box = 'class="chess-move" viewBox="0 0 96 96"'
    return sheet(
        "".join(
            [
                f'<symbol id="{_id(card)}" {box}>{_moved(card, reach)}</symbol>'
                for card, reach in movements.items()
            ]
        )
    )


def referred(card: str) -> str:
    """A small diagram by its name."""
    return _small(f'<use href="#{_id(card)}"/>')


def _small(drawing: str) -> str:
    return f'<svg class="board chess-move" viewBox="0 0 96 96" aria-hidden="true">{drawing}</svg>'


def _id(card: str) -> str:
    """A name without brackets."""
    return f"move-{men.parted(card)[1]}{'' if ':' in card else '-ordinary'}"


def _moved(card: str, reach: Reach) -> str:
    dots = dict.fromkeys(_REACHED, "")
    for square, mark in reach:
        x, y = (ord(square[0]) - 97) * _STEP + 6, (8 - int(square[1])) * _STEP + 6
        dots[mark] += f"M{x - 3} {y - 3}l6 6m0-6l-6 6" if mark == "takes" else f"M{x} {y}h.01"
    paths = "".join([f'<path class="on-{mark}" d="{path}"/>' for mark, path in dots.items() if path])
    if dots["goes"]:
        paths += f'<path class="in-goes" d="{dots["goes"]}"/>'
    man = men.man(card, "white", 3 * _STEP - 3, 4 * _STEP - 3, _STEP + 6, written)
    return f'<use href="#chess-squares"/>{paths}{man}'


def sprite() -> str:
    """All that drawings of this look refer to; put once into a page, before the first of them."""
    dark = "".join(
        [
            f"M{(1 + rank) % 2 * _STEP} {rank * _STEP}" + f"h{_STEP}v{_STEP}h-{_STEP}zm{2 * _STEP} 0" * 4
            for rank in range(8)
        ]
    )
    squares = f'<rect class="cell" width="96" height="96"/><path class="cell dark" d="{dark}"/>'
    return sheet(f'{men.symbols()}<symbol id="chess-squares" viewBox="0 0 96 96">{squares}</symbol>')


# --- Words ------------------------------------------------------------------------------------------------


def describe(picture: Picture, names: Sequence[str]) -> Iterator[str]:
    """Where each man stands, by its name; or where the man that is shown may go."""
    if _is_diagram(picture):
        yield from _said_reached(picture)
        return
    if any("usual" in cell.marks for cell in picture.cells):
        yield _("Where the men will stand if nothing else is said.")
    for hand in picture.hands:
        cells = sorted(
            [cell for cell in picture.cells if cell.man == hand.seat],
            key=lambda cell: _FROM_KING.index(cell.card[0]),
        )
        if cells:
            yield _("{name}, {colour}: {men}.").format(
                name=named(names, hand.seat),
                colour=", ".join([_(word) for word in hand.words[:1]]),
                men=", ".join([f"{_(cell.word)} {cell.name}" for cell in cells]),
            )
    if squares := _last_move(picture):
        yield _("Last move: {squares}.").format(squares=squares)
    if squares := marked(picture, "here"):
        yield _("The king on {squares} is in check.").format(squares=squares)


def brief(picture: Picture, names: Sequence[str]) -> Iterator[str]:
    """What is shown, what moved last, whether a king is in check."""
    if _is_diagram(picture):
        yield _("How a man moves from {square}.").format(square=_MIDDLE)
        return
    if any("usual" in cell.marks for cell in picture.cells):
        yield _("Where the men will stand if nothing else is said.")
    if squares := _last_move(picture):
        yield _("Last move: {squares}.").format(squares=squares)
    if squares := marked(picture, "here"):
        yield _("The king on {squares} is in check.").format(squares=squares)


def grids(picture: Picture, names: Sequence[str]) -> Iterator[Grid]:
    """The board rank by rank from White's side, whoever looks; nothing for the diagram of a move."""
    if _is_diagram(picture):
        return
    lines = sorted(ranked(picture.cells), key=lambda line: line[0].name[1:], reverse=True)
    lines = [sorted(line, key=lambda cell: cell.name) for line in lines]
    rows = [(line[0].name[1:], *map(_man_in_words, line)) for line in lines]
    yield Grid(_("The board, rank by rank"), ("", *[cell.name[0] for cell in lines[0]]), tuple(rows))


def _man_in_words(cell: Cell) -> str:
    if not cell.card:
        return "–"
    said = _("black {man}") if "black" in cell.marks else _("white {man}")
    return said.format(man=_(cell.word))


def placement(picture: Picture) -> str:
    """The board as the first field of a FEN, from rank 8 on; empty for the diagram of a move."""
    if _is_diagram(picture):
        return ""
    lines = sorted(ranked(picture.cells), key=lambda line: line[0].name[1:], reverse=True)
    ranks = [
        "".join([_text_cell(cell) for cell in sorted(line, key=lambda cell: cell.name)]) for line in lines
    ]
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(ranks))


def _is_diagram(picture: Picture) -> bool:
    return any(cell.card and cell.man is None for cell in picture.cells)


def _said_reached(picture: Picture) -> Iterator[str]:
    yield _("How a man moves from {square}.").format(square=_MIDDLE)
    said = {
        "open": _("It may go to {squares}."),
        "goes": _("Without capturing it may go to {squares}."),
        "takes": _("Only to capture it may go to {squares}."),
        "grey": _("There are men in between on {squares}."),
    }
    for mark, sentence in said.items():
        if squares := marked(picture, mark):
            yield sentence.format(squares=squares)


def rows(picture: Picture, names: Sequence[str]) -> Iterator[str]:
    """The board in lines of text: White's men as capitals, Black's as small letters."""
    wide = int(picture.width)
    for at in range(0, len(picture.cells), wide):
        row = picture.cells[at : at + wide]
        yield f"{row[0].name[1:]}  {' '.join(map(_text_cell, row))}"
    yield ""
    yield f"   {' '.join([cell.name[0] for cell in picture.cells[-wide:]])}"
    yield ""
    if _is_diagram(picture):
        yield from [
            f"{sign}  {_(words)}"
            for mark, (sign, words) in _REACHED.items()
            if any(mark in cell.marks for cell in picture.cells)
        ]
    else:
        yield from wrapped(_("White's men are capitals, Black's small letters."), 0, 0)
        yield from _notes(picture)
    for said in kinds(picture, "  "):
        yield from wrapped(said, 0, 3)


def kinds(picture: Picture, gap: str) -> list[str]:
    """The letters of men that were bid for, with their names and how they move."""
    won = [item for item in picture.items if ":" in item.card and item.seat is not None]
    return [f"{item.card[0]}{gap}{_(item.name)}: {in_words(item)}" for item in won]


def legend(picture: Picture) -> list[str]:
    """What the signs of a drawing mean, for where nothing can be drawn beside it."""
    said = {
        "open": _("A disc: the square may be reached, also to capture."),
        "goes": _("A ring: the square may be reached, not to capture."),
        "takes": _("A cross: the square may be reached only to capture."),
        "grey": _("Grey: a man in between."),
        "usual": _("Pale: the men will stand there if nothing else is said."),
    }
    found = {mark for cell in picture.cells for mark in cell.marks}
    return [sentence for mark, sentence in said.items() if mark in found]


def _last_move(picture: Picture) -> str:
    """Where the last move began and where it ended; a move begins on a square that it leaves empty."""
    cells = [cell for cell in picture.cells if "new" in cell.marks]
    return "–".join([cell.name for cell in sorted(cells, key=lambda cell: bool(cell.card))])


def _notes(picture: Picture) -> Iterator[str]:
    if any("usual" in cell.marks for cell in picture.cells):
        yield from wrapped(_("So the men will stand if nothing else is said."), 0, 0)
    if squares := _last_move(picture):
        yield _("Last move: {squares}.").format(squares=squares)
    if squares := marked(picture, "here"):
        yield _("The king on {squares} is in check.").format(squares=squares)


def _text_cell(cell: Cell) -> str:
    if "grey" in cell.marks:
        return _REACHED["grey"][0]
    if cell.card:
        return cell.card[0].lower() if "black" in cell.marks else cell.card[0]
    return next((sign for mark, (sign, _words) in _REACHED.items() if mark in cell.marks), _EMPTY)


def key(picture: Picture) -> Iterator[tuple[str, str]]:
    """What the marks on the squares mean."""
    found = {mark for cell in picture.cells for mark in cell.marks}
    for mark in ("open", "goes", "takes"):
        if mark in found:
            small = _reached(Cell("", 0, 0, marks=(mark,)), 12, 12)
            yield small, _(_REACHED[mark][1])
    if "grey" in found:
        yield men.man("P", "grey", 2, 2, 20, written), _(_REACHED["grey"][1])
    if "usual" in found:
        yield men.man("K", "white usual", 2, 2, 20, written), _("will stand there if nothing else is said")
    if "new" in found:
        yield box("last", 3, 3, 18, 18), _("last move")
    if "here" in found:
        yield box("check", 3, 3, 18, 18, 2), _("in check")

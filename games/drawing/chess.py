"""A chessboard: men of two colours, each drawn by its kind, with the names of files and ranks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.drawing.pens import Pen, drawn, written
from games.drawing.sheets import RIM, UNIT, own_frame, page_frame, pickable
from games.drawing.words import named
from games.rules.game import Cell, Picture

_EMPTY = "."


def draw(picture: Picture, label: str, standalone: bool) -> str:
    """The squares with the men on them."""
    pen = drawn if standalone else written
    size = picture.width * UNIT + 2 * RIM
    cells = [
        _cell(cell, pen) if standalone else pickable(_cell(cell, pen), cell.name) for cell in picture.cells
    ]
    body = f'<rect class="rim" width="{size:g}" height="{size:g}" rx="10"/>{"".join(cells)}'
    if standalone:
        return own_frame(body, size, size, label)
    return page_frame(body, size, size, label, "chess")


def _cell(cell: Cell, pen: Pen) -> str:
    x, y = cell.x * UNIT + RIM, cell.y * UNIT + RIM
    shade = "cell dark" if (cell.x + cell.y) % 2 else "cell"
    out = f'<rect class="{shade}" x="{x:g}" y="{y:g}" width="{UNIT}" height="{UNIT}"/>'
    if cell.man is not None:
        out += pen(cell.card, x + UNIT / 2, y + UNIT / 2, 20, "middle")
    return out


def describe(picture: Picture, names: Sequence[str]) -> Iterator[str]:
    """What stands where, one sentence a seat."""
    for seat in range(2):
        men = [f"{cell.card} {cell.name}" for cell in picture.cells if cell.man == seat]
        if men:
            yield f"{named(names, seat)}: {', '.join(men)}."


def rows(picture: Picture, names: Sequence[str]) -> Iterator[str]:
    """The board in lines of text."""
    wide = int(picture.width)
    for at in range(0, len(picture.cells), wide):
        row = picture.cells[at : at + wide]
        yield " ".join([row[0].name[1:], *[cell.card or _EMPTY for cell in row]])
    yield "  " + " ".join([cell.name[0] for cell in picture.cells[-wide:]])


def key(picture: Picture) -> Iterator[tuple[str, str]]:
    """Nothing needs a word."""
    return iter(())

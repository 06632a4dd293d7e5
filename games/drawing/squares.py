"""A board of squares with men on it, such as that of Fourbid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.drawing.emblems import LETTERS, QUEEN, letter, man, symbols
from games.drawing.pens import DIGITS
from games.drawing.sheets import RIM, SQUARES_STYLE, UNIT, pickable
from games.drawing.words import Grid, held_spaces, marked, named, ranked, wrapped
from games.rules.game import Cell, Picture

_SHAPES = (*LETTERS[:4], QUEEN)


def draw(picture: Picture, label: str, standalone: bool, _players: Sequence[str] = ()) -> str:
    """The squares with their numbers, the men on them, and the queen where everybody looks."""
    width, height = picture.width * UNIT + 2 * RIM, picture.height * UNIT + 2 * RIM
    number = _drawn_number if standalone else _written_number
    cells = "".join(
        [
            _cell(cell, number) if standalone else pickable(_cell(cell, number), cell.name)
            for cell in picture.cells
        ]
    )
    body = f'<rect class="rim" width="{width:g}" height="{height:g}" rx="10"/>{cells}</svg>'
    if standalone:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
            f'height="{height:g}" role="img"><title>{escape(label)}</title>'
            f"<style>{SQUARES_STYLE}</style><defs>{symbols(_SHAPES)}</defs>{body}"
        )
    said = escape(label)
    return f'<svg class="board" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{said}">{body}'


def _cell(cell: Cell, number: Callable[[str, float, float], str]) -> str:
    x, y = cell.x * UNIT + RIM, cell.y * UNIT + RIM
    marks = cell.marks
    shade = "line" if "line" in marks else "cell dark" if (cell.x + cell.y) % 2 else "cell"
    out = (
        f'<rect class="{shade}" x="{x:g}" y="{y:g}" width="{UNIT}" height="{UNIT}"/>{number(cell.name, x, y)}'
    )
    if cell.man is not None:
        out += man(cell.man, x + 30, y + 36)
    if "new" in marks:
        out += f'<rect class="new" x="{x + 4:g}" y="{y + 4:g}" width="52" height="52" rx="6"/>'
    if "here" in marks:
        out += f'<rect class="here" x="{x + 2:g}" y="{y + 2:g}" width="56" height="56" rx="3"/>'
        out += _queen(x, y, small=cell.man is not None)
    return out


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
        f'<path class="num" transform="translate({x + 4 + 9.4 * place:g} {y + 4:g}) scale(1.4)" '
        f'd="{DIGITS[digit]}"/>'
        for place, digit in enumerate(name)
    )


# --- Words ------------------------------------------------------------------------------------------------


def describe(picture: Picture, names: Sequence[str]) -> Iterator[str]:
    """What is in play, who has men where, how much is free."""
    if in_play := marked(picture, "here"):
        yield _("In play: {spaces}.").format(spaces=in_play)
    for seat, spaces in held_spaces(picture).items():
        where = ", ".join(spaces) or _("nothing")
        yield _("{name} has {spaces}.").format(name=named(names, seat), spaces=where)
    yield from _line_and_free(picture)


def brief(picture: Picture, names: Sequence[str]) -> Iterator[str]:
    """What is in play, a line that wins, how much is free."""
    if in_play := marked(picture, "here"):
        yield _("In play: {spaces}.").format(spaces=in_play)
    yield from _line_and_free(picture)


def _line_and_free(picture: Picture) -> Iterator[str]:
    if line := marked(picture, "line"):
        yield _("Winning line: {spaces}.").format(spaces=line)
    free = sum(cell.man is None for cell in picture.cells)
    yield ngettext("{count} space is free.", "{count} spaces are free.", free).format(count=free)


def grids(picture: Picture, names: Sequence[str]) -> Iterator[Grid]:
    """The board row by row, the last row of the picture being row 1; and the spaces of each player."""
    lines = ranked(picture.cells)
    rows = [
        (_("Row {number}").format(number=len(lines) - at), *(_in_words(cell, names) for cell in line))
        for at, line in enumerate(lines)
    ]
    heads = [_("Column {number}").format(number=at + 1) for at in range(int(picture.width))]
    yield Grid(_("The board"), ("", *heads), tuple(rows))
    held = [
        (named(names, seat), ", ".join(spaces) or _("none")) for seat, spaces in held_spaces(picture).items()
    ]
    yield Grid(_("Who stands where"), (_("Player"), _("Spaces")), tuple(held))


def _in_words(cell: Cell, names: Sequence[str]) -> str:
    """A space as ``14: ann`` or ``14``, and what else there is to say of it."""
    marks = {"here": _("in play"), "line": _("winning line"), "new": _("changed")}
    who = [] if cell.man is None else [named(names, cell.man)]
    said = ", ".join([*who, *(word for mark, word in marks.items() if mark in cell.marks)])
    return f"{cell.name}: {said}" if said else cell.name


def rows(picture: Picture, names: Sequence[str]) -> Iterator[str]:
    """The squares as rows of text, and what the signs in them mean."""
    width = max((len(cell.name) for cell in picture.cells), default=1)
    lines: dict[float, list[Cell]] = {}
    for cell in picture.cells:
        lines.setdefault(cell.y, []).append(cell)
    for _y, line in sorted(lines.items()):
        yield "  ".join(_text_cell(cell, width) for cell in sorted(line, key=lambda cell: cell.x))
    yield ""
    yield from _legend(picture)


def _text_cell(cell: Cell, width: int) -> str:
    there = "." if cell.man is None else letter(cell.man)
    signs = ("*", "here"), ("#", "line"), ("+", "new")
    sign = next((sign for sign, mark in signs if mark in cell.marks), " ")
    return f"{cell.name:>{width}}{sign}{there}"


def _legend(picture: Picture) -> Iterator[str]:
    said = (
        ("here", _("*  in play: {spaces}")),
        ("line", _("#  winning line: {spaces}")),
        ("new", _("+  changed in the last turn: {spaces}")),
    )
    for mark, sentence in said:
        if spaces := marked(picture, mark):
            yield from wrapped(sentence.format(spaces=spaces), 0, 3)


def key(picture: Picture) -> Iterator[tuple[str, str]]:
    """Men and numbers need no key."""
    return iter(())

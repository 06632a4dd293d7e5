"""A table of cards, such as that of Bids: the middle, a column for each seat, and what each has taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.drawing.emblems import disc, letter
from games.drawing.faces import card_name, laid, parted, pip
from games.drawing.pens import Pen, drawn, written
from games.drawing.sheets import RIM, box, own_frame, page_frame, pickable
from games.drawing.words import Grid, columns, named, wrapped
from games.rules.game import Cell, Picture

_COLUMN = 64
_HEAD, _NOW, _LAST, _TAKEN = 12, 46, 136, 206
"""Where the heads of the columns, the trick, the last trick and the cards taken begin."""
_CHIP = 25
_GAP = 8
"""Between the middle and the seats."""


class _Table:
    """The cells of a picture by what they are: the middle, and for each seat its cards."""

    def __init__(self, picture: Picture) -> None:
        by_name = {cell.name: cell for cell in picture.cells}
        self.seats = int(picture.width) - 1
        self.centre, self.last = by_name["centre"], by_name["last"]
        self.now = [by_name[f"bid {column}"] for column in range(1, self.seats + 1)]
        self.before = [by_name[f"last {column}"] for column in range(1, self.seats + 1)]
        self.taken: list[list[Cell]] = [[] for _seat in self.now]
        for cell in picture.cells:
            if cell.y >= 2:
                self.taken[int(cell.x) - 1].append(cell)
        self.round_no, _slash, self.trick_no = self.centre.word.partition("/")

    @property
    def played_before(self) -> bool:
        """Whether there was a trick before this one."""
        return bool(self.last.card)

    @property
    def taken_at(self) -> float:
        """Where the cards taken begin: below the last trick, if there was one."""
        return _TAKEN if self.played_before else _LAST - 2

    @property
    def note(self) -> str:
        """What the rules say of the middle just now, but that there was a trick before."""
        return "" if self.last.word == "last trick" else self.last.word


def draw(picture: Picture, label: str, standalone: bool, _players: Sequence[str] = ()) -> str:
    """The middle on the left, then the seats in order with their cards below their emblems."""
    table, pen = _Table(picture), drawn if standalone else written
    chips = max(map(len, table.taken))
    width = 2 * RIM + (table.seats + 1) * _COLUMN + _GAP
    height = table.taken_at + max(1, (chips + 1) // 2) * _CHIP + RIM
    body = (
        box("ground", 0, 0, width, height, 10)
        + box("well", RIM - 4, 6, _COLUMN + 4, height - 12, 8)
        + _middle(table, pen)
    )
    if table.played_before:
        body += box("shade", RIM + _COLUMN + 4, _LAST - 8, width - _COLUMN - 2 * RIM + 4, 66, 6)
    for seat in range(table.seats):
        body += _column(table, seat, RIM + _GAP + (seat + 1) * _COLUMN, pen)
    if standalone:
        return own_frame(body, width, height, label)
    return page_frame(body, width, height, label, "trick")


def _middle(table: _Table, pen: Pen) -> str:
    middle = RIM + _COLUMN / 2 - 2
    out = pen(_("round {number}").format(number=table.round_no), middle, _HEAD + 10, 14, "middle", "soft")
    out += pen(_("trick {number}").format(number=table.trick_no), middle, _HEAD + 27, 14, "middle", "soft")
    out += _slot(table.centre, middle, _NOW, 1.15, pen)
    if table.note:
        out += f'<g class="note">{pip("K", "LOW", middle - 7, _NOW + 71, 12)}</g>'
    if table.played_before:
        # Translators: above a card on the board, where there is room for eight letters.
        out += pen(pgettext("on the board", "last trick"), middle, _LAST + 1, 11, "middle", "soft")
        out += _slot(table.last, middle, _LAST + 5, 0.75, pen)
    return out + pen(_("taken"), middle, table.taken_at + 16, 14, "middle", "soft")


def _column(table: _Table, seat: int, x: float, pen: Pen) -> str:
    middle, now, before = x + _COLUMN / 2, table.now[seat], table.before[seat]
    out = disc(seat, middle, _HEAD + 14, 14)
    if now.word:
        out += f'<g class="allied">{pip("W", "", middle + 10, _HEAD - 10, 20)}</g>'
    out += _slot(now, middle, _NOW, 1.15, pen)
    if table.played_before:
        out += _slot(before, middle, _LAST, 0.8, pen)
    return out + "".join(
        [_chip(cell, x, table.taken_at, at, pen) for at, cell in enumerate(table.taken[seat])]
    )


def _slot(cell: Cell, middle: float, y: float, scale: float, pen: Pen) -> str:
    """A card, or the place where one may come to lie; marked if all look there, or if it won."""
    wide, tall = 46 * scale, 62 * scale
    x = middle - wide / 2
    out = ""
    if "line" in cell.marks:
        out += box("won", x - 5, y - 5, wide + 10, tall + 10, 8)
    if cell.card:
        out += laid(cell.card, x, y, scale, pen, "down" in cell.marks)
    else:
        out += box("slot", x, y, wide, tall, 5)
    if "here" in cell.marks:
        out += box("here", x - 2, y - 2, wide + 4, tall + 4, 7)
    return out


def _chip(cell: Cell, x: float, y: float, at: int, pen: Pen) -> str:
    """A card taken, small: black with its number, or with the shape of what it does."""
    left, top = x + 4 + 29 * (at % 2), y + _CHIP * (at // 2)
    rank = parted(cell.card)[1]
    out = '<g class="kK">' + box("face", left, top, 27, 22, 4)
    if len(rank) > 2:
        out += pip("K", rank, left + 5, top + 2.5, 17)
    else:
        out += pen(rank, left + 13.5, top + 16.5, 15, "middle", "bold")
    out += "</g>"
    if "open" in cell.marks:
        out += box("open", left - 1, top - 1, 29, 24, 5)
    return pickable(out, cell.card.removeprefix("K")) if pen is written else out


# --- Words ------------------------------------------------------------------------------------------------


def describe(picture: Picture, names: Sequence[str]) -> Iterator[str]:
    """The middle, who played what, the last trick, and the black cards taken."""
    table = _Table(picture)
    yield from _said_of_middle(table)
    for seat, cell in enumerate(table.now):
        yield from _said_now(cell, named(names, seat))
    if table.played_before:
        yield _last_in_words(table, names)
    for seat, cells in enumerate(table.taken):
        if cells:
            cards = ", ".join(card_name(cell.card) for cell in cells)
            yield _("{name} has taken {cards}.").format(name=named(names, seat), cards=cards)
        if any("open" in cell.marks for cell in cells):
            yield _("The thief may still steal.")


def _said_of_middle(table: _Table) -> Iterator[str]:
    """Which trick it is, and what lies in the middle."""
    yield _("Round {round}, trick {trick}.").format(round=table.round_no, trick=table.trick_no)
    if table.centre.card:
        yield _("In the middle: {card}.").format(card=card_name(table.centre.card))
    if table.note:
        yield f"{_(table.note).capitalize()}."


def brief(picture: Picture, names: Sequence[str]) -> Iterator[str]:
    """Which trick it is, what lies in the middle, what holds just now, and who is to play."""
    table = _Table(picture)
    yield from _said_of_middle(table)
    for seat, cell in enumerate(table.now):
        if "here" in cell.marks:
            yield _("{name} is to play.").format(name=named(names, seat))


def grids(picture: Picture, names: Sequence[str]) -> Iterator[Grid]:
    """A row for the middle and for each player: the card in this trick and the last one, what was taken."""
    table = _Table(picture)
    middle = (_("the middle"), *map(_card_in_words, (table.centre, table.last)), "–")
    rows = [
        (
            _player(table.now[seat], named(names, seat)),
            _card_in_words(table.now[seat]),
            _played_before(table.before[seat]),
            ", ".join([_taken_in_words(cell) for cell in cells]) or "–",
        )
        for seat, cells in enumerate(table.taken)
    ]
    heads = (_("Player"), _("This trick"), _("Last trick"), _("Black cards taken"))
    yield Grid(_("The table"), heads, (middle, *rows))


def _player(cell: Cell, name: str) -> str:
    return f"{name}, {_(cell.word)}" if cell.word else name


def _card_in_words(cell: Cell) -> str:
    return card_name(cell.card) if cell.card else "–"


def _played_before(cell: Cell) -> str:
    if "line" in cell.marks:
        return _("{card}, won the trick").format(card=card_name(cell.card))
    return _card_in_words(cell)


def _taken_in_words(cell: Cell) -> str:
    if "open" in cell.marks:
        return _("{card}, may still steal").format(card=card_name(cell.card))
    return card_name(cell.card)


def _said_now(cell: Cell, name: str) -> Iterator[str]:
    if cell.card:
        yield _("{name} played {card}.").format(name=name, card=card_name(cell.card))
    if "here" in cell.marks:
        yield _("{name} is to play.").format(name=name)
    if cell.word:
        yield f"{name}: {_(cell.word)}."


def _last_in_words(table: _Table, names: Sequence[str]) -> str:
    played = ", ".join(
        f"{named(names, seat)} {card_name(cell.card)}" for seat, cell in enumerate(table.before) if cell.card
    )
    said = _("Last trick, for {card}: {played}.").format(card=card_name(table.last.card), played=played)
    winners = [named(names, seat) for seat, cell in enumerate(table.before) if "line" in cell.marks]
    won = _("{name} won it.").format(name=winners[0]) if winners else _("Nobody won it.")
    return f"{said} {won}"


def rows(picture: Picture, names: Sequence[str]) -> Iterator[str]:
    """The table as rows of text: a column for the middle and one for each seat, by emblem."""
    table = _Table(picture)
    yield _("Round {round}, trick {trick}").format(round=table.round_no, trick=table.trick_no)
    if table.note:
        yield _(table.note)
    yield ""
    lines = [["", _("middle"), *(f" {letter(seat)}" for seat in range(table.seats))]]
    lines.append([_("this trick"), *map(_text_card, (table.centre, *table.now))])
    if table.played_before:
        lines.append([_("last trick"), *map(_text_card, (table.last, *table.before))])
    for at in range(max(map(len, table.taken))):
        cells = [_text_card(some[at]) if at < len(some) else "" for some in table.taken]
        lines.append([_("taken") if at == 0 else "", "", *cells])
    yield from columns(lines)
    yield ""
    yield from _legend(table, names)


def _text_card(cell: Cell) -> str:
    signs = ("*", "here"), ("#", "line"), ("~", "open")
    sign = next((sign for sign, mark in signs if mark in cell.marks), " ")
    return f"{sign}{cell.card or '.'}"


def _legend(table: _Table, names: Sequence[str]) -> Iterator[str]:
    said = (
        (_("*  to play: {names}"), "here", table.now),
        (_("#  won the last trick: {names}"), "line", table.before),
    )
    for sentence, mark, cells in said:
        marked = [named(names, seat) for seat, cell in enumerate(cells) if mark in cell.marks]
        if marked:
            yield from wrapped(sentence.format(names=", ".join(marked)), 0, 3)
    if any("open" in cell.marks for cells in table.taken for cell in cells):
        yield _("~  the thief may still steal")
    allied = [seat for seat, cell in enumerate(table.now) if cell.word]
    if allied:
        said_of = ", ".join(named(names, seat) for seat in allied)
        yield from wrapped(f"{_(table.now[allied[0]].word)}: {said_of}", 0, 3)
    yield _("R red, G green, Y yellow, B blue, K black, W the Ally")


def key(picture: Picture) -> Iterator[tuple[str, str]]:
    """What the marks on the table mean."""
    table = _Table(picture)
    if any("here" in cell.marks for cell in table.now):
        yield box("here", 4, 2, 16, 20, 3), _("to play")
    if any("line" in cell.marks for cell in table.before):
        yield box("won", 3, 1, 18, 22, 4), _("won the last trick")
    if table.note:
        yield f'<g class="note">{pip("K", "LOW", 2, 2, 20)}</g>', _(table.note)
    if any(cell.word for cell in table.now):
        yield f'<g class="allied">{pip("W", "", 0, 0, 24)}</g>', _("allies")
    if any("open" in cell.marks for cells in table.taken for cell in cells):
        yield box("open", 2, 3, 20, 17, 4), _("the thief may still steal")

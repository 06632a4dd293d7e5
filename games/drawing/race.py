"""A ring of spaces with a race track inside it, such as that of Bid N' Bet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.drawing.emblems import disc, letters
from games.drawing.pens import Pen, drawn, written
from games.drawing.sheets import RIM, UNIT, box, own_frame, page_frame, pickable
from games.drawing.words import Grid, columns, marked, named, wrapped
from games.rules.game import Cell, Picture

COLOURS = ("#b3202f", "#1c5fa8", "#22692e", "#f2c230", "#17191c", "#964900")
"""The colours of the seats here: those of the horses they own."""
INKS = (*COLOURS[:3], "#9c7400", *COLOURS[4:])
"""The same for what stands on white, where the yellow is darker."""
HORSES = ("red", "blue", "green", "yellow", "black")
"""The horses by their names, in the order of those colours."""
_ICONS: Mapping[str, str] = {
    "Start": "M4 1.5H6.5V22.5H4zM8 2.5H21L17 7.5 21 12.5H8z",
    "Stop bid": "M8 1.5H16L22.5 8V16L16 22.5H8L1.5 16V8zM5.5 10.3V13.7H18.5V10.3z",
    "Advance $20": "M2 3L12 12 2 21zM12 3L22 12 12 21z",
    "Must bet": "M1 5.5H23V9.7a2.4 2.4 0 0 0 0 4.6V18.5H1V14.3a2.4 2.4 0 0 0 0-4.6z"
    "M7 9H17V11H7zM7 13H17V15H7z",
    "Gamble": "M2.5 2.5H21.5V21.5H2.5zM7.5 5.3a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z"
    "M16.5 5.3a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4zM12 9.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z"
    "M7.5 14.3a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4zM16.5 14.3a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z",
    "Free card": "M4 1H20V23H4zM10.7 7V10.7H7V13.3H10.7V17H13.3V13.3H17V10.7H13.3V7z",
    "Cash in": "M2 5.5Q12 0 22 5.5V7.5Q12 12 2 7.5zM2 10.5Q12 15 22 10.5V13.5Q12 18 2 13.5z"
    "M2 16.5Q12 21 22 16.5V19Q12 24.5 2 19z",
    "Back $20": "M22 3L12 12 22 21zM12 3L2 12 12 21z",
    "Buy card $20": "M4 1H20V23H4z"
    "M12 6.2a5.8 5.8 0 1 1 0 11.6 5.8 5.8 0 0 1 0-11.6z"
    "M9.6 8.6H14.4V10.1H11.2V11.3H14.4V15.4H9.6V13.9H12.8V12.7H9.6zM11.4 7.3H12.6V8.6H11.4z"
    "M11.4 15.4H12.6V16.7H11.4z",
}
"""A shape for each kind of space, by its word, in a box of 24 by 24."""
_KINDS = tuple(_ICONS)
_HORSE = (
    "M3 23h17c.4-5.5-.4-8.4-2-11 1.7-4.6-.8-9.2-6-10.3L11.2.5 9.6 2.6"
    "C6.5 4.2 4.6 7.8 3 11.6c-.9 2 .5 3.8 2.4 3.5l3.8-1.3c1.5.3 2.9-.1 4-1-.4 4-4.7 4.8-6.2 8z"
    "M9.4 6.9a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z"
)
_STYLE = (
    "".join(f".h{colour}{{fill:{fill}}}" for colour, fill in enumerate(COLOURS[:5]))
    + ".s3 .emblem{fill:#17191c}.horse{stroke:#4a3b20;stroke-width:1}.icon{fill:#3d3120}"
    ".turf{fill:#2f6b46}.lane{fill:#e9dcb8;stroke:#b9a674}.lane.over{fill:#f2c14e}.post{stroke:#3d3120;stroke-width:2}"
    ".tick{stroke:#b9a674;stroke-width:1}"
    ".open{fill:none;stroke:#1d5a45;stroke-width:4;stroke-dasharray:7 4}.here{stroke:#15211b;stroke-width:5}"
    ".q0{fill:#fff}.q1{fill:#f6c9c4}.q2{fill:#cfe8cc}.q3{fill:#c9ddf3}.q4{fill:#e2d2f0}.q5{fill:#fff0b8}"
    ".q6{fill:#c4e6e2}.q7{fill:#f8d9b4}.q8{fill:#e4dccb}"
)
_IN = RIM + UNIT
"""Where the inside of the ring begins."""


class _Race:
    """The cells of a picture by what they are: spaces of the ring in order, and lanes."""

    def __init__(self, picture: Picture) -> None:
        spaces = [cell for cell in picture.cells if cell.name.isdecimal()]
        self.ring = sorted(spaces, key=lambda cell: int(cell.name))
        self.lanes = [cell for cell in picture.cells if not cell.name.isdecimal()]

    @property
    def kinds(self) -> list[str]:
        """The words of the spaces, each once, in the order in which the ring has them."""
        return list(dict.fromkeys(cell.word for cell in self.ring))

    def picked(self, cell: Cell, pen: Pen) -> str:
        """A space on a page; one that may be chosen can be clicked and stands for the steps to it."""
        drawing = _space(cell, pen, worded=True)
        start = next((at for at, one in enumerate(self.ring) if "here" in one.marks), None)
        if start is None or "open" not in cell.marks:
            return drawing
        return pickable(drawing, str((self.ring.index(cell) - start) % len(self.ring)))


def draw(picture: Picture, label: str, standalone: bool, names: Sequence[str] = ()) -> str:
    """The ring with its tokens, and inside it a lane for each horse; alone, with a key below the lanes.

    A lane says whose horse runs in it, by ``names`` in seat order.
    """
    race, pen = _Race(picture), drawn if standalone else written
    width, height = picture.width * UNIT + 2 * RIM, picture.height * UNIT + 2 * RIM
    inner_wide, inner_tall = (picture.width - 2) * UNIT, (picture.height - 2) * UNIT
    body = (
        box("rim", 0, 0, width, height, 10)
        + box("turf", _IN, _IN, inner_wide, inner_tall)
        + "".join([_space(cell, pen) if standalone else race.picked(cell, pen) for cell in race.ring])
    )
    below = 92 if standalone else 0
    body += _lanes(race.lanes, inner_wide, inner_tall - below, pen, names)
    if standalone:
        body += _inner_key(race.kinds, _IN + inner_tall - below + 8, pen)
        return own_frame(body, width, height, label, _STYLE, COLOURS)
    return page_frame(body, width, height, label, "race")


def _kind(word: str) -> int:
    return _KINDS.index(word) if word in _ICONS else 0


def _icon(word: str, x: float, y: float, size: float) -> str:
    shape = _ICONS.get(word, "")
    return (
        f'<path class="icon" fill-rule="evenodd" transform="translate({x:g} {y:g}) scale({size / 24:.3g})" '
        f'd="{shape}"/>'
    )


def _space(cell: Cell, pen: Pen, worded: bool = False) -> str:
    x, y = cell.x * UNIT + RIM, cell.y * UNIT + RIM
    out = box(f"q{_kind(cell.word)}", x + 0.5, y + 0.5, UNIT - 1, UNIT - 1)
    if "open" in cell.marks:
        out += box("open", x + 2.5, y + 2.5, 55, 55, 4)
    out += pen(cell.name, x + 5, y + 20, 18, look="bold")
    out += _icon(cell.word, x + 34.5, y + 5, 21)
    men = () if cell.man is None else (cell.man, *cell.others)
    if worded and not men:
        lines = _lines(cell.word)
        for at, line in enumerate(lines):
            out += pen(line, x + 30, y + (48 if len(lines) == 1 else 42 + 12 * at), 12, "middle", "word")
    out += _tokens(men, x + 30, y + 44)
    if "here" in cell.marks:
        out += box("here", x + 2, y + 2, 56, 56, 4)
    return out


def _lines(word: str) -> list[str]:
    """The word of a space in the reader's language, in two lines where it has more than one word."""
    first, blank, second = _(word).rpartition(" ")
    return [first, second] if blank else [second]


def _tokens(men: Sequence[int], x: float, y: float) -> str:
    """The tokens on one space side by side, in two rows where there are many, the first on top."""
    if len(men) > 3:
        return _row(men[:3], x, y - 11, 8.2) + _row(men[3:], x, y + 5.5, 8.2)
    return _row(men, x, y, 14 if len(men) < 3 else 9)


def _row(men: Sequence[int], middle: float, y: float, r: float) -> str:
    left = middle - (r + 0.4) * (len(men) - 1)
    return "".join([disc(seat, left + (2 * r + 0.8) * at, y, r) for at, seat in enumerate(men)])


def _lanes(lanes: Sequence[Cell], wide: float, tall: float, pen: Pen, names: Sequence[str]) -> str:
    """The lanes from top to bottom, spread over the room there is."""
    if not lanes:
        return ""
    step = min(124, (tall - 12) / len(lanes))
    top = _IN + (tall - step * len(lanes)) / 2
    drawn_lanes = [_lane(cell, top + step * at, step, wide, pen, names) for at, cell in enumerate(lanes)]
    if pen is drawn:
        return "".join(drawn_lanes)
    return "".join([pickable(lane, cell.name) for lane, cell in zip(drawn_lanes, lanes, strict=True)])


def _lane(cell: Cell, top: float, step: float, wide: float, pen: Pen, names: Sequence[str]) -> str:
    """One lane: the horse and its owner, how far it ran, and the horse between start and finish."""
    _run, _slash, track = cell.word.partition("/")
    start, finish = RIM + 1.5 * UNIT, RIM + 8.5 * UNIT
    floor, tall = top + 24, step - 30
    look = "lane over" if "line" in cell.marks else "lane"
    owner = f" · {names[cell.man]}" if cell.man is not None and cell.man < len(names) else ""
    out = pen(_(cell.name) + owner, _IN + 12, top + 17, 18, look="pale bold")
    out += pen(cell.word, _IN + wide - 12, top + 17, 18, "end", "pale bold")
    out += box(look, _IN + 8, floor, wide - 16, tall, 4)
    out += _ticks(start, finish, int(track), floor, tall)
    return out + _horse(cell, floor + tall / 2, min(54, tall + 8))


def _horse(cell: Cell, middle: float, size: float) -> str:
    """A horse in its colour, and on it the emblem of its owner."""
    x = cell.x * UNIT + RIM + UNIT / 2
    colour = HORSES.index(cell.name) if cell.name in HORSES else 0
    where = f"translate({x - size / 2:g} {middle - size / 2:g}) scale({-size / 24:.3g} {size / 24:.3g})"
    out = (
        f'<path class="horse h{colour}" fill-rule="evenodd" transform="{where} translate(-24)" d="{_HORSE}"/>'
    )
    return out if cell.man is None else out + disc(cell.man, x + 1, middle + size * 0.28, size / 5)


def _ticks(start: float, finish: float, track: int, top: float, tall: float) -> str:
    """A line for each length, and posts where the race begins and ends."""
    between = "".join(
        f"M{start + (finish - start) * at / track:.4g} {top:g}v{tall:g}" for at in range(1, track)
    )
    goal = f"M{finish:g} {top - 4:g}v{tall + 8:g}M{finish + 4:g} {top - 4:g}v{tall + 8:g}"
    posts = f"M{start:g} {top:g}v{tall:g}{goal}"
    return f'<path class="tick" d="{between}"/><path class="post" d="{posts}"/>'


def _inner_key(kinds: Sequence[str], top: float, pen: Pen) -> str:
    """What the icons mean, in three columns."""
    out = ""
    for at, word in enumerate(kinds):
        x, y = _IN + 10 + 158 * (at % 3), top + 26 * (at // 3)
        out += box(f"q{_kind(word)}", x, y, 24, 24, 3)
        out += _icon(word, x + 3, y + 3, 18) + pen(_(word), x + 29, y + 17, 15, look="pale")
    return out


# --- Words ------------------------------------------------------------------------------------------------


def describe(picture: Picture, names: Sequence[str]) -> Iterator[str]:
    """Where each token stands, where it may go, how far the horses are, and what the ring is made of."""
    race = _Race(picture)
    for cell in race.ring:
        for seat in () if cell.man is None else (cell.man, *cell.others):
            said = _("{name} is on {space}, {word}.")
            yield said.format(name=named(names, seat), space=cell.name, word=_(cell.word))
    if active := [cell.man for cell in race.ring if "here" in cell.marks and cell.man is not None]:
        yield _("It is the turn of {name}.").format(name=named(names, active[0]))
    ahead = [f"{cell.name} {_(cell.word)}" for cell in race.ring if "open" in cell.marks]
    if ahead:
        yield _("May be chosen: {spaces}.").format(spaces=", ".join(ahead))
    for cell in race.lanes:
        yield _lane_in_words(cell, names)
    for word in race.kinds:
        spaces = ", ".join(cell.name for cell in race.ring if cell.word == word)
        yield _("{word}: {spaces}.").format(word=_(word), spaces=spaces)


def brief(picture: Picture, names: Sequence[str]) -> Iterator[str]:
    """Whose turn it is, and which spaces may be chosen."""
    ring = _Race(picture).ring
    if active := [cell.man for cell in ring if "here" in cell.marks and cell.man is not None]:
        yield _("It is the turn of {name}.").format(name=named(names, active[0]))
    if ahead := [f"{cell.name} {_(cell.word)}" for cell in ring if "open" in cell.marks]:
        yield _("May be chosen: {spaces}.").format(spaces=", ".join(ahead))


def grids(picture: Picture, names: Sequence[str]) -> Iterator[Grid]:
    """The horses, those that have run farthest first; and the spaces of the ring with the tokens on them."""
    race = _Race(picture)
    run = sorted(race.lanes, key=_lengths, reverse=True)
    heads = (_("Horse"), _("Owner"), _("Lengths run"), _("To the finish"))
    yield Grid(_("The horses"), heads, tuple([_horse_row(cell, names) for cell in run]))
    spaces = (_("Space"), _("What it is"), pgettext("on the board", "Tokens"))
    yield Grid(_("The ring"), spaces, tuple([_space_row(cell, names) for cell in race.ring]))


def _lengths(cell: Cell) -> int:
    return int(cell.word.partition("/")[0])


def _horse_row(cell: Cell, names: Sequence[str]) -> tuple[str, ...]:
    run, track = map(int, cell.word.split("/"))
    owner = _("nobody") if cell.man is None else named(names, cell.man)
    return _(cell.name), owner, str(run), str(max(0, track - run))


def _space_row(cell: Cell, names: Sequence[str]) -> tuple[str, ...]:
    men = () if cell.man is None else (cell.man, *cell.others)
    tokens = ", ".join([named(names, seat) for seat in men]) or "–"
    word = _("{word}, may be chosen") if "open" in cell.marks else "{word}"
    return cell.name, word.format(word=_(cell.word)), tokens


def _lane_in_words(cell: Cell, names: Sequence[str]) -> str:
    run, _slash, track = cell.word.partition("/")
    horse = _(cell.name)
    if cell.man is not None:
        horse = _("{colour}, the horse of {name},").format(colour=horse, name=named(names, cell.man))
    said = _("{horse} has run {run} of {track} lengths.").format(horse=horse, run=run, track=track)
    return said[:1].upper() + said[1:]


def rows(picture: Picture, names: Sequence[str]) -> Iterator[str]:
    """The lanes, and then the ring: its four sides as columns, a row for each space of a side."""
    race = _Race(picture)
    yield from columns([_text_lane(cell) for cell in race.lanes])
    yield ""
    side = max(1, len(race.ring) // 4)
    sides = [race.ring[row::side] for row in range(side)]
    yield from columns(
        [[_(cells[-1].word), *(_text_space(cell, cells[-1].word) for cell in cells)] for cells in sides]
    )
    yield ""
    if spaces := marked(picture, "here"):
        yield _("*  whose turn it is: on {spaces}").format(spaces=spaces)
    if spaces := marked(picture, "open"):
        yield from wrapped(_(">  may be chosen: {spaces}").format(spaces=spaces), 0, 3)


def _text_space(cell: Cell, usual: str) -> str:
    sign = "*" if "here" in cell.marks else ">" if "open" in cell.marks else " "
    men = "" if cell.man is None else letters((cell.man, *cell.others))
    word = "" if cell.word == usual else f" {_(cell.word)[:5]}"
    return f"{cell.name:>2}{sign}{men}{word}"


def _text_lane(cell: Cell) -> list[str]:
    owner = "" if cell.man is None else letters((cell.man,))
    run, _slash, track = cell.word.partition("/")
    before = min(int(run), int(track))
    lane = "-" * before + ">" + "-" * (int(track) - before)
    return [_(cell.name), owner, f"{cell.word:>5}", f"{lane}|"]


def key(picture: Picture) -> Iterator[tuple[str, str]]:
    """What the icons and frames of the spaces mean."""
    for word in _Race(picture).kinds:
        yield (
            box(f"q{_kind(word)}", 0, 0, 24, 24, 3) + _icon(word, 3, 3, 18),
            _(word),
        )
    if any("open" in cell.marks for cell in picture.cells):
        yield box("open", 2, 2, 20, 20, 3), _("may be chosen now")
    if any("here" in cell.marks for cell in picture.cells):
        yield box("here", 2, 2, 20, 20, 3), _("whose turn it is")

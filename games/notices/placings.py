"""Standings in mails: which lines of them a reader wants to see, and these in columns of plain text."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

from games.notices.columns import WIDTH, fill, width
from games.notices.letters import Placed, Standings

TOP, ABOUT = 3, 2
"""So many lines from the top and so many on either side of one's own a mail shows of long standings."""
WHOLE = 12
"""Standings of so many lines are shown as a whole."""


def shown(own: int, lines: int) -> list[int | None]:
    """The indices of the lines that the reader at this index sees, None where some are left out.

    ``own`` is -1 for somebody who has no line.
    """
    if lines <= WHOLE:
        return list(range(lines))
    wanted = set(range(TOP)) | (set(range(own - ABOUT, own + ABOUT + 1)) if own >= 0 else set(range(WHOLE)))
    return list(_with_gaps(sorted(index for index in wanted if 0 <= index < lines), lines))


def _with_gaps(wanted: Sequence[int], lines: int) -> list[int | None]:
    found: list[int | None] = []
    for index in wanted:
        last = found[-1] if found else -1
        if last is not None and index == last + 2:
            found.append(index - 1)  # one line takes no more room than saying that it is left out
        elif last is not None and index > last + 2:
            found.append(None)
        found.append(index)
    return [*found, None] if wanted[-1] < lines - 1 else found


def in_columns(standings: Standings) -> str:
    """Standings as plain text of at most 72 columns; a line of the reader's own is marked."""
    heads = Placed(_("Place"), _("Name"), _("Played"), _("Points"))
    lines = [line for line in standings.lines if line is not None]
    places, played, gained = (_widest(column) for column in zip(*map(_numbers, [heads, *lines]), strict=True))
    room = WIDTH - 2 - places - played - gained - 6
    names = min(room, _widest([heads.name, *(line.name for line in lines)]))
    rows = [
        "  …"
        if line is None
        else "  ".join(
            [
                ("> " if line.own else "  ") + _right(line.place, places),
                _left(line.name, names),
                _right(line.played, played),
                _right(line.points, gained),
            ]
        )
        for line in (heads, *standings.lines)
    ]
    return "\n".join([f"{fill(standings.title)}:", *rows])


def _numbers(line: Placed) -> tuple[str, str, str]:
    return line.place, line.played, line.points


def _widest(texts: Collection[str]) -> int:
    return max(map(width, texts))


def _right(text: str, columns: int) -> str:
    return " " * (columns - width(text)) + text


def _left(text: str, columns: int) -> str:
    """The text, cut to so many columns and filled up to them."""
    text = " ".join(text.split())
    if width(text) > columns:
        while width(text) > columns - 1:
            text = text[:-1]
        text += "…"
    return text + " " * (columns - width(text))

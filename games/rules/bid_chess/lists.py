"""Which rows may come up in a match: the list of 41, rows of one's own, and the pool chosen from both."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from games.rules.bid_chess.betza import read
from games.rules.bid_chess.men import ROWS, Row
from games.rules.game import IllegalOption, gettext_noop

_ = gettext_noop

MOST_OWN = 20
LONGEST_NAME = 24


@lru_cache(maxsize=256)
def listed(custom: str) -> Mapping[int, Row]:
    """All rows by number, own ones from 42 on. Raises ``IllegalOption`` for any other text."""
    rows = {row.number: row for row in ROWS}
    parts = [part.strip() for part in custom.split(";") if part.strip()]
    if len(parts) > MOST_OWN:
        raise IllegalOption(_("A list of one's own has at most {most} rows."), "long_list", most=MOST_OWN)
    for number, part in enumerate(parts, len(ROWS) + 1):
        rows[number] = _own(number, part)
    return rows


def _own(number: int, part: str) -> Row:
    words = part.split()
    copies = words.pop() if words and words[-1].isdecimal() else "1"
    if len(words) < 2 or copies not in ("1", "2", "3"):
        raise IllegalOption(
            _("“{row}” is no row: write a name, a movement and 1, 2 or 3 copies, such as Wizard FC 2."),
            "illegal_row",
            row=_shown(part),
        )
    name = " ".join(words[:-1])
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise IllegalOption(
            _("“{name}” is no name; it has at most {most} characters, all of which can be seen."),
            "illegal_name",
            name=_shown(name),
            most=LONGEST_NAME,
        )
    read(words[-1])
    return Row(number, name, _("moves as {betza} in Betza's notation"), 3, int(copies), words[-1])


def _shown(text: str) -> str:
    """A part of a list as it may stand in a sentence."""
    return "".join([letter if letter.isprintable() else "�" for letter in text])


@lru_cache(maxsize=256)
def pool(rows: str, custom: str) -> tuple[int, ...]:
    """The numbers of the rows that may come up, each once. Raises ``IllegalOption`` for others."""
    known = listed(custom)
    if not rows.strip():
        own = [number for number in known if number > len(ROWS)]
        return tuple(own or known)
    found: dict[int, None] = {}
    for part in rows.split(","):
        first, _dash, last = part.partition("-")
        if not first.strip():
            continue
        numbers = range(int(first), int(last or first) + 1)
        if not numbers or numbers[0] not in known or numbers[-1] not in known:
            raise IllegalOption(
                _("“{rows}” names no rows of the list; there are 1 to {most}."),
                "no_row",
                rows=part.strip(),
                most=len(known),
            )
        found.update(dict.fromkeys(numbers))
    return tuple(found)

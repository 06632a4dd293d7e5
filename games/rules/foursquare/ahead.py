"""Orders given ahead in Foursquare: for each of the next cards a cell by its rank, chosen before it is seen.

``from 7; next 1-3:d5 4-7:e5 8-10:stop; next *:d5`` speaks of the 7th card and the 8th. Written without
``from``, the first line is for the card behind the one now drawn.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from games.rules.foursquare.asking import shown
from games.rules.foursquare.sheet import CELLS, DEEPEST, NAMES, SIDE, Window, legal, window
from games.rules.foursquare.state import CARDS, FoursquareView, heights
from games.rules.game import LONGEST, Clause, Decision, IllegalOrder, Seat, gettext_noop
from games.rules.quoting import quoting

_ = gettext_noop

MOST_LINES = 5
RANKS = 10
STOP = "stop"

PLANS = (
    Clause(
        "next",
        _("for a card to come: ranks with the cell each goes to, * for all others, “stop” to be asked"),
        least=1,
        most=RANKS,
    ),
    Clause(
        "from",
        _("which card the first line is for; without it the next one, and it is written for you"),
        least=1,
    ),
)
EXAMPLE = "next 1-3:d5 4-7:e5 8-10:stop"

_PARTS = re.compile(r"[;\r\n]")
_DASHES = str.maketrans("–—−", "---")
_TIGHT = re.compile(r"\s*([:-])\s*")
_RANKS = re.compile(r"(10|[1-9]|a)(?:-(10|[1-9]))?")

Line = tuple[str, ...]
"""For each rank from 1 to 10 a cell's name, ``stop``, or nothing."""


class Ahead(NamedTuple):
    """A plan in parts. ``first`` is the card that the first line is for, 0 where that was not said."""

    first: int
    lines: tuple[Line, ...]


def planned(view: FoursquareView, seat: Seat, text: str) -> str:
    """The canonical text of orders given ahead, a fixed point, or raise ``IllegalOrder``."""
    if view.result is not None or seat != 0:
        raise IllegalOrder(_("You owe no orders here, so there are none to give ahead."), "not_asked")
    try:
        ahead = read(text)
    except IllegalOrder as refusal:
        if "example" in refusal.data:  # one that could be kept now
            refusal.data["example"] = next(iter(examples(view, seat)[1:]), EXAMPLE)
        raise
    if not ahead.lines:
        return ""
    now = view.placed + 1
    first = ahead.first or now + 1
    if not now <= first <= CARDS:
        raise IllegalOrder(
            _("“from” names a card to come, {least} to {most}; card {card} is none."),
            "illegal_value",
            least=now,
            most=CARDS,
            card=first,
        )
    tall = heights(view.piles)
    for name in sorted({name for line in ahead.lines for name in line} - {"", STOP}):
        _check_reach(tall, window(tall), name)
    return written(Ahead(first, ahead.lines))


def examples(view: FoursquareView, seat: Seat) -> tuple[str, ...]:
    """Orders ahead that could be given now, with cells that a card can go to."""
    if view.result is not None or seat != 0 or view.placed + 2 > CARDS:
        return ()
    tall = heights(view.piles)
    cells = [NAMES[cell] for cell in legal(tall)] if any(tall) else ["d4", "d5"]
    first, last = cells[0], cells[-1]
    return (f"next *:{first}", f"next 1-5:{first} 6-10:{last}", f"next 1-3:{first} 4-10:stop; next *:{last}")


def _check_reach(tall: tuple[int, ...], reach: Window, name: str) -> None:
    """Refuse a cell that no card can go to any more."""
    if not reach.holds(CELLS[name]):
        raise IllegalOrder(
            _("No card can go to {cell} any more; the grid lies within {corner} to {opposite}."),
            "illegal_cell",
            cell=name,
            corner=NAMES[reach.left * SIDE + reach.bottom],
            opposite=NAMES[reach.right * SIDE + reach.top],
        )
    if tall[CELLS[name]] == DEEPEST:
        raise IllegalOrder(
            _("The pile on {cell} has four cards already; name another cell."), "illegal_cell", cell=name
        )


def followed(view: FoursquareView, decision: Decision, plan: str) -> tuple[str | None, str]:
    """The order that a plan gives for the card drawn, or None, and what is left of the plan.

    A plan whose first line is for a later card waits. One that has no cell for this card, or none that is
    legal, is dropped whole.
    """
    ahead = read(plan)
    number = view.placed + 1
    if not ahead.lines or view.result is not None:
        return None, ""
    if number < ahead.first:
        return None, plan
    lines = ahead.lines[number - ahead.first :]
    name = lines[0][view.shown[0] - 1] if lines else ""
    if name not in decision.clauses[0].values:
        return None, ""
    return name, written(Ahead(number + 1, lines[1:]))


@quoting
def read(text: str) -> Ahead:
    """The parts of a plan, or raise ``IllegalOrder`` with what is wrong in the text itself."""
    if len(text) > LONGEST:
        raise IllegalOrder(
            _("Orders ahead have at most {most} characters; these have {count}."),
            "too_long",
            most=LONGEST,
            count=len(text),
        )
    return _read(text)


@lru_cache(maxsize=4096)
def _read(text: str) -> Ahead:
    first, lines = 0, []
    for part in _PARTS.split(text.translate(_DASHES).lower()):
        words = _TIGHT.sub(r"\1", part).replace(",", " ").split()
        if words[:1] == ["from"]:
            first = _first(words[1:], again=bool(first))
        elif words:
            lines.append(_line(words))
    if len(lines) > MOST_LINES:
        raise IllegalOrder(
            _("Orders ahead have at most {most} lines with “next”; these have {count}."),
            "value_count",
            most=MOST_LINES,
            count=len(lines),
        )
    return Ahead(first, tuple(lines))


def _first(words: list[str], *, again: bool) -> int:
    if again or len(words) != 1 or not re.fullmatch(r"[1-9][0-9]?", words[0], re.ASCII):
        raise IllegalOrder(
            _("“from” stands once in all orders ahead, with the number of a card, such as from 7."),
            "illegal_value",
        )
    return int(words[0])


def _line(words: list[str]) -> Line:
    """One line: a target for each rank it names."""
    if words[0] == "next":
        words = words[1:]
    elif ":" not in words[0] and words[0] != STOP:
        raise IllegalOrder(
            _("“{word}” is no order ahead; write such as {example}."),
            "unknown_clause",
            word=shown(words[0]),
            example=EXAMPLE,
        )
    if not words:
        raise IllegalOrder(_("“next” names cells, such as {example}."), "value_count", example=EXAMPLE)
    line, others = [""] * RANKS, ""
    for word in words:
        who, _colon, target = word.rpartition(":")
        if target != STOP and target not in CELLS:
            raise _unclear(word)
        if who in ("", "*"):
            _put_once(others)
            others = target
        else:
            for rank in _ranks(who, word):
                _put_once(line[rank - 1])
                line[rank - 1] = target
    return tuple([target or others for target in line])


def _ranks(who: str, word: str) -> range:
    found = _RANKS.fullmatch(who)
    if found is None:
        raise _unclear(word)
    least = 1 if found[1] == "a" else int(found[1])
    most = int(found[2] or least)
    if most < least:
        raise _unclear(word)
    return range(least, most + 1)


def _unclear(word: str) -> IllegalOrder:
    return IllegalOrder(
        _("“{word}” is no rank with a cell. Ranks are 1 to 10, or * for others; write such as {example}."),
        "illegal_value",
        word=shown(word),
        example=EXAMPLE,
    )


def _put_once(before: str) -> None:
    if before:
        raise IllegalOrder(
            _("A line names each rank only once; one that goes to {cell} is named again."),
            "twice",
            cell=before,
        )


def written(ahead: Ahead) -> str:
    """The canonical text of a plan; empty without lines."""
    if not ahead.lines:
        return ""
    return "; ".join([f"from {ahead.first}", *map(_written_line, ahead.lines)])


def _written_line(line: Line) -> str:
    said = []
    for target, run in groupby(enumerate(line, 1), key=lambda pair: pair[1]):
        ranks = [rank for rank, _target in run]
        who = "*" if len(ranks) == RANKS else str(ranks[0])
        if 1 < len(ranks) < RANKS:
            who += f"-{ranks[-1]}"
        if target:
            said.append(f"{who}:{target}")
    return "next " + " ".join(said)

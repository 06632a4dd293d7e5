"""An order form made of a decision's clauses, and the line made of what was filled in, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games import drawing
from games.pages.memory import Memory
from games.rules.game import Clause, Decision

MOST_WISHES = 3
"""How many preferences the form has room for; a line written by hand may have more."""
LONGEST_LINE = 600

_forms: Memory[SafeString] = Memory(512)


@dataclass(frozen=True)
class Choice:
    """One value of a clause: how it is sent, how it looks, whether it is chosen."""

    value: str
    face: str
    chosen: bool


@dataclass(frozen=True)
class Field:
    """One clause as a part of a form. ``rows`` are selects, one for each preference."""

    name: str
    kind: str
    word: str
    hint: str
    required: bool
    most: int
    choices: tuple[Choice, ...] = ()
    rows: tuple[tuple[Choice, ...], ...] = ()
    typed: str = ""


def html(decision: Decision, hand: Sequence[str], key: object, typed: QueryDict | None = None) -> SafeString:
    """The fields of the form; made once for a seat and turn (``key``), unless something was typed already."""
    if typed is None:
        return _forms.made(key, lambda: _render(decision, hand, QueryDict()))
    return _render(decision, hand, typed)


def remembered(key: object) -> SafeString | None:
    """The form of a seat and turn, if it was made before."""
    return _forms.get(key)


def _render(decision: Decision, hand: Sequence[str], typed: QueryDict) -> SafeString:
    fields = [_field(number, clause, hand, typed) for number, clause in enumerate(decision.clauses)]
    values = {
        "fields": fields,
        "default": decision.default,
        "line": typed.get("line", ""),
        "longest": LONGEST_LINE,
    }
    return mark_safe(render_to_string("games/order_fields.html", values))


def _field(number: int, clause: Clause, hand: Sequence[str], typed: QueryDict) -> Field:
    name = f"c{number}"
    given = [value for value in typed.getlist(name) if value]
    kind = _kind(clause)
    rows = tuple(
        _choices(clause, hand, given[row : row + 1])
        for row in range(min(clause.most, MOST_WISHES) if kind == "selects" else 0)
    )
    return Field(
        name=name,
        kind=kind,
        word=clause.word,
        hint=_(clause.hint),
        required=clause.required,
        most=clause.most,
        choices=_choices(clause, hand, given) if kind in {"picks", "flag"} else (),
        rows=rows,
        typed=" ".join(given),
    )


def _kind(clause: Clause) -> str:
    if clause.most == 0:
        return "flag"
    if not clause.values:
        return "text"
    return "selects" if clause.word else "picks"


def _choices(clause: Clause, hand: Sequence[str], given: Sequence[str]) -> tuple[Choice, ...]:
    if clause.most == 0:
        return (Choice("on", "", bool(given)),)
    drawn = not clause.word
    return tuple(
        Choice(value, _face(value, hand) if drawn else value, value in given) for value in clause.values
    )


def _face(value: str, hand: Sequence[str]) -> str:
    """The card of the hand that a value stands for, drawn; any other value as it is written."""
    for card in hand:
        if value in (card, card[:-1]):
            return mark_safe(drawing.card(card))
    return value


def line(decision: Decision, data: QueryDict) -> str:
    """The order that was filled in: the line written by hand if there is one, else the chosen clauses."""
    written = data.get("line", "").strip()
    if written:
        return written
    parts = []
    for number, clause in enumerate(decision.clauses):
        values = list(dict.fromkeys(value for value in data.getlist(f"c{number}") if value.strip()))
        if values:
            parts.append(clause.word if clause.most == 0 else f"{clause.word} {' '.join(values)}".strip())
    return "; ".join(parts)

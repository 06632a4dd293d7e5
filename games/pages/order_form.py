"""An order form made of a decision's clauses, and the line made of what was filled in, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

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
    """One value of a clause: how it is sent, how it looks, what it leads to, whether it is chosen."""

    value: str
    face: str
    chosen: bool
    meaning: tuple[str, ...] = ()


Groups = tuple[tuple[str, tuple[Choice, ...]], ...]
"""The choices of a list under their first words, or all of them under none."""


@dataclass(frozen=True)
class Field:
    """One clause as a part of a form. ``rows`` are selects, one for each preference.

    ``single`` says that exactly one of the ``choices`` is taken; ``numbers`` may be typed.
    """

    name: str
    kind: str
    word: str
    hint: str
    required: bool
    most: int
    choices: tuple[Choice, ...] = ()
    rows: tuple[Groups, ...] = ()
    typed: str = ""
    single: bool = False
    numbers: range | None = None


def html(
    decision: Decision, hand: Sequence[str], key: object, typed: QueryDict | None = None, alone: bool = False
) -> SafeString:
    """The fields of the form; made once for a seat and turn (``key``), unless something was typed already."""
    if typed is None:
        return _forms.made(key, lambda: _render(decision, hand, QueryDict(), alone))
    return _render(decision, hand, typed, alone)


def remembered(key: object) -> SafeString | None:
    """The form of a seat and turn, if it was made before."""
    return _forms.get(key)


def _render(decision: Decision, hand: Sequence[str], typed: QueryDict, alone: bool) -> SafeString:
    fields = [_field(number, clause, hand, typed) for number, clause in enumerate(decision.clauses)]
    values = {
        "fields": fields,
        "default": decision.default,
        "line": typed.get("line", ""),
        "longest": LONGEST_LINE,
        "alone": alone,
    }
    return mark_safe(render_to_string("games/order_fields.html", values))


def _field(number: int, clause: Clause, hand: Sequence[str], typed: QueryDict) -> Field:
    name = f"c{number}"
    given = [value for value in typed.getlist(name) if value]
    kind = _kind(clause)
    rows = tuple(
        _groups(_choices(clause, hand, given[row : row + 1]))
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
        single=clause.required and clause.most == 1,
        numbers=clause.numbers(),
    )


def _kind(clause: Clause) -> str:
    if clause.most == 0:
        return "flag"
    if not clause.values:
        return "text"
    if not clause.word:
        return "picks"
    return "number" if clause.most == 1 and clause.numbers() else "selects"


def _choices(clause: Clause, hand: Sequence[str], given: Sequence[str]) -> tuple[Choice, ...]:
    if clause.most == 0:
        return (Choice("on", "", bool(given)),)
    drawn = not clause.word
    meanings = clause.meanings or ((),) * len(clause.values)
    return tuple(
        Choice(
            value, _face(value, hand) if drawn else value, value in given, tuple(_(said) for said in meaning)
        )
        for value, meaning in zip(clause.values, meanings, strict=True)
    )


def _groups(choices: tuple[Choice, ...]) -> Groups:
    """Choices of two words and more under the first of them, which many share; others under none."""
    if not all(" " in choice.value for choice in choices):
        return (("", choices),)
    return tuple(
        (first, tuple(group)) for first, group in groupby(choices, lambda choice: choice.value.split()[0])
    )


def _face(value: str, hand: Sequence[str]) -> str:
    """The card of the hand that a value stands for, drawn; any other value as it is written."""
    named = value if value in hand else next((card for card in hand if value == card[:-1]), "")
    return mark_safe(drawing.card(named)) if named else value


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

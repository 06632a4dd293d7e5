"""An order form made of a decision's clauses, and the line made of what was filled in, whatever the game."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games import drawing
from games.pages.memory import Memory
from games.rules.game import Clause, Decision, IllegalOrder, Refusal

MOST_WISHES = 3
"""How many preferences the form has room for; a line written by hand may have more."""
LONGEST_LINE = 600

_forms: Memory[SafeString] = Memory(512)


@dataclass(frozen=True)
class Choice:
    """One value of a clause: how it is sent, how it looks, what it leads to, whether it is chosen.

    ``at`` is a number by which other fields name it that belong to it.
    """

    value: str
    face: str
    chosen: bool
    meaning: tuple[str, ...] = ()
    at: int | None = None


Groups = tuple[tuple[str, tuple[Choice, ...]], ...]
"""The choices of a list under their first words, or all of them under none."""


@dataclass(frozen=True)
class Field:
    """One clause as a part of a form. ``rows`` are selects, one for each preference.

    ``single`` says that exactly one of the ``choices`` is taken; ``numbers`` may be typed. ``rival`` is the
    clause that may be given instead. ``only`` are the numbers of the choices that the field belongs to, and
    ``note`` says so, and what is done without it.
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
    rival: Choice | None = None
    rival_name: str = ""
    at: int | None = None
    only: str = ""
    note: str = ""

    @property
    def chips(self) -> list[int]:
        """The least, the middle and the most of its numbers, to be had by one click."""
        found = self.numbers or range(0)
        return [found[at] for at in (0, len(found) // 2, len(found) - 1) if found]


@dataclass(frozen=True)
class Own:
    """What a game's own form needs: whose it is, and where its values come from."""

    game: str
    values: Callable[[], Mapping[str, Any]]


def html(
    decision: Decision,
    hand: Sequence[str],
    key: object,
    typed: QueryDict | None = None,
    alone: bool = False,
    own: Own | None = None,
) -> SafeString:
    """The fields of the form; made once for a seat and turn (``key``), unless something was typed already."""
    if typed is None:
        return _forms.made(key, lambda: _render(decision, hand, QueryDict(), alone, own))
    return _render(decision, hand, typed, alone, own)


def remembered(key: object) -> SafeString | None:
    """The form of a seat and turn, if it was made before."""
    return _forms.get(key)


def _render(
    decision: Decision, hand: Sequence[str], typed: QueryDict, alone: bool, own: Own | None
) -> SafeString:
    words = {clause.word for clause in decision.clauses}
    rivals = _rivals(decision)
    marks = _marks(decision)
    fields = [
        _field(number, clause, hand, typed, rivals.get(clause.word), marks)
        for number, clause in enumerate(decision.clauses)
        if clause.instead not in words or not clause.instead
    ]
    values: dict[str, Any] = {
        "fields": fields,
        "default": decision.default,
        "line": typed.get("line", ""),
        "longest": LONGEST_LINE,
        "alone": alone,
        "parts": _parts(decision),
    }
    templates = ["games/order_fields.html"]
    if own is not None:
        templates.insert(0, f"games/{own.game}/order_{decision.kind}.html")
        values["more"] = own.values()
    return mark_safe(render_to_string(templates, values))


def _parts(decision: Decision) -> SafeString:
    """What a script needs to make the same line as ``line``, for an attribute in single quotes."""
    parts = [
        {
            name: value
            for name, value in (
                ("word", clause.word),
                ("hint", _(clause.hint)),
                ("flag", clause.most == 0),
                ("required", clause.required),
                ("only", clause.only),
                ("instead", clause.instead),
            )
            if value
        }
        for clause in decision.clauses
    ]
    written = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return mark_safe(written.replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;"))


def wrong(decision: Decision | None, refusal: Refusal | None, typed: QueryDict | None) -> str:
    """The field that a refusal speaks of, as far as its data tell; empty if that field is not known."""
    if decision is None or typed is None or not isinstance(refusal, IllegalOrder):
        return ""
    if typed.get("line", "").strip():
        return "line"
    words = [str(refusal.data.get(name, "")).casefold() for name in ("clause", "word")]
    for number, clause in enumerate(decision.clauses):
        if clause.word and clause.word.casefold() in words:
            return f"c{number}"
    return "" if decision.clauses[0].word else "c0"


def _rivals(decision: Decision) -> dict[str, tuple[int, Clause]]:
    """The clauses that may stand in the place of others, by the words of those, with their numbers."""
    return {
        clause.instead: (number, clause) for number, clause in enumerate(decision.clauses) if clause.instead
    }


def _marks(decision: Decision) -> dict[str, int]:
    """A number for each choice that some clause belongs to or not; empty if all belong to all."""
    if not any(clause.only for clause in decision.clauses):
        return {}
    found = list(decision.clauses[0].values) if not decision.clauses[0].word else []
    for clause in decision.clauses:
        found += [clause.instead, clause.word] if clause.instead else []
    return {value: at for at, value in enumerate(found)}


def _field(
    number: int,
    clause: Clause,
    hand: Sequence[str],
    typed: QueryDict,
    rival: tuple[int, Clause] | None,
    marks: Mapping[str, int],
) -> Field:
    name = f"c{number}"
    given = [value for value in typed.getlist(name) if value]
    kind = _kind(clause, rival is not None)
    choices = _choices(clause, hand, given, marks) if kind in {"picks", "flag"} else ()
    rows = tuple(
        _groups(_choices(clause, hand, given[row : row + 1], {}))
        for row in range(min(clause.most, MOST_WISHES) if kind == "selects" else 0)
    )
    other = _rival(*rival, kind, given, typed, marks) if rival else None
    return Field(
        name=name,
        kind=kind,
        word=clause.word,
        hint=_(clause.hint),
        required=clause.required,
        most=clause.most,
        choices=choices,
        rows=rows,
        typed=" ".join(given),
        single=(clause.required or other is not None) and clause.most == 1,
        numbers=clause.numbers(),
        rival=other,
        rival_name=f"c{rival[0]}" if rival else "",
        at=marks.get(clause.word),
        only=" ".join(str(marks[value]) for value in clause.only if value in marks),
        note=_note(clause, kind),
    )


def _rival(
    number: int, clause: Clause, kind: str, given: Sequence[str], typed: QueryDict, marks: Mapping[str, int]
) -> Choice:
    """What may be chosen instead: among the values as its word, beside a number as a flag of its own."""
    chosen = clause.word in given if kind == "picks" else bool(typed.get(f"c{number}"))
    return Choice(clause.word, clause.word, chosen, (_(clause.hint),), marks.get(clause.word))


def _note(clause: Clause, kind: str) -> str:
    """Where a field belongs, and what its dash stands for."""
    said = []
    if clause.only:
        said.append(_("Only for {values}.").format(values=", ".join(clause.only)))
    if clause.without and kind == "selects":
        said.append(_("“–” means: {done}.").format(done=_(clause.without)))
    elif clause.without:
        said.append(_("If nothing is chosen: {done}.").format(done=_(clause.without)))
    return " ".join(said)


def _kind(clause: Clause, rivalled: bool) -> str:
    if clause.most == 0:
        return "flag"
    if not clause.values:
        return "text"
    if not clause.word:
        return "picks"
    if clause.most == 1 and clause.numbers():
        return "either" if rivalled else "number"
    return "picks" if rivalled and clause.most == 1 else "selects"


def _choices(
    clause: Clause, hand: Sequence[str], given: Sequence[str], marks: Mapping[str, int]
) -> tuple[Choice, ...]:
    if clause.most == 0:
        return (Choice("on", "", bool(given)),)
    drawn = not clause.word
    meanings = clause.meanings or ((),) * len(clause.values)
    return tuple(
        Choice(
            value,
            _face(value, hand) if drawn else value,
            value in given,
            tuple(_(said) for said in meaning),
            marks.get(clause.word or value),
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
    """The order that was filled in: the line written by hand if there is one, else the chosen clauses.

    What belongs to another choice than the one made counts for nothing: it may be out of sight.
    """
    written = data.get("line", "").strip()
    if written:
        return written
    given = _given(decision, data)
    said = {value for clause, values in given for value in ([clause.word] if clause.word else values)}
    parts = [
        clause.word if clause.most == 0 else f"{clause.word} {' '.join(values)}".strip()
        for clause, values in given
        if not clause.only or not said.isdisjoint(clause.only)
    ]
    return "; ".join(parts)


def _given(decision: Decision, data: QueryDict) -> list[tuple[Clause, list[str]]]:
    """The clauses that were filled in with their values; of two that exclude each other, one."""
    rivals, taken = _rivals(decision), {}
    for number, clause in enumerate(decision.clauses):
        values = list(dict.fromkeys(value for value in data.getlist(f"c{number}") if value.strip()))
        rival = rivals.get(clause.word)
        if rival and (values == [rival[1].word] or data.get(f"c{rival[0]}")):
            taken[rival[0]] = ["on"]
        elif values:
            taken[number] = values
    return [(clause, taken[number]) for number, clause in enumerate(decision.clauses) if number in taken]

"""What an order may be, clause by clause, in words: every legal value, grouped where there are many.

How an order is filled in by fields is for ``order_form.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from games import drawing
from games.rules.game import Clause, Decision

MOST = 240
"""So many values of one clause are listed at most; it is always said how many there are."""


@dataclass(frozen=True)
class Part:
    """One clause: its word, what it is for, and how it is written.

    ``told`` are values that say what they lead to, ``groups`` all others, those of two words under the first.
    ``numbers`` stands for values that lie evenly. ``sample`` is the clause as it may be written.
    """

    word: str
    hint: str
    required: bool
    most: int
    count: int
    sample: str = ""
    told: tuple[tuple[str, str], ...] = ()
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    numbers: range | None = None
    left: int = 0
    only: str = ""
    without: str = ""
    instead: str = ""


def parts(decision: Decision, hand: Sequence[str] = ()) -> list[Part]:
    """The clauses of a decision in words; ``hand`` are cards that its values may name."""
    return [_part(clause, hand) for clause in decision.clauses]


def asked(decision: Decision) -> str:
    """What is asked, in few words: what the clauses that must stand in an order are for."""
    needed = [clause for clause in decision.clauses if clause.required] or decision.clauses[:1]
    return "; ".join([_(clause.hint) for clause in needed])


def _part(clause: Clause, hand: Sequence[str]) -> Part:
    numbers = clause.numbers() if clause.most == 1 else None
    listed = () if numbers else clause.values[:MOST]
    told = _told(clause, hand)[: len(listed)]
    return Part(
        word=clause.word,
        hint=_(clause.hint),
        required=clause.required,
        most=clause.most,
        count=len(clause.values),
        sample=_sample(clause),
        told=told,
        groups=() if told else _groups(listed),
        numbers=numbers,
        left=0 if numbers else len(clause.values) - len(listed),
        only=", ".join(clause.only),
        without=_(clause.without) if clause.without else "",
        instead=clause.instead,
    )


def _sample(clause: Clause) -> str:
    """The clause with its first values; empty where none are listed."""
    if clause.most and not clause.values:
        return ""
    return " ".join([clause.word, *clause.values[: min(clause.most, 2)]]).strip()


def _told(clause: Clause, hand: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Each value with what it leads to, or which card it is; nothing where that goes without saying."""
    if clause.meanings:
        led = map(_led, clause.meanings)
        return tuple(zip(clause.values, led, strict=True))
    if clause.word or not clause.values or not all(value in hand for value in clause.values):
        return ()
    return tuple([(value, drawing.card_name(value)) for value in clause.values])


def _led(meaning: Sequence[str]) -> str:
    first, *rest = [_(word) for word in meaning] or [""]
    return f"{first}: {'; '.join(rest)}" if rest else first


def _groups(values: Sequence[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not values:
        return ()
    if not all(" " in value for value in values):
        return (("", tuple(values)),)
    found = groupby(values, lambda value: value.partition(" ")[0])
    return tuple([(first, tuple(group)) for first, group in found])

"""What a reader owes, in words: the clauses of the order, examples, what silence means, where to answer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.links import order_token, reply_address
from games.models import Match, Order
from games.notices.letters import Question, Words, absolute
from games.notices.positions import Position
from games.rules.game import Clause, Decision, IllegalOrder, Options


def order_page(slot: Order) -> str:
    """The page that takes the order of a slot without signing in."""
    return absolute(reverse("order_by_link", args=[order_token(slot)]))


def question(position: Position, slot: Order) -> Question:
    """What the holder of a slot owes in a position."""
    decision = position.decisions[slot.seat.index]
    examples = _examples(position, slot.seat.index, decision)
    match, turn = slot.turn.match.code, slot.turn.number
    taken = position.taken_ahead(_options(slot.turn.match), slot.seat.index)
    ahead = _ahead(taken, get_language() or "")
    return Question(
        clauses=tuple(_words(clause, get_language() or "") for clause in decision.clauses),
        examples=examples,
        silence="" if decision.silence else decision.default,
        lost=_(decision.silence) if decision.silence else "",
        link=order_page(slot),
        address=absolute(f"/api/v1/matches/{match}/turns/{turn}/order"),
        body=json.dumps({"order": examples[-1]}),
        mail=reply_address(slot),
        ahead=ahead,
        ahead_examples=position.ahead(slot.seat.index) if ahead else (),
    )


def _options(match: Match) -> Options:
    return match.rules.options(**match.options)


@lru_cache(maxsize=1024)
def _words(clause: Clause, language: str) -> Words:
    return clause.word, _(clause.hint), _values(clause), _meanings(clause)


@lru_cache(maxsize=64)
def _ahead(clauses: tuple[Clause, ...], language: str) -> tuple[Words, ...]:
    return tuple((clause.word, _(clause.hint), "", ()) for clause in clauses)


def _meanings(clause: Clause) -> tuple[str, ...]:
    """What each value leads to, a line for each; where the clause belongs, and what is done without it."""
    lines = [
        f"{value}: {'; '.join(_(said) for said in meaning)}"
        for value, meaning in zip(clause.values, clause.meanings, strict=False)
        if meaning
    ]
    if clause.only:
        lines.append(_("only for: {values}").format(values=", ".join(clause.only)))
    if clause.instead:
        lines.append(_("instead of: {word}").format(word=clause.instead))
    if clause.without:
        lines.append(_("left out: {done}").format(done=_(clause.without)))
    return tuple(lines)


def _values(clause: Clause) -> str:
    """The legal values of a clause, and how many of them it takes."""
    if not clause.values:
        return ""
    numbers = clause.numbers()
    if numbers and clause.most == 1 and numbers.step > 1:
        return _("{least} to {most}, in steps of {step}").format(
            least=numbers[0], most=numbers[-1], step=numbers.step
        )
    values = " ".join(_runs(clause.values))
    if clause.most == 1:
        return _("one of: {values}").format(values=values)
    if clause.most >= len(clause.values):
        return _("one or more of: {values}").format(values=values)
    return _("{least} to {most} of: {values}").format(
        least=max(1, clause.least), most=clause.most, values=values
    )


def _runs(values: Sequence[str]) -> Iterator[str]:
    """The values, with four and more numbers in a row written as ``1–32``, and a first word that several
    share once.
    """
    if all(" " in value for value in values):
        for first, group in groupby(values, lambda value: value.partition(" ")[0]):
            yield f"{first} {'/'.join(value.partition(' ')[2] for value in group)}"
        return
    run: list[str] = []
    for value in [*values, ""]:
        if run and value.isdecimal() and run[-1].isdecimal() and int(value) == int(run[-1]) + 1:
            run.append(value)
            continue
        yield from run if len(run) < 4 else [f"{run[0]}–{run[-1]}"]
        run = [value]


def _examples(position: Position, seat: int, decision: Decision) -> tuple[str, ...]:
    """The order of silence, unless nobody would order that, and a fuller one where the rules take it."""
    usual = () if decision.silence else (decision.default,)
    parts = [_example(clause) for clause in decision.clauses if clause.values or clause.required]
    for count in range(len(parts), 0, -1):
        try:
            fuller = position.game.check(position.state, seat, "; ".join(parts[:count]))
        except IllegalOrder:
            continue
        if fuller != decision.default:
            return *usual, fuller
    return (decision.default,)


def _example(clause: Clause) -> str:
    if clause.word:
        # A number below 0, or 0 behind such ones, is hardly what anybody wants to order first.
        above = [value for value in clause.values if value.isdecimal() and value != "0"]
        negative = clause.values[:1] and clause.values[0].startswith("-")
        return " ".join([clause.word, *(above if negative else clause.values)[:1]])
    return " ".join(clause.values[: min(2, clause.most)])

"""Orders given ahead in Bid Chess: answers to moves that may come, and setups for a won and a lost auction.

``if Nf6 then Bg5, if h6 then Bxf6; if d5 then exd5``: each line is a move of the opponent and the answer, and
so on. The canonical text begins with the ply of that first move (``ply 13``), so a line never answers another
one. ``setup win …; setup lose …`` go with a bid.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from games.rules.bid_chess import foreseeing
from games.rules.bid_chess.legality import move_words
from games.rules.bid_chess.making import made
from games.rules.bid_chess.moves import legal
from games.rules.bid_chess.notation import algebraic, line, looks, meant_by, read
from games.rules.bid_chess.orders import LONGEST, plain
from games.rules.bid_chess.position import Position
from games.rules.bid_chess.setup import check_shape, written
from games.rules.bid_chess.setup import read as read_setup
from games.rules.bid_chess.state import BidChessOptions, BidChessState, BidChessView, position, seat_of
from games.rules.game import Clause, Decision, IllegalOrder, Seat, gettext_noop

_ = gettext_noop

MOST_LINES = 12
SHOWN = 30
"""So much is quoted of a line that is no plan."""
CLAUSES = (
    Clause(
        "if", _("a move of your opponent, “then”, and your answer, such as if Nf6 then Bg5"), least=1, most=8
    ),
    Clause("ply", _("which move of your opponent they answer; it is written for you"), least=1),
)
SETUPS = (
    Clause(
        "setup",
        _("win or lose, and the setup for it, such as setup win RNBQKBNR/PPPPPPPP/........"),
        least=2,
        most=2,
    ),
)
_BEGINS = re.compile(r"(?:^|[;\n])[^\S\n]*(?=if\b|ply\b|setup\s+(?:win|lose)\b)", re.IGNORECASE)
_SETUP = re.compile(r"setup\s+(win|lose)\b", re.IGNORECASE)
_PLY = re.compile(r"ply\s+(\d{1,4})\s*(?:[;\n]|$)", re.IGNORECASE)
_THEN = re.compile(r"\bthen\b", re.IGNORECASE)
_PAIR = re.compile(r"(?:if\s+)?(.+?)\s+then\s+(.+)", re.IGNORECASE)

Pairs = tuple[tuple[str, str], ...]


def clauses(options: BidChessOptions, view: BidChessView | None) -> tuple[Clause, ...]:
    """What plans are made of in a match, or in one of its phases: setups before play, answers during play."""
    setups = SETUPS if options.items == 1 else ()
    if view is None:
        return (*setups, *CLAUSES)
    if view.state.phase == "play":
        return CLAUSES
    return setups if view.state.phase in ("bid", "pay") else ()


class Plan(NamedTuple):
    """A plan in parts: the ply of the first move it answers with its lines, or a setup for each result."""

    ply: int = -1
    lines: tuple[Pairs, ...] = ()
    setups: tuple[tuple[str, str], ...] = ()

    def text(self) -> str:
        """The canonical text; empty if it says nothing."""
        parts = [f"setup {result} {setup}" for result, setup in self.setups]
        if self.lines:
            parts.append(f"ply {self.ply}")
        parts += [", ".join([f"if {theirs} then {mine}" for theirs, mine in pairs]) for pairs in self.lines]
        return "; ".join(parts)


def parted(text: str) -> tuple[str, str]:
    """An order, and the plan that follows it in one text."""
    match = _BEGINS.search(text)
    if match is None:
        return text, ""
    return text[: match.start()].rstrip("; \r\n\t"), text[match.end() :].strip()


def checked(view: BidChessView, seat: Seat, text: str) -> str:
    """The canonical text of a plan; raises ``IllegalOrder`` for any other text."""
    plan = _read(plain(text))
    if plan.setups:
        return _fits(_with_setups(view.state, plan).text())
    if not plan.lines:
        return ""
    if view.state.phase != "play":
        raise IllegalOrder(_("Answers to moves can be given once play has begun."), "too_early")
    return _fits(_answers(view.state, seat, plan).text())


def _fits(text: str) -> str:
    """The text if it is short enough to be kept and sent again."""
    if len(text) > LONGEST:
        raise IllegalOrder(
            _("A plan has at most {most} characters when its moves are written in full; this has {count}."),
            "too_long",
            most=LONGEST,
            count=len(text),
        )
    return text


def follow(view: BidChessView, seat: Seat, decision: Decision, text: str) -> tuple[str | None, str]:
    """The order that a plan gives for a decision, and what is left of the plan."""
    plan = _read(text)
    state = view.state
    if decision.kind == "setup" and plan.setups:
        result = "win" if state.awards[-1].seat == seat else "lose"
        setup = dict(plan.setups).get(result)
        return (f"setup {setup}" if setup else None), ""
    if decision.kind != "move" or not plan.lines:
        return None, text if decision.kind in ("bid", "pay") else ""
    here = position(state)
    if plan.ply != here.ply - 1:
        return None, text if plan.ply >= here.ply else ""
    fitting = [pairs for pairs in plan.lines if meant_by(here, state.last, pairs[0][0])]
    if not fitting:
        return None, ""
    answer = fitting[0][0][1]
    left = tuple([pairs[1:] for pairs in fitting if len(pairs) > 1 and pairs[0][1] == answer])
    return answer, Plan(here.ply + 1, left).text()


def examples(view: BidChessView, seat: Seat) -> tuple[str, ...]:
    """A few plans that could be made now, the simplest first."""
    state = view.state
    if state.phase == "play":
        return foreseeing.pairs(state, seat)
    if state.phase in ("bid", "pay") and state.options.items == 1 and not state.result:
        return foreseeing.setups(state, seat)
    return ()


def _read(text: str) -> Plan:
    """A plan in parts, its moves as they were written."""
    ply = -1
    if match := _PLY.match(text):
        ply, text = int(match[1]), text[match.end() :]
    pieces = _SETUP.split(text)
    if len(pieces) > 1:
        if pieces[0].strip(" ;\n"):
            raise _no_plan(pieces[0])
        if _THEN.search(text):
            raise IllegalOrder(
                _("Answers to moves can be given once play has begun, setups only before."), "mixed"
            )
        named = list(zip(pieces[1::2], pieces[2::2], strict=True))
        setups = {result.lower(): written(read_setup(setup.strip(" ;\n:"))) for result, setup in named}
        if len(setups) != len(named):
            raise IllegalOrder(_("Each of “setup win” and “setup lose” may stand only once."), "twice")
        return Plan(setups=tuple(sorted(setups.items(), reverse=True)))
    lines = [_line(part) for part in re.split(r"[;\n]", text) if part.strip()]
    if len(lines) > MOST_LINES:
        raise IllegalOrder(_("A plan has at most {most} lines."), "too_many", most=MOST_LINES)
    return Plan(ply, tuple(lines))


def _line(text: str) -> Pairs:
    """One line: moves of the opponent, each with its answer."""
    pairs = []
    for part in text.split(","):
        match = _PAIR.fullmatch(" ".join(part.split()))
        if match is None or not looks(match[1]) or not looks(move_words(match[2])[0]):
            raise _no_plan(part)
        pairs.append((match[1], match[2]))
    return tuple(pairs)


def _no_plan(text: str) -> IllegalOrder:
    shown = "".join([letter if letter.isprintable() else " " for letter in text.strip()[:SHOWN]])
    return IllegalOrder(
        _(
            "“{line}” is no plan; write a move of your opponent and your answer, such as if Nf6 then Bg5, or"
            " before play setup win or setup lose, and the setup for it."
        ),
        "no_plan",
        line=shown + "…" * (len(text.strip()) > SHOWN),
    )


def _with_setups(state: BidChessState, plan: Plan) -> Plan:
    """Setups whose shape is legal; whether the men are those that are left shows when they are played."""
    if state.phase not in ("bid", "pay") or state.options.items > 1:
        raise IllegalOrder(
            _("A setup for either result can be given only with the bid, where one item is bid for."),
            "too_late",
        )
    for _result, setup in plan.setups:
        check_shape(read_setup(setup))
    return plan


def _answers(state: BidChessState, seat: Seat, plan: Plan) -> Plan:
    """Lines that can be played, in coordinates, where the position they begin from is known."""
    here = position(state)
    own = seat == seat_of(state, here.turn)
    ply = here.ply + own
    if plan.ply not in (-1, ply):
        raise IllegalOrder(
            _("These lines answer ply {old}, and your opponent's next one is {new}; leave “ply” out."),
            "stale",
            old=plan.ply,
            new=ply,
        )
    lines = plan.lines if own else tuple([_played(here, pairs) for pairs in plan.lines])
    _check_once(lines)
    return Plan(ply, lines)


def _check_once(lines: Sequence[Pairs]) -> None:
    """Refuse two answers to the same move."""
    answers: dict[tuple[str, ...], str] = {}
    for pairs in lines:
        before: tuple[str, ...] = ()
        for theirs, mine in pairs:
            before = (*before, theirs)
            if answers.setdefault(before, mine) != mine:
                raise IllegalOrder(
                    _("You answer {theirs} with {one} and with {other}; only one answer can be played."),
                    "two_answers",
                    theirs=theirs,
                    one=answers[before],
                    other=mine,
                )
            before = (*before, mine)


def _played(here: Position, pairs: Sequence[tuple[str, str]]) -> Pairs:
    found = []
    for theirs, mine in pairs:
        move = _expected(here, theirs)
        here = made(here, move)
        text, offer = move_words(mine)
        answer = read(here, text, legal(here))
        here = made(here, answer)
        found.append((line(move), line(answer) + offer.replace(";", "")))
    return tuple(found)


def _expected(here: Position, text: str) -> int:
    """The move of the opponent that a text means."""
    moves = legal(here)
    try:
        return read(here, text, moves)
    except IllegalOrder as refused:
        raise IllegalOrder(
            _("“{move}” is no legal move of your opponent there, or not only one; legal are {moves}."),
            "no_reply",
            move=text[:30],
            moves=", ".join([algebraic(here, move, moves) for move in moves]) or "–",
        ) from refused

"""The notation of Bid N' Bet: a line of clauses read into an ``Order``, without a look at any position.

``3; horse red; bet blue 60``, ``bid 40; horse red``, ``raise 25``, ``pass``. A clause begins at its word,
so the semicolons may be left out. What a position allows is asked in legality.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from games.rules.bid_n_bet.ring import COLOUR, COLOURS, MOST_ON_HORSE, PRICE
from games.rules.game import LONGEST, IllegalOrder, gettext_noop
from games.rules.quoting import quoting

_ = gettext_noop

WORDS = ("move", "horse", "bet", "bid", "raise", "pass", "go")
AHEAD = ("nextmove", "horse", "bet", "standing bid", "standing horse", "clear")
_BARE = ("pass", "go", "clear")
_PARTS = re.compile(r"[;\r\n]")
_STANDING = re.compile(r"\bstanding[ \t]+")
_NUMBER = re.compile(r"\$?([0-9]{1,5})")
_STEPS = re.compile(r"([1-5])(!?)")

Bets = tuple[tuple[int, int], ...]
"""Tickets as (colour, dollars)."""


class Order(msgspec.Struct, frozen=True):
    """An order in parts; ``said`` are the words of its clauses, ``accept`` is the exclamation mark."""

    said: tuple[str, ...] = ()
    steps: int = 0
    accept: bool = False
    horse: int | None = None
    bets: Bets = ()
    amount: int = 0


class Plan(msgspec.Struct, frozen=True):
    """Orders given ahead in parts. ``steps`` 0 is no queued move; ``after`` is the round it waits out.

    ``bid`` is a standing amount, ``ask`` that the owner wants to be asked instead.
    """

    steps: int = 0
    after: int = 0
    horse: int | None = None
    bets: Bets = ()
    bid: int | None = None
    ask: bool = False
    standing: int | None = None


def shown(word: str) -> str:
    """A word of an order as it may stand in a sentence: short and printable."""
    word = "".join(letter if letter.isprintable() else "�" for letter in word[:25])
    return word if len(word) < 25 else word[:24] + "…"


def named(colours: Sequence[int]) -> str:
    """Those horses, parted by commas."""
    return ", ".join(COLOURS[colour] for colour in colours)


@quoting
@lru_cache(maxsize=4096)
def read(text: str) -> Order:
    """The parts of an order, or raise ``IllegalOrder`` with what is wrong in the text itself."""
    parts = _clauses(text, WORDS)
    steps, accept = _steps(parts.get("move"))
    amounts = [_amount(word, parts[word]) for word in ("bid", "raise") if word in parts]
    return Order(
        said=tuple(parts),
        steps=steps,
        accept=accept,
        horse=_horse("horse", parts.get("horse")),
        bets=_bets(parts.get("bet")),
        amount=amounts[0] if amounts else 0,
    )


@quoting
@lru_cache(maxsize=1024)
def read_plan(text: str) -> Plan:
    """The parts of a plan, or raise ``IllegalOrder``."""
    parts = _clauses(text, AHEAD)
    if "clear" in parts and len(parts) > 1:
        raise IllegalOrder(_("“clear” drops all orders ahead and stands alone."), "clear_alone")
    if "nextmove" not in parts and ("horse" in parts or "bet" in parts):
        raise IllegalOrder(
            _("“horse” and “bet” belong to a queued move here, such as nextmove 2; horse red."), "no_nextmove"
        )
    move, after = _after(parts.get("nextmove"))
    steps, accept = _steps(move)
    if accept:
        raise IllegalOrder(
            _("A queued move never takes you out of the race; leave the “!” out."), "queued_accept"
        )
    standing = parts.get("standing bid")
    ask = standing == ["ask"]
    return Plan(
        steps=steps,
        after=after,
        horse=_horse("horse", parts.get("horse")),
        bets=_bets(parts.get("bet")),
        bid=None if standing is None or ask else _amount("standing bid", standing),
        ask=ask,
        standing=_horse("standing horse", parts.get("standing horse")),
    )


def _clauses(text: str, words: tuple[str, ...]) -> dict[str, list[str]]:
    """The clauses of a line by their words, in the order of ``words``; a bare number begins a move."""
    if len(text) > LONGEST:
        raise IllegalOrder(
            _("An order has at most {most} characters; this one has {count}."),
            "too_long",
            most=LONGEST,
            count=len(text),
        )
    found: dict[str, list[str]] = {}
    for part in _PARTS.split(_STANDING.sub("standing_", text.lower().replace(",", " "))):
        word = ""
        for piece in part.split():
            known = piece.replace("standing_", "standing ")
            if known in words:
                word = _begun(found, known)
            elif not word and _NUMBER.fullmatch(piece.rstrip("!")):
                word = _begun(found, words[0])
                found[word].append(piece)
            elif not word or word in _BARE:
                _refuse_word(known, words)
            else:
                found[word].append(piece)
    return {word: found[word] for word in words if word in found}


def _begun(found: dict[str, list[str]], word: str) -> str:
    if word in found:
        raise IllegalOrder(_("“{clause}” may stand only once in an order."), "twice", clause=word)
    found[word] = []
    return word


def _refuse_word(word: str, words: tuple[str, ...]) -> None:
    raise IllegalOrder(
        _("There is no clause “{word}”; there are {clauses}."),
        "unknown_clause",
        word=shown(word),
        clauses=", ".join(words),
    )


def _wrong(clause: str, values: Sequence[str], legal: str) -> IllegalOrder:
    """The refusal of what stands in a clause."""
    return IllegalOrder(
        _("“{word}” can’t stand after “{clause}”; legal: {legal}."),
        "illegal_value",
        clause=clause,
        word=shown(" ".join(values)),
        legal=legal,
    )


def _steps(values: list[str] | None) -> tuple[int, bool]:
    """How many spaces, and whether a move out of the race is accepted; 0 without the clause."""
    if values is None:
        return 0, False
    found = _STEPS.fullmatch("".join(values[:2]) if values[1:] in ([], ["!"]) else "")
    if not found:
        raise _wrong("move", values, "1, 2, 3, 4, 5")
    return int(found[1]), bool(found[2])


def _after(values: list[str] | None) -> tuple[list[str] | None, int]:
    """The steps of a queued move, and the round it waits out."""
    if values is None or "after" not in values:
        return values, 0
    at = values.index("after")
    return values[:at], _amount("nextmove after", values[at + 1 :])


def _horse(clause: str, values: list[str] | None) -> int | None:
    if values is None:
        return None
    if len(values) != 1 or values[0] not in COLOUR:
        raise _wrong(clause, values, ", ".join(COLOURS))
    return COLOUR[values[0]]


def _amount(clause: str, values: list[str]) -> int:
    found = _NUMBER.fullmatch(values[0]) if len(values) == 1 else None
    if not found:
        raise _wrong(clause, values, _LEGAL_AMOUNT)
    return int(found[1])


_LEGAL_AMOUNT = "0, 1, 2 …"


def _bets(values: list[str] | None) -> Bets:
    """Pairs of a colour and dollars, in the order of the colours; the dollars may stand first."""
    if values is None:
        return ()
    bets: dict[int, int] = {}
    for pair in zip(values[::2], values[1::2], strict=False):
        name, dollars = pair if pair[0] in COLOUR else (pair[1], pair[0])
        found = _NUMBER.fullmatch(dollars)
        if name not in COLOUR or not found or int(found[1]) not in _STAKES or COLOUR[name] in bets:
            raise _wrong("bet", values, _LEGAL_BET)
        bets[COLOUR[name]] = int(found[1])
    if not bets or len(values) % 2:
        raise _wrong("bet", values, _LEGAL_BET)
    return tuple(sorted(bets.items()))


_STAKES = range(PRICE, MOST_ON_HORSE + 1, PRICE)
_LEGAL_BET = "red … black 20, 40, 60, 80, 100"


def move_line(steps: int, accept: bool, horse: int | None, bets: Bets) -> str:
    """The canonical line of a move."""
    return f"{steps}{'!' if accept else ''}" + _tail(horse, bets)


def bid_line(word: str, amount: int, horse: int | None) -> str:
    """The canonical line of a bid or raise."""
    return f"{word} {amount}" + _tail(horse, ())


def horse_line(horse: int) -> str:
    """The canonical line that names a horse."""
    return f"horse {COLOURS[horse]}"


def _tail(horse: int | None, bets: Bets) -> str:
    named_horse = "" if horse is None else f"; {horse_line(horse)}"
    return named_horse + (f"; bet {_pairs(bets)}" if bets else "")


def _pairs(bets: Bets) -> str:
    return " ".join(f"{COLOURS[colour]} {dollars}" for colour, dollars in bets)


def plan_line(plan: Plan) -> str:
    """The canonical text of a plan; empty where it says nothing."""
    said = []
    if plan.steps:
        after = f" after {plan.after}" if plan.after else ""
        said.append(f"nextmove {plan.steps}{after}" + _tail(plan.horse, plan.bets))
    if plan.ask or plan.bid is not None:
        said.append("standing bid " + ("ask" if plan.ask else str(plan.bid)))
    if plan.standing is not None:
        said.append(f"standing {horse_line(plan.standing)}")
    return "; ".join(said)

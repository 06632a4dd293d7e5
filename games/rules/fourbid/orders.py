"""The notation of Fourbid: a line of clauses read into an ``Order``, without a look at any position.

``K 2; low K A best; swap 25; bonus 14 9 from 3; give 3; ask``. What a position allows is asked in asking.py.
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from games.rules.fourbid.cards import is_card
from games.rules.fourbid.geometry import SPACES
from games.rules.game import IllegalOrder, gettext_noop

_ = gettext_noop

LONGEST = 600
"""An order with more characters is refused unread."""
MOST_WISHES = 8
"""How many cards or spaces may stand in one list of preferences."""

CLAUSES = ("low", "swap", "noswap", "bonus", "give", "ask")
_HEADS = ("BID", "PLAY")
_SYMBOLS = str.maketrans("♠♥♦♣♤♡♢♧\ufe0e\ufe0f+,", "SHDCSHDC    ")
_PARTS = re.compile(r"[;\r\n]")


class Order(msgspec.Struct, frozen=True):
    """An order in parts. ``swap`` 0 is noswap; ``source`` is what stands behind ``from``.

    ``tail`` is the canonical text of everything but the bid.
    """

    bid: tuple[str, ...] = ()
    low: tuple[str, ...] = ()
    swap: int | None = None
    bonus: tuple[int, ...] = ()
    source: int | None = None
    give: int | None = None
    ask: bool = False
    go: bool = False
    tail: str = ""


SILENT = Order()


def shown(word: str) -> str:
    """A word of an order as it may stand in a sentence: short and printable."""
    word = "".join(letter if letter.isprintable() else "�" for letter in word[:25])
    return word if len(word) < 25 else word[:24] + "…"


def read(text: str) -> Order:
    """The parts of an order, or raise ``IllegalOrder`` with what is wrong in the text itself."""
    if len(text) > LONGEST:
        raise IllegalOrder(
            _("An order has at most {most} characters; this one has {count}."),
            "too_long",
            most=LONGEST,
            count=len(text),
        )
    return _read(text)


@lru_cache(maxsize=4096)
def _read(text: str) -> Order:
    parts: dict[str, list[str]] = {}
    for part in _PARTS.split(text.translate(_SYMBOLS)):
        words = [_known(word) for word in part.split()]
        if words:
            _file(parts, words)
    order = Order(
        bid=tuple([shown(word) for word in parts.get("BID", ())]),
        low=_low(parts),
        swap=_swap(parts),
        bonus=_bonus(parts),
        source=_one_space(parts, "FROM"),
        give=_one_space(parts, "GIVE"),
        ask=_bare(parts, "ASK"),
        go=_bare(parts, "GO"),
    )
    tail = _tail(order)
    return msgspec.structs.replace(order, tail=tail) if tail else order


def _known(word: str) -> str:
    """A word of the notation in capital letters; any other word stays as it was written."""
    capital = word.upper()
    return capital if capital in _NOTATION or is_card(capital) else word


def _file(parts: dict[str, list[str]], words: list[str]) -> None:
    """Put one clause away under its word; ``bonus 14 from 3`` becomes two."""
    word, values = words[0], words[1:]
    if word in _HEADS:
        word = "BID"
    elif word == "NOLOW":
        word, values = "LOW", ["NONE", *values]
    elif word not in _WORDS:
        if "BID" in parts or (parts and not is_card(word)):
            _refuse_start(word, words)
        word, values = "BID", words
    if word == "BONUS" and "FROM" in values:
        at = values.index("FROM")
        _put(parts, "FROM", values[at + 1 :])
        values = values[:at]
    _put(parts, word, values)


def _put(parts: dict[str, list[str]], word: str, values: list[str]) -> None:
    if word in parts:
        raise IllegalOrder(_("“{clause}” may stand only once in an order."), "twice", clause=word.lower())
    parts[word] = values


def _refuse_start(word: str, words: list[str]) -> None:
    if is_card(word):
        raise IllegalOrder(
            _("“{words}” is a second bid; write all cards of a bid into one clause, such as K 2."),
            "twice",
            words=shown(" ".join(words)),
        )
    raise IllegalOrder(
        _("There is no clause “{word}”; there are {clauses}."),
        "unknown_clause",
        word=shown(word),
        clauses=", ".join(CLAUSES),
    )


def illegal_value(clause: str, word: str, legal: str) -> IllegalOrder:
    """The refusal of a word that can't stand in a clause."""
    return IllegalOrder(
        _("“{word}” can’t stand after “{clause}” here; legal: {legal}."),
        "illegal_value",
        clause=clause.lower(),
        word=shown(word),
        legal=legal or "–",
    )


def _counted(parts: dict[str, list[str]], word: str, most: int) -> list[str]:
    """The values of a clause that must have some, each once; empty if the clause is not there."""
    if word not in parts:
        return []
    values = list(dict.fromkeys(parts[word]))
    if not 1 <= len(values) <= most:
        several = _("“{clause}” takes 1 to {most} values; here it has {count}.")
        raise IllegalOrder(
            _("“{clause}” takes one space; here it has {count}.") if most == 1 else several,
            "value_count",
            clause=word.lower(),
            most=most,
            count=len(values),
        )
    return values


def _low(parts: dict[str, list[str]]) -> tuple[str, ...]:
    values = _counted(parts, "LOW", MOST_WISHES)
    for value in values:
        if not is_card(value) and value not in _LOW_WORDS:
            raise illegal_value("low", value, _LOW_LEGAL)
    return tuple([_LOW_WORDS.get(value, value) for value in values])


_LOW_WORDS = {"BEST": "best", "OWN": "own", "NONE": "none"}
_LOW_LEGAL = "2–10 J Q K A (2S–AC), best, own, none"


def _spaces(parts: dict[str, list[str]], word: str, most: int) -> tuple[int, ...]:
    values = _counted(parts, word, most)
    for value in values:
        if value not in SPACES:
            raise illegal_value(word, value, "1–32")
    return tuple([SPACES[value] for value in values])


def _one_space(parts: dict[str, list[str]], word: str) -> int | None:
    if word == "FROM" and word in parts and "BONUS" not in parts:
        raise IllegalOrder(_("“from” belongs behind “bonus” and its spaces."), "from_alone")
    spaces = _spaces(parts, word, 1)
    return spaces[0] if spaces else None


def _swap(parts: dict[str, list[str]]) -> int | None:
    if "SWAP" in parts and "NOSWAP" in parts:
        raise IllegalOrder(_("“swap” and “noswap” exclude each other; write one of them."), "twice")
    return 0 if _bare(parts, "NOSWAP") else _one_space(parts, "SWAP")


def _bonus(parts: dict[str, list[str]]) -> tuple[int, ...]:
    return _spaces(parts, "BONUS", MOST_WISHES)


def _bare(parts: dict[str, list[str]], word: str) -> bool:
    """Whether a clause without values is there."""
    if parts.get(word):
        raise IllegalOrder(
            _("“{clause}” stands alone; “{word}” can’t follow it."),
            "illegal_value",
            clause=word.lower(),
            word=shown(parts[word][0]),
        )
    return word in parts


_WORDS = frozenset(("BID", "LOW", "SWAP", "NOSWAP", "BONUS", "FROM", "GIVE", "ASK", "GO"))
_NOTATION = _WORDS.union(_HEADS, _LOW_WORDS, ("NOLOW",))


def _tail(order: Order) -> str:
    """The canonical text of the clauses, in the order of the rules."""
    said = []
    if order.low:
        said.append("low " + " ".join(order.low))
    if order.swap is not None:
        said.append(f"swap {order.swap}" if order.swap else "noswap")
    if order.bonus:
        source = f" from {order.source}" if order.source else ""
        said.append("bonus " + " ".join(map(str, order.bonus)) + source)
    if order.give:
        said.append(f"give {order.give}")
    if order.ask:
        said.append("ask")
    if order.go:
        said.append("go")
    return "; ".join(said)


def merged(sealed: Order, answer: Order) -> Order:
    """The clauses of an answer, and those given before where the answer is silent."""
    return Order(
        low=answer.low or sealed.low,
        swap=sealed.swap if answer.swap is None else answer.swap,
        bonus=answer.bonus or sealed.bonus,
        source=answer.source if answer.bonus else sealed.source,
        give=answer.give or sealed.give,
    )

"""How orders given ahead in Bids are written: conditions for the coming card, and what a thief shall do.

``if lead R3; if top<=6 B8; if last and top<=9 G10; if black K1; else G4; thief >=6``. The conditions name
only what everybody sees. What they come to in a match, ``plans.py`` says.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from games.rules.bids.cards import VALUE
from games.rules.bids.orders import card_of, plain, shown
from games.rules.game import Clause, IllegalOrder, gettext_noop
from games.rules.quoting import quoting

_ = gettext_noop

MOST_LINES = 12
CLAUSES = (
    Clause(
        "if",
        _("conditions, joined by “and”, and a card to play: lead, last, black, top<=6, top>=9, top=4"),
        least=1,
        most=8,
    ),
    Clause("else", _("the card to play if nothing above fits"), least=1),
    Clause(
        "trick",
        _("which trick the cards are for, round and trick, such as trick 2/7; it is written for you"),
        least=1,
    ),
    Clause("thief", _("steal the best card worth at least so much (>=6), or never (no)"), least=1),
)


_PARTS = re.compile(r"[;\r\n]")
_KEPT_PARTS = re.compile(r"([;\r\n]+)")
_WORDS = frozenset(("plan", "trick", "if", "else", "thief"))
_SIGNS = re.compile(r"\s*(<=|>=|<|>|=)\s*")
_TOP = re.compile(r"TOP(<=|>=|<|>|=)(-?[0-9]{1,2})")
_TRICK = re.compile(r"([0-9]{1,2})/([0-9]{1,2})")
_LEAST = re.compile(r">=(-?[0-9]{1,2})")
_SYMBOLS = str.maketrans({"≤": "<=", "≥": ">=", ",": " ", ":": " "})
LEAST_TOP, _MOST_TOP = min(VALUE.values()), max(VALUE.values())
_BARE = ("LEAD", "LAST", "BLACK")


def clauses(*, sealed: bool, thief: bool) -> tuple[Clause, ...]:
    """What a plan is made of where all bid at once, or one after the other, with a thief or without."""
    return (() if sealed else CLAUSES[:3]) + (CLAUSES[3:] if thief else ())


def parted(text: str) -> tuple[str, str]:
    """An order, and the plan that follows it in one text, from the first word of a plan on. ``thief steal 9``
    is an order: it says what the thief takes now."""
    parts = _KEPT_PARTS.split(text)
    for at in range(0, len(parts), 2):
        words = parts[at].casefold().split()
        if words and words[0].partition(">")[0] in _WORDS and words[1:2] != ["steal"]:
            return "".join(parts[: max(0, at - 1)]), "".join(parts[at:]).strip()
    return text, ""


class Line(NamedTuple):
    """A card and what must hold for it: ``lead``, ``last``, ``black``, ``top<=6``, ``top>=9``, ``top=4``."""

    tests: tuple[str, ...]
    card: str

    def text(self) -> str:
        return f"if {' and '.join(self.tests)} {self.card}"


class Plan(NamedTuple):
    """A plan in parts. ``trick`` is ``2/7`` for the seventh trick of the second round; ``thief`` is ``no`` or
    the least that a stolen card shall be worth, such as ``>=6``."""

    trick: str = ""
    lines: tuple[Line, ...] = ()
    other: str = ""
    thief: str = ""

    @property
    def cards(self) -> list[str]:
        """The cards it names."""
        return [line.card for line in self.lines] + ([self.other] if self.other else [])

    def text(self) -> str:
        """The canonical text."""
        said = [f"trick {self.trick}"] if self.cards else []
        said += [line.text() for line in self.lines]
        said += [f"else {self.other}"] if self.other else []
        said += [f"thief {self.thief}"] if self.thief else []
        return "; ".join(said)


@quoting
@lru_cache(maxsize=1024)
def read(text: str) -> Plan:
    """The parts of a plan, or raise ``IllegalOrder`` with what is wrong in the text itself."""
    plan = Plan()
    text = _SIGNS.sub(r"\1", plain(text).translate(_SYMBOLS))
    for part in _PARTS.split(text):
        words = part.replace("THIEF>", "THIEF >").split()
        if words[:1] == ["PLAN"]:
            words = words[1:]
        if words:
            plan = _with(plan, words)
    if len(plan.lines) > MOST_LINES:
        raise IllegalOrder(_("A plan has at most {most} lines with “if”."), "too_many", most=MOST_LINES)
    return plan


def _with(plan: Plan, words: list[str]) -> Plan:
    """The plan with one clause more."""
    word, values = words[0], words[1:]
    if word == "IF":
        if plan.other:
            raise IllegalOrder(_("Nothing after “else” would be used; put it last."), "after_else")
        return plan._replace(lines=(*plan.lines, _line(values)))
    if word == "THIEF":
        return plan._replace(thief=_thief(_once(plan.thief, "thief", values, words)))
    if word == "TRICK":
        return plan._replace(trick=_trick(_once(plan.trick, "trick", values, words)))
    if word in ("ELSE", "PLAY", "BID"):
        return plan._replace(other=card_of(_once(plan.other, "else", values, words)))
    return plan._replace(other=card_of(_once(plan.other, "else", words, words)))


def _once(before: str, word: str, values: list[str], words: list[str]) -> str:
    """The one value of a clause that stands only once; ``words`` are all that was written of it."""
    if before:
        raise IllegalOrder(_("“{clause}” may stand only once in a plan."), "twice", clause=word)
    if len(values) != 1:
        raise IllegalOrder(
            _(
                "“{words}” can’t be read here; a line of a plan is “if”, conditions and a card, “else” and a"
                " card, thief >=6, or thief no."
            ),
            "unknown_clause",
            words=shown(" ".join(words)),
        )
    return values[0]


def _line(words: list[str]) -> Line:
    tests = tuple([_test(word) for word in words[:-1] if word not in ("AND", "THEN")])
    if not tests:
        raise IllegalOrder(
            _("Behind “if” stand a condition and a card; conditions are lead, last, black, top<=6, top=4."),
            "bad_if",
        )
    return Line(tests, card_of(words[-1]))


def _test(word: str) -> str:
    found = _TOP.fullmatch(word)
    if found is None and word not in _BARE:
        raise IllegalOrder(
            _(
                "“{word}” is no condition; there are lead, last, black, top<=6, top>=9, top=4, joined by"
                " “and”."
            ),
            "bad_test",
            word=shown(word),
        )
    if found is None:
        return word.lower()
    sign, number = found[1], int(found[2])
    if sign in ("<", ">"):
        number += 1 if sign == ">" else -1
        sign += "="
    return f"top{sign}{_worth(number, word)}"


def _worth(number: int, word: str) -> int:
    """A number that some card is worth."""
    if not LEAST_TOP <= number <= _MOST_TOP:
        raise IllegalOrder(
            _("No card is worth what “{word}” asks for; numbers are {least} to {most}."),
            "no_worth",
            word=shown(word),
            least=LEAST_TOP,
            most=_MOST_TOP,
        )
    return number


def _thief(word: str) -> str:
    if word == "NO":
        return "no"
    found = _LEAST.fullmatch(word)
    if found is None:
        raise IllegalOrder(
            _("Behind “thief” stands “no” or the least worth, such as: thief >=6."), "bad_thief"
        )
    return f">={_worth(int(found[1]), word)}"


def _trick(word: str) -> str:
    found = _TRICK.fullmatch(word)
    if found is None:
        raise IllegalOrder(_("Behind “trick” stand round and trick, such as: trick 2/7."), "bad_trick")
    return f"{int(found[1])}/{int(found[2])}"

"""Orders given ahead in Bids: a list of conditions for the coming card, and what a thief shall do.

``if lead R3; if top<=6 B8; if last and top<=9 G10; if black K1; else G4; thief >=6``. The conditions name
only what everybody sees. They hold for one trick, which the canonical text names (``trick 2/7``); the clause
of the thief stands until it is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.rules.bids.cards import BLACK, VALUE
from games.rules.bids.orders import card_of, plain, shown
from games.rules.bids.state import BidsView, to_play
from games.rules.game import LONGEST, Clause, Decision, IllegalOrder, Seat, gettext_noop
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
_LEAST_TOP, _MOST_TOP = min(VALUE.values()), max(VALUE.values())
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
    if not _LEAST_TOP <= number <= _MOST_TOP:
        raise IllegalOrder(
            _("No card is worth what “{word}” asks for; numbers are {least} to {most}."),
            "no_worth",
            word=shown(word),
            least=_LEAST_TOP,
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


def now(view: BidsView) -> str:
    """The trick that is being played, as a plan names it."""
    return f"{view.round_no}/{view.trick_no}"


def planned(view: BidsView, seat: Seat, text: str) -> str:
    """The canonical text of a plan, checked against what the seat may see, or raise ``IllegalOrder``."""
    plan = read(text)
    if view.result is not None or seat in view.left or view.viewer != seat:
        raise IllegalOrder(_("You have nothing to plan in this match any more."), "not_asked")
    if plan.thief and view.options.thief == "off":
        raise IllegalOrder(_("There is no Thief among the cards of this match."), "no_thief")
    if not plan.cards:
        return plan._replace(trick="").text()
    _check_moment(view, seat, plan)
    for card in plan.cards:
        if card not in view.hand:
            raise IllegalOrder(
                _("You don’t hold {card}; you hold {hand}."),
                "not_held",
                card=card,
                hand=", ".join(view.hand),
            )
    return _short_enough(plan._replace(trick=now(view)).text())


def _short_enough(text: str) -> str:
    """The canonical text, which may be longer than what was written."""
    if len(text) > LONGEST:
        raise IllegalOrder(
            _("Written in full, these orders ahead have {count} characters; at most {most} are kept."),
            "too_long",
            most=LONGEST,
            count=len(text),
        )
    return text


def examples(view: BidsView, seat: Seat) -> tuple[str, ...]:
    """Plans that the seat could make now, with cards that it holds."""
    if view.result is not None or seat in view.left or view.viewer != seat:
        return ()
    thefts = ("thief >=6", "thief no") if view.options.thief == "on" else ()
    waits = view.stage == "bid" and seat in to_play(view, len(view.counts))
    if view.options.bidding == "sealed" or not waits or not view.hand:
        return thefts
    return (*_with_cards(sorted(view.hand, key=lambda card: VALUE.get(card, _LEAST_TOP))), *thefts)


def _with_cards(hand: Sequence[str]) -> list[str]:
    """Conditions for the cards of a hand, which are sorted by worth."""
    low, high = hand[0], hand[-1]
    beaten = VALUE.get(high, _LEAST_TOP) - 1
    if low == high or beaten < 1:
        return [f"else {low}"]
    return [f"else {low}", f"if top<={beaten} {high}; else {low}", f"if last and black {low}; else {high}"]


def _check_moment(view: BidsView, seat: Seat, plan: Plan) -> None:
    """Refuse a plan for a card that can't be planned now."""
    if view.options.bidding == "sealed":
        raise IllegalOrder(
            _("All bid at once in this match, so only a line for the thief can be given ahead."), "sealed"
        )
    if plan.trick and plan.trick != now(view):
        raise IllegalOrder(
            _("That plan is for trick {trick}; now trick {now} is played."),
            "other_trick",
            trick=plan.trick,
            now=now(view),
        )
    if view.stage == "steal" or seat not in to_play(view, len(view.counts)):
        raise IllegalOrder(
            _("You have played in this trick; plan the next card when the next trick is open."), "played"
        )


def follow(view: BidsView, seat: Seat, decision: Decision, text: str) -> tuple[str | None, str]:
    """The order that a plan gives, or None, and what is left of the plan."""
    plan = read(text)
    kept = Plan(thief=plan.thief).text()
    if decision.kind == "steal":
        return (_theft(decision, plan.thief) if plan.thief else None), kept
    if decision.kind != "bid":
        return None, text
    if plan.trick != now(view):
        return None, kept
    card = next((line.card for line in plan.lines if fits(view, seat, line.tests)), plan.other)
    return (card, kept) if card else (None, text)


def _theft(decision: Decision, wish: str) -> str:
    """What the standing clause makes of a chance to steal."""
    if wish != "no":
        worth = [int(value) for clause in decision.clauses for value in clause.values]
        best = max(worth, default=0)
        if worth and best >= int(wish.removeprefix(">=")):
            return f"steal {best}"
    return "no"


def fits(view: BidsView, seat: Seat, tests: tuple[str, ...]) -> bool:
    """Whether all of these conditions hold for the seat that is to play."""
    values = [VALUE[card] for _seat, card in view.plays if card in VALUE]
    top = None if not values else min(values) if view.low else max(values)
    facts = {
        "lead": not view.plays,
        "last": to_play(view, len(view.counts)) == [seat],
        "black": any(card[0] == BLACK for _seat, card in view.plays),
    }
    return all(facts[test] if test in facts else _compares(top, test) for test in tests)


def _compares(top: int | None, test: str) -> bool:
    """Whether the best bid so far compares as ``top<=6`` says; without a bid nothing does."""
    if top is None:
        return False
    if test[3] == "=":
        return top == int(test[4:])
    return top <= int(test[5:]) if test[3] == "<" else top >= int(test[5:])

"""The promise every game keeps: what a server needs to know of a game to run it for months.

Nothing here knows a clock, a database or a person. Sentences are message ids: a door translates them.
"""

from __future__ import annotations

import re
import types
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, ClassVar, Generic, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from games.rules.chance import Chance

Seat = int
"""A seat is its index at the table, 0 up to the number of seats less one."""


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translation and return it unchanged; the rules never translate."""
    return sentence


_ = gettext_noop


class Refusal(ValueError):
    """Something was refused: a message id with named gaps, the values for them, and a stable code.

    ``str(refusal)`` is the English sentence; a door shows ``gettext(message).format(**data)``.
    """

    def __init__(self, message: str, code: str, **data: object) -> None:
        super().__init__(message, code)
        self.message = message
        self.code = code
        self.data = data

    def __str__(self) -> str:
        return self.message.format(**self.data)


class IllegalOrder(Refusal):
    """An order that the rules refuse, with what would be legal in the sentence."""


class IllegalOption(Refusal):
    """An option that the game does not have, or a value it can't take."""


class _OptionsMeta(msgspec.StructMeta):
    """Turn a keyword that is no option into an ``IllegalOption`` like every other wrong option."""

    def __call__(cls, /, *args: Any, **values: Any) -> Any:  # noqa: N805
        unknown = sorted(set(values) - set(cls.__struct_fields__))
        if args or unknown:
            raise IllegalOption(
                _("There is no option “{name}”; the options are {names}."),
                "unknown_option",
                name=unknown[0] if unknown else args[0],
                names=", ".join(cls.__struct_fields__) or "–",
            )
        return super().__call__(**values)


class Options(msgspec.Struct, metaclass=_OptionsMeta, frozen=True, kw_only=True):
    """The options of a match, each with its default; a wrong value raises ``IllegalOption``.

    Fields are ``Literal`` choices, ``bool``, ``Annotated[int, msgspec.Meta(ge=…, le=…)]``, or a ``str`` whose
    ``Meta`` has a ``pattern`` and a ``description`` that says what is legal.
    """

    def __post_init__(self) -> None:
        values = msgspec.structs.astuple(self)
        try:
            _seen_before(type(self), *values)
        except TypeError:  # a list or the like, which no option takes
            _check_values(type(self), values)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names of the options, in the order of the rules file."""
        return cls.__struct_fields__


@lru_cache(maxsize=256, typed=True)
def _seen_before(kind: type[Options], *values: Any) -> None:
    """Check values once: every stored state that is read brings its options with it."""
    _check_values(kind, values)


def _check_values(kind: type[Options], values: tuple[Any, ...]) -> None:
    """Refuse a value that its option can't take."""
    for field, value in zip(_fields(kind), values, strict=True):
        try:
            msgspec.convert(value, field.type, strict=True)
        except msgspec.ValidationError as error:
            raise IllegalOption(
                _("“{value}” is no value for the option “{name}”: {legal}."),
                "illegal_option",
                name=field.name,
                value=value,
                legal=option_values(field.type),
            ) from error


@cache
def _fields(kind: type[Options]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The options of a game with their types, worked out once."""
    return msgspec.structs.fields(kind)


def option_values(kind: Any) -> str:
    """The legal values of an option's type in words, such as ``may, none, must`` or ``8..16``."""
    meta = next((m for m in getattr(kind, "__metadata__", ()) if isinstance(m, msgspec.Meta)), None)
    if meta is not None:
        return meta.description or f"{meta.ge}..{meta.le}"
    if get_origin(kind) is Literal:
        return ", ".join(str(value) for value in get_args(kind))
    if kind is bool:
        return "true, false"
    if get_origin(kind) in (Union, types.UnionType):
        return ", ".join(option_values(part) for part in get_args(kind))
    return str(getattr(kind, "__name__", kind))


class Label(msgspec.Struct, frozen=True):
    """What an option is called, for people: message ids for a short name and a sentence of help.

    ``values`` words each value of a choice, and those numbers that mean something of their own.
    """

    name: str
    help: str
    values: Mapping[Any, str] = {}

    def word(self, value: Any) -> str:
        """The message id for a value; a number without one speaks for itself."""
        return self.values.get(value, str(value))


MOST_LISTED = 12
"""So many numbers may be listed one by one."""


class Clause(msgspec.Struct, frozen=True):
    """One part of an order line: a word and its values, parted from the next by ``;`` or a line end.

    ``word`` is empty for the leading clause whose values stand bare (``K 2``). ``values`` lists the legal
    values where they can be listed; ``most`` is how many may stand in the clause (in order of preference
    where more than one may). ``hint`` is a message id that says in a few words what the clause is for;
    ``meanings`` are message ids that say, for each value in the same order, what it leads to.
    """

    word: str
    hint: str
    values: tuple[str, ...] = ()
    required: bool = False
    least: int = 0
    most: int = 1
    meanings: tuple[tuple[str, ...], ...] = ()

    def numbers(self) -> range | None:
        """The values where they are numbers that lie evenly, more than one would care to read."""
        if len(self.values) <= MOST_LISTED or not all(map(str.isdecimal, self.values)):
            return None
        first, second, last = int(self.values[0]), int(self.values[1]), int(self.values[-1])
        found = range(first, last + 1, max(1, second - first))
        return found if self.values == tuple(map(str, found)) else None


class Decision(msgspec.Struct, frozen=True):
    """What one seat owes: the clauses an order may have and the legal line played in silence.

    ``forced`` says that ``default`` is the only legal order, so nobody need be asked. ``pooled`` says that
    every member of a team that holds the seat may send an order; ``Game.pool`` makes one of them.
    """

    kind: str
    clauses: tuple[Clause, ...]
    default: str
    forced: bool = False
    pooled: bool = False


class Event(msgspec.Struct, frozen=True):
    """A fact that happened. Its sentence lives in the templates. ``seen_by`` None means everybody."""

    kind: str
    data: dict[str, Any] = {}
    seen_by: tuple[Seat, ...] | None = None


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: for each seat a place (1 is best; equal places are shared), scores if any.

    ``reason`` is a code such as ``line``, ``two_lines``, ``resigned`` or ``cap``; ``winners`` may be empty.
    """

    places: tuple[int, ...]
    reason: str
    winners: tuple[Seat, ...] = ()
    scores: tuple[int | float, ...] | None = None


class State(msgspec.Struct, frozen=True):
    """The state of a match between two turns: an immutable value, per-seat data in tuples."""


class View(msgspec.Struct, frozen=True):
    """What one seat (or a guest, ``seat`` None) may see of a state: an allow-list, never a filter."""


S = TypeVar("S", bound=State)
_PARTS = re.compile(r"([;\n]+)")


class Game(ABC, Generic[S]):
    """A game: stateless, one instance serves every match."""

    slug: ClassVar[str]
    name: ClassVar[str]
    version: ClassVar[int]
    """Rises whenever the same orders could lead to another position."""
    seats: ClassVar[range]
    options: ClassVar[type[Options]]
    labels: ClassVar[Mapping[str, Label]] = {}
    """How people call each option; its name stays the key."""
    state: ClassVar[type[State]]
    quick: ClassVar[bool] = True
    """Whether its bot orders within a few milliseconds, so that a request may wait for it."""
    plans: ClassVar[tuple[Clause, ...]] = ()
    """What orders given ahead are made of; empty for a game that takes none."""

    def label(self, option: str) -> Label:
        """The label of an option; without one it goes by its name."""
        return self.labels.get(option) or Label(option, "")

    @abstractmethod
    def setup(self, seats: int, options: Any, chance: Chance) -> S:
        """The first state, with its first decisions due. Raises ``IllegalOption`` for a wrong combination."""

    @abstractmethod
    def decisions(self, state: S) -> dict[Seat, Decision]:
        """What each seat owes now; empty exactly when ``outcome`` is not None."""

    @abstractmethod
    def check(self, state: S, seat: Seat, order: str) -> str:
        """The canonical line of a legal order, a fixed point; raises ``IllegalOrder`` for any other text."""

    @abstractmethod
    def resolve(self, state: S, orders: Mapping[Seat, str], chance: Chance) -> tuple[S, Sequence[Event]]:
        """The next state and what happened, from one legal order of every seat that owed one."""

    @abstractmethod
    def leave(self, state: S, seat: Seat) -> tuple[S, Sequence[Event]]:
        """The state after a seat left for good; the other seats' decisions stay due."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> View:
        """What that seat, or a guest, may see."""

    def hides(self, state: S) -> bool:
        """Whether a state holds what some seat may not know, such as hands; it is stored encrypted then."""
        return False

    def ahead(self, options: Any) -> tuple[Clause, ...]:
        """Those of ``plans`` that a match with these options takes."""
        return self.plans

    def parted(self, text: str) -> tuple[str, str]:
        """An order, and the orders given ahead that follow in the same text from the first such word on."""
        if not self.plans:
            return text, ""
        words = {clause.word for clause in self.plans}
        parts = _PARTS.split(text)
        for at in range(0, len(parts), 2):
            if parts[at].strip().partition(" ")[0].casefold() in words:
                return "".join(parts[: max(0, at - 1)]), "".join(parts[at:])
        return text, ""

    def plan(self, view: Any, seat: Seat, text: str) -> str:
        """The canonical text of orders given ahead, a fixed point; empty for a plan that says nothing.

        ``text`` replaces whatever plan the seat had. It is checked against what the seat may see. Raises
        ``IllegalOrder`` for any other text, and always in a game without ``plans``.
        """
        raise IllegalOrder(_("This game takes no orders ahead."), "no_plans")

    def follow(self, view: Any, seat: Seat, decision: Decision, plan: str) -> tuple[str | None, str]:
        """The order that a plan gives for a decision, or None where none fits; what is left of the plan.

        Asked when the decision falls due and when the plan is made. The order is checked like any other; one
        that is illegal counts as none. A pure function of what the seat may see.
        """
        return None, plan

    def voice(self, state: S, seat: Seat, order: str) -> str:
        """The canonical line of what one member of a team sends for a ``pooled`` decision, a fixed point.

        Raises ``IllegalOrder`` for any other text. Usually whatever ``check`` takes of the whole seat.
        """
        return self.check(state, seat, order)

    def pool(self, view: Any, seat: Seat, decision: Decision, orders: Sequence[str]) -> str:
        """The one order of a seat from those of its members, for a ``pooled`` decision; always a legal one.

        There is at least one, each as ``voice`` gives it, the captain's first if there is one of theirs.
        """
        return orders[0]

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or None while it goes on."""

    @abstractmethod
    def picture(self, view: Any) -> Picture:
        """The board of a view as data for a drawing."""

    @abstractmethod
    def worked_pictures(self) -> dict[str, Picture]:
        """The pictures of the rules page, each by its name in ``templates/games/<slug>/rules.html``."""

    @abstractmethod
    def choose(self, view: Any, seat: Seat, decision: Decision, chance: Chance) -> str:
        """The game's own modest opponent: a legal order from what that seat may see."""


class Cell(msgspec.Struct, frozen=True):
    """One space of a board. ``x`` and ``y`` count from the top left in units of one space.

    ``man`` is the seat whose man stands there, ``others`` are the seats of further men on the same space.
    ``card`` is the card that lies there (``7H``, ``R10``, ``9``), or ``?`` for one that lies face down.
    ``word`` is a message id that says in a word or two what the space is, or a short text such as ``$20``.
    ``marks`` are words the drawing has a look for: ``here`` (the spot everybody looks at), ``line`` (part of
    a winning line), ``new`` (changed last turn), ``down`` (turned over), ``open`` (may be chosen now).
    """

    name: str
    x: float
    y: float
    man: Seat | None = None
    marks: tuple[str, ...] = ()
    others: tuple[Seat, ...] = ()
    card: str = ""
    word: str = ""


class Hand(msgspec.Struct, frozen=True):
    """The cards a seat holds, as far as the view shows them, and what else there is to say of the seat.

    ``cards`` are names such as ``KH``; ``hidden`` counts cards that are there but not shown; ``facts`` are
    (message id, number) pairs such as ``("pieces left", 5)``.
    """

    seat: Seat
    cards: tuple[str, ...] = ()
    hidden: int = 0
    facts: tuple[tuple[str, float], ...] = ()


class Picture(msgspec.Struct, frozen=True):
    """A board as data: cells on a sheet of ``width`` × ``height`` spaces, and a hand for each seat.

    ``look`` says what kind of board it is: ``squares`` with men on them, ``piles`` of cards on a sheet, a
    ``trick`` of cards on a table, or a ``race`` with a ring of spaces round it.
    """

    width: float
    height: float
    cells: tuple[Cell, ...]
    hands: tuple[Hand, ...] = ()
    look: Literal["squares", "piles", "trick", "race"] = "squares"

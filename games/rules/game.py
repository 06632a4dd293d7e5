"""The promise every game keeps: what a server needs to know of a game to run it for months.

Nothing here knows a clock, a database or a person. Sentences are message ids: a door translates them. Whoever
writes a game finds here all that it is made of.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from games.rules.chance import Chance
from games.rules.course import Facts, Gauge, Plan, Sheet, Spot, Tally
from games.rules.exports import Export
from games.rules.options import Label, Options, option_values
from games.rules.picture import Cell, Group, Hand, Item, Picture, Seat
from games.rules.refusal import IllegalOption, IllegalOrder, Refusal, gettext_noop

_ = gettext_noop

__all__ = [
    "Cell",
    "Clause",
    "Decision",
    "Event",
    "Facts",
    "Game",
    "Gauge",
    "Group",
    "Hand",
    "IllegalOption",
    "IllegalOrder",
    "Item",
    "Label",
    "Options",
    "Outcome",
    "Picture",
    "Plan",
    "Refusal",
    "Seat",
    "Sheet",
    "Spot",
    "State",
    "Tally",
    "View",
    "gettext_noop",
    "option_values",
]

LONGEST = 600
"""A text with more characters is no order, and orders ahead are never kept as a longer one."""
MOST_LISTED = 12
"""So many numbers may be listed one by one."""


class Clause(msgspec.Struct, frozen=True):
    """One part of an order line: a word and its values, parted from the next by ``;`` or a line end.

    ``word`` is empty for the leading clause whose values stand bare (``K 2``). ``values`` lists the legal
    values where they can be listed; ``most`` is how many may stand in the clause (in order of preference
    where more than one may). ``hint`` is a message id that says in a few words what the clause is for;
    ``meanings`` are message ids that say, for each value in the same order, what it leads to.

    ``only`` lists values of the leading clause, or words of clauses, that this one belongs to; it is empty
    for a clause that belongs to all. ``without`` is a message id that says what is done if the clause is left
    out. A clause that stands ``instead`` of another names its word: one of the two is written, not both.
    """

    word: str
    hint: str
    values: tuple[str, ...] = ()
    required: bool = False
    least: int = 0
    most: int = 1
    meanings: tuple[tuple[str, ...], ...] = ()
    only: tuple[str, ...] = ()
    without: str = ""
    instead: str = ""

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
    every member of a team that holds the seat may send an order; ``Game.pool`` makes one of them. ``silence``
    is a message id that says what silence leads to where one would not order ``default`` oneself.
    """

    kind: str
    clauses: tuple[Clause, ...]
    default: str
    forced: bool = False
    pooled: bool = False
    silence: str = ""


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
    written: ClassVar[Mapping[str, str]] = {}
    """For each kind of decision an order as it may be written, to show what orders look like."""
    quick: ClassVar[bool] = True
    """Whether its bot orders within a few milliseconds, so that a request may wait for it."""
    practice_seats: ClassVar[int] = 0
    """With how many seats to begin; 0 for as few as can be."""
    practice: ClassVar[Mapping[str, Any]] = {}
    """The options of a first match against bots, where it is better shorter or plainer than usual."""
    notated: ClassVar[bool] = False
    """Whether its moves are listed in pairs: each is an event ``move`` with a ``ply`` and a ``san``."""
    budget: int = 0
    """At how many positions a bot that looks ahead looks for one order; a host may choose another number."""
    lost_by_silence: ClassVar[str] = ""
    """A message id: which silence at a deadline loses the match at once, as a clause; empty if none does."""
    plans: ClassVar[tuple[Clause, ...]] = ()
    """What orders given ahead are made of; empty for a game that takes none."""

    def label(self, option: str) -> Label:
        """The label of an option; without one it goes by its name."""
        return self.labels.get(option) or Label(option, "")

    exports: ClassVar[tuple[Export, ...]] = ()
    """Other texts that a match may be read as, from what everybody may know of it."""

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

    @abstractmethod
    def hides(self, state: S) -> bool:
        """Whether a state holds what some seat may not know, such as hands; it is stored encrypted then."""

    def ahead(self, options: Any, view: Any = None) -> tuple[Clause, ...]:
        """Those of ``plans`` that a match with these options takes; with a view, those it takes now."""
        return self.plans

    def recalls(self, options: Any) -> bool:
        """Whether people may look back, while a match with these options runs, at what lay open before."""
        return True

    def waits(self, state: S) -> bool:
        """Whether clauses of opened orders wait in a state to be used; until then nobody else knows them."""
        return False

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

        It has at most ``LONGEST`` characters, so that whoever changes it can send it again.

        ``text`` replaces whatever plan the seat had. It is checked against what the seat may see. Raises
        ``IllegalOrder`` for any other text, and always in a game without ``plans``.
        """
        raise IllegalOrder(_("This game takes no orders ahead."), "no_plans")

    def examples(self, view: Any, seat: Seat) -> tuple[str, ...]:
        """A few texts that ``plan`` takes now and that say something, the simplest first."""
        return ()

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

    def form(self, view: Any, seat: Seat) -> Mapping[str, Any]:
        """What the game's own order forms show beside the clauses, for a seat that owes an order.

        A form of its own is a template ``order_<kind of the decision>.html`` among the game's templates.
        """
        return {}

    def standing(self, view: Any) -> tuple[Event, ...]:
        """What holds now and the picture does not show, as facts that have sentences as events have."""
        return ()

    def gauges(self, view: Any) -> tuple[Gauge, ...]:
        """Numbers to follow through a match, from a view alone; the same gauges in every view of a match."""
        return ()

    def sheets(self, view: Any, turns: Sequence[Facts]) -> tuple[Sheet, ...]:
        """What the events of the closed turns come to, from the first turn on, beside the view after them."""
        return ()

    @abstractmethod
    def worked_pictures(self) -> dict[str, Picture]:
        """The pictures of the rules page, each by its name in ``templates/games/<slug>/rules.html``."""

    @abstractmethod
    def choose(self, view: Any, seat: Seat, decision: Decision, chance: Chance) -> str:
        """The game's own modest opponent: a legal order from what that seat may see."""

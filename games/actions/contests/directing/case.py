"""One act of a director while it is done: who, where, why, what it has come to; and the promise of a verb."""

from __future__ import annotations

import datetime
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from accounts.models import User
from games.actions.contests.directing.refusals import IllegalAct, NotNow
from games.models import Contest, Entry, Pairing
from games.rules.game import gettext_noop

_ = gettext_noop

Status = Contest.Status
GOING = (Status.REGISTRATION, Status.DRAWN, Status.RUNNING)
IN_PLAY = (Status.DRAWN, Status.RUNNING)


class TableChange(msgspec.Struct, frozen=True):
    """What becomes of one table: ``stopped``, ``moved`` (its deadline), ``paused``, ``goes_on``."""

    what: str
    code: str = ""
    """Empty for a match that is opened."""
    title: str = ""
    entries: tuple[int, ...] = ()
    before: datetime.datetime | None = None
    """The deadline of its open turn, where that changes."""
    after: datetime.datetime | None = None


@dataclass
class Case:
    """An act in hand; its contest's row is held."""

    director: User
    contest: Contest
    why: str
    now: datetime.datetime
    entries: set[int] | None = field(default_factory=set)
    """Keys of the entries that it concerns; None where it concerns everybody."""
    facts: dict[str, object] = field(default_factory=dict)
    """What fills the gaps of its sentence."""
    tables: list[TableChange] = field(default_factory=list)
    kept: dict[str, Any] = field(default_factory=dict)
    """What the verb needs to take it back, beside the rows of the contest."""
    lasting: tuple[str, dict[str, object]] | None = None
    """Why it can't be undone: a message id and what fills its gaps."""

    def entry(self, key: int, field: str = "entry") -> Entry:
        """An entry of this contest; it is noted that the act concerns it. Raises ``IllegalAct``."""
        found = self.contest.entries.select_related("user").filter(pk=key).first()
        if found is None:
            raise IllegalAct(_("There is no such entry in this contest."), "unknown_entry", field)
        found.contest = self.contest
        self.concern([key])
        return found

    def pairing(self, key: int, field: str = "pairing") -> Pairing:
        """A pairing of this contest; it is noted that the act concerns its entries. Raises ``IllegalAct``."""
        found = Pairing.objects.filter(pk=key, round__group__contest=self.contest)
        pairing = found.select_related("round__group").first()
        if pairing is None:
            raise IllegalAct(_("There is no such pairing in this contest."), "unknown_pairing", field)
        pairing.round.group.contest = self.contest
        self.concern(pairing.sides.values_list("entry_id", flat=True))
        self.facts |= {"board": pairing.board, "round": pairing.round.number}
        return pairing

    def concern(self, keys: Collection[int]) -> None:
        """Note that the act concerns these entries."""
        if self.entries is not None:
            self.entries |= set(keys)

    def last(self, message: str, **data: object) -> None:
        """Note that the act can't be undone, and why."""
        self.lasting = (message, data)


W = TypeVar("W", bound=msgspec.Struct)


class Verb(Generic[W]):
    """What a director may do. Stateless; everything is done within the transaction of the act."""

    name: ClassVar[str]
    title: ClassVar[str]
    """What it is called; a message id."""
    said: ClassVar[str]
    """What the log says of it; a message id whose gaps are filled by ``director`` and the facts."""
    wants: ClassVar[type[msgspec.Struct]]
    """What has to be given for it."""
    during: ClassVar[tuple[str, ...]] = GOING
    """The states of a contest in which it can be done."""
    reasoned: ClassVar[bool] = True
    """Whether a reason must be given."""

    def do(self, case: Case, wanted: W) -> None:
        """Do it. Raises a ``Refusal`` where it can't be done."""

    def take_back(self, case: Case, kept: dict[str, Any]) -> None:
        """Undo what the rows of the contest don't hold; they are restored after this."""


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing has to be given."""


def not_now(message: str, code: str, **data: object) -> NotNow:
    """The refusal that something can't be done as things stand."""
    return NotNow(message, code, **data)

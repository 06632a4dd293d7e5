"""What a contest is to be: its stages, its points, its ties. Values as they are stored."""

from __future__ import annotations

from typing import Any

import msgspec

from games.rules.refusal import Refusal

UNIT = 120
"""Points are whole numbers of units, so many to a point: halves and shares of up to 6 stay exact."""


class IllegalPlan(Refusal):
    """A contest can't be held like this; ``field`` names the part that is wrong."""

    def __init__(self, message: str, code: str, field: str, **data: object) -> None:
        super().__init__(message, code, **data)
        self.field = field


class Stage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One stage: a format and its numbers. What a format has no use for stays as it is here."""

    format: str
    """A key of ``FORMATS``."""
    rounds: int = 0
    """Swiss, duplicate, ladder: how many; 0 for as many as it takes."""
    legs: int = 1
    """Round robin: how often everybody meets everybody."""
    at_once: int = 1
    """Round robin: how many rounds an entry plays at the same time; 0 for all of them."""
    early: bool = False
    """Whether a round begins as soon as the one before has ended, although its day has not come."""
    double: bool = False
    """Knock-out: who loses once goes on in a second bracket."""
    third: bool = False
    """Knock-out: whether the third place is played for."""
    best_of: int = 1
    """Knock-out: how many matches of a pairing are played at the most; odd."""
    advance: int = 1
    """Pods: how many of each table go on."""
    groups: int = 1
    """In how many groups it is played; in a league the number of divisions follows from the entries."""
    through: int = 0
    """How many of each group go on to the next stage."""
    division: int = 8
    """League: how many entries a division has; ``least`` and ``most`` bound it."""
    least: int = 6
    most: int = 10
    up: int = 2
    """League: how many go up and down between two divisions."""
    reach: int = 3
    """Ladder: how many rungs above one's own may be challenged."""
    answer_days: int = 3
    """Ladder: in how many days a challenge has to be taken up, or is lost."""
    days: int = 60
    """Ladder: for how many days it stands; 0 for ever."""


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a contest is held, whoever enters. Stored as JSON."""

    stages: tuple[Stage, ...]
    points: str = "classic"
    """The scheme: ``classic`` (1, ½, 0), ``three`` (3, 1, 0), ``places``, ``score`` (the game's own)."""
    places: tuple[float, ...] = ()
    """Scheme ``places``: points of the first, second, … in halves; empty: seats - 1 down to 0."""
    ties: tuple[str, ...] = ("buchholz_cut1", "buchholz", "sonneborn_berger", "direct", "wins", "lot")
    """Tie-breaks in the order in which they count; keys of ``TIES``."""
    deserted: str = "forfeit"
    """What a seat without its person is worth: ``forfeit`` (lost, the others won), or ``result``.

    A seat that was given up has what the game's own rule for leaving makes of it, under both; but where
    scores count it has the lowest of its table, and none beside those of other tables with the same deal:
    whoever leads must not be able to make that safe by giving up.
    """
    wait: bool = True
    """Whether a round waits also for tables whose result can't change who goes on."""

    @classmethod
    def read(cls, stored: Any) -> Plan:
        """The plan that was stored. Raises ``IllegalPlan`` for values of a wrong kind."""
        try:
            return msgspec.convert(stored, cls, strict=True)
        except msgspec.ValidationError as error:
            raise IllegalPlan("{trouble}", "illegal_plan", "plan", trouble=str(error)) from error

    def plain(self) -> dict[str, Any]:
        """The plan as JSON values."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return plain

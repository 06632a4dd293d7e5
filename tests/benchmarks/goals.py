"""What the benchmarks aim at: a floor and a goal for each figure, and a word about those that are missed.

A floor above its goal says that less is better. Times are only told; a count beyond its limit is a fault.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.benchmarks.slices import Comparison, Spread


@dataclass(frozen=True)
class Goal:
    """What is measured, the floor and the goal; ``why`` says why a goal is missed where it is."""

    what: str
    floor: float
    goal: float
    why: str = ""

    def verdict(self, value: float) -> str:
        """How a figure fares."""
        for mark, word in ((self.goal, "goal met"), (self.floor, "floor met")):
            if value >= mark if self.floor < self.goal else value <= mark:
                return word
        return "missed"


@dataclass(frozen=True)
class Figure:
    """One figure beside its goal. ``told`` gives the absolute figures of the sides in words."""

    name: str
    goal: Goal
    value: float
    told: str = ""
    where: str = ""
    middle: Spread | None = None
    control: float | None = None

    @classmethod
    def of(cls, name: str, goal: Goal, found: Comparison, unit: str, where: str = "") -> Figure:
        """The figure of a comparison."""
        return cls(
            name,
            goal,
            found.ratio.median,
            f"{found.ours:,.4g} and {found.peer:,.4g} {unit}",
            where,
            found.ratio,
            found.control.median,
        )


@dataclass(frozen=True)
class Count:
    """Something counted, and how many there may be at the most (and at the least)."""

    name: str
    what: str
    found: int
    most: int
    least: int = 0

    @property
    def holds(self) -> bool:
        """Whether the count is within its limits."""
        return self.least <= self.found <= self.most


@dataclass
class Findings:
    """What one run found."""

    figures: list[Figure] = field(default_factory=list)
    counts: list[Count] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)

    def take(self, other: Findings) -> None:
        """Add what another part of the run found."""
        self.figures += other.figures
        self.counts += other.counts
        self.skipped += other.skipped

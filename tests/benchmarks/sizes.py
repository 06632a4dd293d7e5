"""How much one run measures: the whole, or a quick look."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Size:
    """Rounds and seconds of slices, and how many rows of each kind."""

    rounds: int
    seconds: float
    """How long one slice lasts."""
    due: int
    """How many matches fall due in a storm."""
    idle: int
    """How many matches are idle beside it."""
    grown: int
    """How many idle matches the large site of the growth figures has."""
    mails: int


WHOLE = Size(rounds=11, seconds=1.0, due=10_000, idle=100_000, grown=200_000, mails=1000)
QUICK = Size(rounds=5, seconds=0.5, due=1_000, idle=5_000, grown=20_000, mails=200)

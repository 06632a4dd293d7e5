"""How strong people are in a game, by openskill (Plackett-Luce): what a match changes. Knows no rows.

The same values give the same ratings to the last digit: they are taken in the order of places and seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

import msgspec
from openskill.models import PlackettLuce

MODEL = PlackettLuce()
SCALE = 60
"""What people read is so many times the model's own number: somebody new is at 1500 ± 1500."""
SURE = 3
"""How many standard deviations the margin has: all but three of a thousand are within it."""


class Skill(msgspec.Struct, frozen=True):
    """What is known of somebody's strength: its mean, and the standard deviation of that."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def figure(self) -> int:
        """The rating as people read it."""
        return round(SCALE * self.mu)

    @property
    def margin(self) -> int:
        """By how much the rating may be off, almost surely."""
        return round(SCALE * SURE * self.sigma)

    @property
    def floor(self) -> float:
        """What the strength is at the least, almost surely: 0 for somebody new. Lists are sorted by it."""
        return SCALE * (self.mu - SURE * self.sigma)


NEW = Skill()
"""What is known of somebody who has not played."""


def rated(teams: Sequence[Sequence[Skill]], places: Sequence[int]) -> tuple[tuple[Skill, ...], ...]:
    """What is known of everybody after a match; for each seat its people, and its place, 1 for the first.

    Equal places are shared. There are at least two seats, each with somebody.
    """
    order = sorted(range(len(teams)), key=lambda index: (places[index], index))
    ratings = [[MODEL.rating(skill.mu, skill.sigma) for skill in teams[index]] for index in order]
    after = MODEL.rate(ratings, ranks=[places[index] for index in order])
    found = {
        index: tuple(Skill(one.mu, one.sigma) for one in team)
        for index, team in zip(order, after, strict=True)
    }
    return tuple(found[index] for index in range(len(teams)))


def team_figure(skills: Sequence[Skill]) -> float:
    """What an entry of these people is seeded by: the mean of their ratings as people read them."""
    return fmean(skill.figure for skill in skills or (NEW,))

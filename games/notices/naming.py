"""What groups and rounds of contests are called, read for any number of groups at once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from django.db.models import Count
from django.utils.translation import gettext as _

from games.contests.field import Entry, Field
from games.contests.formats import FORMATS
from games.contests.plan import Plan
from games.models import Berth, Group


class Naming:
    """The names of some groups and of their rounds, in the language of the moment. Two queries for all."""

    def __init__(self, groups: Iterable[Group]) -> None:
        """The groups have their contest read."""
        found = {group.pk: group for group in groups}
        berths = Berth.objects.filter(group__in=found).order_by().values_list("group")
        self._sizes: dict[int, int] = dict(berths.annotate(Count("pk")))
        contests = {group.contest_id for group in found.values()}
        beside = Group.objects.filter(contest__in=contests).order_by().values_list("contest", "stage")
        self._groups = {(contest, stage): n for contest, stage, n in beside.annotate(Count("pk"))}

    def size(self, group: Group) -> int:
        """How many entries a group has."""
        return self._sizes.get(group.pk, 0)

    def of_group(self, group: Group) -> str:
        """How a group is called; empty where a plain contest has only the one."""
        stages = group.contest.terms.stages
        if stages[group.stage].format == "league":
            return _("Division {number}").format(number=group.number)
        if self._groups.get((group.contest_id, group.stage), 1) > 1:
            return _("Group {number}").format(number=group.number)
        return _("Stage {number}").format(number=group.stage + 1) if len(stages) > 1 else ""

    def of_round(self, group: Group, number: int) -> str:
        """How a round of a group is called."""
        contest = group.contest
        message, gaps = _title(contest.terms, group.stage, contest.size, self.size(group), number)
        return _(message).format(**dict(gaps))


@lru_cache(maxsize=1024)
def _title(
    plan: Plan, stage: int, size: int, entries: int, number: int
) -> tuple[str, tuple[tuple[str, object], ...]]:
    """The title of a round as a message id and what fills its gaps; it follows from these numbers alone."""
    who = tuple(Entry(key, key) for key in range(1, entries + 1))
    field = Field(plan, plan.stages[stage], size, size, who)
    message, gaps = FORMATS[plan.stages[stage].format].title(field, number)
    return message, tuple(gaps.items())

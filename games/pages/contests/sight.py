"""What a reader sees of a contest: the contest, their own part in it, and how entries are called."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Contest, Entrant, Entry, Group
from games.notices.held import kind

_OWN = mark_safe(' class="own-name"')


@dataclass(frozen=True)
class Called:
    """How an entry is called, with the address of its page."""

    key: int
    name: str
    url: str
    mine: bool = False
    out: bool = False
    """Whether it has withdrawn."""

    @cached_property
    def link(self) -> SafeString:
        """Its name as a link, and whether it is the reader's or has withdrawn."""
        link = format_html('<a href="{}"{}>{}</a>', self.url, _OWN if self.mine else "", self.name)
        if not (self.mine or self.out):
            return link
        notes = [_("(you)")] * self.mine + [_("(withdrawn)")] * self.out
        return link + format_html_join("", ' <span class="small soft">{}</span>', ((note,) for note in notes))


@dataclass
class Sight:
    """A contest as one reader sees it. Reads what it is asked for, once."""

    contest: Contest
    user: User | AnonymousUser
    now: datetime.datetime

    @classmethod
    def of(cls, user: User | AnonymousUser, code: str, now: datetime.datetime) -> Sight:
        """The contest with this code. Raises ``Http404`` for who may not see it."""
        found = Contest.objects.visible_to(user).select_related("league").defer("sealed_seed")
        contest = found.filter(code=code).first()
        if contest is None:
            raise Http404
        return cls(contest, user, now)

    @property
    def kind(self) -> str:
        """Its format, in a few words."""
        return kind(self.contest.terms)

    @cached_property
    def mine(self) -> Entry | None:
        """The reader's entry, whatever its status."""
        if not self.user.is_authenticated:
            return None
        found = Entrant.objects.filter(contest=self.contest, user=self.user).select_related("entry__user")
        entrant = found.first()
        return entrant.entry if entrant else None

    @cached_property
    def plays(self) -> bool:
        """Whether the reader takes part."""
        return self.mine is not None and self.mine.status == Entry.Status.IN

    @cached_property
    def directors(self) -> list[User]:
        """Those who direct it, whoever opened it first."""
        return list(self.contest.directors.order_by("pk"))

    @cached_property
    def directs(self) -> bool:
        """Whether the reader is a director."""
        return self.user.is_authenticated and any(one.pk == self.user.pk for one in self.directors)

    @cached_property
    def groups(self) -> list[Group]:
        """All groups of all stages, without their standings."""
        return list(Group.objects.filter(contest=self.contest).defer("standings"))

    @cached_property
    def current(self) -> list[Group]:
        """The groups of the stage that is played, or was last."""
        return [group for group in self.groups if group.stage == self.contest.stage]

    def group(self, stage: int, number: int) -> Group:
        """A group by its stage, counted from 0, and its number. Raises ``Http404`` if there is none."""
        for group in self.groups:
            if (group.stage, group.number) == (stage, number):
                return group
        raise Http404

    def group_name(self, group: Group) -> str:
        """How a group is called; empty where a plain contest has only the one."""
        stages = self.contest.terms.stages
        if stages[group.stage].format == "league":
            return _("Division {number}").format(number=group.number)
        alone = not any(other.number > 1 for other in self.groups if other.stage == group.stage)
        if len(stages) == 1:
            return "" if alone else _("Group {number}").format(number=group.number)
        if alone:
            return _("Stage {number}").format(number=group.stage + 1)
        return _("Stage {stage}, group {number}").format(stage=group.stage + 1, number=group.number)

    def address(self, name: str, group: Group, *more: int) -> str:
        """The address of a page of a group."""
        return reverse(name, args=[self.contest.code, group.stage + 1, group.number, *more])

    @cached_property
    def tabs(self) -> list[tuple[str, str, str]]:
        """The pages that there are of it: a key, what it is called, its address."""
        contest, code = self.contest, self.contest.code
        found = [("contest", _("Overview"), contest.get_absolute_url())]
        if self.current:
            stage = contest.terms.stages[contest.stage]
            found.append(("standings", _("Standings"), reverse("contest_standings", args=[code])))
            if stage.format in {"knockout", "pods"}:
                found.append(("bracket", _("Bracket"), self.address("contest_bracket", self.current[0])))
            elif stage.format != "ladder":
                found.append(
                    ("crosstable", _("Crosstable"), self.address("contest_crosstable", self.current[0]))
                )
            found.append(("rounds", _("Rounds"), reverse("contest_rounds", args=[code])))
        found.append(("entries", _("Entries"), reverse("contest_entries", args=[code])))
        if contest.league_id is not None:
            found.append(("history", _("Seasons"), reverse("contest_history", args=[code])))
        return found

    def called(self, keys: Iterable[int]) -> Mapping[int, Called]:
        """How entries are called, by their keys; one query for all of them."""
        found = Entry.objects.filter(contest=self.contest, pk__in=set(keys))
        return self.named(found.values_list("pk", "name", "user__username", "status"))

    def named(self, found: Iterable[tuple[int, str, str | None, str]]) -> dict[int, Called]:
        """How entries are called of which the key, the name, the person and the status are read."""
        own = self.mine.pk if self.mine else None
        address = _entries(self.contest.code)
        return {
            key: Called(
                key,
                name or person or _("former player"),
                f"{address}{key}/",
                mine=key == own,
                out=status == Entry.Status.WITHDRAWN,
            )
            for key, name, person, status in found
        }


@lru_cache(1024)
def _entries(code: str) -> str:
    """What the addresses of the pages of its entries begin with; their keys follow."""
    return reverse("contest_entry", args=[code, 0]).removesuffix("0/")

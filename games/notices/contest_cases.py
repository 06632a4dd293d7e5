"""The rows that mails about contests as a whole are written from: acts, groups, the next season; set-wise."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from accounts.models import Notice
from games.models import Act, Berth, Contest, Entry, Group
from games.notices import entered
from games.notices.entered import Met, Part
from games.notices.naming import Naming
from games.notices.round_mails import Stand

NAMED = 12
"""The entries of a group are named in a mail if there are no more than so many."""

Status = Contest.Status


@dataclass(frozen=True)
class Case:
    """One notice about a contest, with what its mail is written from."""

    part: Part
    naming: Naming
    stand: Stand
    beside: Mapping[int, Sequence[tuple[int, str]]]
    """The entries of small groups with their names, by group."""
    ahead: Mapping[int, Sequence[Met]]
    act: Act | None
    following: Contest | None
    """The next season, if it has opened already."""
    next: Entry | None
    """The reader's entry in it."""

    @property
    def contest(self) -> Contest:
        """The contest."""
        return self.part.contest

    @property
    def group(self) -> Group | None:
        """The group in which the reader plays or played last."""
        return self.part.berth.group if self.part.berth is not None else None


def cases(parts: Sequence[Part]) -> Iterator[Case]:
    """The cases of notices, with as many queries for 50 as for one."""
    berths = [part.berth for part in parts if part.berth is not None]
    groups = {berth.group_id: berth.group for berth in berths}
    naming = Naming(groups.values())
    over = [(berth.group, berth.entry_id) for berth in berths if berth.group.contest.ended_at is not None]
    stand = Stand.of(over)
    beside = _beside([group.pk for group in groups.values() if naming.size(group) <= NAMED])
    ahead = entered.meetings([part.entry for part in parts if part.entry is not None])
    acts = _acts(parts)
    seasons, again = _seasons(parts)
    for part in parts:
        act = acts.get(part.notice.pk)
        following = seasons.get((part.contest.league_id, part.contest.season + 1))
        entry = again.get((following.pk, part.notice.user_id)) if following else None
        yield Case(part, naming, stand, beside, ahead, act, following, entry)


def _acts(parts: Sequence[Part]) -> dict[int, Act]:
    """What directors did, by the notices about it: the act that one names, or the one that called off."""
    off = [part.contest.pk for part in parts if part.contest.status == Status.CALLED_OFF]
    named = [part.notice.data["act"] for part in parts if "act" in part.notice.data]
    rows = list(Act.objects.filter(Q(pk__in=named) | Q(contest__in=off, verb="call_off", undone_at=None)))
    by_key, calling_off = (
        {act.pk: act for act in rows},
        {a.contest_id: a for a in rows if a.verb == "call_off"},
    )
    heard = _heard(parts, [act for act in rows if act.verb == "undo"])
    found = {}
    for part in parts:
        act = by_key.get(part.notice.data.get("act", 0)) or calling_off.get(part.contest.pk)
        undone = act.data["act"] if act is not None and act.verb == "undo" else None
        if act is not None and (undone is None or (part.notice.user_id, _subject(part, undone)) in heard):
            found[part.notice.pk] = act
    return found


def _heard(parts: Sequence[Part], undoings: Sequence[Act]) -> set[tuple[int, str]]:
    """Who was told of acts that were taken back; others need not hear of that either."""
    undone = {act.data["act"] for act in undoings}
    subjects = {_subject(part, key) for part in parts for key in undone}
    people = {part.notice.user_id for part in parts}
    told = Notice.objects.filter(
        user__in=people, kind="contest", subject__in=subjects, status=Notice.Status.SENT
    )
    return set(told.values_list("user_id", "subject"))


def _subject(part: Part, act: int) -> str:
    return f"c:{part.contest.code}:act:{act}"


def _beside(groups: Collection[int]) -> dict[int, list[tuple[int, str]]]:
    found: dict[int, list[tuple[int, str]]] = {group: [] for group in groups}
    for berth in Berth.objects.filter(group__in=groups).select_related("entry__user"):
        found[berth.group_id].append((berth.entry_id, berth.entry.title))
    return found


def _seasons(
    parts: Sequence[Part],
) -> tuple[dict[tuple[int | None, int], Contest], dict[tuple[int, int], Entry]]:
    """The seasons that follow, and the entries of readers in them."""
    over = [part.contest for part in parts if part.contest.league_id is not None and part.contest.ended_at]
    leagues, numbers = {one.league_id for one in over}, {one.season + 1 for one in over}
    found = Contest.objects.filter(league__in=leagues, season__in=numbers).defer("sealed_seed")
    seasons = {(one.league_id, one.season): one for one in found.select_related("league")}
    people = {part.notice.user_id for part in parts}
    entries = Entry.objects.playing().filter(contest__in=seasons.values(), entrants__user__in=people)
    named = entries.values_list("entrants__user", "pk") if seasons else []
    by_key = {entry.pk: entry for entry in entries} if seasons else {}
    return seasons, {(by_key[pk].contest_id, user): by_key[pk] for user, pk in named}

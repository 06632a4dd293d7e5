"""The rows that mails about contests are written from, read set-wise: as many queries for 50 as for one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from accounts.models import Notice
from games.models import Berth, Contest, Entrant, Entry, Group, Match, Pairing, Side
from games.models.fixture import Round


@dataclass(frozen=True)
class Part:
    """One notice about a contest, with the part its reader has in it."""

    notice: Notice
    contest: Contest
    entry: Entry | None
    """The reader's; None for who has left or only directs."""
    berth: Berth | None
    """Where the entry plays or played last, with its group."""

    @property
    def key(self) -> int:
        """The key of the reader's entry; 0 if they have none."""
        return self.entry.pk if self.entry is not None else 0

    @property
    def plays(self) -> bool:
        """Whether the reader takes part."""
        return self.entry is not None and self.entry.status == Entry.Status.IN


@dataclass(frozen=True)
class Met:
    """A pairing of somebody that has not ended, or a bye, as they look at it."""

    round: Round
    pairing: Pairing
    others: tuple[str, ...]
    """Whom they meet; empty for a bye."""
    code: str = ""
    """The match that is played, once there is one."""
    played: bool = False
    """Whether that match is running."""

    @property
    def is_bye(self) -> bool:
        """Whether they have nobody to meet; who plays alone has, although nobody sits at that table."""
        return not self.others and self.pairing.how != Pairing.How.OPEN


def parts(notices: Sequence[Notice]) -> list[Part]:
    """The parts that readers have in the contests of their notices."""
    codes, people = {n.data["contest"] for n in notices}, {n.user_id for n in notices}
    found = Contest.objects.filter(code__in=codes).select_related("league").defer("sealed_seed")
    contests = {contest.code: contest for contest in found}
    by_key = {contest.pk: contest for contest in contests.values()}
    entrants = Entrant.objects.filter(contest__in=by_key, user__in=people).select_related("entry__user")
    entries = {(entrant.contest_id, entrant.user_id): entrant.entry for entrant in entrants}
    berths = _berths(entries.values(), by_key)
    made = []
    for notice in notices:
        if contest := contests.get(notice.data["contest"]):
            entry = entries.get((contest.pk, notice.user_id))
            made.append(Part(notice, contest, entry, berths.get(entry.pk) if entry else None))
    return made


def _berths(entries: Iterable[Entry], contests: Mapping[int, Contest]) -> dict[int, Berth]:
    """The last berths of entries, each with its group, without the standings of that."""
    rows = Berth.objects.filter(entry__in=entries).select_related("group").defer("group__standings")
    found = {}
    for berth in rows.order_by("group__stage", "pk"):
        berth.group.contest = contests[berth.group.contest_id]
        found[berth.entry_id] = berth
    return found


def meetings(entries: Iterable[Entry]) -> dict[int, list[Met]]:
    """The pairings of entries in rounds that have not ended, by entry, the first round first."""
    mine = Side.objects.filter(entry__in=entries, live=True, round__ended_at__isnull=True)
    sides = list(
        mine.select_related("pairing", "round")
        .defer("round__sealed_seed")
        .order_by("round__group__stage", "round__number")
    )
    pairings = {side.pairing_id for side in sides}
    names = _names(pairings)
    matches = Match.objects.filter(pairing__in=pairings).exclude(status=Match.Status.ABORTED)
    rows = matches.order_by("leg").values_list("pairing", "code", "status")
    played = {pairing: (code, status == Match.Status.RUNNING) for pairing, code, status in rows}
    found: dict[int, list[Met]] = defaultdict(list)
    for side in sides:
        others = tuple(name for entry, name in names[side.pairing_id] if entry != side.entry_id)
        met = Met(side.round, side.pairing, others, *played.get(side.pairing_id, ("", False)))
        found[side.entry_id].append(met)
    return found


def _names(pairings: Iterable[int]) -> dict[int, list[tuple[int, str]]]:
    """The entries that meet in pairings, with their names, in the order of seats."""
    found: dict[int, list[tuple[int, str]]] = defaultdict(list)
    sides = Side.objects.filter(pairing__in=pairings).select_related("entry__user").order_by("index")
    for side in sides:
        found[side.pairing_id].append((side.entry_id, side.entry.title))
    return found


def titles(keys: Iterable[int]) -> dict[int, str]:
    """What entries are called, by their keys."""
    return {entry.pk: entry.title for entry in Entry.objects.filter(pk__in=keys).select_related("user")}


def standing(groups: Iterable[int]) -> dict[int, Group]:
    """Groups with their standings, by their keys."""
    return {group.pk: group for group in Group.objects.filter(pk__in=groups)}

"""The effect of an act in values: what is another before and after it. No guest may know less."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from accounts.models import User
from games.actions.contests.directing.case import Case, TableChange, Verb
from games.actions.contests.directing.keeping import Row, Rows, rows_of
from games.contests.standings import standings
from games.models import Contest, Entrant, Group
from games.models.field import fields_of
from games.models.lots import chance_of


class PairingChange(msgspec.Struct, frozen=True):
    """A pairing that is another, is new or is gone. Entries by their keys, in the order of seats."""

    group: int
    round: int
    board: int
    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()
    how_before: str = ""
    """How it had ended; empty where there was none."""
    how_after: str = ""
    """How it ends; empty where there is none any more."""


class EntryChange(msgspec.Struct, frozen=True):
    """A field of an entry, or who is in it."""

    entry: int
    what: str
    before: Any = None
    after: Any = None


class ContestChange(msgspec.Struct, frozen=True):
    """A field of the contest itself."""

    what: str
    before: Any = None
    after: Any = None


class Place(msgspec.Struct, frozen=True):
    """A line of the standings before and after; ranks are None where the entry has none."""

    entry: int
    before: int | None
    after: int | None
    points_before: int | None
    points_after: int | None

    @property
    def changed(self) -> bool:
        """Whether anything of it is another."""
        return (self.before, self.points_before) != (self.after, self.points_after)


class GroupStandings(msgspec.Struct, frozen=True):
    """The standings of a group in which something changes."""

    group: int
    places: tuple[Place, ...]


class Effect(msgspec.Struct, frozen=True):
    """What an act changes."""

    verb: str
    facts: dict[str, Any]
    names: dict[int, str]
    """What the entries are called that are named here by their keys."""
    contest: tuple[ContestChange, ...] = ()
    entries: tuple[EntryChange, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    """The seeding of groups that are drawn."""
    pairings: tuple[PairingChange, ...] = ()
    tables: tuple[TableChange, ...] = ()
    standings: tuple[GroupStandings, ...] = ()
    told: int = 0
    """How many people are told."""
    own: bool = False
    """Whether it touches an entry of the director's own."""
    lasting: tuple[str, dict[str, Any]] | None = None
    """Why it can't be undone: a message id and what fills its gaps."""

    def told_to(self, people: Iterable[int]) -> Effect:
        """The same with how many people are told."""
        return msgspec.structs.replace(self, told=len(set(people)))


@dataclass(frozen=True)
class Look:
    """A contest at one moment."""

    rows: Rows
    standings: Mapping[int, Any]


def look(contest: Contest) -> Look:
    """All that an effect is worked out from, in a fixed number of queries."""
    groups = list(Group.objects.filter(contest=contest, stage=contest.stage))
    fields = fields_of(contest, contest.stage) if any(group.stale for group in groups) else {}
    lines = {
        group.pk: msgspec.to_builtins(
            standings(fields[group.pk], chance_of(contest, "lot", group.stage, group.number))
        )
        if group.stale
        else group.standings
        for group in groups
    }
    return Look(rows_of(contest), lines)


def effect(verb: Verb[Any], case: Case, before: Look, after: Look) -> Effect:
    """What is another after an act."""
    pairings = tuple(_pairings(before.rows, after.rows))
    case.concern({key for change in pairings for key in (*change.before, *change.after)})
    found = Effect(
        verb=verb.name,
        facts={"director": case.director.username, **case.facts},
        names={},
        contest=tuple(_contest(before.rows, after.rows)),
        entries=tuple(_entries(before.rows, after.rows)),
        groups=_groups(before.rows, after.rows),
        pairings=pairings,
        tables=tuple(case.tables),
        standings=tuple(_standings(before, after)),
        own=_is_own(case),
        lasting=case.lasting,
    )
    return msgspec.structs.replace(found, names=_names(case.contest, found, before.rows))


def _is_own(case: Case) -> bool:
    """Whether an act that concerns some entries concerns one of the director's."""
    if case.entries is None:
        return False
    mine = Entrant.objects.filter(contest=case.contest, user=case.director, entry__in=case.entries)
    return mine.exists()


def _contest(before: Rows, after: Rows) -> Iterable[ContestChange]:
    for key, was in before["contest"].items():
        became = after["contest"][key]
        for name in ("status", "starts_at", "round_days", "paused_at"):
            if was[name] != became[name]:
                yield ContestChange(name, was[name], became[name])
    old, new = (_people({row["user_id"] for row in rows["director"].values()}) for rows in (before, after))
    if old != new:
        yield ContestChange("directors", sorted(old.values()), sorted(new.values()))


def _entries(before: Rows, after: Rows) -> Iterable[EntryChange]:
    for key in sorted({*before["entry"], *after["entry"]}):
        was, became = before["entry"].get(key), after["entry"].get(key)
        if was is None or became is None:
            yield EntryChange(key, "entry", bool(was), bool(became))
            continue
        for name in ("status", "number", "wanted_number", "until", "absent", "byes"):
            if was[name] != became[name]:
                yield EntryChange(key, name, was[name], became[name])
        if was["user_id"] != became["user_id"]:
            people = _people({was["user_id"], became["user_id"]})
            yield EntryChange(key, "person", people.get(was["user_id"]), people.get(became["user_id"]))


def _people(keys: Collection[int | None]) -> dict[int, str]:
    """User names by their keys."""
    return dict(User.objects.filter(pk__in=[key for key in keys if key]).values_list("pk", "username"))


def _groups(before: Rows, after: Rows) -> tuple[tuple[int, ...], ...]:
    """The seeding of groups in which the order or the entries are others."""
    was, became = _seeding(before), _seeding(after)
    return tuple(keys for group, keys in became.items() if was.get(group) != keys)


def _seeding(rows: Rows) -> dict[int, tuple[int, ...]]:
    found: dict[int, list[tuple[int, int]]] = {key: [] for key in rows["group"]}
    for berth in rows["berth"].values():
        found[berth["group_id"]].append((berth["number"], berth["entry_id"]))
    return {group: tuple(key for _number, key in sorted(berths)) for group, berths in found.items()}


def _pairings(before: Rows, after: Rows) -> Iterable[PairingChange]:
    was, became = _seated(before), _seated(after)
    for key in sorted({*was, *became}, key=lambda key: (key not in was, key)):
        old, new = was.get(key), became.get(key)
        if old == new:
            continue
        pairing = (after if new is not None else before)["pairing"][key]
        rows = after if new is not None else before
        round_row = rows["round"][pairing["round_id"]]
        group = rows["group"][round_row["group_id"]]
        yield PairingChange(
            group=group["number"],
            round=round_row["number"],
            board=pairing["board"],
            before=old[0] if old else (),
            after=new[0] if new else (),
            how_before=old[1] if old else "",
            how_after=new[1] if new else "",
        )


def _seated(rows: Rows) -> dict[int, tuple[tuple[int, ...], str, tuple[Any, ...]]]:
    """Who sits in each pairing, how it ended, and with what."""
    sides: dict[int, list[Row]] = {key: [] for key in rows["pairing"]}
    for side in rows["side"].values():
        sides[side["pairing_id"]].append(side)
    found = {}
    for key, held in sides.items():
        held.sort(key=lambda side: side["index"])
        results = tuple((side["points"], side["place"]) for side in held)
        found[key] = (tuple(side["entry_id"] for side in held), rows["pairing"][key]["how"], results)
    return found


def _standings(before: Look, after: Look) -> Iterable[GroupStandings]:
    for group, lines in after.standings.items():
        was, became = _lines(before.standings.get(group, [])), _lines(lines)
        places = tuple(_places(was, became))
        if any(place.changed for place in places):
            yield GroupStandings(after.rows["group"][group]["number"], places)


def _lines(stored: Any) -> dict[int, tuple[int, int]]:
    """Rank and points by entry."""
    return {line["entry"]: (line["rank"], line["points"]) for line in stored}


def _places(was: Mapping[int, tuple[int, int]], became: Mapping[int, tuple[int, int]]) -> Iterable[Place]:
    for key in [*became, *(key for key in was if key not in became)]:
        old, new = was.get(key, (None, None)), became.get(key, (None, None))
        yield Place(key, old[0], new[0], old[1], new[1])


def _names(contest: Contest, found: Effect, before: Rows) -> dict[int, str]:
    """What the entries that an effect names are called; those that are gone keep theirs in the facts."""
    keys = {change.entry for change in found.entries} | {key for keys in found.groups for key in keys}
    keys |= {key for one in found.pairings for key in (*one.before, *one.after)}
    keys |= {key for table in found.tables for key in table.entries}
    keys |= {place.entry for group in found.standings for place in group.places}
    entries = contest.entries.filter(pk__in=keys).select_related("user")
    return {entry.pk: entry.title for entry in entries}

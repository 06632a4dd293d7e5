"""Mails when a round of a contest is over: what it gave the reader, how the group stands, what comes next."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import Notice
from accounts.outbox import Draft
from games.actions.contests.rounds import begins_at
from games.models import Berth, Contest, Group, Side
from games.models.fixture import Round
from games.notices import entered
from games.notices.entered import Met, Part
from games.notices.held import figure
from games.notices.layout import Letters, mails
from games.notices.letters import Letter, Placed, Standings, contest_page
from games.notices.naming import Naming
from games.notices.placings import shown
from games.notices.times import moment
from games.rules.refusal import gettext_noop

Row = Mapping[str, Any]
"""A line of stored standings, see ``games.contests.standings.Line``."""


KNOCKOUTS = ("knockout", "pods")
"""The formats in which entries drop out on the way."""


@dataclass(frozen=True)
class Stand:
    """How groups stand, for all readers of a batch."""

    groups: Mapping[int, Group]
    at: Mapping[int, Mapping[int, int]]
    """By group and entry: the index of its line."""
    names: Mapping[int, str]
    naming: Naming

    @classmethod
    def of(cls, wanted: Collection[tuple[Group, int]]) -> Stand:
        """The standings of these groups, as far as these entries want to see them. The contest is read."""
        groups = entered.standing({group.pk for group, _entry in wanted})
        for group, _entry in wanted:
            groups[group.pk].contest = group.contest
        at = {
            key: {row["entry"]: index for index, row in enumerate(group.standings)}
            for key, group in groups.items()
        }
        keys = {
            groups[group.pk].standings[index]["entry"]
            for group, entry in wanted
            for index in shown(at[group.pk].get(entry, -1), len(at[group.pk]))
            if index is not None
        }
        return cls(groups, at, entered.titles(keys), Naming(groups.values()))

    def own(self, group: Group, entry: int) -> Row | None:
        """The line of an entry."""
        index = self.at[group.pk].get(entry)
        row: Row | None = self.groups[group.pk].standings[index] if index is not None else None
        return row

    def told(self, group: Group, entry: int) -> Standings | None:
        """The lines that somebody of this entry wants to see; None where there are none yet."""
        rows = self.groups[group.pk].standings
        if not rows:
            return None
        wanted = shown(self.at[group.pk].get(entry, -1), len(rows))
        lines = tuple(None if index is None else self._line(rows[index], entry) for index in wanted)
        return Standings(self.naming.of_group(group) or _("The standings"), lines)

    def _line(self, row: Row, entry: int) -> Placed:
        return Placed(
            place=str(row["rank"]),
            name=self.names.get(row["entry"], ""),
            played=str(row["played"]),
            points=figure(row["points"]),
            own=row["entry"] == entry,
        )


@dataclass(frozen=True)
class Case:
    """One notice that a round is over."""

    part: Part
    round: Round
    side: Side | None
    """What the reader's entry got of the round."""
    ahead: Sequence[Met]
    """The reader's pairings that go on or are to come."""
    next_at: datetime.datetime | None
    """When the next round begins, if a calendar says so."""
    berth: Berth | None
    """The place of the reader's entry in the group of the round."""

    @property
    def is_news(self) -> bool:
        """Whether the reader was in the round, or goes on; who is out of a knock-out hears of its end."""
        stage = self.part.contest.terms.stages[self.round.group.stage]
        return stage.format not in KNOCKOUTS or self.side is not None or bool(self.ahead)


def rounds(notices: Sequence[Notice], now: datetime.datetime) -> dict[int, Draft]:
    """Mails for rounds that are the last ones that ended in their groups, by notice pk."""
    return mails(letters(notices, now), notices)


def letters(notices: Sequence[Notice], _now: datetime.datetime) -> Letters:
    """Letters for rounds that are the last ones that ended in their groups, to those who take part."""
    found = list(_cases(notices))
    stand = Stand.of([(case.round.group, case.part.key) for case in found])
    return {case.part.notice.pk: partial(_letter, case, stand) for case in found}


def _cases(notices: Sequence[Notice]) -> list[Case]:
    parts = [part for part in entered.parts(notices) if part.contest.status == Contest.Status.RUNNING]
    wanted = {part.notice.data["round"] for part in parts}
    contests = {part.contest.pk: part.contest for part in parts}
    last, following = _rounds(wanted, contests)
    telling = [part for part in parts if part.plays and part.notice.data["round"] in last]
    mine = [part.entry for part in telling if part.entry is not None]
    sides = {
        (side.round_id, side.entry_id): side
        for side in Side.objects.filter(entry__in=mine, round__in=last, live=True).select_related("pairing")
    }
    berths = {
        (berth.group_id, berth.entry_id): berth
        for berth in Berth.objects.filter(entry__in=mine, group__in={one.group_id for one in last.values()})
    }
    ahead = entered.meetings(mine)
    cases = []
    for part in telling:
        over, key = last[part.notice.data["round"]], part.key
        cases.append(
            Case(
                part,
                over,
                sides.get((over.pk, key)),
                ahead.get(key, []),
                following.get(over.pk),
                berths.get((over.group_id, key)),
            )
        )
    return [case for case in cases if case.is_news]


def _rounds(
    wanted: Collection[int], contests: Mapping[int, Contest]
) -> tuple[dict[int, Round], dict[int, datetime.datetime | None]]:
    """Those of the rounds after which none has ended in their group, and by each when the next one begins."""
    groups = Group.objects.filter(rounds__in=wanted).values("pk")
    rows = Round.objects.filter(group__in=groups).select_related("group")
    last: dict[int, Round] = {}
    beside: dict[int, list[Round]] = {}
    for one in rows.defer("group__standings", "sealed_seed").order_by("group", "number"):
        one.group.contest = contests[one.group.contest_id]
        beside.setdefault(one.group_id, []).append(one)
        if one.ended_at is not None:
            last[one.group_id] = one
    told = {one.pk: one for one in last.values() if one.pk in wanted}
    return told, {
        key: begins_at(one.group.contest, one.group, beside[one.group_id]) for key, one in told.items()
    }


def _letter(case: Case, stand: Stand) -> Letter:
    group, contest = case.round.group, case.part.contest
    name = stand.naming.of_round(group, case.round.number)
    row, count = stand.own(group, case.part.key), len(stand.at[group.pk])
    told = {"round": name, "place": row["rank"] if row else "", "count": count}
    subject = _("{round} over: you are number {place} of {count}") if row else _("{round} over")
    return Letter(
        subject=subject.format(**told),
        title=_("{round}: how you stand").format(round=name),
        opening=(*_own(case, row, count), *_next(case, stand.naming)),
        about=contest,
        standings=stand.told(group, case.part.key),
        button=(_("Look at the contest"), contest_page(contest.code)),
    )


def _own(case: Case, row: Row | None, count: int) -> list[str]:
    """What the round gave the reader, and where that leaves them."""
    said = []
    if case.side is not None and case.side.points is not None:
        got = figure(case.side.points)
        sentence = _BYES.get(case.side.pairing.how) or _("Your points from this round: {points}.")
        said.append(_(sentence).format(points=got))
    if row is not None:
        standing = _("You are number {place} of {count}; your points in all: {points}.")
        said.append(standing.format(place=row["rank"], count=count, points=figure(row["points"])))
    return said


_BYES = {
    "bye": gettext_noop("You had nobody to meet in this round; your points for that: {points}."),
    "half_bye": gettext_noop("You had nobody to meet in this round; your points for that: {points}."),
    "zero_bye": gettext_noop("You were absent in this round; your points for that: {points}."),
    "forfeit": gettext_noop("Your pairing ended by forfeit; your points from it: {points}."),
    "adjudicated": gettext_noop("A director decided your pairing; your points from it: {points}."),
}

FATES = {
    "through": gettext_noop("You go on to the next stage."),
    "out": gettext_noop("You are out of this contest."),
    "up": gettext_noop("You go up a division."),
    "down": gettext_noop("You go down a division."),
    "stays": gettext_noop("You stay in your division."),
    "champion": gettext_noop("You have won this contest."),
}
"""What follows for an entry when its group has ended."""


def _next(case: Case, naming: Naming) -> list[str]:
    """What comes for the reader: their fate, or whom they meet, or when."""
    if case.berth is not None and case.berth.fate in FATES:
        return [_(FATES[case.berth.fate])]
    group = case.round.group
    to_come = [met for met in case.ahead if met.round.group_id == group.pk]
    if to_come:
        return [whom(met, naming.of_round(group, met.round.number)) for met in to_come[:MOST_AHEAD]]
    if case.next_at is not None and group.ended_at is None:
        return [_("Your next round begins {moment}.").format(moment=moment(case.next_at))]
    return []


MOST_AHEAD = 3
"""Of so many pairings to come a mail tells whom the reader meets."""


def whom(met: Met, name: str) -> str:
    """Whom the reader meets in a round of this name."""
    if met.is_bye:
        return _("{round}: you have nobody to meet.").format(round=name)
    if not met.others:
        return _("{round} has begun.").format(round=name)
    names = ", ".join(met.others)
    return _("{round}, board {board}: you meet {names}.").format(
        round=name, board=met.pairing.board, names=names
    )

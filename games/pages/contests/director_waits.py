"""What waits for the directors of a contest: trouble first, then tables and seats, then people."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Min
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Contest, Entry, Match, Pairing, Round, Seat, Side, Turn
from games.models.match import MatchQuerySet
from games.notices.times import deadline
from games.pages.contests.overview import counts
from games.pages.contests.sight import Sight

MOST = 60
"""How many tables the console lists."""
SOON = datetime.timedelta(days=3)


@dataclass(frozen=True)
class Wait:
    """Something that a director may want to look after."""

    said: str
    url: str = ""
    label: str = ""
    grave: bool = False


@dataclass(frozen=True)
class TableLine:
    """A pairing that is played."""

    key: int
    name: str
    match: str
    """The address of its match; empty before that is opened."""
    until: str
    troubled: bool
    vacant: bool


def waits(sight: Sight) -> list[Wait]:
    """What waits, the gravest first."""
    contest = sight.contest
    return [*_trouble(contest), *_standing(contest), *_late(sight), *_seats(contest), *_people(sight)]


def _trouble(contest: Contest) -> list[Wait]:
    found = []
    if contest.trouble:
        said = _("The last step failed and is tried again: {trouble}").format(trouble=contest.trouble)
        found.append(Wait(said, grave=True))
    for match in _matches(contest).exclude(trouble="")[:MOST]:
        said = _("The match {match} stands still, because its rules failed.").format(match=match.title)
        found.append(Wait(said, match.get_absolute_url(), _("Look at it"), grave=True))
    return found


def _standing(contest: Contest) -> list[Wait]:
    if contest.status == Contest.Status.DRAFT:
        return [
            Wait(_("Nobody sees it until you announce it."), contest.get_absolute_url(), _("Announce it"))
        ]
    if contest.paused_at is not None:
        return [Wait(_("It pauses until you let it go on."), _act(contest, "go_on"), _("Go on"))]
    if contest.status == Contest.Status.REGISTRATION and contest.starts_at is None:
        return [Wait(_("It is drawn when you draw it."), _act(contest, "draw"), _("Make the draw"))]
    return []


def _late(sight: Sight) -> list[Wait]:
    """Tables that are still played when their round should be over by the calendar."""
    contest = sight.contest
    if not contest.round_days:
        return []
    begun = sight.now - datetime.timedelta(days=contest.round_days)
    rounds = Round.objects.filter(group__contest=contest, ended_at=None, begins_at__lte=begun)
    late = Pairing.objects.filter(round__in=rounds, how=Pairing.How.OPEN).count()
    if not late:
        return []
    said = ngettext(
        "{tables} table is still played although its round should be over.",
        "{tables} tables are still played although their round should be over.",
        late,
    )
    return [Wait(said.format(tables=late), "#tables", _("Look at them"))]


def _seats(contest: Contest) -> list[Wait]:
    """Deserted seats that wait for somebody."""
    vacant = Seat.objects.vacant().filter(match__in=_matches(contest)).count()
    if not vacant:
        return []
    said = ngettext(
        "{seats} deserted seat waits for somebody to step in.",
        "{seats} deserted seats wait for somebody to step in.",
        vacant,
    )
    return [Wait(said.format(seats=vacant), _act(contest, "replace"), _("Replace somebody"))]


def _people(sight: Sight) -> list[Wait]:
    """Entries that wait, and too few of them shortly before the start."""
    contest, found, entries = sight.contest, [], counts(sight.contest)
    taking = entries.get(Entry.Status.IN, 0)
    soon = contest.starts_at is not None and contest.starts_at <= sight.now + SOON
    if contest.status == Contest.Status.REGISTRATION and soon and taking < contest.least:
        said = _("{entries} take part; with fewer than {least} it is called off when entries close.")
        found.append(
            Wait(
                said.format(entries=taking, least=contest.least),
                _act(contest, "dates"),
                _("Change the dates"),
            )
        )
    waiting = entries.get(Entry.Status.WAITING, 0)
    if waiting and contest.ended_at is None:
        said = ngettext("{entries} entry waits for a place.", "{entries} entries wait for a place.", waiting)
        found.append(
            Wait(said.format(entries=waiting), reverse("contest_entries", args=[contest.code]), _("Entries"))
        )
    return found


def _act(contest: Contest, verb: str) -> str:
    return reverse("contest_director_act", args=[contest.code, verb])


def _matches(contest: Contest) -> MatchQuerySet:
    return Match.objects.running().filter(pairing__round__group__contest=contest)


def tables_played(sight: Sight) -> list[TableLine]:
    """The pairings that are open, those first whose turn has been open for longest."""
    contest = sight.contest
    found = Pairing.objects.filter(round__group__contest=contest, how=Pairing.How.OPEN)
    since = Min("matches__turns__opened_at")
    pairings = list(
        found.annotate(since=since).select_related("round").order_by("since", "round__number", "board")[:MOST]
    )
    names = _names(sight, pairings)
    turns = {
        turn.match.pairing_id: turn
        for turn in Turn.objects.open()
        .filter(match__pairing__in=pairings, match__status=Match.Status.RUNNING)
        .select_related("match")
        .defer("position", "match__sealed_seed", "match__last_position")
    }
    vacant = set(
        Seat.objects.vacant().filter(match__pairing__in=pairings).values_list("match__pairing_id", flat=True)
    )
    return [_line(sight, one, names[one.pk], turns.get(one.pk), one.pk in vacant) for one in pairings]


def _names(sight: Sight, pairings: Sequence[Pairing]) -> dict[int, str]:
    """Who meets at each of these pairings, in two queries."""
    sides: dict[int, list[int]] = {one.pk: [] for one in pairings}
    found = Side.objects.filter(pairing__in=pairings).order_by("pairing", "index")
    for key, entry in found.values_list("pairing_id", "entry_id"):
        sides[key].append(entry)
    called = sight.called({entry for keys in sides.values() for entry in keys})
    return {key: " – ".join(called[entry].name for entry in keys) for key, keys in sides.items()}


def _line(sight: Sight, one: Pairing, names: str, turn: Turn | None, vacant: bool) -> TableLine:
    until = ""
    if turn is not None and turn.paused_at is not None:
        until = _("It pauses.")
    elif turn is not None and turn.due_at is not None:
        until = _("Turn {number} until {deadline}.").format(
            number=turn.number, deadline=deadline(turn.due_at, sight.now)
        )
    return TableLine(
        key=one.pk,
        name=f"{one.round.number}.{one.board} {names}",
        match=turn.match.get_absolute_url() if turn is not None else "",
        until=until,
        troubled=turn is not None and bool(turn.match.trouble),
        vacant=vacant,
    )

"""Who is in a contest, and the page of one entry: its way through, and every part of every tie-break."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.contests.explain import Explanation, explained
from games.contests.field import Field
from games.contests.ties import TIES, Part
from games.models import Berth, Entrant, Entry, Group
from games.models.field import field_of
from games.models.lots import chance_of
from games.notices.held import figure
from games.pages.contests.meetings import PairingLine, SideLine, pairing_lines, pairings_of
from games.pages.contests.movement import entry_chart
from games.pages.contests.paging import Pages
from games.pages.contests.ranks import RankLine, in_order, rank_lines
from games.pages.contests.rounds import round_title
from games.pages.contests.sight import Called, Sight

PAGE = 100


@dataclass(frozen=True)
class EntryLine:
    """An entry in the list: its people where it is a team, and how far it is in."""

    called: Called
    number: int | None
    people: tuple[str, ...]
    status: str
    is_in: bool


@require_safe
def entries_page(request: HttpRequest, code: str) -> HttpResponse:
    """All entries: in the order of the draw, before it in that of entering."""
    sight = Sight.of(request.user, code, timezone.now())
    listed = (Entry.Status.IN, Entry.Status.WITHDRAWN, Entry.Status.WAITING)
    shown = (*listed, Entry.Status.INVITED, Entry.Status.SUBSTITUTE) if sight.directs else listed
    found = Entry.objects.filter(contest=sight.contest, status__in=shown)
    pages = Pages.of(request, found.count(), PAGE)
    ordered = found.order_by("number", "created_at", "pk").select_related("user")
    lines = _lines(sight, list(ordered[pages.first : pages.end]))
    values = {"tab": "entries", "sight": sight, "contest": sight.contest, "lines": lines, "pages": pages}
    return render(request, "games/contests/entries.html", values)


def _lines(sight: Sight, rows: Sequence[Entry]) -> list[EntryLine]:
    people: dict[int, list[str]] = {}
    if sight.contest.team > 1:
        of = Entrant.objects.filter(entry__in=rows).order_by("entry_id", "position")
        for entry, name in of.values_list("entry_id", "user__username"):
            people.setdefault(entry, []).append(name)
    called = sight.called(row.pk for row in rows)
    return [
        EntryLine(
            called[row.pk],
            row.number,
            tuple(people.get(row.pk, ())),
            str(row.get_status_display()),
            row.status == Entry.Status.IN,
        )
        for row in rows
    ]


@dataclass(frozen=True)
class Step:
    """One round of an entry's way."""

    title: str
    url: str
    pairing: PairingLine
    own: SideLine
    others: tuple[SideLine, ...]
    brief: str


@dataclass(frozen=True)
class Term:
    """One tie-break of an entry, with all its parts."""

    name: str
    about: str
    value: str
    parts: tuple[TermPart, ...]


@dataclass(frozen=True)
class TermPart:
    """One part of a tie-break: ``notes`` say that it is virtual or cut."""

    round: int | None
    opponent: Called | None
    points: str
    score: str
    value: str
    notes: tuple[str, ...]
    cut: bool


@dataclass(frozen=True)
class Way:
    """An entry in one group: where it stands, its rounds, its tie-breaks."""

    name: str
    url: str
    line: RankLine | None
    steps: tuple[Step, ...]
    terms: tuple[Term, ...]
    chart: str = ""
    """The place after each round, drawn."""


@require_safe
def entry_page(request: HttpRequest, code: str, key: int) -> HttpResponse:
    """One entry."""
    sight = Sight.of(request.user, code, timezone.now())
    entry = Entry.objects.filter(contest=sight.contest, pk=key).select_related("user").first()
    if entry is None or not _may_be_seen(sight, entry):
        raise Http404
    people = Entrant.objects.filter(entry=entry).order_by("position").values_list("user__username", flat=True)
    values = {
        "tab": "entries",
        "sight": sight,
        "contest": sight.contest,
        "entry": entry,
        "people": list(people),
        "ways": ways(sight, entry),
        "mine": sight.mine is not None and sight.mine.pk == entry.pk,
    }
    return render(request, "games/contests/entry.html", values)


def _may_be_seen(sight: Sight, entry: Entry) -> bool:
    """Who is invited and who volunteers is nobody's business but their own and the directors'."""
    hidden = entry.status in {Entry.Status.INVITED, Entry.Status.SUBSTITUTE}
    return not hidden or sight.directs or sight.mine == entry


def ways(sight: Sight, entry: Entry) -> list[Way]:
    """The way of an entry through every group it is or was in, the last stage first."""
    groups = list(Group.objects.filter(contest=sight.contest, berths__entry=entry).order_by("-stage"))
    found = pairing_lines(sight, pairings_of([entry.pk], [group.pk for group in groups]))
    return [_way(sight, entry, group, found) for group in groups]


def _way(sight: Sight, entry: Entry, group: Group, found: Sequence[PairingLine]) -> Way:
    size = Berth.objects.filter(group=group).count()
    at = next((i for i, line in enumerate(in_order(group)) if line["entry"] == entry.pk), None)
    line = None if at is None else rank_lines(sight, group, at, 1)[0]
    steps = tuple(
        Step(
            round_title(sight.contest, group.stage, one.round, size),
            sight.address("contest_round", group, one.round),
            one,
            one.side_of(entry.pk),
            one.others(entry.pk),
            one.brief(entry.pk),
        )
        for one in found
        if one.group == group.pk
    )
    url = sight.address("contest_group", group)
    if line is None:
        return Way(sight.group_name(group), url, line, steps, ())
    group.contest = sight.contest
    field = field_of(group)
    chart = entry_chart(sight, group, field, entry.pk)
    return Way(sight.group_name(group), url, line, steps, _terms(sight, entry, group, field), chart)


def _terms(sight: Sight, entry: Entry, group: Group, field: Field) -> tuple[Term, ...]:
    chance = chance_of(sight.contest, "lot", group.stage, group.number)
    told = explained(field, entry.pk, sight.contest.terms.ties, chance)
    opponents = {part.opponent for one in told for part in one.parts if part.opponent is not None}
    names = sight.called(opponents)
    return tuple(_term(one, names) for one in told)


def _term(one: Explanation, names: Mapping[int, Called]) -> Term:
    tie = TIES[one.tie]
    parts = tuple(_part(part, tie.scale, names) for part in one.parts)
    return Term(_(tie.name), _(tie.about), figure(one.term, tie.scale), parts)


def _part(part: Part, scale: int, names: Mapping[int, Called]) -> TermPart:
    notes = []
    if part.virtual:
        notes.append(_("a virtual opponent, as nothing was played"))
    if part.cut:
        notes.append(_("left out"))
    return TermPart(
        part.round,
        None if part.opponent is None else names[part.opponent],
        "" if part.points is None else figure(part.points),
        "" if part.score is None else figure(part.score),
        figure(part.value, scale),
        tuple(notes),
        part.cut,
    )

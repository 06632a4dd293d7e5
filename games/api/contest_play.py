"""How contests stand, by the API: standings with terms, rounds, brackets, crosstables, and files to keep."""

from __future__ import annotations

import msgspec
from django.http import Http404, HttpResponse
from django.utils.translation import gettext
from rest_framework.request import Request

from games.api import contest_sent as asks
from games.api import contest_shapes as shapes
from games.api.contest_entering import entry_in
from games.api.contest_portraits import (
    group_of,
    pairing_shapes,
    points,
    round_line,
    seen,
    standings_shape,
    titles,
)
from games.api.door import Door, answer, described, query
from games.api.problems import json_answer
from games.contests.bracket import Source, slots
from games.contests.explain import explain
from games.contests.field import Meeting
from games.contests.plan import UNIT
from games.contests.ties import TIES
from games.models import Berth, Contest, Entry, Group, Pairing, Round
from games.models.dossier import dossier
from games.models.field import field_of
from games.models.lots import chance_of
from games.notices.contest_files import FILES
from games.notices.naming import Naming


class GroupStandings(Door):
    """The standings of a group."""

    @described("contest_standings_read", shapes.Standings, refuses=(401, 404))
    def get(self, request: Request, code: str, stage: int, group: int) -> HttpResponse:
        """Look at the standings of a group, with what each tie-break is worth to each entry."""
        return answer(standings_shape(group_of(seen(request, code), stage, group)))


class EntryTerm(Door):
    """One term of an entry."""

    @described("contest_terms_read", shapes.TermExplained, asks=asks.TermQuery, refuses=(400, 401, 404))
    def get(self, request: Request, code: str, entry: int, tie: str) -> HttpResponse:
        """Explain what a tie-break, such as ``buchholz``, is worth to an entry: every part of it."""
        asked, contest = query(request, asks.TermQuery), seen(request, code)
        group = _group_with(contest, entry_in(contest, entry), asked.stage)
        if tie not in contest.terms.ties:
            raise Http404
        lots = chance_of(Contest.objects.get(pk=contest.pk), "lot", group.stage, group.number)
        found = explain(field_of(group), entry, tie, lots)
        scale = TIES[tie].scale
        parts = [
            shapes.TermPart(
                part.value / scale,
                part.round,
                part.opponent,
                points(part.points),
                points(part.score),
                part.virtual,
                part.cut,
            )
            for part in found.parts
        ]
        name, about = gettext(TIES[tie].name), gettext(TIES[tie].about)
        value = found.term / scale
        return answer(shapes.TermExplained(tie, name, about, entry, value, parts, list(found.level)))


def _group_with(contest: Contest, entry: Entry, stage: int | None) -> Group:
    """The group of a stage that an entry plays or played in; without a stage the last one."""
    found = Berth.objects.filter(entry=entry).select_related("group").order_by("group__stage")
    if stage is not None:
        found = found.filter(group__stage=stage - 1)
    berth = found.last()
    if berth is None:
        raise Http404
    berth.group.contest = contest
    return berth.group


class OneRound(Door):
    """A round of a group."""

    @described("contest_rounds_read", shapes.ContestRound, refuses=(401, 404))
    def get(self, request: Request, code: str, stage: int, group: int, number: int) -> HttpResponse:
        """Look at a round: who meets whom on which board, what came of it, and in which matches."""
        of = group_of(seen(request, code), stage, group)
        found = Round.objects.filter(group=of, number=min(number, 9999)).defer("sealed_seed").first()
        if found is None:
            raise Http404
        pairings = list(Pairing.objects.filter(round=found).select_related("round").order_by("board"))
        line = msgspec.structs.asdict(round_line(of, found, Naming([of])))
        shown = pairing_shapes(of, pairings)
        return answer(shapes.ContestRound(**line, stage=of.stage + 1, group=of.number, pairings=shown))


class GroupBracket(Door):
    """The bracket of a knock-out."""

    @described("contest_brackets_read", shapes.Bracket, refuses=(401, 404))
    def get(self, request: Request, code: str, stage: int, group: int) -> HttpResponse:
        """Look at the bracket of a knock-out: every slot, where its sides come from, and its pairing."""
        of = group_of(seen(request, code), stage, group)
        form = of.contest.terms.stages[of.stage]
        if form.format != "knockout":
            raise Http404
        rows = Pairing.objects.filter(round__group=of).exclude(how=Pairing.How.ANNULLED)
        pairings = list(rows.select_related("round").order_by("round__number", "board"))
        by_slot = {shape.slot: shape for shape in pairing_shapes(of, pairings)}
        entries = len(field_of(of).drawn)
        found = [
            shapes.BracketSlot(slot.name, slot.round, [*map(_source, slot.sides)], by_slot.get(slot.name))
            for slot in slots(entries, form.double, form.third)
        ]
        return answer(shapes.Bracket(of.stage + 1, of.number, found))


def _source(source: Source) -> str:
    return f"{source.kind} {source.seed or source.slot}".strip()


class GroupCrosstable(Door):
    """The crosstable of a group."""

    @described("contest_crosstables_read", shapes.Crosstable, refuses=(401, 404))
    def get(self, request: Request, code: str, stage: int, group: int) -> HttpResponse:
        """Look at the way of every entry through the rounds, in the order of the standings."""
        of = group_of(seen(request, code), stage, group)
        cells: dict[int, list[shapes.CrossCell]] = {}
        for meeting in field_of(of).meetings:
            for seat, share in enumerate(meeting.shares):
                cells.setdefault(share.entry, []).append(_cell(meeting, seat))
        names = titles(line["entry"] for line in of.standings)
        rows = [
            shapes.CrossRow(
                line["rank"],
                line["entry"],
                names.get(line["entry"], ""),
                line["points"] / UNIT,
                cells.get(line["entry"], []),
            )
            for line in of.standings
        ]
        return answer(shapes.Crosstable(of.stage + 1, of.number, rows))


def _cell(meeting: Meeting, seat: int) -> shapes.CrossCell:
    return shapes.CrossCell(
        round=meeting.round,
        board=meeting.board,
        how=meeting.how,  # type: ignore[arg-type]
        seat=seat,
        points=points(meeting.shares[seat].points),
        others=[share.entry for index, share in enumerate(meeting.shares) if index != seat],
    )


class ContestExport(Door):
    """Everything of a contest."""

    @described("contest_export_read", dict, refuses=(401, 404))
    def get(self, request: Request, code: str) -> HttpResponse:
        """Fetch everything of a contest as one document, enough to work out its standings again.

        ``version`` says how it is written. Here points are in units of 1/120, and stages count from 0.
        """
        return json_answer(msgspec.json.encode(dossier(seen(request, code))))


class ContestFile(Door):
    """A contest as another text."""

    @described("contest_files_read", str, refuses=(401, 404), media="*/*")
    def get(self, request: Request, code: str, stage: int, group: int, name: str) -> HttpResponse:
        """Fetch a group as a text: ``trf`` for chess programs, where two meet at a table, or ``crosstable``.

        The text comes as itself, not as JSON.
        """
        of = group_of(seen(request, code), stage, group)
        text = FILES[name](of) if name in FILES else None
        if text is None:
            raise Http404
        return HttpResponse(text, content_type="text/plain; charset=utf-8")

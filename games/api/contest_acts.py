"""The acts of directors by the API: the log, previews, doing and undoing."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext
from rest_framework.request import Request

from games.actions.contests.directing import acts, preview, undo
from games.actions.contests.directing.case import Verb
from games.actions.contests.directing.effects import Effect, GroupStandings
from games.actions.contests.directing.verbs import DOABLE, VERBS
from games.actions.contests.refusals import NotDirector
from games.api import contest_act_shapes as shapes
from games.api import sent
from games.api.door import Door, PeopleDoor, answer, body, described, signed_in
from games.api.paging import Pages
from games.api.problems import sentence
from games.contests.plan import UNIT
from games.models import Act, Contest

CANT = (400, 401, 403, 404, 409)


def _seen(request: Request, code: str) -> Contest:
    """The contest with this code, if the person who asks may see it."""
    contest = Contest.objects.visible_to(request.user).filter(code=code).first()
    if contest is None:
        raise Http404
    return contest


def _line(act: Act, shape: type[shapes.ActLine] = shapes.ActLine) -> shapes.ActLine:
    refusal = undo.why_not(act)
    return shape(
        id=act.pk,
        verb=act.verb,
        director=act.user.username if act.user is not None else None,
        said=_said(VERBS[act.verb], act.data["facts"]),
        why=act.why,
        own=act.data["own"],
        done_at=act.done_at,
        undone_at=act.undone_at,
        lasts=sentence(refusal) if refusal is not None else None,
    )


def _said(verb: Verb[Any], facts: dict[str, Any]) -> str:
    return gettext(verb.said).format(**facts)


class Acts(Door):
    """What directors did, and the place to do something."""

    @described("contest_acts_list", shapes.ActPage, refuses=(400, 401, 404))
    def get(self, request: Request, code: str) -> HttpResponse:
        """List what directors did to a contest and why, the newest first. Everybody who sees it may."""
        contest, pages = _seen(request, code), Pages()
        found = Act.objects.filter(contest=contest).select_related("user", "contest")
        lines = [_line(act) for act in pages.paginate_queryset(found, request, self)]
        return answer(shapes.ActPage(pages.get_next_link(), pages.get_previous_link(), lines))

    @described("contest_acts_do", shapes.ContestAct, status=201, takes=shapes.ActRequest, refuses=CANT)
    def post(self, request: Request, code: str) -> HttpResponse:
        """Do something as a director. What its preview showed is what is done.

        Everybody whom it concerns is told, and everybody can read it in the log, with the reason.
        """
        asked, contest = body(request, shapes.ActRequest), _seen(request, code)
        act = acts.act(signed_in(request), contest, asked.verb, asked.data, asked.why, timezone.now())
        return answer(_line(act, shapes.ContestAct), 201)


class ActPreview(PeopleDoor):
    """What an act would change."""

    @described("contest_acts_preview", shapes.ActEffect, takes=shapes.ActRequest, refuses=CANT)
    def post(self, request: Request, code: str) -> HttpResponse:
        """Look at what an act would change. Nothing is done, and nobody is told."""
        asked, contest = body(request, shapes.ActRequest), _seen(request, code)
        found = preview.preview(
            signed_in(request), contest, asked.verb, asked.data, timezone.now(), asked.why
        )
        return answer(_effect(found))


class ActUndo(PeopleDoor):
    """The way back from an act."""

    @described("contest_acts_undo", shapes.ContestAct, takes=sent.Nothing, refuses=CANT)
    def post(self, request: Request, code: str, number: int) -> HttpResponse:
        """Undo an act of any director, as long as the contest has taken no further step; 409 says why not."""
        body(request, sent.Nothing)
        act = get_object_or_404(
            Act.objects.select_related("contest"), contest=_seen(request, code), pk=number
        )
        undo.undo(signed_in(request), act, timezone.now())
        act = Act.objects.select_related("user", "contest").get(pk=act.pk)
        return answer(_line(act, shapes.ContestAct))


class ActVerbs(PeopleDoor):
    """What directors may do."""

    @described("contest_acts_verbs", shapes.Verbs, refuses=(401, 403, 404))
    def get(self, request: Request, code: str) -> HttpResponse:
        """List the verbs with what each of them wants as ``data``."""
        contest = _seen(request, code)
        if not contest.directors.filter(pk=signed_in(request).pk).exists():
            raise NotDirector
        return answer(shapes.Verbs([_verb(VERBS[name], contest) for name in DOABLE]))


def _verb(verb: Verb[Any], contest: Contest) -> shapes.VerbLine:
    (schema,), parts = msgspec.json.schema_components([verb.wants])
    wanted: dict[str, Any] = parts[verb.wants.__name__] if "$ref" in schema else schema
    return shapes.VerbLine(
        verb.name, gettext(verb.title), contest.status in verb.during, verb.reasoned, wanted
    )


def _effect(found: Effect) -> shapes.ActEffect:
    lasting = found.lasting
    return shapes.ActEffect(
        verb=found.verb,
        said=_said(VERBS[found.verb], found.facts),
        names={str(key): name for key, name in found.names.items()},
        contest=list(found.contest),
        entries=list(found.entries),
        groups=[list(keys) for keys in found.groups],
        pairings=list(found.pairings),
        tables=[
            shapes.MovedTable(one.what, one.code, list(one.entries), one.before, one.after)
            for one in found.tables
        ],
        standings=[_group(group) for group in found.standings],
        told=found.told,
        own=found.own,
        lasts=gettext(lasting[0]).format(**lasting[1]) if lasting is not None else None,
    )


def _group(group: GroupStandings) -> shapes.MovedGroup:
    places = [
        shapes.MovedPlace(
            place.entry,
            place.before,
            place.after,
            None if place.points_before is None else place.points_before / UNIT,
            None if place.points_after is None else place.points_after / UNIT,
            place.changed,
        )
        for place in group.places
    ]
    return shapes.MovedGroup(group.group, places)

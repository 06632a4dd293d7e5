"""The page of one match, the part of it that renews itself, its older log and talk."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games.actions import orders
from games.actions.refusals import OrderLost
from games.models import Match, Talk
from games.models.pulse import Pulse
from games.pages import history, kept, lines, moves, order_form, plans, sections, vacancies
from games.pages.contests.beside import belongs
from games.pages.guide import guide
from games.pages.lines import Message
from games.pages.parts import Place
from games.pages.refusals import sentence
from games.pages.scene import Scene, seen_pulse
from games.rules.game import Refusal

TALK = 20
"""How many messages of the table talk one page shows."""
FEW = 6
"""So few turns before leave room beside the order form."""
LOGGED = 8
"""How many turns stand on the page beside those that are told first; the others are in the log."""
REST = 10
"""Seconds between two looks for news; less where turns are short."""


@dataclass(frozen=True)
class Told:
    """What was refused at which form, and what had been typed there; ``since`` says that it came too late."""

    refusal: str = ""
    typed: QueryDict | None = None
    at: str = "order"
    since: bool = False
    wrong: str = ""
    """The field of the order form that the refusal speaks of."""

    def by(self, form: str) -> str:
        """The refusal that stands beside this form."""
        return self.refusal if self.at == form and not self.since else ""

    def typed_at(self, form: str) -> QueryDict | None:
        """What was typed into this form."""
        return self.typed if self.at == form else None


NOTHING = Told()


@require_safe
def match_page(request: HttpRequest, code: str) -> HttpResponse:
    """A match: the board, who owes what, the order form, the log, the talk."""
    now = timezone.now()
    pulse = seen_pulse(code, request.user)
    key = kept.key(request, code, pulse, now)
    answer = kept.found(request, key)
    if answer is not None:
        return answer
    scene = Scene.at(code, pulse, request.user, now)
    # Sealed orders and plans are for their owner's eyes only, and not for the memory of the process.
    own = pulse.planned or (scene.slot and scene.slot.commitment)
    return page(request, scene, key=None if own else key)


def page(
    request: HttpRequest,
    scene: Scene,
    status: int = 200,
    refusal: Refusal | None = None,
    typed: QueryDict | None = None,
    at: str = "order",
    since: list[history.Entry] | None = None,
    key: Hashable = None,
) -> HttpResponse:
    """The match page; ``refusal`` stands beside the form ``at``, which keeps what was ``typed``."""
    pulse = scene.pulse or seen_pulse(scene.match.code, request.user)
    wrong = order_form.wrong(scene.decision(), refusal, typed) if typed and at == "order" else ""
    told = Told(sentence(refusal) if refusal else "", typed, at, bool(since), wrong)
    values = live(scene, pulse, told)
    values |= _around(scene, pulse, told)
    values |= {"typed": typed, "at": at, "since": since or [], "refusal": told.refusal}
    values["apart"] = refusal and not since and at not in _forms(scene, bool(values["order"]))
    values |= {"live": sections.live(values), "past": sections.past(values["log"])}
    frame = kept.frame(request, "games/match.html", listed=scene.match.visibility == Match.Visibility.PUBLIC)
    return kept.made(request, frame, _title(scene), sections.main(values), key, status)


def _title(scene: Scene) -> str:
    title = escape(scene.match.title)
    mine = escape(_("Your turn"))
    return f"{mine}: {title}" if scene.owes else title


def _forms(scene: Scene, order: bool) -> set[str]:
    """The forms that the page has; a refusal of any other stands at its head."""
    forms = {"order"} if order else set()
    if scene.match.status == Match.Status.OPEN:
        forms |= {"join", "invite"}
    forms |= {"talk", "note"} if scene.mine else set()
    forms |= {"take", "invite"} if vacancies.offers(scene) else set()
    return forms | {"plan"} if scene.ahead else forms


def live(scene: Scene, pulse: Pulse, said: Told = NOTHING) -> dict[str, Any]:
    """What the part of the page needs that changes while others play."""
    face, place = scene.face(), Place.of(scene.match)
    newest = newest_closed(scene)
    most = LOGGED + history.MOST_SINCE
    entries = history.entries(scene.match, scene.names, scene.index, newest, scene.teams, most)
    told = history.since(entries, scene.index)
    entries = entries[: told + LOGGED]
    log = history.shown(scene.match, entries)
    own, form = own_line(scene), _form(scene, said.typed_at("order"))
    return {
        "csrf_token": kept.TOKEN,
        "user": scene.user,
        "place": place,
        "match": scene.match,
        "mine": scene.mine is not None,
        "guest": isinstance(scene.user, User) and scene.user.is_guest,
        "owes": scene.owes,
        "number": scene.turn.number if scene.turn else "",
        "board": face.board if face else "",
        "text": face.text if face else "",
        "seats": sections.seats(lines.seat_lines(scene, face)),
        "due": lines.due(scene),
        "pause": sections.pause(scene, place),
        "result": lines.result(scene),
        "order": sections.order(scene, place, form, own, said.by("order"), said.wrong),
        "ahead": _ahead(scene, place, pulse, said),
        "vacancies": _vacancies(scene, place, said),
        "own": own is not None,
        "fellow": lines.orders_for_team(scene),
        "last": sections.since(log[:told]),
        "moves": moves.beside(scene.match, newest),
        "several": told > 1,
        "brief": len(log) - told < FEW,
        "answered": told > 1 and scene.index in entries[told - 1].ordered,
        "log": sections.log(place, log[told:], history.older(entries)),
        "version": version(pulse, scene.user, scene.now),
        "rest": rest(scene.match),
        # Nobody but its one player changes anything in a match for one.
        "polls": scene.match.ended_at is None and not (scene.owes and scene.match.size == 1),
        "newest": newest or "",
        "reader": scene.user.get_username() or "-",
        "watch": reverse("turn", args=[scene.match.code, newest - told + 1]) if newest else "",
        "rematch": _rematch(scene, pulse),
    }


def version(pulse: Pulse, reader: User | AnonymousUser, now: datetime.datetime) -> str:
    """What the page has seen already, and whose page it is; in the last hour of a turn also the time left.

    So the part is made anew for whoever comes next in the same browser.
    """
    near = pulse.due_at is not None and pulse.due_at - now < kept.NEAR
    told = (pulse.version(), reader.get_username(), f"{now:%H%M}" if near else "")
    return hashlib.blake2s(repr(told).encode(), digest_size=10).hexdigest()


def own_line(scene: Scene) -> str | None:
    """The order that the person has sealed in the open turn, for their own eyes."""
    if scene.turn is None or scene.slot is None or not scene.slot.commitment:
        return None
    try:
        found = orders.own_sealed(cast(User, scene.user), scene.turn)
    except OrderLost as lost:
        return sentence(lost)
    if found is None:
        return None
    scene.slot.given_at = found.given_at  # its receipt says when; the row is not read again for that
    return found.line


def newest_closed(scene: Scene) -> int:
    """The number of the last turn that has closed, 0 if there is none."""
    if scene.turn is not None:
        return scene.turn.number - 1
    if scene.match.ended_at is None:
        return 0
    return scene.match.turns.order_by("-number").values_list("number", flat=True).first() or 0


def rest(match: Match) -> int:
    """How many seconds a page waits between two looks for news."""
    return REST if match.pace["interval"] > 600 else 2


def _ahead(scene: Scene, place: Place, pulse: Pulse, said: Told) -> str:
    typed = said.typed_at("plan")
    return plans.box(scene, place, pulse.planned, typed.get("plan", "") if typed else None, said.by("plan"))


def _vacancies(scene: Scene, place: Place, said: Told) -> str:
    invited = said.typed_at("invite")
    names = invited.get("invite", "") if invited else ""
    return vacancies.box(scene, place, said.by("take") or said.by("invite"), names)


def _form(scene: Scene, typed: QueryDict | None) -> str:
    found = order_form.remembered(scene.moment) if scene.slot and typed is None else None
    if found is not None:
        return found
    decision = scene.decision()
    picture = scene.picture() if decision else None
    if decision is None or picture is None or scene.index is None:
        return ""
    hand = next((hand.cards for hand in picture.hands if hand.seat == scene.index), ())
    return order_form.html(decision, hand, scene.moment, typed, scene.match.size == 1, own_form(scene))


def own_form(scene: Scene) -> order_form.Own:
    """What the game's own form needs."""
    return order_form.Own(scene.match.game, scene.form)


def _around(scene: Scene, pulse: Pulse, told: Told) -> dict[str, Any]:
    """What belongs to a match beside its play."""
    match, user, place = scene.match, scene.user, Place.of(scene.match)
    said, noted = told.typed_at("talk"), told.typed_at("note")
    note = noted.get("text", "") if noted else pulse.note
    talk, older_talk = table_talk(match, None) if pulse.talks else ([], None)
    invited = match.status == Match.Status.OPEN and match.creator_id == user.pk
    return {
        "guide": guide(scene),
        "head": sections.head(match, belongs(match)),
        "talk": sections.talk(
            place,
            scene.mine is not None,
            talk,
            older_talk,
            told.by("talk"),
            said.get("text", "") if said else "",
        )
        if match.size > 1
        else "",
        "notes": sections.notes(place, note, told.by("note")) if scene.mine else "",
        "about": sections.about(scene, place, hooked=pulse.is_hooked),
        "invited": [
            i.user.username for i in match.invitations.select_related("user").order_by("user__username")
        ]
        if invited
        else [],
        "free": match.size - len(scene.seats),
        "joinable": lines.joinable(scene) if match.status == Match.Status.OPEN else [],
        "short_pace": settings.SHORTEST_PACE.total_seconds() < 60,
    }


def _rematch(scene: Scene, pulse: Pulse) -> str | None:
    """The code of the match that follows, if this person may see it."""
    if not pulse.is_followed or scene.match.status != Match.Status.FINISHED:
        return None
    followers = Match.objects.visible_to(scene.user).filter(rematch_of=scene.match)
    return followers.values_list("code", flat=True).first()


def table_talk(match: Match, before: int | None) -> tuple[list[Message], int | None]:
    """The last messages, oldest first, and the key before which there are older ones."""
    found = Talk.objects.filter(match=match).select_related("user").order_by("-pk")
    if before is not None:
        found = found.filter(pk__lt=before)
    newest = list(found[: TALK + 1])
    shown = newest[:TALK]
    messages = [
        Message(talk.user.username if talk.user else _("former player"), talk.written_at, talk.text)
        for talk in reversed(shown)
    ]
    return messages, shown[-1].pk if len(newest) > TALK else None


@require_safe
def live_part(request: HttpRequest, code: str) -> HttpResponse:
    """The part of a match page that changes while others play; 204 if the page has seen it all already."""
    pulse = seen_pulse(code, request.user)
    now = timezone.now()
    known = version(pulse, request.user, now)
    etag = f'"{known}"'
    if request.headers.get("If-None-Match", "").removeprefix("W/") == etag:
        return HttpResponseNotModified(headers={"ETag": etag})
    if request.GET.get("seen") == known:
        return HttpResponse(status=204, headers={"ETag": etag})
    values = live(Scene.at(code, pulse, request.user, now), pulse)
    if "open" in request.GET and values["match"].status != Match.Status.OPEN:
        return HttpResponse(headers={"HX-Refresh": "true"})  # a table that has begun has another page
    text = sections.live(values, fragment=True, site_name=settings.SITE_NAME)
    response = kept.answer(request, text + sections.past(values["log"], swap=True))
    response["ETag"] = etag
    return response


@require_safe
@kept.for_the_reader
def log_page(request: HttpRequest, code: str) -> HttpResponse:
    """Older turns of a match."""
    scene = Scene.of(request.user, code, timezone.now())
    newest = min(newest_closed(scene), _number(request, "before") - 1)
    entries = history.entries(scene.match, scene.names, scene.index, newest, scene.teams)
    values = {
        "match": scene.match,
        "log": history.shown(scene.match, entries),
        "older": history.older(entries),
    }
    return render(request, "games/log.html", values)


@require_safe
@kept.for_the_reader
def talk_page(request: HttpRequest, code: str) -> HttpResponse:
    """Older messages of the table talk."""
    scene = Scene.of(request.user, code, timezone.now())
    talk, older = table_talk(scene.match, _number(request, "before"))
    return render(request, "games/talk.html", {"match": scene.match, "talk": talk, "older_talk": older})


def _number(request: HttpRequest, name: str) -> int:
    given = request.GET.get(name, "")
    if not given.isdecimal() or len(given) > 18:
        raise Http404
    return int(given)

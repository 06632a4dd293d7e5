"""Matches: list, open, look at, join, leave, resign, call off, play again."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from games.actions import lobby, seats, successors
from games.api import sent, shapes
from games.api.door import Door, PeopleDoor, answer, body, described, query, signed_in
from games.api.paging import Pages
from games.api.portraits import Look, address, match_lines, match_shape
from games.models import Match
from games.models.match import MatchQuerySet


def seen(request: Request, code: str) -> Match:
    """The match with this code, if the person who asks may see it."""
    match = Match.objects.visible_to(request.user).filter(code=code).first()
    if match is None:
        raise Http404
    return match


def shown(request: Request, match: Match, status: int = 200) -> HttpResponse:
    """A match, read again, as an answer."""
    look = Look.at(request, Match.objects.get(pk=match.pk))
    headers = {"Location": address(request, "api:match", match.code)} if status == 201 else None
    return answer(match_shape(look), status, headers)


class Matches(Door):
    """All matches that one may find, and the place to open one."""

    @described("matches_list", shapes.MatchPage, asks=sent.MatchQuery, refuses=(400, 401))
    def get(self, request: Request) -> HttpResponse:
        """List matches, the newest first: public ones, and those that you play in or are invited to.

        ``open`` asks for those with a free place, ``vacant`` for those with a deserted seat to take over,
        ``mine`` for those you play in, ``invited`` for those that invite you, ``player`` for those in which
        that person sits.
        """
        pages = Pages()
        rows = pages.paginate_queryset(_asked_for(request, query(request, sent.MatchQuery)), request, self)
        lines = match_lines(request, rows)
        return answer(shapes.MatchPage(pages.get_next_link(), pages.get_previous_link(), lines))

    @described("matches_create", shapes.Match, status=201, takes=sent.MatchRequest, refuses=(400, 401))
    def post(self, request: Request) -> HttpResponse:
        """Open a match with you in its first seat. It starts by itself when its last seat is taken."""
        wanted = body(request, sent.MatchRequest)
        proposal = lobby.Proposal(**{name: getattr(wanted, name) for name in wanted.__struct_fields__})
        return shown(request, lobby.open_match(signed_in(request), proposal, timezone.now()), 201)


def _asked_for(request: Request, asked: sent.MatchQuery) -> MatchQuerySet:
    matches = Match.objects.listed_for(request.user)
    if asked.game is not None:
        matches = matches.filter(game=asked.game)
    if asked.status is not None:
        matches = matches.filter(status=asked.status)
    if asked.seats is not None:
        matches = matches.filter(size=asked.seats)
    if asked.player is not None:
        matches = matches.with_player(asked.player)
    if asked.mine:
        matches = matches.of(signed_in(request))
    if asked.invited:
        matches = matches.inviting(signed_in(request))
    return _with_places(matches, asked)


def _with_places(matches: MatchQuerySet, asked: sent.MatchQuery) -> MatchQuerySet:
    """Those of the matches that have such places as are asked for."""
    if asked.vacant:
        matches = matches.with_vacancy()
    return matches.open().with_room() if asked.open else matches


class OneMatch(Door):
    """One match."""

    @described("matches_read", shapes.Match, refuses=(401, 404))
    def get(self, request: Request, code: str) -> HttpResponse:
        """Look at a match: who sits there, the position as you may see it, and what you owe."""
        return answer(match_shape(Look.at(request, seen(request, code))))


class Join(PeopleDoor):
    """A free seat."""

    @described("matches_join", shapes.Match, takes=sent.JoinRequest, refuses=(400, 401, 403, 404, 409))
    def post(self, request: Request, code: str) -> HttpResponse:
        """Take the seat that you name, or the lowest free one; the match starts if that was the last place.

        Where teams play it is a place in the team that you name, or else in the smallest.
        """
        asked = body(request, sent.JoinRequest)
        match = seen(request, code)
        lobby.join(signed_in(request), match, asked.word, timezone.now(), asked.seat)
        return shown(request, match)


class TakeOver(PeopleDoor):
    """A seat that somebody deserted."""

    @described("seats_take_over", shapes.Match, takes=sent.Nothing, refuses=(400, 401, 403, 404, 409))
    def post(self, request: Request, code: str, index: int) -> HttpResponse:
        """Take over a deserted seat that is ``vacant``, with its hand and what it owes; or return to yours.

        Whoever holds or held another seat of the match can't. There is at least half a turn left to order, or
        half of what a clock starts with; misses and grace begin anew.
        """
        body(request, sent.Nothing)
        match = seen(request, code)
        successors.take_over(signed_in(request), match, index, timezone.now())
        return shown(request, match)


class Start(PeopleDoor):
    """A match of teams that need not all be full."""

    @described("matches_start", shapes.Match, takes=sent.Nothing, refuses=(400, 401, 403, 404, 409))
    def post(self, request: Request, code: str) -> HttpResponse:
        """Start a match of teams that you opened, when every seat has somebody."""
        body(request, sent.Nothing)
        match = seen(request, code)
        lobby.start_now(signed_in(request), match, timezone.now())
        return shown(request, match)


class Leave(PeopleDoor):
    """A seat given back."""

    @described("matches_leave", None, status=204, takes=sent.Nothing, refuses=(400, 401, 403, 404, 409))
    def post(self, request: Request, code: str) -> HttpResponse:
        """Give your seat back before the match starts."""
        body(request, sent.Nothing)
        lobby.leave(signed_in(request), seen(request, code))
        return HttpResponse(status=204)


class Resign(PeopleDoor):
    """A seat given up."""

    @described("matches_resign", shapes.Match, takes=sent.Nothing, refuses=(400, 401, 403, 404, 409))
    def post(self, request: Request, code: str) -> HttpResponse:
        """Give up a running match for good. There is no way back."""
        body(request, sent.Nothing)
        match = seen(request, code)
        seats.resign(signed_in(request), match, timezone.now())
        return shown(request, match)


class Rematch(PeopleDoor):
    """The same table again."""

    @described("matches_rematch", shapes.Match, takes=sent.Nothing, refuses=(400, 401, 403, 404, 409))
    def post(self, request: Request, code: str) -> HttpResponse:
        """Open the same table again, or join it if somebody of this match has opened it already."""
        body(request, sent.Nothing)
        return shown(request, lobby.rematch(signed_in(request), seen(request, code), timezone.now()))


class CallOff(PeopleDoor):
    """A match that will not be."""

    @described("matches_call_off", shapes.Match, takes=sent.Nothing, refuses=(400, 401, 403, 404, 409))
    def post(self, request: Request, code: str) -> HttpResponse:
        """Call off a match that you opened and that has not started."""
        body(request, sent.Nothing)
        match = seen(request, code)
        lobby.call_off(signed_in(request), match, timezone.now())
        return shown(request, match)

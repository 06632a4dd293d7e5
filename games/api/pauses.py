"""Pauses by the API: ask for one or agree, take the wish back, let the match go on."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from games.actions import pausing
from games.api import sent, shapes
from games.api.door import PeopleDoor, body, described, signed_in
from games.api.matches import seen, shown


class Pause(PeopleDoor):
    """A pause of the whole table."""

    @described("pause_ask", shapes.Match, takes=sent.Nothing, refuses=(400, 401, 403, 404, 409))
    def post(self, request: Request, code: str) -> HttpResponse:
        """Ask for a pause, or agree to one. It begins when every seat that a person plays has asked for it.

        The clocks stand then: ``deadline`` is null, ``pause`` tells since when. Orders may be given all the
        same. A wish holds in the turn in which it is said and in the next one.
        """
        body(request, sent.Nothing)
        match = seen(request, code)
        pausing.ask(signed_in(request), match.code, timezone.now())
        return shown(request, match)

    @described("pause_take_back", shapes.Match, refuses=(401, 403, 404, 409))
    def delete(self, request: Request, code: str) -> HttpResponse:
        """Take your wish for a pause back; 409 if the match pauses by now."""
        match = seen(request, code)
        pausing.take_back(signed_in(request), match.code)
        return shown(request, match)


class GoOn(PeopleDoor):
    """The end of a pause."""

    @described("pause_end", shapes.Match, takes=sent.Nothing, refuses=(400, 401, 403, 404, 409))
    def post(self, request: Request, code: str) -> HttpResponse:
        """Let a match that pauses go on. As much time is left as when it began, or at least a fair one."""
        body(request, sent.Nothing)
        match = seen(request, code)
        pausing.go_on(match.code, timezone.now(), signed_in(request))
        return shown(request, match)

"""Play a game now: a match against bots at the press of a button, for people and for visitors alike."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import guests
from accounts.middleware import guest_zone
from accounts.models import User
from games.actions import practice
from games.pages.refusals import sentence
from games.rules import GAMES
from games.rules.game import Refusal


@require_POST
def try_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Sit down at a match of practice; who has not signed in becomes a guest, and is known by the session."""
    if slug not in GAMES:
        raise Http404
    now, user = timezone.now(), request.user
    if not isinstance(user, User):
        if not ratelimit.consume(request, action="guest"):
            return _too_often(request)
        user = guests.welcome(get_language() or "en", guest_zone(request).key, now)
        guests.let_in(request, user)
    # Whoever gives up at once may begin again at once, but not for ever.
    if not ratelimit.consume(request, action="practice", user=user):
        return _too_often(request)
    try:
        return redirect(practice.practise(user, slug, now, _("Practice")))
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
        return redirect("home")


def _too_often(request: HttpRequest) -> HttpResponse:
    answer: HttpResponse = ratelimit.respond_429(request)
    return answer

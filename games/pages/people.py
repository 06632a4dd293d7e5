"""The page of a person: where they play and played, how it went, how reliable they are."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games.models import Match, Rating, Seat
from games.models.reliability import reliability_of
from games.notices.sentences import ending
from games.pages.career import career_of
from games.pages.contests.beside import contests_seen, taken
from games.pages.listing import open_turns, rows


@require_safe
def person(request: HttpRequest, username: str) -> HttpResponse:
    """A person's matches, as far as the reader may see them."""
    whose = get_object_or_404(User, username=username, is_active=True, is_guest=False)
    seen = Match.objects.visible_to(request.user) if whose == request.user else Match.objects.listed()
    theirs = seen.of(whose).defer("sealed_seed", "last_position")
    running = list(theirs.running().order_by("-started_at")[:20])
    finished = list(theirs.finished().order_by("-ended_at")[:20])
    values = {
        "person": whose,
        "running": rows(running, open_turns(running), timezone.now()),
        "waiting": rows(list(theirs.open().order_by("-created_at")[:20])),
        "results": [(row, standing(whose, row.match)) for row in rows(finished)],
        "reliability": reliability_of([whose])[whose.pk],
        "contests": taken(whose, contests_seen(request.user, whose)),
        "ratings": list(Rating.objects.of(whose)),
        "career": career_of(whose, theirs),
    }
    return render(request, "games/person.html", values)


def standing(whose: User, match: Match) -> str:
    """How a person came off in a finished match, in a few words."""
    if match.size == 1:
        return ending(match, 0, ())
    place = place_of(whose, match)
    return _("place {place} of {seats}").format(place=place, seats=match.size) if place else ""


def place_of(whose: User, match: Match) -> int | None:
    """The place a person came to in a finished match."""
    index = next((seat.index for seat in match.seats.all() if _holds(whose, seat)), None)
    return match.outcome["places"][index] if match.outcome and index is not None else None


def _holds(whose: User, seat: Seat) -> bool:
    """Whether a person holds or held a seat, alone or in a team."""
    team = seat.members.all() if seat.of_team else ()
    return seat.user_id == whose.pk or any(member.user_id == whose.pk for member in team)

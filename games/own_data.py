"""What the site knows of a person's play, for the document they can take along. Reads only."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from accounts.models import User
from games.models import (
    Act,
    Ask,
    Contest,
    Entrant,
    Invitation,
    Match,
    Member,
    Note,
    Order,
    Rating,
    Seat,
    Talk,
    Tenure,
)


def own_data(user: User) -> dict[str, Any]:
    """Their seats of now and before, tries, opened orders, contests, invitations, words; nothing sealed."""
    teams = Member.objects.filter(user=user).values("seat_id")
    seats = Seat.objects.filter(Q(user=user) | Q(pk__in=teams)).order_by("pk")
    orders = Order.objects.opened().by(user).filter(by__in=["player", "captain", "plan"]).order_by("pk")
    return {
        "seats": list(
            seats.values(
                "match__code", "match__game", "index", "state", "word", "missed", "match__created_at"
            )
        ),
        "seats_before": list(
            Tenure.objects.filter(user=user)
            .order_by("pk")
            .values("seat__match__code", "seat__match__game", "seat__index", "since", "until", "missed")
        ),
        "tries": list(
            Match.objects.filter(deal__isnull=False, creator=user)
            .order_by("pk")
            .values("code", "game", "deal__day", "started_at", "ended_at", "outcome")
        ),
        "orders": list(orders.values("turn__match__code", "turn__number", "line", "given_at", "commitment")),
        "ratings": list(Rating.objects.of(user).values("game", "mu", "sigma", "matches")),
        "invitations": list(Invitation.objects.filter(user=user).values("match__code", "created_at")),
        "contests": _contests(user),
        "talk": list(Talk.objects.filter(user=user).values("match__code", "text", "written_at")),
        "notes": list(Note.objects.filter(user=user).values("match__code", "text")),
    }


def _contests(user: User) -> dict[str, Any]:
    """What they are in, with the places that their entries ended at, what asks for them, what they direct."""
    entrants = Entrant.objects.filter(user=user).order_by("contest_id")
    entries = [*("entry__name", "entry__status", "entry__number", "entry__rating", "entry__word")]
    away = ["entry__since", "entry__until", "entry__absent", "entry__division", "entry__stands"]
    placed = entrants.filter(entry__berths__place__isnull=False)
    return {
        "entries": list(
            entrants.values("contest__code", "contest__season", *entries, *away, "entry__created_at")
        ),
        "places": list(
            placed.values(
                "contest__code",
                "entry__berths__group__stage",
                "entry__berths__group__number",
                "entry__berths__place",
            )
        ),
        "asked_to": list(
            Ask.objects.filter(user=user)
            .order_by("pk")
            .values("entry__contest__code", "entry__name", "created_at")
        ),
        "directs": list(Contest.objects.filter(directors=user).order_by("pk").values("code", "name")),
        "acts": list(
            Act.objects.filter(user=user).order_by("pk").values("contest__code", "verb", "why", "done_at")
        ),
    }

"""What the site knows of a person's play, for the document they can take along. Reads only."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from accounts.models import User
from games.models import Invitation, Match, Member, Note, Order, Seat, Talk, Tenure


def own_data(user: User) -> dict[str, Any]:
    """Their seats of now and before, tries, opened orders, invitations, talk, notes; nothing sealed."""
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
        "invitations": list(Invitation.objects.filter(user=user).values("match__code", "created_at")),
        "talk": list(Talk.objects.filter(user=user).values("match__code", "text", "written_at")),
        "notes": list(Note.objects.filter(user=user).values("match__code", "text")),
    }

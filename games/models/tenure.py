"""Who held a seat before its holder of now: the turns that were theirs. Reads only.

Orders, misses and what follows from them belong to whoever held the seat in that turn. Where teams play an
order keeps its giver, and no tenure is asked.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.utils.translation import gettext

from games.models.seat import Seat


class Tenure(models.Model):
    """The stretch of turns in which somebody held a seat who holds it no more, or not without a break."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="tenures")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    since = models.PositiveIntegerField()
    """The first turn that was theirs."""
    until = models.PositiveIntegerField()
    """The last turn that was theirs."""
    missed = models.PositiveSmallIntegerField(default=0)
    """Deadlines they missed in all."""

    class Meta:
        ordering = ["seat_id", "since"]

    def __str__(self) -> str:
        return f"seat {self.seat_id} in turns {self.since} to {self.until}"

    @property
    def name(self) -> str:
        """Who it was, for people to read."""
        return self.user.username if self.user is not None else gettext("former player")


def former_holders(seats: Iterable[Seat]) -> dict[int, list[Tenure]]:
    """Who held each of these seats before, by the key of the seat; asks nothing where nobody did."""
    changed = [seat.pk for seat in seats if seat.since > 1]
    found: dict[int, list[Tenure]] = {}
    if changed:
        for tenure in Tenure.objects.filter(seat__in=changed).select_related("user").order_by("since"):
            found.setdefault(tenure.seat_id, []).append(tenure)
    return found

"""The stamps of the clock, so that the site can tell whether its own clock runs."""

from __future__ import annotations

import datetime

from games.models import Clock


def stamp(now: datetime.datetime) -> None:
    """Note that the clock ticked."""
    Clock.objects.update_or_create(pk=1, defaults={"ticked_at": now})

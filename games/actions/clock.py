"""The stamps of the clock: the site can tell by them whether its clock runs, and for how long it did not."""

from __future__ import annotations

import datetime

from django.db import transaction

from games.actions import outages
from games.models import Clock


def stamp(now: datetime.datetime) -> None:
    """Note that the clock ticked, and make up for the time in which it stood still, in one transaction.

    Any number of workers may stamp at once: the first one makes up, the others find it done.
    """
    with transaction.atomic():
        clock = Clock.objects.select_for_update().filter(pk=1).first()
        if clock is None:
            Clock.objects.get_or_create(pk=1, defaults={"ticked_at": now})
        elif now > clock.ticked_at:
            outages.make_up(clock, now)
            clock.ticked_at = now
            clock.save(update_fields=["ticked_at", "mail_down_since"])

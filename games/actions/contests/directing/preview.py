"""What an act would change, told before it is done: it is done, looked at, and rolled back."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.models import User
from games.actions.contests import telling as news
from games.actions.contests.directing.acts import perform
from games.actions.contests.directing.effects import Effect
from games.models import Contest


def preview(
    director: User,
    contest: Contest,
    verb: str,
    data: Mapping[str, Any],
    now: datetime.datetime,
    why: str = "",
) -> Effect:
    """What ``act`` would do with the same values; nothing stays written. Raises what that raises."""
    with transaction.atomic():
        done, effect = perform(director, contest, verb, data, why or "-", now)
        notices = news.drawn(contest, now) if verb == "draw" else news.changed(done, now)
        told = {notice.user_id for notice in notices}
        transaction.set_rollback(True)
    return effect.told_to(told)

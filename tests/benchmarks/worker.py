"""The site's Celery with one more task: the peer that closes each due turn as a task of its own."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from bidplay.celery import app


@app.task(name="benchmarks.close_one", ignore_result=True)
def close_one(turn: int) -> None:
    """Close one turn, in a transaction of its own."""
    from games.actions.turns import close_turns
    from games.models import Turn

    now = timezone.now()
    with transaction.atomic():
        due = Turn.objects.due(now).filter(pk=turn).select_related("match")
        close_turns(list(due.select_for_update(skip_locked=True, of=("self",))), now)


__all__ = ["app", "close_one"]

"""What happens by the clock, and how often. A task that comes too late for its turn is dropped."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from celery.schedules import crontab

MINUTE = timedelta(minutes=1)


def schedule(tick: timedelta) -> dict[str, dict[str, Any]]:
    """Celery's beat: whatever turns, mails and devices wait for comes at every tick."""
    return {
        "tick": _every(tick, "games.tasks.tick"),
        "deal": _every(MINUTE, "games.tasks.deal"),
        "send-mail": _every(tick, "accounts.tasks.send_pending"),
        "send-beside": _every(tick, "accounts.tasks.send_beside"),
        "clear-guests": {"task": "games.tasks.clear_guests", "schedule": crontab(hour="3", minute="50")},
        "clear-old": {"task": "accounts.tasks.clear_old", "schedule": crontab(hour="3", minute="40")},
    }


def _every(time: timedelta, task: str) -> dict[str, Any]:
    return {"task": task, "schedule": time, "options": {"expires": time.total_seconds()}}

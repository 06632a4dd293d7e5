"""The clock's door to the outbox."""

from __future__ import annotations

from celery import shared_task


@shared_task
def send_pending() -> None:
    """Send what is ready in the outbox."""

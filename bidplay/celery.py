"""Celery: the queue between the clock, the outbox and the worker. Deadlines never ride on it."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bidplay.settings")

app = Celery("bidplay")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def keep_logging(**_kwargs: Any) -> None:
    """Leave the logs as the settings have them: Celery sets up its own only where nobody listens here."""


setup_logging.connect(keep_logging)

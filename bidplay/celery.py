"""Celery: the queue between the clock, the outbox and the worker. Deadlines never ride on it."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bidplay.settings")

app = Celery("bidplay")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

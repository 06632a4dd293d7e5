"""The wiring: settings, addresses, Celery and its beat. No game or person is decided on here."""

from bidplay.celery import app as celery_app

__all__ = ["celery_app"]

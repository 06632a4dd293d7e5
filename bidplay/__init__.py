"""The wiring: settings, addresses, Celery and its beat. Nothing of the games or the people is decided here."""

from bidplay.celery import app as celery_app

__all__ = ["celery_app"]

"""``manage.py vapid``: prints a fresh pair of keys for web push, for the environment of a host."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from accounts.vapid import new_key, public_key


class Command(BaseCommand):
    """Print a key pair. Changes nothing."""

    help = "Print a fresh pair of keys for web push. Devices must be added anew if the key changes."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make a pair and print it."""
        key = new_key()
        self.stdout.write(f"# public: {public_key(key)}")
        self.stdout.write(f"VAPID_PRIVATE_KEY={key}")

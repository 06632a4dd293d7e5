"""``rotate_seals``: seal what is secret at rest anew under the newest key, on a live site."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts import vault
from games.actions.keys import Rotation, rotate


class Command(BaseCommand):
    """Put a new key first in BIDPLAY_SEAL_KEYS, restart, run this, then take the old key away."""

    help = "Seal all seeds, sealed orders and secrets of people anew with the first key of BIDPLAY_SEAL_KEYS."

    def handle(self, *args: Any, **options: Any) -> None:
        """Rotate everything, with progress; fails if some rows could not be opened."""
        totals: dict[str, Rotation] = {}
        for so_far in rotate():
            totals[so_far.kind] = so_far
            self.stdout.write(f"{so_far.kind}: {so_far.resealed} sealed anew")
        people, lost = vault.rotate()
        if people:
            self.stdout.write(f"secrets of people: {people} sealed anew")
        broken = lost + sum(total.broken for total in totals.values())
        if broken:
            raise CommandError(f"{broken} rows open with none of the keys; they were left as they are.")
        self.stdout.write(self.style.SUCCESS("Everything is sealed with the newest key."))

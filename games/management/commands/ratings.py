"""``ratings``: check the ratings against their log, or work them out anew from it."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.actions import ratings
from games.models import RatingBook


class Command(BaseCommand):
    """Whatever is stored is what the rated matches make of it, to the last digit."""

    help = "Check all ratings against the log of rated matches. Exit code 1 on findings."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which games, and whether to mend."""
        parser.add_argument("games", nargs="*", metavar="game", help="slugs of games; all if none is given")
        parser.add_argument("--recompute", action="store_true", help="work all ratings out anew from the log")

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through the games in the order of their slugs."""
        books = RatingBook.objects.order_by("game")
        if options["games"]:
            books = books.filter(game__in=options["games"])
        wrong = 0
        for book in books:
            if options["recompute"]:
                ratings.recompute(book.game)
            found = ratings.faults(book.game)
            for fault in found:
                self.stdout.write(self.style.ERROR(fault))
            wrong += len(found)
        if wrong:
            sys.exit(1)

"""``audit``: check what is stored of matches and contests against what it follows from; changes nothing."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.actions.contests import recount
from games.models import Contest, Match
from games.models.audit import findings_of

STRETCH = 200
"""After how many matches progress is shown."""


class Command(BaseCommand):
    """Finished matches are verified as anyone can verify them; running ones up to their last closed turn.

    The results and standings of contests are counted anew.
    """

    help = (
        "Verify all stored matches: records, hashes, positions, sealed orders; and the results, standings and"
        " seeds of contests. Exit code 1 on findings."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Which matches."""
        parser.add_argument("codes", nargs="*", metavar="code", help="codes of matches; all if none is given")

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through the matches, the oldest first."""
        matches = Match.objects.started().order_by("pk")
        if options["codes"]:
            matches = matches.filter(code__in=options["codes"])
        checked = wrong = 0
        for match in matches.iterator(chunk_size=STRETCH):
            found = findings_of(match)
            for finding in found:
                self.stdout.write(self.style.ERROR(f"{match.code}: {finding}"))
            checked, wrong = checked + 1, wrong + bool(found)
            if checked % STRETCH == 0:
                self.stdout.write(f"{checked} matches checked")
        self.stdout.write(f"{checked} matches checked, {wrong} with findings")
        wrong += 0 if options["codes"] else self._contests()
        if wrong:
            sys.exit(1)

    def _contests(self) -> int:
        """Go through the contests; in how many there are findings."""
        contests = list(Contest.objects.exclude(status=Contest.Status.DRAFT).order_by("pk"))
        wrong = 0
        for contest in contests:
            found = recount.findings_of(contest)
            for finding in found:
                self.stdout.write(self.style.ERROR(f"contest {contest.code}: {finding}"))
            wrong += bool(found)
        if contests:
            self.stdout.write(f"{len(contests)} contests checked, {wrong} with findings")
        return wrong

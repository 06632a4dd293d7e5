"""Matches put into the database of a running site, and what became of them; with no traffic to its pages."""

from __future__ import annotations

from typing import Any

import psycopg

from tests.journeys.stack import Stack

SETTING = """
from django.utils import timezone
from accounts.models import Notice, User
from games.actions import lobby

now = timezone.now()
people = [
    User.objects.get_or_create(username=f"{PREFIX}{n}", defaults={"email": f"{PREFIX}{n}@rows.example"})[0]
    for n in range(PEOPLE)
]
pace = {"interval": INTERVAL, "grace": False}
proposal = lobby.Proposal(game="fourbid", seats=2, bots=1, name=PREFIX, pace=pace)
codes = [lobby.open_match(people[n % PEOPLE], proposal, now).code for n in range(MATCHES)]
if QUIET:
    Notice.objects.filter(kind="start", data__match__in=codes).update(status="sent")
print(" ".join(codes))
"""


class Rows:
    """The database of a stack that runs on PostgreSQL."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self.database = psycopg.connect(stack.environment["DATABASE_URL"], autocommit=True)

    def close(self) -> None:
        """Let the database go."""
        self.database.close()

    def one(self, statement: str, *values: Any) -> Any:
        """The first value that a query finds."""
        row = self.database.execute(statement, values).fetchone()  # type: ignore[arg-type]
        return row[0] if row else None

    def change(self, statement: str, *values: Any) -> int:
        """How many rows a statement changed."""
        return self.database.execute(statement, values).rowcount  # type: ignore[arg-type]

    def matches(
        self, prefix: str, matches: int, *, people: int = 1, interval: int = 3600, quiet: bool = False
    ) -> list[str]:
        """The codes of new matches of a person and a bot each; ``quiet`` sends no mail about their start."""
        values = {
            "PREFIX": prefix,
            "PEOPLE": people,
            "INTERVAL": interval,
            "MATCHES": matches,
            "QUIET": quiet,
        }
        head = "".join(f"{name} = {value!r}\n" for name, value in values.items())
        return self.stack.manage("shell", "-v", "0", "-c", head + SETTING).split()

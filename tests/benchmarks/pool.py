"""Fills the database of the environment with matches, and prints the requests that play and read them.

``python -m tests.benchmarks.pool COUNT`` prints JSON: lists of requests by what they do.
"""

from __future__ import annotations

import json
import sys

import django
from django.core.management import call_command

LOG = 20
"""How many closed turns the pages of the pool show."""


def main() -> None:
    """Make the rows, print the requests."""
    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    from tests.benchmarks import rows

    count = int(sys.argv[1])
    matches = rows.originals(10, "pool", LOG)
    copies = rows.copy(matches, count, LOG)
    rows.settle()
    print(json.dumps(requests(list(copies.turns(0, count)))))


def requests(turns: list[int]) -> dict[str, list[str]]:
    """Orders, twice for each turn, and pages, for the first seat of each match and for a guest."""
    from games.models import Turn
    from tests.benchmarks import rows
    from tests.benchmarks.load import request

    first: list[str] = []
    second: list[str] = []
    seen: list[str] = []
    read: list[str] = []
    cookies: dict[int, str] = {}
    for turn in (
        Turn.objects.filter(pk__in=turns).select_related("match").prefetch_related("match__seats__user")
    ):
        user = next(seat.user for seat in turn.match.seats.all() if seat.index == 0)
        token = rows.token_of(user.username)
        path = f"/api/v1/matches/{turn.match.code}/turns/{turn.number}/order"
        lines = rows.lines(turn, 0)
        for line, into in ((lines[0], first), (lines[-1], second)):
            into.append(request("PUT", path, {"order": line}, Authorization=f"Token {token}"))
        if user.pk not in cookies:
            cookies[user.pk] = cookie(user)
        page = turn.match.get_absolute_url()
        read.append(request("GET", page, Cookie=cookies[user.pk]))
        seen.append(request("GET", page))
    return {"orders": first + second, "pages": read[:200], "guest pages": seen[:200]}


def cookie(user: object) -> str:
    """A cookie that signs a person in."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user)  # type: ignore[arg-type]
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


if __name__ == "__main__":
    main()

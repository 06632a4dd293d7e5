"""Fills the database of the environment with matches, and prints the requests that play and read them.

``python -m tests.benchmarks.pool COUNT`` prints JSON: lists of requests by what they do.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import django
from django.core.management import call_command

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Match

CHANGED = 60
"""How many matches have pages that are read over and over, mostly after a change."""
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
    print(json.dumps(requests(list(copies.turns(0, count))) | pages(matches[0])))


def requests(turns: list[int]) -> dict[str, list[str]]:
    """Orders, twice for each turn, and pages: for the first seat, which has ordered, and for a guest.

    The pages of some matches are read again and again, and ``changes`` are orders for the same matches in the
    same turn; the ``first`` pages are those of all others. ``again`` is for the seat that has sealed nothing,
    as a page with a sealed order on it is never kept.
    """
    from games.models import Turn
    from tests.benchmarks import rows
    from tests.benchmarks.load import request

    first: list[str] = []
    second: list[str] = []
    seen: list[str] = []
    read: list[str] = []
    kept: list[str] = []
    cookies: dict[int, str] = {}
    for turn in (
        Turn.objects.filter(pk__in=turns).select_related("match").prefetch_related("match__seats__user")
    ):
        user, silent = (seat.user for seat in turn.match.seats.all())
        token = rows.token_of(user.username)
        path = f"/api/v1/matches/{turn.match.code}/turns/{turn.number}/order"
        lines = rows.lines(turn, 0)
        for line, into in ((lines[0], first), (lines[-1], second)):
            into.append(request("PUT", path, {"order": line}, Authorization=f"Token {token}"))
        for one in (user, silent):
            if one.pk not in cookies:
                cookies[one.pk] = cookie(one)
        page = turn.match.get_absolute_url()
        read.append(request("GET", page, Cookie=cookies[user.pk]))
        kept.append(request("GET", page, Cookie=cookies[silent.pk]))
        seen.append(request("GET", page))
    return {
        "orders": first[CHANGED:] + second[CHANGED:],
        "changes": first[:CHANGED] + second[:CHANGED],
        "pages": read[:CHANGED],
        "guest pages": seen[:CHANGED],
        "first pages": read[CHANGED:],
        "first guest pages": seen[CHANGED:],
        "again pages": kept[:CHANGED],
    }


PACKED = {"Accept_Encoding": "gzip"}


def pages(match: Match) -> dict[str, list[str]]:
    """The pages that people open most, each as a browser asks for it; the reader is in every match."""
    from django.urls import reverse

    from tests.benchmarks.load import request

    reader = match.seats.select_related("user").get(index=1).user
    assert reader is not None
    signed = PACKED | {"Cookie": cookie(reader)}
    code = match.code
    live = reverse("match_live", args=[code])
    found = {
        "home, guest": request("GET", "/", **PACKED),
        "home, player": request("GET", "/", **signed),
        "matches": request("GET", reverse("matches"), **PACKED),
        "contests": request("GET", reverse("contests"), **PACKED),
        "rules": request("GET", reverse("rules", args=["fourbid"]), **PACKED),
        "turn": request("GET", reverse("turn", args=[code, 3]), **PACKED),
        "course": request("GET", reverse("match_course", args=[code]), **PACKED),
        "text": request("GET", reverse("match_text", args=[code]), **signed),
        "poll": request("GET", f"{live}?seen={seen(match, reader)}", **signed),
        "fourbid": request("GET", match.get_absolute_url(), **signed),
    }
    for slug in ("foursquare", "bids", "bid_n_bet", "bid_chess"):
        found[slug] = request("GET", table(reader, slug).get_absolute_url(), **signed)
    return {f"page {name}": [text] for name, text in found.items()}


def seen(match: Match, reader: User) -> str:
    """What a page says that it has seen, so that there is no news for it."""
    from django.utils import timezone

    from games.pages.match import version
    from games.pages.scene import seen_pulse

    return version(seen_pulse(match.code, reader), reader, timezone.now())


def table(reader: User, slug: str) -> Match:
    """A match of a game against bots, a few turns old."""
    from django.utils import timezone

    from games.actions import lobby
    from games.management.commands.demo import play
    from games.rules import GAMES

    seats = min(GAMES[slug].seats)
    match = lobby.open_match(reader, lobby.Proposal(slug, seats, bots=seats - 1), timezone.now())
    if slug != "bid_chess":  # its bots think for long
        play(match, reader, 5, timezone.now())
    return match


def cookie(user: object) -> str:
    """A cookie that signs a person in."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user)  # type: ignore[arg-type]
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


if __name__ == "__main__":
    main()

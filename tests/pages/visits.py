"""Visiting the pages in tests: a browser for each person, matches of Fourbid, and what came back."""

from __future__ import annotations

import datetime
import html
import re
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.actions import seats, turns
from games.models import Match
from games.pages.kept import _pages
from tests.actions import tables
from tests.actions.tables import open_turn, person

__all__ = ["open_turn", "person"]


def browser(name: str = "", **fields: Any) -> Client:
    """The browser of a person, signed in; of a guest without a name."""
    client = Client()
    if name:
        client.force_login(person(name, **fields))
    return client


def running(*names: str, **proposal: Any) -> Match:
    """A match of Fourbid that began just now."""
    names = names or ("ann", "bob")
    if proposal.get("visibility") == "private":
        proposal["invite"] = [person(name).username for name in names[1:]]
    return tables.started(*names, game="fourbid", now=timezone.now(), **proposal)


def waiting(creator: str = "ann", seats: int = 2, **proposal: Any) -> Match:
    """A match of Fourbid with free seats."""
    now = proposal.pop("now", None) or timezone.now()
    return tables.opened(creator, seats, game="fourbid", now=now, **proposal)


def order_path(match: Match, number: int | None = None) -> str:
    """Where the order form of the open turn, or of that turn, is sent."""
    return f"/m/{match.code}/turn/{number or open_turn(match).number}/order/"


def pass_turn(match: Match, count: int = 1) -> None:
    """Let so many turns close with nothing in: everybody plays the default."""
    for _turn in range(count):
        turn = open_turn(match)
        turn.match.seats.update(misses=0, grace_used=True)
        turns.close_due(turn.due_at + datetime.timedelta(seconds=1))
    match.refresh_from_db()


def finished(*names: str, **proposal: Any) -> Match:
    """A match that was played and then resigned by everybody but the first."""
    match = running(*names, **proposal)
    pass_turn(match)
    for name in (names or ("ann", "bob"))[1:]:
        seats.resign(person(name), match, timezone.now())
    match.refresh_from_db()
    return match


def said(response: Any) -> str:
    """The text of a page without its tags."""
    text = re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", response.content.decode(), flags=re.S)
    return " ".join(html.unescape(text).split())


def queries(client: Client, path: str, kept: bool = False) -> int:
    """How many queries a page takes that was looked at before; as a whole it was ``kept`` or not."""
    client.get(path)
    if not kept:
        _pages.clear()
    with CaptureQueriesContext(
        connection,
    ) as seen:
        assert client.get(path).status_code == 200
    return len(seen)

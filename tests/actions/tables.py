"""Setting tables for tests: people, matches in play, orders, and what is in the outbox."""

from __future__ import annotations

import datetime
from typing import Any

from accounts.models import Notice, User
from games.actions import lobby, orders, turns
from games.models import Match, Order, Seat, Turn
from games.rules.chance import Chance

NOW = datetime.datetime(2030, 1, 1, 12, tzinfo=datetime.UTC)
HOUR = datetime.timedelta(hours=1)
DAY = datetime.timedelta(days=1)
NEXT = NOW + 3 * DAY
"""The deadline of a turn that opens at ``NOW``."""
SECOND = datetime.timedelta(seconds=1)


def person(name: str, **fields: Any) -> User:
    user, _made = User.objects.get_or_create(
        username=name, defaults={"email": f"{name}@example.org", **fields}
    )
    return user


def opened(
    creator: str = "ann",
    seats: int = 2,
    *,
    game: str = "hush",
    pace: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    now: datetime.datetime = NOW,
    **proposal: Any,
) -> Match:
    """A match opened by this person."""
    wanted = lobby.Proposal(game=game, seats=seats, options=options or {}, pace=pace or {}, **proposal)
    return lobby.open_match(person(creator), wanted, now)


def started(*names: str, bots: int = 0, now: datetime.datetime = NOW, **proposal: Any) -> Match:
    """A running match of these people and so many bots."""
    match = opened(names[0], len(names) + bots, bots=bots, now=now, **proposal)
    for name in names[1:]:
        lobby.join(person(name), match, f"word of {name}", now)
    match.refresh_from_db()
    return match


def order(
    name: str, match: Match, line: str, now: datetime.datetime = NOW, number: int | None = None
) -> orders.Receipt:
    """Give an order for the open turn, or for the turn of this number."""
    return orders.submit(person(name), match.code, number or open_turn(match).number, line, now, "web")


def open_turn(match: Match) -> Turn:
    return match.turns.open().select_related("match").get()


def last_turn(match: Match) -> Turn:
    turn = match.turns.select_related("match").last()
    assert turn is not None
    return turn


def seat(match: Match, name: str) -> Seat:
    return match.seats.get(user__username=name)


def lines(turn: Turn) -> dict[int, tuple[str, str]]:
    """What was played in a closed turn: by seat index the line and whose it was."""
    return {
        order.seat.index: (order.line, order.by)
        for order in Order.objects.filter(turn=turn, opened=True).select_related("seat")
    }


def told(match: Match, kind: str | None = None) -> list[tuple[str, str, str]]:
    """What is in the outbox about a match: who is told, what kind, about what; in no order."""
    notices = Notice.objects.filter(subject__startswith=match.code)
    if kind:
        notices = notices.filter(kind=kind)
    found = notices.values_list("user__username", "kind", "subject")
    return sorted((name, kind, subject.partition(":")[2]) for name, kind, subject in found)


def play(match: Match, *rows: dict[str, str], now: datetime.datetime = NOW) -> None:
    """Play turn after turn: for each the lines by name."""
    for row in rows:
        number = open_turn(match).number
        for name, line in row.items():
            order(name, match, line, now, number)
    match.refresh_from_db()


def walked(match: Match, most: int = 400) -> Match:
    """The match played to its end: people order as a bot would, and the clock does the rest."""
    for step in range(most):
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING:
            return match
        turn = open_turn(match)
        state = turn.state()
        decisions = match.rules.decisions(state)
        waiting = list(turn.orders.filter(commitment="").select_related("seat__user"))
        for slot in waiting:
            view = match.rules.view(state, slot.seat.index)
            chance = Chance(b"walk", step * 10 + slot.seat.index)
            line = match.rules.choose(view, slot.seat.index, decisions[slot.seat.index], chance)
            order(slot.seat.user.username, match, line, NOW, turn.number)
        if not waiting:
            turns.close_due(NOW)
    raise AssertionError("this match does not end")

"""Matches to measure on: a few are played, the many are copies of those, made by one statement a kind of row.

A copy differs from its model in its keys and its code only: position, seed and sealed orders are real, so a
copy's turn closes by the real rules. Copies hold their last closed turn and the open one.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models import F, Max, Model
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.tokens import digest
from games.actions import lobby
from games.actions.turns import submit
from games.models import Match, Order, Seat, Turn
from games.rules import GAMES
from tests.rules.walking import random_order

GAME = "fourbid"
SEATS = 2
STEP = 2
"""Each copy takes two numbers of each key: two seats, two turns, two orders; of matches only the first."""


@dataclass(frozen=True)
class Copies:
    """The copies of one call: those of the models in turn, with keys from ``first`` on in steps."""

    first: int
    count: int
    models: int

    def part(self, start: int, count: int) -> range:
        """The open turns' keys of some of the copies."""
        begin = self.first + STEP * start + 1
        return range(begin, begin + STEP * count, STEP)

    def code(self, number: int) -> str:
        """The code of the match of a copy."""
        return f"x{self.first + STEP * number:09d}"


def person(name: str) -> tuple[User, str]:
    """A person who plays by API, and their token."""
    user = User.objects.create(username=name, email=f"{name}@bidplay.example")
    ApiToken.objects.create(user=user, digest=digest(f"token of {name}"), created_at=timezone.now())
    return user, f"token of {name}"


def models(count: int, prefix: str = "p") -> list[Match]:
    """Real matches, each played one turn further than the one before; seat 0 has ordered, seat 1 is silent.

    The silent seat has used its grace, so that its turn closes at the deadline.
    """
    luck = random.Random(count)
    return [_played(f"{prefix}{number}", 1 + number, luck) for number in range(count)]


def _played(name: str, turns: int, luck: random.Random) -> Match:
    now = timezone.now()
    people = [person(f"{name}-{seat}")[0] for seat in range(SEATS)]
    match = lobby.open_match(people[0], lobby.Proposal(game=GAME, seats=SEATS, word="north"), now)
    lobby.join(people[1], match, "south", now)
    for number in range(1, turns + 1):
        for seat in range(SEATS):
            _order(match, number, seat, people[seat], luck)
    _order(match, turns + 1, 0, people[0], luck)
    match.seats.update(grace_used=True)
    return match


def _order(match: Match, number: int, seat: int, user: User, luck: random.Random) -> None:
    game = GAMES[GAME]
    turn = match.turns.open().get(number=number)
    state = turn.state()
    decision = game.decisions(state)[seat]
    submit(user, match.code, number, random_order(game, state, seat, decision, luck), timezone.now(), "api")


def copy(originals: Sequence[Match], count: int) -> Copies:
    """Make so many copies of these matches, each original in its turn."""
    first = _next_key()
    for place, match in enumerate(originals):
        _copy_one(match, first + STEP * place, first + STEP * count, STEP * len(originals))
    _set_sequences()
    return Copies(first, count, len(originals))


def _next_key() -> int:
    """A number beyond every key of every table that copies go to."""
    largest = max(
        model.objects.aggregate(most=Max("pk"))["most"] or 0 for model in (Match, Seat, Turn, Order)
    )
    return int(largest) + STEP


def _copy_one(match: Match, start: int, end: int, step: int) -> None:
    """Copies with match keys start, start + step, … below end."""
    code = "'x' || lpad(n::text, 9, '0')" if connection.vendor == "postgresql" else "printf('x%09d', n)"
    series = (start, end, step)
    last = match.turns.open().get()
    _insert(Match, {"id": "n", "code": code}, "t.id = %s", match.pk, series)
    _insert(Seat, {"id": 'n + t."index"', "match_id": "n"}, "t.match_id = %s", match.pk, series)
    shift = f"n + 1 + t.number - {last.number}"
    recent = f"t.match_id = %s AND t.number >= {last.number - 1}"
    _insert(Turn, {"id": shift, "match_id": "n"}, recent, match.pk, series)
    place = '(SELECT s."index" FROM games_seat s WHERE s.id = t.seat_id)'
    keys = {"id": f"n + {place}", "turn_id": "n + 1", "seat_id": f"n + {place}"}
    _insert(Order, keys, "t.turn_id = %s", last.pk, series)


def _insert(
    model: type[Model], changed: Mapping[str, str], where: str, key: int, series: tuple[int, int, int]
) -> None:
    """Insert copies of the rows ``t`` of a model, once for each ``n`` of the series."""
    table = model._meta.db_table
    columns = [field.column for field in model._meta.concrete_fields]
    values = ", ".join(changed.get(column, f't."{column}"') for column in columns)
    named = ", ".join(f'"{column}"' for column in columns)
    start, end, step = series
    if start >= end:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{table}" ({named}) '  # noqa: S608 - names of our own tables
            f"WITH RECURSIVE series(n) AS (SELECT {start} UNION ALL SELECT n + {step} FROM series "
            f'WHERE n + {step} < {end}) SELECT {values} FROM series, "{table}" t WHERE {where}',
            [key],
        )


def _set_sequences() -> None:
    """New rows get keys beyond those of the copies."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for model in (Match, Seat, Turn, Order):
            table = model._meta.db_table
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), "  # noqa: S608
                f"(SELECT max(id) + 1 FROM {table}))"
            )


def settle() -> None:
    """Let the database take stock of its new rows, as it would have by itself in time."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def make_due(turns: Sequence[int], when: object) -> None:
    """Move the deadlines of these open turns."""
    Turn.objects.open().filter(pk__in=turns).update(due_at=when, remind_at=None)


def left(turns: range) -> int:
    """How many of these turns are still open."""
    return (
        Turn.objects.open().filter(pk__gte=turns.start, pk__lt=turns.stop, due_at__lte=timezone.now()).count()
    )


def deepen(match: Match, turns: int) -> None:
    """Give a match so many closed turns before its open one, as copies of the last that was played."""
    open_turn = match.turns.open().get()
    last = match.turns.exclude(pk=open_turn.pk).order_by("-number")[0]
    match.turns.exclude(pk__in=[open_turn.pk, last.pk]).delete()
    Turn.objects.filter(pk=open_turn.pk).update(number=turns + 1)
    Turn.objects.filter(pk=last.pk).update(number=turns)
    orders = list(last.orders.all())
    first = _next_key()
    series = (first, first + turns - 1, 1)
    _insert(Turn, {"id": "n", "number": f"n - {first} + 1"}, "t.id = %s", last.pk, series)
    for place, order in enumerate(orders):
        keys = {"id": f"(n - {first}) * {len(orders)} + {first + place}", "turn_id": "n"}
        _insert(Order, keys, "t.id = %s", order.pk, series)
    _set_sequences()


__all__ = ["Copies", "F", "copy", "deepen", "left", "make_due", "models", "person", "settle"]

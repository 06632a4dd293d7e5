"""Matches to measure on: a few are played, the many are copies of those, made by one statement a kind of row.

A copy differs from its original in its keys and its code only: position, seed and sealed orders are real, so
a copy's turn closes by the real rules. It holds the open turn and the last closed ones.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models import Max, Model
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.tokens import digest
from games.actions import lobby
from games.actions.orders import submit
from games.actions.turns import close_turns
from games.models import Match, Order, Seat, Turn

GAME = "fourbid"
SEATS = 2


@dataclass(frozen=True)
class Copies:
    """The copies of one call, of the originals in turn, each with its block of keys from ``first`` on."""

    first: int
    count: int
    behind: int
    """How many closed turns each has behind it."""

    @property
    def step(self) -> int:
        """How many keys a copy takes."""
        return SEATS * (self.behind + 1)

    def turns(self, start: int, count: int) -> range:
        """The keys of the open turns of some of the copies."""
        begin = self.first + self.step * start + self.behind
        return range(begin, begin + self.step * count, self.step)

    def parts(self, count: int) -> list[range]:
        """The keys of all open turns, so many to a part."""
        return [self.turns(start, count) for start in range(0, self.count - count + 1, count)]


def person(name: str) -> User:
    """Somebody who plays, with the token ``token_of`` gives."""
    user = User.objects.create(username=name, email=f"{name}@bidplay.example")
    ApiToken.objects.create(user=user, digest=digest(token_of(name)), created_at=timezone.now())
    return user


def token_of(name: str) -> str:
    """The API token of a person made here."""
    return f"token of {name}"


def originals(count: int, prefix: str, turns: int = 1) -> list[Match]:
    """Real matches, each played at least so many turns; seat 0 has ordered, seat 1 is silent.

    The silent seat has used its grace, so that its turn closes at the deadline.
    """
    return [_original(f"{prefix}{number}", turns, random.Random(number)) for number in range(count)]


def _original(name: str, turns: int, luck: random.Random) -> Match:
    people = [person(f"{name}-{seat}") for seat in range(SEATS)]
    while True:
        now = timezone.now()
        match = lobby.open_match(people[0], lobby.Proposal(game=GAME, seats=SEATS, word="north"), now)
        lobby.join(people[1], match, "south", now)
        for _n in range(turns + luck.randrange(10)):
            _play(match, luck)
        turn = match.turns.open().first()
        if turn is not None and turn.orders.count() == SEATS:
            _order(turn, people[0], luck)
            match.seats.update(grace_used=True)
            return match


def _play(match: Match, luck: random.Random) -> None:
    """Play the open turn, if there is one."""
    turn = match.turns.open().first()
    if turn is None:
        return
    for slot in turn.orders.select_related("seat__user"):
        _order(turn, slot.seat.user, luck)
    if turn.orders.count() == 0:  # whoever may only play one line is not asked
        close_turns([turn], timezone.now())


def _order(turn: Turn, user: User | None, luck: random.Random) -> None:
    assert user is not None
    line = luck.choice(lines(turn, turn.match.seats.get(user=user).index))
    submit(user, turn.match.code, turn.number, line, timezone.now(), "api")


def copy(matches: Sequence[Match], count: int, behind: int = 1) -> Copies:
    """Make so many copies of these matches, each original in its turn."""
    copies = Copies(_next_key(), count, behind)
    step, end = copies.step, copies.first + copies.step * count
    for place, match in enumerate(matches):
        if place < count:
            _copy_one(match, copies, range(copies.first + step * place, end, step * len(matches)))
    _set_sequences()
    return copies


def _next_key() -> int:
    """A number beyond every key of every table that copies go to."""
    largest = max(
        model.objects.aggregate(most=Max("pk"))["most"] or 0 for model in (Match, Seat, Turn, Order)
    )
    return int(largest) + 1


def _copy_one(match: Match, copies: Copies, keys: range) -> None:
    """Copies of one match with these keys."""
    code = "'x' || lpad(n::text, 9, '0')" if connection.vendor == "postgresql" else "printf('x%09d', n)"
    first = match.turns.open().get().number - copies.behind
    assert first > 0, "an original has fewer turns behind it than its copies should have"
    _insert(Match, {"id": "n", "code": code}, f"t.id = {match.pk}", keys)
    _insert(Seat, {"id": 'n + t."index"', "match_id": "n"}, f"t.match_id = {match.pk}", keys)
    turns = f"t.match_id = {match.pk} AND t.number >= {first}"
    _insert(Turn, {"id": f"n + t.number - {first}", "match_id": "n"}, turns, keys)
    place = '(SELECT s."index" FROM games_seat s WHERE s.id = t.seat_id)'
    number = f"(SELECT u.number - {first} FROM games_turn u WHERE u.id = t.turn_id)"  # noqa: S608
    orders = f"t.turn_id IN (SELECT t.id FROM games_turn t WHERE {turns})"  # noqa: S608
    changed = {
        "id": f"n + {SEATS} * {number} + {place}",
        "turn_id": f"n + {number}",
        "seat_id": f"n + {place}",
    }
    _insert(Order, changed, orders, keys)


def _insert(model: type[Model], changed: Mapping[str, str], where: str, keys: range) -> None:
    """Insert copies of the rows ``t`` of a model, once for each ``n`` of the keys."""
    table = model._meta.db_table
    columns = [field.column for field in model._meta.concrete_fields]
    values = ", ".join(changed.get(column, f't."{column}"') for column in columns)
    named = ", ".join(f'"{column}"' for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{table}" ({named}) '  # noqa: S608 - names and numbers of our own
            f"WITH RECURSIVE keys(n) AS (SELECT {keys.start} UNION ALL SELECT n + {keys.step} FROM keys "
            f'WHERE n + {keys.step} < {keys.stop}) SELECT {values} FROM keys, "{table}" t WHERE {where}'
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


def deepen(match: Match, turns: int) -> None:
    """Let a match have so many closed turns behind its open one: copies of the first it played."""
    first = match.turns.order_by("number")[0]
    match.turns.closed().exclude(pk=first.pk).delete()
    match.turns.open().update(number=turns + 1)
    start = _next_key()
    keys = range(start, start + turns - 1)
    _insert(Turn, {"id": "n", "number": f"n - {start} + 2"}, f"t.id = {first.pk}", keys)
    for place, order in enumerate(first.orders.all()):
        changed = {"id": f"n + {(place + 1) * turns}", "turn_id": "n"}
        _insert(Order, changed, f"t.id = {order.pk}", keys)
    _set_sequences()


def lines(turn: Turn, seat: int) -> list[str]:
    """Some legal orders of a seat for an open turn, each another bid."""
    game, state = turn.match.rules, turn.state()
    decision = game.decisions(state)[seat]
    return [game.check(state, seat, f"{card}; low best") for card in decision.clauses[0].values]


def settle() -> None:
    """Let the database take stock of its new rows, as it does by itself in time."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
        if connection.vendor == "postgresql":
            cursor.execute("CHECKPOINT")


def make_due(turns: range, when: datetime.datetime) -> None:
    """Move the deadlines of these open turns."""
    Turn.objects.open().filter(pk__in=turns).update(due_at=when, remind_at=None)


def left(turns: range) -> int:
    """How many of these turns are due and still open."""
    within = Turn.objects.open().filter(pk__gte=turns.start, pk__lt=turns.stop)
    return within.filter(due_at__lte=timezone.now()).count()

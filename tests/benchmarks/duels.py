"""Matches of Bid Chess to measure on, in the middle of play: the mover has sealed a move of an open turn.

A move closes its turn at once, so that it waits for the queue is brought about here: it is put into its slot
as ``submit`` does, and no more.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.actions import lobby
from games.actions.orders import submit
from games.actions.slots import put, take
from games.models import Match, Seat, Turn
from games.rules.bid_chess.asking import AGREE
from games.rules.game import Decision, Game
from games.seals import seal_order
from tests.benchmarks.rows import SEATS, person
from tests.rules.walking import random_order

ROWS = (7, 9, 19, 21, 25, 36)
"""The rows of the list that these matches are about."""
ENOUGH = 10
"""So many plies are played at the least."""


def originals(count: int, prefix: str) -> list[Match]:
    """Real matches of several rows, some plies into play, each with a move that waits to be opened."""
    return [_original(f"{prefix}{number}", random.Random(number)) for number in range(count)]


def _original(name: str, luck: random.Random) -> Match:
    people = [person(f"{name}-{seat}") for seat in range(SEATS)]
    while True:
        match = _begun(people, luck)
        plies = ENOUGH + luck.randrange(30)
        while (turn := match.turns.open().first()) is not None:
            (slot, *_others) = slots = turn.orders.select_related("seat__user")
            if turn.number > plies:
                _seal(turn, slot.seat, luck)
                return match
            for slot in slots:
                _submit(turn, slot.seat, luck)


def _begun(people: Sequence[User], luck: random.Random) -> Match:
    """A match about one of the rows."""
    options = {"pool": str(luck.choice(ROWS))}
    proposal = lobby.Proposal(game="bid_chess", seats=SEATS, word="north", options=options)
    match = lobby.open_match(people[0], proposal, timezone.now())
    lobby.join(people[1], match, "south", timezone.now())
    return match


def _submit(turn: Turn, seat: Seat, luck: random.Random) -> None:
    assert seat.user is not None
    line = _line(turn, seat, luck)
    submit(seat.user, turn.match.code, turn.number, line, timezone.now(), "api")


def _seal(turn: Turn, seat: Seat, luck: random.Random) -> None:
    """Put a move into its slot."""
    assert seat.user_id is not None
    code, line = turn.match.code, _line(turn, seat, luck)
    with transaction.atomic():
        slot = take(seat.user_id, code, turn.number)
        assert slot is not None
        put(slot, *seal_order(code, turn.number, seat.index, 1, line, 0), timezone.now(), "api")


def _line(turn: Turn, seat: Seat, luck: random.Random) -> str:
    game, state = turn.match.rules, turn.state()
    return playing_on(game, state, seat.index, game.decisions(state)[seat.index], luck)


def playing_on(game: Game[Any], state: Any, seat: int, decision: Decision, luck: random.Random) -> str:
    """A random order that does not agree to a draw."""
    while (line := random_order(game, state, seat, decision, luck)) == AGREE:
        pass
    return line

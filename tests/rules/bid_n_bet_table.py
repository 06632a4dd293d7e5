"""A Bid N' Bet table set by hand: money, cards, tokens, horses and bets as told, cards that come as told.

No tests here, and no rules: only positions for the tests beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from games.rules import GAMES, IllegalOrder
from games.rules.chance import Chance

GAME: Any = GAMES["bid_n_bet"]
COLOURS = ("red", "blue", "green", "yellow", "black")
KEY = bytes(range(32))
CARDS = ("+2", "+2", "-2", "-2", "+1", "+1", "-1", "-1", "buy", "free", "bet", "cash")
STOP, ADVANCE, BET, GAMBLE, FREE, CASH, ADVANCE2, BACK, BUY = range(9, 18)
"""The spaces of the second side, so that any of them can be landed on from behind."""


def table(
    seats: int = 3,
    *,
    active: int = 0,
    order: Sequence[int] | None = None,
    money: Mapping[int, int] = {},
    cards: Mapping[int, int] = {},
    token: Mapping[int, int] = {},
    horse: Mapping[int, int] = {},
    bets: Mapping[tuple[int, str], int] = {},
    deck: Sequence[str] = CARDS,
    rounds: int = 0,
    **options: Any,
) -> Any:
    """A position with a move due. What is not told is as at the start, the seats in their order."""
    state = GAME.setup(seats, GAME.options(**options), Chance(KEY, 0))
    tickets = [[0] * 5 for _ in range(seats)]
    for (seat, colour), dollars in bets.items():
        tickets[seat][COLOURS.index(colour)] = dollars
    return msgspec.structs.replace(
        state,
        order=tuple(order or range(seats)),
        active=active,
        money=tuple(money.get(seat, 300) for seat in range(seats)),
        bidcards=tuple(cards.get(seat, 0) for seat in range(seats)),
        token=tuple(token.get(seat, 0) for seat in range(seats)),
        horse=tuple(horse.get(colour, 0) for colour in range(5)),
        tickets=tuple(map(tuple, tickets)),
        deck=tuple(deck),
        discards=(),
        round_no=rounds,
    )


def before(space: int, *, steps: int = 1, **told: Any) -> Any:
    """A table where seat 0 is to move and comes to that space with so many steps."""
    return table(token={0: (space - steps) % 36} | told.pop("token", {}), **told)


def play(state: Any, *orders: str | None, turn: int = 1) -> Any:
    """The state after a turn; orders stand in the order of the seats asked, None for silence."""
    return play_seen(state, *orders, turn=turn)[0]


def play_seen(state: Any, *orders: str | None, turn: int = 1) -> tuple[Any, Sequence[Any]]:
    """The same with what happened."""
    owed = GAME.decisions(state)
    given = dict(zip(owed, orders, strict=False))
    lines = {
        seat: GAME.check(state, seat, decision.default if given.get(seat) is None else given[seat])
        for seat, decision in owed.items()
    }
    return GAME.resolve(state, lines, Chance(KEY, turn))


def asked(state: Any) -> dict[int, str]:
    """Who owes what kind of answer."""
    return {seat: decision.kind for seat, decision in GAME.decisions(state).items()}


def kinds(events: Iterable[Any]) -> list[str]:
    return [event.kind for event in events]


def refused(state: Any, line: str, seat: int = 0) -> IllegalOrder:
    """The refusal of an order."""
    with pytest.raises(IllegalOrder) as refusal:
        GAME.check(state, seat, line)
    return refusal.value


def clause(state: Any, word: str, seat: int = 0) -> tuple[str, ...] | None:
    """The values of a clause that a seat is offered; None if it is not."""
    found = {part.word: part.values for part in GAME.decisions(state)[seat].clauses}
    return found.get(word)


def won(state: Any) -> tuple[str, tuple[int, ...]]:
    """Why a match is over, and who won it."""
    outcome = GAME.outcome(state)
    return outcome.reason, outcome.winners

"""A Fourbid table set by hand: boards drawn as text, hands as ranks, dice that fall as told.

No tests here, and no rules: only positions for the tests beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from games.rules import GAMES

GAME: Any = GAMES["fourbid"]
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "SHDC"
PRINTED = (
    (32, 31, 30, 29, 28, 27, 26, 25),
    (17, 18, 19, 20, 21, 22, 23, 24),
    (16, 15, 14, 13, 12, 11, 10, 9),
    (1, 2, 3, 4, 5, 6, 7, 8),
)
"""The board as the rules print it, row 4 first."""


class Scripted:
    """Chance whose dice fall as told, and show 1 after that; nothing else is drawn in this game."""

    def __init__(self, *falls: int) -> None:
        self.falls = list(falls)
        self.rolled: list[int] = []

    def die(self, sides: int = 6) -> int:
        fall = self.falls.pop(0) if self.falls else 1
        self.rolled.append(fall)
        return fall

    def below(self, limit: int) -> int:
        return self.die(limit) - 1


def value(card: str) -> int:
    """2 to 14, of a rank (``K``) or a card (``KH``)."""
    rank = card.rstrip(SUITS)
    return RANKS.index(rank) + 2


def suit(seat: int, ranks: str = " ".join(RANKS)) -> tuple[str, ...]:
    """Those ranks in the suit of the seat; a card with its own suit letter stays as it is."""
    return tuple(word if word[-1] in SUITS else word + SUITS[seat] for word in ranks.split())


def owners(drawing: str) -> tuple[int | None, ...]:
    """The owner of each space from four printed rows: ``1`` to ``4`` are players, ``.`` is unclaimed."""
    rows = [row.split() for row in drawing.split("\n") if row.strip()]
    men = {
        space: int(man) - 1
        for numbers, row in zip(PRINTED, rows, strict=True)
        for space, man in zip(numbers, row, strict=True)
        if man != "."
    }
    return tuple(men.get(space) for space in range(1, 33))


def claims(**spaces: Iterable[int]) -> tuple[int | None, ...]:
    """The owner of each space from lists: ``claims(p1=[6, 7], p2=[9])``."""
    men = {space: int(player[1]) - 1 for player, mine in spaces.items() for space in mine}
    return tuple(men.get(space) for space in range(1, 33))


def table(
    seats: int = 2,
    owner: Sequence[int | None] = (None,) * 32,
    queen: int = 1,
    hands: Mapping[int, str] = {},
    **options: Any,
) -> Any:
    """A position with bids due. ``hands`` gives ranks per seat; the others hold their whole suit."""
    state = GAME.setup(seats, GAME.options(**options), Scripted(1))
    pieces = state.supply[0]
    return msgspec.structs.replace(
        state,
        owner=tuple(owner),
        supply=tuple(pieces - list(owner).count(seat) for seat in range(seats)),
        hand=tuple(suit(seat, hands[seat]) if seat in hands else suit(seat) for seat in range(seats)),
        queen=queen,
    )


def play(state: Any, *orders: str | None, dice: Sequence[int] = ()) -> Any:
    """The state after one turn: an order for each seat from the first, the default for None and the rest."""
    return play_seen(state, *orders, dice=dice)[0]


def play_seen(state: Any, *orders: str | None, dice: Sequence[int] = ()) -> tuple[Any, Sequence[Any]]:
    """The same with what happened."""
    given = {seat: order for seat, order in enumerate(orders) if order is not None}
    lines = {
        seat: GAME.check(state, seat, given.get(seat, decision.default))
        for seat, decision in GAME.decisions(state).items()
    }
    return GAME.resolve(state, lines, Scripted(*dice))


def of(state: Any, seat: int) -> list[int]:
    """The spaces that seat owns, lowest number first."""
    return [space for space, owner in enumerate(state.owner, 1) if owner == seat]


def on(state: Any, space: int) -> int | None:
    """The owner of a space."""
    return state.owner[space - 1]


def held(state: Any, seat: int) -> set[str]:
    """The cards a seat holds."""
    return set(state.hand[seat])


def counts(state: Any) -> list[int]:
    """How many cards each seat holds."""
    return [len(cards) for cards in state.hand]


def kinds(state: Any) -> dict[int, str]:
    """What each seat owes."""
    return {seat: decision.kind for seat, decision in GAME.decisions(state).items()}


FULL4 = owners(
    """
    1 1 2 2 3 3 4 4
    3 3 4 4 1 1 2 2
    1 1 2 2 3 3 4 4
    3 3 4 4 1 1 2 2
    """
)
"""All 32 spaces claimed by four players with eight pieces each, and no line."""

FULL2 = owners(
    """
    1 1 2 2 1 1 2 2
    2 2 1 1 2 2 1 1
    1 1 2 2 1 1 2 2
    2 2 1 1 2 2 1 1
    """
)
"""The same for two players with sixteen pieces each."""

"""A Foursquare sheet set by hand, in the words of the rules: ``d4:6u/10u e4:2d`` is two piles, bottom to top.

No tests here, and no rules: only positions for the tests beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from games.rules.chance import Chance
from games.rules.foursquare.rules import Foursquare

GAME: Any = Foursquare()
NAMES = [column + row for column in "abcdefg" for row in "1234567"]


def table(sheet: str = "", card: int | None = None, left: int | None = None, **options: Any) -> Any:
    """A position with that card drawn; behind it lie the cards that are on no pile, or so many of them."""
    state = GAME.setup(1, GAME.options(**options), Chance(bytes(32), 0))
    cells = dict(word.split(":") for word in sheet.split())
    piles = {name: tuple(int(one[:-1]) for one in pile.split("/")) for name, pile in cells.items()}
    rest = list(state.stock)
    for rank in (*(rank for pile in piles.values() for rank in pile), *((card,) if card else ())):
        if rank in rest:
            rest.remove(rank)
    stock = [card, *rest] if card else rest
    return msgspec.structs.replace(
        state,
        piles=tuple(piles.get(name, ()) for name in NAMES),
        down=tuple(cell for cell, name in enumerate(NAMES) if cells.get(name, "").endswith("d")),
        stock=tuple(stock if left is None else stock[: left + 1]),
    )


def play(state: Any, *orders: str) -> Any:
    """The state after those orders, one a turn."""
    for order in orders:
        state = play_seen(state, order)[0]
    return state


def play_seen(state: Any, order: str) -> tuple[Any, Sequence[Any]]:
    """The state after one order, with what happened."""
    return GAME.resolve(state, {0: GAME.check(state, 0, order)}, Chance(bytes(32), 1))


def sheet(state: Any) -> str:
    """The piles by their top cards: ``d4:10u e4:2d``."""
    return " ".join(
        f"{name}:{pile[-1]}{'d' if cell in state.down else 'u'}"
        for cell, (name, pile) in enumerate(zip(NAMES, state.piles, strict=True))
        if pile
    )


def pile(state: Any, name: str) -> tuple[int, ...]:
    """The cards on a cell, bottom to top."""
    return state.piles[NAMES.index(name)]


def legal(state: Any) -> list[str]:
    """The cells that the card drawn may go to."""
    return list(GAME.decisions(state)[0].clauses[0].values)


def silent(state: Any) -> str:
    """What is played in silence."""
    return GAME.decisions(state)[0].default


def down(state: Any) -> int:
    return len(state.down)

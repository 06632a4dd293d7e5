"""A Bids table set by hand: hands, the middle, what was taken; and tricks played from it.

No tests here, and no rules: only positions for the tests beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.rules import GAMES
from games.rules.chance import Chance

GAME: Any = GAMES["bids"]
STACK = ("K1", "K2", "K3", "K4", "K6", "K8", "K9", "K10", "K1", "K2", "K3")
FILLERS = tuple(tuple(f"{colour}{number}" for number in (1, 2)) for colour in "YYYYYY")
KEY = bytes(range(32))


def table(seats: int = 3, centre: str = "K5", holder: int | None = None, **given: Any) -> Any:
    """A match with a trick to be bid: fields of the state and options by name, the rest as at the start.

    ``holder`` is who has the Thief. Everybody holds two low yellow cards; ``trick`` adds the card played.
    """
    own = set(GAME.state.__struct_fields__) - set(GAME.options.names())
    fields = {name: given.pop(name) for name in list(given) if name in own}
    state = GAME.setup(seats, GAME.options(**given), Chance(KEY, 0))
    base = {"leader": 0, "first": 0, "stack": STACK, "seen": (centre,), "hidden": False, "thief": holder}
    hand = FILLERS[:seats]
    return msgspec.structs.replace(state, **{"hand": hand, "centre": centre, **base, **fields})


def dealt(state: Any, cards: Sequence[str | None]) -> Any:
    """The state with one card more in the hands."""
    hand = tuple(
        ((card, *held) if card and card not in held else held)
        for card, held in zip(cards, state.hand, strict=True)
    )
    return msgspec.structs.replace(state, hand=hand)


def trick(state: Any, *cards: str | None) -> Any:
    """The state after a trick: the card of each seat from the first; None for who owes none."""
    return trick_seen(state, *cards)[0]


def trick_seen(state: Any, *cards: str | None) -> tuple[Any, list[Any]]:
    """The same with what happened."""
    state, events, bids = dealt(state, cards), [], dict(enumerate(cards))
    while owed := [seat for seat in GAME.decisions(state) if bids.get(seat)]:
        state, more = turn(state, {seat: bids.pop(seat) for seat in owed})
        events += more
    return state, events


def turn(state: Any, orders: Mapping[int, str]) -> tuple[Any, list[Any]]:
    """One turn with these orders, checked."""
    assert set(orders) == set(GAME.decisions(state))
    lines = {seat: GAME.check(state, seat, order) for seat, order in orders.items()}
    state, events = GAME.resolve(state, lines, Chance(KEY, 1))
    return state, list(events)


def closed(state: Any, points: Sequence[int], spoiled: Sequence[bool], **fields: Any) -> Any:
    """The state after a round that ended with those points: its tenth trick is burned."""
    cards: list[str | None] = [None] * len(state.hand)
    stayed = [seat for seat in range(len(cards)) if seat not in state.left]
    for seat, card in zip(stayed, ("R10", "G10", "R2", "R2", "R2", "R2"), strict=False):
        cards[seat] = card
    state = msgspec.structs.replace(
        state,
        hand=tuple((card,) if card else () for card in cards),
        plays=(),
        trick_no=10,
        centre="K1",
        hidden=False,
        low=False,
        points=tuple(points),
        spoiled=tuple(spoiled),
        **fields,
    )
    return trick(state, *cards)


def kinds(events: Sequence[Any]) -> list[str]:
    """What kinds of things happened."""
    return [event.kind for event in events]


def points(state: Any) -> list[float]:
    """The scores as points."""
    return [half / 2 for half in state.score]

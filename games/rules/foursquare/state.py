"""What a position of Foursquare is, which options there are, and what anybody may see of it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.rules.game import Options, Outcome, State, View

HIDDEN = 0
"""Stands in a view for a card that may not be looked at."""
CARDS = 40
DECK = tuple(rank for rank in range(1, 11) for _copy in range(4))
"""Four of each rank; the ace is 1. Suits never matter, so cards have none."""

Piles = tuple[tuple[int, ...], ...]
"""For each cell of the sheet its cards, bottom to top."""
Preview = Annotated[int, msgspec.Meta(ge=0, le=3)]


class FoursquareOptions(Options, frozen=True, kw_only=True):
    """The options of a match; each value but the first of its kind is another reading of the rules."""

    flip: Literal["others", "all"] = "others"
    """Whether the card just played stays face up, or turns over with every line that turns."""
    compare: Literal["up", "all"] = "up"
    """Whether the card just played is compared with the face-up cards of its line, or with all of them."""
    memory: Literal["off", "on"] = "off"
    """Whether face-down and covered cards must be remembered, since nobody may look at them."""
    preview: Preview = 0
    """How many cards behind the one just drawn are shown as well."""
    loss_score: Literal["zero", "faceup"] = "zero"
    """What a lost match scores: nothing, or the number of piles whose top card is face up."""


class FoursquareState(State, frozen=True, kw_only=True):
    """A position with a card drawn, or one that is over.

    ``stock`` begins with the card drawn; ``down`` are the cells whose top card is face down, ``changed``
    those where the last turn placed a card or turned one over, both in the order of their names.
    """

    options: FoursquareOptions
    piles: Piles
    stock: tuple[int, ...]
    down: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()
    result: Outcome | None = None


class FoursquareView(View, frozen=True, kw_only=True):
    """What anybody may see. A card that may not be looked at stands as 0 in its pile.

    ``shown`` is the card drawn and those behind it that are shown, ``left`` how many lie behind the card
    drawn, ``placed`` how many lie on the sheet.
    """

    options: FoursquareOptions
    piles: Piles
    down: tuple[int, ...]
    changed: tuple[int, ...]
    shown: tuple[int, ...]
    left: int
    placed: int
    result: Outcome | None


def seen(state: FoursquareState) -> FoursquareView:
    """What anybody may see of a state."""
    over = state.result is not None
    options = state.options
    return FoursquareView(
        options=options,
        piles=state.piles if options.memory == "off" else _remembered(state.piles, state.down),
        down=state.down,
        changed=state.changed,
        shown=() if over else state.stock[: 1 + options.preview],
        left=len(state.stock) - (0 if over else 1),
        placed=sum(map(len, state.piles)),
        result=state.result,
    )


def _remembered(piles: Piles, down: tuple[int, ...]) -> Piles:
    """The piles with nothing but their face-up top cards."""
    return tuple(
        [
            (HIDDEN,) * (len(pile) - 1) + ((HIDDEN,) if cell in down else pile[-1:]) if pile else ()
            for cell, pile in enumerate(piles)
        ]
    )


def heights(piles: Piles) -> tuple[int, ...]:
    """How many cards lie on each cell."""
    return tuple(map(len, piles))

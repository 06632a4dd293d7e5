"""The cards of Bids: their names and values, which of them a table plays with, and the deal of a round."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from games.rules.bids.state import TRICKS, BidsOptions
from games.rules.chance import Chance

ALLY = "W"
BLACK = "K"
"""The colour of every black card, with a number or without."""
FIVE = "K-5"
DOUBLE = "K2x"
LOWEST = "KLOW"
SURPRISE = "K?"
THIEF = "KTHIEF"

COLOURS = {3: "RGY", 4: "RGYB", 5: "RGYB", 6: "RGYB"}
TOP = {3: 10, 4: 10, 5: 12, 6: 14}
"""The highest number of each colour, by the number of seats."""
IN_HANDS = {3: 1, 4: 1, 5: 2, 6: 3}
"""How many black cards are dealt into the hands."""
LUCKY = {3: 12, 4: 8, 5: 8, 6: 7}
"""What a round without black points pays."""

VALUE = {f"{colour}{number}": number for colour in "RGYBK" for number in range(1, 15)} | {FIVE: -5}
"""The bid value of every card that has one; the others never win."""
ALL = (*VALUE, DOUBLE, LOWEST, SURPRISE, THIEF, ALLY)
"""Every card there may be, in the order in which a hand is sorted."""
PLACE = {card: place for place, card in enumerate(ALL)}


class Deal(NamedTuple):
    """The cards of one round: hands by seat, the centre stack from the top, and what was taken out."""

    hands: tuple[tuple[str, ...], ...]
    stack: tuple[str, ...]
    out: tuple[str, ...]


def sorted_hand(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards by colour and number, black and white ones last."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def has_ally(seats: int, options: BidsOptions) -> bool:
    """Whether the Ally is among the cards."""
    return seats >= 5 if options.ally == "auto" else options.ally == "on"


@lru_cache(maxsize=256)
def coloured(seats: int) -> tuple[str, ...]:
    """The coloured cards of a table of that size, before any is taken out."""
    return tuple(f"{colour}{number}" for colour in COLOURS[seats] for number in range(1, TOP[seats] + 1))


@lru_cache(maxsize=256)
def blacks(seats: int, options: BidsOptions) -> tuple[str, ...]:
    """Every black card of a table, those without number last."""
    specials = ((LOWEST, options.lowest), (SURPRISE, options.surprise), (THIEF, options.thief))
    numbers = tuple(f"{BLACK}{number}" for number in range(1, TOP[seats] + 1))
    return (*numbers, FIVE, DOUBLE, *(card for card, switch in specials if switch == "on"))


def may_be_held(card: str, options: BidsOptions) -> bool:
    """Whether a black card may be dealt into a hand."""
    return options.specials_in_hands == "yes" or VALUE.get(card, 0) > 0


def deal(seats: int, options: BidsOptions, chance: Chance) -> Deal:
    """The deal of a round: the black cards are shuffled, then the coloured ones, then the hand deck."""
    black = chance.shuffle(blacks(seats, options))
    held = [card for card in black if may_be_held(card, options)][: IN_HANDS[seats]]
    deck = [*held, ALLY] if has_ally(seats, options) else held
    colours = chance.shuffle(coloured(seats))
    needed = TRICKS * seats - len(deck)
    dealt = chance.shuffle((*deck, *colours[:needed]))
    return Deal(
        tuple(sorted_hand(dealt[seat * TRICKS : (seat + 1) * TRICKS]) for seat in range(seats)),
        tuple(card for card in black if card not in held),
        colours[needed:],
    )

"""The cards of Fourbid: their names, their values, and how a bid is found in a hand."""

from __future__ import annotations

from bisect import bisect
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from games.rules.game import IllegalOrder, gettext_noop

_ = gettext_noop

LIMIT = 15
"""The most that the cards of one bid may count together."""

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "SHDC"
"""Seat 0 has spades, 1 hearts, 2 diamonds, 3 clubs."""

VALUE = {rank + suit: value for suit in SUITS for value, rank in enumerate(RANKS, 2)}
RANK = {card: card[:-1] for card in VALUE}
FULL = tuple(tuple(rank + suit for rank in RANKS) for suit in SUITS)
"""The thirteen cards of each seat, lowest first."""

_PLACE = {card: VALUE[card] * 4 + SUITS.index(card[-1]) for card in VALUE}
_KNOWN = frozenset(RANKS) | frozenset(VALUE)


class Bid(NamedTuple):
    """Cards of one hand that may be bid together: highest first, their sum, how they are written, what is
    left of the hand."""

    cards: tuple[str, ...]
    total: int
    text: str
    rest: tuple[str, ...]


def is_card(word: str) -> bool:
    """Whether that is a rank or a card in capital letters."""
    return word in _KNOWN


def with_card(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The hand with one more card, lowest first."""
    at = bisect(hand, _PLACE[card], key=_PLACE.__getitem__)
    return (*hand[:at], card, *hand[at:])


def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The hand without one of its cards."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


@lru_cache(maxsize=8192)
def names(hand: tuple[str, ...]) -> tuple[str, ...]:
    """The cards of a hand as its owner writes them: with the suit only where two have one rank."""
    ranks = tuple([RANK[card] for card in hand])
    if len(set(ranks)) == len(ranks):
        return ranks
    twice = {one for one, other in pairwise(sorted(ranks)) if one == other}
    return tuple([card if RANK[card] in twice else RANK[card] for card in hand])


def lowest(hand: tuple[str, ...]) -> str:
    """The card with the lowest value."""
    return min(hand, key=_PLACE.__getitem__)


def name(hand: tuple[str, ...], card: str) -> str:
    """How a card of the hand is written there."""
    return names(hand)[hand.index(card)]


@lru_cache(maxsize=4096)
def bid_of(hand: tuple[str, ...], words: tuple[str, ...]) -> Bid:
    """The bid that those words (ranks or cards in capital letters) name, or raise ``IllegalOrder``."""
    if len(words) == 1:
        card = _card(hand, words[0])
        at = hand.index(card)
        return Bid((card,), VALUE[card], names(hand)[at], hand[:at] + hand[at + 1 :])
    if not words:
        raise IllegalOrder(
            _("Name one or two cards to bid; you hold {hand}."), "no_cards", hand=", ".join(names(hand))
        )
    if len(words) > 2:
        raise IllegalOrder(
            _("A bid is one or two cards; “{words}” names {count}."),
            "too_many_cards",
            words=" ".join(words[:4]),
            count=len(words),
        )
    return _pair(hand, _card(hand, words[0]), _card(hand, words[1]))


def _card(hand: tuple[str, ...], word: str) -> str:
    """The card of the hand with that name, written short or in full."""
    short = names(hand)
    if word in short:
        return hand[short.index(word)]
    if word in hand:
        return word
    found = [card for card in hand if RANK[card] == word]
    if found:
        raise IllegalOrder(
            _("You hold {cards}: say which “{word}” you mean."),
            "which_card",
            cards=", ".join(found),
            word=word,
        )
    no_card = _(
        "“{word}” is no card (2–10, J, Q, K, A, with S, H, D or C behind where needed); you hold {hand}."
    )
    raise IllegalOrder(
        _("You don’t hold “{word}”; you hold {hand}.") if is_card(word) else no_card,
        "not_held",
        word=word,
        hand=", ".join(names(hand)),
    )


def _pair(hand: tuple[str, ...], one: str, other: str) -> Bid:
    """Two different cards, the higher first, and of equals the one that comes first in the hand."""
    if one == other:
        raise IllegalOrder(_("You hold “{word}” only once."), "same_card", word=name(hand, one))
    if (VALUE[one], hand.index(other)) < (VALUE[other], hand.index(one)):
        one, other = other, one
    total = VALUE[one] + VALUE[other]
    if total > LIMIT:
        raise IllegalOrder(
            _("{one} and {other} count {total} together; a bid counts {limit} at most."),
            "too_high",
            one=name(hand, one),
            other=name(hand, other),
            total=total,
            limit=LIMIT,
        )
    text = f"{name(hand, one)} {name(hand, other)}"
    return Bid((one, other), total, text, without(without(hand, one), other))


def bids(hand: tuple[str, ...]) -> list[tuple[int, tuple[str, ...]]]:
    """Every legal bid of a hand as (total, cards)."""
    found: list[tuple[int, tuple[str, ...]]] = [(VALUE[card], (card,)) for card in hand]
    for pair in combinations(hand, 2):
        total = VALUE[pair[0]] + VALUE[pair[1]]
        if total <= LIMIT:
            found.append((total, pair))
    return found


def highest_bid(hand: tuple[str, ...]) -> int:
    """The most that hand can bid; 0 for an empty one."""
    return max((total for total, _cards in bids(hand)), default=0)

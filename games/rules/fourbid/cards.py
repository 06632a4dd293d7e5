"""The cards of Fourbid: their names, their values, and how a bid is found in a hand."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
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

_PLACE = {card: (VALUE[card], SUITS.index(card[-1])) for card in VALUE}
_KNOWN = frozenset(RANKS) | frozenset(VALUE)


class Bid(NamedTuple):
    """Cards of one hand that may be bid together: highest first, their sum, and how they are written."""

    cards: tuple[str, ...]
    total: int
    text: str


def is_card(word: str) -> bool:
    """Whether that is a rank or a card in capital letters."""
    return word in _KNOWN


def with_card(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The hand with one more card, lowest first."""
    return tuple(sorted((*hand, card), key=_PLACE.__getitem__))


def short(hand: tuple[str, ...], card: str) -> str:
    """The rank of the card, with its suit only where the hand holds two of the rank."""
    rank = RANK[card]
    return card if sum(RANK[other] == rank for other in hand) > 1 else rank


def shorts(hand: tuple[str, ...]) -> tuple[str, ...]:
    """The cards of a hand as they are written in a bid."""
    ranks = [RANK[card] for card in hand]
    return tuple(card if ranks.count(rank) > 1 else rank for card, rank in zip(hand, ranks, strict=True))


@lru_cache(maxsize=4096)
def bid_of(hand: tuple[str, ...], words: tuple[str, ...]) -> Bid:
    """The bid that those words (ranks or cards in capital letters) name, or raise ``IllegalOrder``."""
    if not words:
        raise IllegalOrder(
            _("Name one or two cards to bid; you hold {hand}."), "no_cards", hand=", ".join(shorts(hand))
        )
    if len(words) > 2:
        raise IllegalOrder(
            _("A bid is one or two cards; “{words}” names {count}."),
            "too_many_cards",
            words=" ".join(words[:4]),
            count=len(words),
        )
    cards = tuple([_card(hand, word) for word in words])
    if len(cards) == 2:
        cards = _ordered(hand, cards)
    total = sum([VALUE[card] for card in cards])
    text = " ".join([short(hand, card) for card in cards])
    if total > LIMIT:
        raise IllegalOrder(
            _("{cards} count {total} together; a bid counts {limit} at most."),
            "too_high",
            cards=text.replace(" ", " + "),
            total=total,
            limit=LIMIT,
        )
    return Bid(cards, total, text)


def _card(hand: tuple[str, ...], word: str) -> str:
    """The card of the hand with that name."""
    found = [card for card in hand if word in (RANK[card], card)]
    if len(found) == 1:
        return found[0]
    if found:
        raise IllegalOrder(
            _("You hold {cards}: say which “{word}” you mean."),
            "which_card",
            cards=", ".join(found),
            word=word,
        )
    message = (
        _("You don’t hold “{word}”; you hold {hand}.")
        if is_card(word)
        else _(
            "“{word}” is no card (2–10, J, Q, K, A, with S, H, D or C behind where needed); you hold {hand}."
        )
    )
    raise IllegalOrder(message, "not_held", word=word, hand=", ".join(shorts(hand)))


def _ordered(hand: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    """Two different cards, the higher first, and of equals the one that comes first in the hand."""
    one, other = cards
    if one == other:
        raise IllegalOrder(_("You hold “{word}” only once."), "same_card", word=one)
    if (VALUE[one], hand.index(other)) < (VALUE[other], hand.index(one)):
        return other, one
    return cards


def lowest(hand: tuple[str, ...]) -> str:
    """The card with the lowest value."""
    return min(hand, key=_PLACE.__getitem__)


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

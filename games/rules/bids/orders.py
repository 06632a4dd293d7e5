"""The notation of Bids: one card, or what a thief does, read without a look at any match."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.rules.bids.cards import ALL, BLACK, VALUE
from games.rules.game import LONGEST, IllegalOrder, gettext_noop
from games.rules.quoting import quoting

_ = gettext_noop

_CARDS = {card.upper(): card for card in ALL}
_DASHES = str.maketrans("−–‐‑", "----")


class Order(NamedTuple):
    """An order in parts: ``what`` is ``card``, ``steal``, ``no`` or ``go``."""

    what: str
    card: str = ""


def shown(word: str) -> str:
    """A word of an order as it may stand in a sentence: short and printable."""
    word = "".join(letter if letter.isprintable() else "�" for letter in word[:25])
    return word if len(word) < 25 else word[:24] + "…"


def plain(text: str) -> str:
    """The text in capital letters with plain dashes, or raise ``IllegalOrder`` if it is too long."""
    if len(text) > LONGEST:
        raise IllegalOrder(
            _("An order has at most {most} characters; this one has {count}."),
            "too_long",
            most=LONGEST,
            count=len(text),
        )
    return text.upper().translate(_DASHES)


def card_of(word: str) -> str:
    """The card that a word in capital letters names, or raise ``IllegalOrder``."""
    card = _CARDS.get(word)
    if card is None:
        raise IllegalOrder(
            _(
                "“{word}” is no card; write the colour (R, G, Y, B, K for black) and the number, such as R7,"
                " or K-5, K2x, KLOW, K?, KTHIEF, W."
            ),
            "no_card",
            word=shown(word),
        )
    return card


@quoting
@lru_cache(maxsize=1024)
def read(text: str) -> Order:
    """The parts of an order, or raise ``IllegalOrder`` with what is wrong in the text itself."""
    words = plain(text).replace(";", " ").split()
    if (words and words[0] in ("PLAY", "BID")) or (len(words) > 1 and words[0] == "THIEF"):
        words = words[1:]
    if words in (["NO"], ["GO"]):
        return Order(words[0].lower())
    if len(words) == 2 and words[0] == "STEAL":
        return Order("steal", _prize(words[1]))
    if not words:
        raise IllegalOrder(
            _("Write one card, such as R7, or, when you may steal, “steal 9” or “no”."), "no_order"
        )
    if len(words) != 1:
        raise IllegalOrder(
            _("Write one card, such as R7, or, when you may steal, “steal 9” or “no”; “{words}” is neither."),
            "no_order",
            words=shown(" ".join(words)),
        )
    return Order("card", card_of(words[0]))


def _prize(word: str) -> str:
    """The black card behind ``steal``, by its number or its name."""
    card = word if word.startswith(BLACK) else BLACK + word
    if card not in VALUE:
        raise IllegalOrder(
            _("“{word}” can’t be stolen; write the number of a black card, such as “steal 9”."),
            "no_prize",
            word=shown(word),
        )
    return card

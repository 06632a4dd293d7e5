"""The notation of Bid Chess before play: bids with their payments, and words that stand before an order.

Moves are read in ``notation.py``, setups in ``setup.py``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from games.rules.bid_chess.auction import counts
from games.rules.bid_chess.men import LETTERS
from games.rules.bid_chess.position import Counts
from games.rules.game import IllegalOrder, gettext_noop

_ = gettext_noop

ASK = "ask"
LONGEST = 600
_DASHES = str.maketrans("−–‐‑", "----")
_BID = re.compile(r"(?:BID\s*)?([+-]?\d{1,3})(?:[\s;]+(?:PAY\s+)?(?P<pay>.+))?", re.IGNORECASE | re.DOTALL)
_HEADS = re.compile(r"(?:BID|PAY|SETUP|MOVE|PLAY)\b[\s:]*", re.IGNORECASE)


class Bid(NamedTuple):
    """A bid, and what pays for it: men, the word ``ask``, or None for whatever is usual."""

    amount: int
    paid: Counts | str | None = None


def plain(text: str) -> str:
    """The text with plain dashes and single line ends, or raise ``IllegalOrder`` if it is too long."""
    if len(text) > LONGEST:
        raise IllegalOrder(
            _("An order has at most {most} characters; this one has {count}."),
            "too_long",
            most=LONGEST,
            count=len(text),
        )
    return text.translate(_DASHES).replace("\r\n", "\n").replace("\r", "\n").strip()


def headless(text: str) -> str:
    """The text without a word before it that only says what kind of order it is."""
    return _HEADS.sub("", text, count=1).strip() if _HEADS.match(text) else text


@lru_cache(maxsize=1024)
def read_bid(text: str) -> Bid:
    """A bid such as ``bid 5; pay R``; raises ``IllegalOrder`` for any other text."""
    match = _BID.fullmatch(text)
    if match is None:
        raise IllegalOrder(
            _("A bid is a whole number: bid 5, or bid 5; pay R with the men to give up, or bid 5; pay ask."),
            "no_bid",
        )
    pay = match["pay"]
    return Bid(int(match[1]), None if pay is None else read_payment(pay))


def read_payment(text: str) -> Counts | str:
    """Men such as ``R P P``, or ``ask``; raises ``IllegalOrder`` for any other text."""
    words = text.strip(" ;\n")
    if words.casefold() == ASK:
        return ASK
    found = counts(words)
    if found is None or not any(found):
        raise IllegalOrder(
            _("“{men}” is no payment; write the men as letters, such as R P P. The letters are {letters}."),
            "no_payment",
            men="".join([letter if letter.isprintable() else "�" for letter in words[:25]]),
            letters="Q R B N P",
        )
    return found


def men(paid: Counts) -> str:
    """Men as one word, the most valuable first: ``RPP``."""
    return "".join([LETTERS[kind] * paid[kind] for kind in range(len(paid) - 1, -1, -1)])


def bid_line(bid: Bid) -> str:
    """The canonical line of a bid."""
    if bid.paid is None:
        return f"bid {bid.amount}"
    return f"bid {bid.amount}; pay {bid.paid if isinstance(bid.paid, str) else men(bid.paid)}"

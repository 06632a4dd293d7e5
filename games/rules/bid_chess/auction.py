"""The auction's arithmetic: what can be paid exactly from an army, and what is paid by default."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.rules.bid_chess.men import ARRAY, LETTERS, VALUES
from games.rules.bid_chess.position import Counts

MOST_MEN = 24
MOST_PAWNS = 16


def worth(men: Counts) -> int:
    """The value of ordinary men."""
    return sum([count * value for count, value in zip(men, VALUES, strict=True)])


@lru_cache(maxsize=1024)
def payments(amount: int, men: Counts) -> tuple[Counts, ...]:
    """Every choice of these men that is worth exactly this much, the default one first.

    The default has the fewest men; among those with as few the one with more queens, then rooks, then
    bishops, then knights.
    """
    found = list(_choices(amount, men, len(VALUES) - 1))
    return tuple(sorted(found, key=lambda paid: (sum(paid), -paid[4], -paid[3], -paid[2], -paid[1])))


def _choices(amount: int, men: Counts, kind: int) -> Iterator[Counts]:
    """Choices among the kinds up to this one."""
    if kind == 0:
        if 0 <= amount <= men[0]:
            yield (amount,)
        return
    for count in range(min(men[kind], amount // VALUES[kind]) + 1):
        for rest in _choices(amount - count * VALUES[kind], men, kind - 1):
            yield (*rest, count)


def room(men: Counts, others: int) -> Counts:
    """How many men of each kind could be added at most to an army that has so many ``others`` beside them."""
    free = MOST_MEN - sum(men) - others
    return (max(0, min(free, MOST_PAWNS - men[0])), *[max(0, free)] * 4)


@lru_cache(maxsize=1024)
def additions(amount: int, men: Counts, others: int) -> tuple[Counts, ...]:
    """Every choice of men worth this much that the army has room for, the default one first."""
    free = MOST_MEN - sum(men) - others
    return tuple([added for added in payments(amount, room(men, others)) if sum(added) <= free])


def plus(men: Counts, more: Counts) -> Counts:
    """Both together."""
    return tuple([one + other for one, other in zip(men, more, strict=True)])


def minus(men: Counts, fewer: Counts) -> Counts:
    """What is left; ``fewer`` is part of ``men``."""
    return tuple([one - other for one, other in zip(men, fewer, strict=True)])


def letters(men: Counts) -> str:
    """Men as letters, the most valuable first: ``Q R P P``."""
    return " ".join([LETTERS[kind] for kind in range(len(ARRAY) - 1, -1, -1) for _each in range(men[kind])])


def counts(text: str) -> Counts | None:
    """The men of a text of letters, or None where it is none."""
    found = [0] * len(ARRAY)
    for letter in text.upper().replace(",", " ").replace("+", " ").split():
        for one in letter:
            if one not in LETTERS[: len(ARRAY)]:
                return None
            found[LETTERS.index(one)] += 1
    return tuple(found)

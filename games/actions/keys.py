"""Changing the keys of seals: what is sealed at rest is sealed anew under the newest key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.models import Match, Order
from games.seals import BrokenSeal, reseal

STRETCH = 500
"""How many rows are read at once."""


@dataclass
class Rotation:
    """What came of sealing rows of one kind anew."""

    kind: str
    resealed: int = 0
    broken: int = 0
    """Rows that none of the keys opens; they are left as they are."""


def rotate() -> Iterator[Rotation]:
    """Seal every seed and every sealed order anew; the counts so far, after each stretch of rows.

    Safe on a live site: each row changes by itself and only if nobody changed it meanwhile, so no order
    given during the rotation is lost and nobody waits.
    """
    yield from _rotate("seeds", _seeds, _store_seed)
    yield from _rotate("orders", _orders, _store_order)


Rows = Callable[[int], list[tuple[int, bytes]]]
Store = Callable[[int, bytes, bytes], int]


def _rotate(kind: str, rows: Rows, store: Store) -> Iterator[Rotation]:
    so_far, last = Rotation(kind), 0
    while stretch := rows(last):
        for pk, sealed in stretch:
            try:
                so_far.resealed += store(pk, sealed, reseal(sealed))
            except BrokenSeal:
                so_far.broken += 1
        last = stretch[-1][0]
        yield so_far


def _seeds(after: int) -> list[tuple[int, bytes]]:
    found = Match.objects.filter(pk__gt=after).order_by("pk").values_list("pk", "sealed_seed")
    return [(pk, bytes(sealed)) for pk, sealed in found[:STRETCH]]


def _orders(after: int) -> list[tuple[int, bytes]]:
    found = Order.objects.sealed().filter(pk__gt=after).order_by("pk").values_list("pk", "sealed")
    return [(pk, bytes(sealed)) for pk, sealed in found[:STRETCH]]


def _store_seed(pk: int, old: bytes, new: bytes) -> int:
    return Match.objects.filter(pk=pk, sealed_seed=old).update(sealed_seed=new)


def _store_order(pk: int, old: bytes, new: bytes) -> int:
    return Order.objects.filter(pk=pk, sealed=old).update(sealed=new)

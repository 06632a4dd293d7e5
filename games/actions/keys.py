"""Changing the keys of seals: what is sealed at rest is sealed anew under the newest key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Model

from games.models import Deal, Match, Order, Seat, Turn
from games.models.position import is_sealed
from games.seals import BrokenSeal, reseal

STRETCH = 500
"""How many rows are read at once."""
SEALED: tuple[tuple[str, type[Model], str], ...] = (
    ("seeds", Match, "sealed_seed"),
    ("seeds of deals", Deal, "sealed_seed"),
    ("orders", Order, "sealed"),
    ("plans", Seat, "sealed_plan"),
    ("positions", Turn, "position"),
    ("last positions", Match, "last_position"),
)
"""Where sealed things lie: what they are called and the column, which may hold something plain."""


@dataclass
class Rotation:
    """What came of sealing rows of one kind anew."""

    kind: str
    resealed: int = 0
    broken: int = 0
    """Rows that none of the keys opens; they are left as they are."""


def rotate() -> Iterator[Rotation]:
    """Seal everything that is sealed anew; the counts so far, after each stretch of rows.

    Safe on a live site: each row changes by itself and only if nobody changed it meanwhile, so no order
    given during the rotation is lost and nobody waits.
    """
    for kind, model, field in SEALED:
        yield from _rotate(kind, model, field)


def _rotate(kind: str, model: type[Model], field: str) -> Iterator[Rotation]:
    so_far, last = Rotation(kind), 0
    while stretch := _stretch(model, field, last):
        for pk, sealed in stretch:
            try:
                if is_sealed(sealed):
                    so_far.resealed += _store(model, field, pk, sealed)
            except BrokenSeal:
                so_far.broken += 1
        last = stretch[-1][0]
        if so_far.resealed or so_far.broken:
            yield so_far


def _stretch(model: type[Model], field: str, after: int) -> list[tuple[int, bytes]]:
    filled = model._default_manager.exclude(**{field: b""}).exclude(**{field: None})
    found = filled.filter(pk__gt=after).order_by("pk").values_list("pk", field)
    return [(pk, bytes(stored)) for pk, stored in found[:STRETCH]]


def _store(model: type[Model], field: str, pk: int, old: bytes) -> int:
    return model._default_manager.filter(pk=pk, **{field: old}).update(**{field: reseal(old)})

"""The shelf as the contract tests walk it: every game, table size and a sample of its option sets."""

from __future__ import annotations

import itertools
import random
import types
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from games.rules import GAMES, Game, IllegalOption
from games.rules.chance import Chance

SAMPLES: dict[tuple[str, str], tuple[Any, ...]] = {
    ("fourbid", "auction_cap"): (1, 40),
    ("bids", "rounds"): (1, 2),
    ("bid_n_bet", "layout"): ("ring36", "SABGFCAKU", "AUKBAUKBS", "GGGSFCBKU"),
    ("bid_n_bet", "track"): (2, 6, 15),
    ("bid_n_bet", "turn_cap"): (1, 30),
    ("bid_chess", "items"): (1, 5),
    ("bid_chess", "pool"): ("", "3, 19, 25, 28, 32, 34, 36, 39"),
    ("bid_chess", "custom"): ("", "Wizard FC 2; Nightrider NN 1; Wall mR4cF 3; Fourth D 1; Fifth (0,5) 3"),
    ("bid_chess", "min_bid"): (-9, 0),
}
"""The values to sample where the ends of a range make no walk or an endless one (0 is no cap), or where it is
a text."""


def values(kind: Any) -> tuple[Any, ...]:
    """Some legal values of an option: all choices, or the ends and the middle of a range."""
    meta = next((m for m in getattr(kind, "__metadata__", ()) if isinstance(m, msgspec.Meta)), None)
    if meta is not None and meta.ge is None:
        return ()
    if meta is not None:
        return tuple(dict.fromkeys((meta.ge, (meta.ge + meta.le) // 2, meta.le)))
    if get_origin(kind) is Literal:
        return get_args(kind)
    if get_origin(kind) in (Union, types.UnionType):
        return tuple(itertools.chain.from_iterable(values(part) for part in get_args(kind)))
    return {bool: (False, True), type(None): (None,)}[kind]


def choices(kind: Any) -> tuple[Any, ...]:
    """The values of an option that are chosen by what they are called: all that are no numbers of a range."""
    if get_origin(kind) in (Union, types.UnionType):
        return tuple(itertools.chain.from_iterable(choices(part) for part in get_args(kind)))
    return () if hasattr(kind, "__metadata__") else values(kind)


def option_sets(slug: str, mixes: int = 6) -> Iterator[dict[str, Any]]:
    """The defaults, each option's every sampled value alone, and some mixes of all."""
    fields = msgspec.structs.fields(GAMES[slug].options)
    legal = {field.name: SAMPLES.get((slug, field.name), values(field.type)) for field in fields}
    yield {}
    for field in fields:
        yield from ({field.name: value} for value in legal[field.name] if value != field.default)
    luck = random.Random(slug)
    for _ in range(mixes):
        yield {name: luck.choice(some) for name, some in legal.items()}


def tables() -> list[tuple[str, int, dict[str, Any]]]:
    """Every (slug, seats, options) of the sample that the game takes.

    The defaults and the mixes are laid at tables of every size, a single value at every size in turn.
    """
    found = []
    for slug, game in GAMES.items():
        for number, options in enumerate(option_sets(slug, mixes=4)):
            sizes = [seats for seats in game.seats if takes(game, seats, options)]
            found += [(slug, seats, options) for seats in (at_one(sizes, number, options))]
    return found


def at_one(sizes: list[int], number: int, options: dict[str, Any]) -> list[int]:
    """One of the sizes for a single option, else all."""
    return [sizes[number % len(sizes)]] if len(options) == 1 else sizes


def takes(game: Game[Any], seats: int, options: dict[str, Any]) -> bool:
    """Whether a table of that size may have those options."""
    try:
        game.setup(seats, game.options(**options), Chance(bytes(32), 0))
    except IllegalOption:
        return False
    return True


def named(table: tuple[str, int, dict[str, Any]]) -> str:
    """A short name for a test's id."""
    slug, seats, options = table
    return "-".join([slug, str(seats), *(f"{name}={value}" for name, value in options.items())])

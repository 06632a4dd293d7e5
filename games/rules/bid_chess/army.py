"""The two armies of a match: which kinds of men there are, how each moves, and which powers who owns.

All that stays the same from the reveal to the end, with the tables that finding moves needs. Nothing here
says where a man stands; that is ``position.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from games.rules.bid_chess.men import KING, KNIGHT, LETTERS, ORDINARY, PAWN, Power
from games.rules.bid_chess.rays import Kind, Reach, Threats, kind

WHITE, BLACK = 0, 1

FILE_A = 0x0101010101010101
FILE_H = 0x8080808080808080
THIRD = (0xFF << 16, 0xFF << 40)
"""The third rank of each colour, over which a double step goes."""
HALF = (0x00000000FFFFFF00, 0x00FFFFFF00000000)
"""Where each colour may drop a pawn: the own half without the first rank."""

Tables = tuple[tuple[int, tuple[Reach, ...]], ...]
"""Kinds of men, each with its reach by square."""


class Law(msgspec.Struct, frozen=True, kw_only=True):
    """What the items and the options come to during play. Tuples go by colour, White first.

    ``movements`` are those of the men that were bid for, in Betza's notation, by their letters X, Y, …;
    ``powers`` who owns which; ``promotions`` the letters that pawns may become. The rest are the options of
    the same names (``double`` is ``double_from_3``).
    """

    movements: tuple[str, ...] = ()
    powers: tuple[tuple[Power, ...], tuple[Power, ...]] = ((), ())
    promotions: tuple[str, str] = ("QRBN", "QRBN")
    double: bool = False
    castling: bool = True
    first_ban: Literal["lift", "strict"] = "lift"
    leap: Literal["free", "unmoved"] = "free"
    sacrifice: Literal["always", "once"] = "always"
    enlist_promoted: Literal["keep", "pawn"] = "keep"


class Army(msgspec.Struct, frozen=True, kw_only=True):
    """One colour's men as tables. Kinds go by their place in ``LETTERS``.

    ``same`` are the kinds that capture as they move, ``split`` those that don't (captures, then moves), pawns
    and the king left out; ``every`` what attacks, the king too, pawns left out. ``near``, ``far`` and
    ``hops`` say, for each square, from where the enemy's men of each kind may attack it.
    """

    same: Tables
    split: tuple[tuple[int, tuple[Reach, ...], tuple[Reach, ...]], ...]
    every: Tables
    threats: tuple[tuple[tuple[int, Threats], ...], ...]
    hops: bool
    powers: frozenset[Power]
    promotions: tuple[int, ...]


class Armies(msgspec.Struct, frozen=True):
    """Both armies, White's first. ``plain`` says that no power needs more than a board to be remembered."""

    law: Law
    kinds: int
    sides: tuple[Army, Army]
    plain: bool


# A law of wide movements of one's own takes 3 MB, one of listed men whose tables are known a third of 1 ms.
@lru_cache(maxsize=32)
def armies(law: Law) -> Armies:
    """The tables for a law, made once."""
    kinds = len(ORDINARY) + len(law.movements)
    sides = (_army(law, WHITE), _army(law, BLACK))
    kept = {"enlist", "restrict", "leap", "sacrifice"}
    plain = not law.double and not any(kept & side.powers for side in sides)
    return Armies(law, kinds, sides, plain)


def _army(law: Law, colour: int) -> Army:
    texts = dict(enumerate(("fF", *ORDINARY[1:], *law.movements)))
    kinds = {number: kind(text, colour == BLACK) for number, text in texts.items()}
    men = {number: found for number, found in kinds.items() if number not in (PAWN, KING)}
    return Army(
        same=tuple([(number, found.capture) for number, found in men.items() if found.quiet is None]),
        split=tuple([(number, found.capture, found.quiet) for number, found in men.items() if found.quiet]),
        every=tuple([(number, found.capture) for number, found in kinds.items() if number != PAWN]),
        threats=tuple([_threats(kinds, at) for at in range(64)]),
        hops=any(found.hops for found in kinds.values()),
        powers=frozenset(law.powers[colour]),
        promotions=tuple([LETTERS.index(letter) for letter in law.promotions[colour]]),
    )


def _threats(kinds: Mapping[int, Kind], at: int) -> tuple[tuple[int, Threats], ...]:
    """The kinds that can attack a square at all; a king never gives check."""
    found = [(number, made.threats[at]) for number, made in kinds.items() if number != KING]
    return tuple(
        [(number, threats) for number, threats in found if threats.near | threats.far | threats.hops]
    )


LEAP = kind(ORDINARY[KNIGHT], False).capture
"""Where a king may leap to, once."""
STEP = kind(ORDINARY[KING], False).capture

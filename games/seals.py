"""What is kept secret at rest: seeds and sealed orders, encrypted with the keys of the environment.

Seeds, sealed orders, orders given ahead, and positions of games that hide hands or decks
(``Game.hides``, ``models/position.py``) are encrypted at rest (``games/seals.py``). While a turn is open
only version, time and commitment of an order leave the server. Views are allow-lists made by the rules;
events name who may see them. What a game says is still to be used of opened orders (``Game.waits``) or
must be remembered (``Game.recalls``) is covered at every door by ``models/recall.py``, salts included,
until it may be seen. The seed of a deal of the day stays secret until its day is over, so a match on it
is checked then.
"""

from __future__ import annotations

import secrets
from functools import lru_cache

import msgspec
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from games.rules.chance import order_commitment


class Sealed(msgspec.Struct, frozen=True):
    """What a sealed order holds."""

    line: str
    salt: str


class BrokenSeal(Exception):
    """None of the keys opens this: a key was lost, or the row was tampered with."""


@lru_cache(maxsize=4)
def _locks(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


def seal(secret: bytes) -> bytes:
    """Encrypt with the newest key."""
    return _locks(tuple(settings.SEAL_KEYS)).encrypt(secret)


def unseal(sealed: bytes | memoryview[int]) -> bytes:
    """Decrypt with whichever key fits; raises ``BrokenSeal`` if none does."""
    try:
        return _locks(tuple(settings.SEAL_KEYS)).decrypt(bytes(sealed))
    except InvalidToken as error:
        raise BrokenSeal("no key opens this seal") from error


def reseal(sealed: bytes | memoryview[int]) -> bytes:
    """The same secret under the newest key; raises ``BrokenSeal`` if none fits."""
    try:
        return _locks(tuple(settings.SEAL_KEYS)).rotate(bytes(sealed))
    except InvalidToken as error:
        raise BrokenSeal("no key opens this seal") from error


def seal_order(
    match: str, turn: int, seat: int, version: int, line: str, voice: int = 0
) -> tuple[bytes, str]:
    """The encrypted order and the commitment that is published at once."""
    salt = secrets.token_bytes(32)
    commitment = order_commitment(salt, match, turn, seat, version, line, voice)
    # Padded to a fixed size, so that not even the length of a stored order tells anything.
    text = msgspec.json.encode(Sealed(line=line, salt=salt.hex()))
    return seal(text.ljust(-(-len(text) // 256) * 256)), commitment


def unseal_order(sealed: bytes | memoryview[int]) -> Sealed:
    """The line and the salt of a sealed order."""
    return msgspec.json.decode(unseal(sealed).strip(), type=Sealed)

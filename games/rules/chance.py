"""Dice and shuffles as functions of (key, turn, draw), and how a match's key and commitments are made.

Anyone with the seed and the public words can compute every number here again. No generator state is kept.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

T = TypeVar("T")

SEED_LABEL = b"bidplay seed v1\n"
KEY_LABEL = b"bidplay key v1\n"
ORDER_LABEL = b"bidplay order v1\n"
_SPACE = 1 << 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


class Chance:
    """The chance of one turn: the n-th call is draw n of that turn.

    A draw is HMAC-SHA-256(key, "bidplay draw v1\\n" turn "\\n" draw "\\n" attempt), its first eight bytes
    read as a big-endian number; numbers that would favour a result are passed over, counting ``attempt`` up.
    """

    def __init__(self, key: bytes, turn: int) -> None:
        self.key = key
        self.turn = turn
        self.draw = 0

    def below(self, limit: int) -> int:
        """A whole number from 0 up to but not including ``limit``; each is equally likely."""
        fair = _SPACE - _SPACE % limit
        attempt = 0
        while True:
            text = f"bidplay draw v1\n{self.turn}\n{self.draw}\n{attempt}"
            number = int.from_bytes(_hmac(self.key, text.encode())[:8], "big")
            if number < fair:
                self.draw += 1
                return number % limit
            attempt += 1

    def die(self, sides: int = 6) -> int:
        """A number from 1 to ``sides``."""
        return 1 + self.below(sides)

    def shuffle(self, things: Sequence[T]) -> tuple[T, ...]:
        """The things in chance order (Fisher–Yates from the end; one draw a thing but the first)."""
        pile = list(things)
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return tuple(pile)

    def pick(self, things: Sequence[T]) -> T:
        """One of the things, each equally likely."""
        return things[self.below(len(things))]


def _hmac(key: bytes, text: bytes) -> bytes:
    """HMAC-SHA-256 as in RFC 2104, in its two hashes: to set up the library's takes longer than both."""
    block = (key if len(key) <= 64 else hashlib.sha256(key).digest()).ljust(64, b"\0")
    inner = hashlib.sha256(block.translate(_INNER) + text).digest()
    return hashlib.sha256(block.translate(_OUTER) + inner).digest()


def seed_commitment(seed: bytes) -> str:
    """What is published of a secret seed before anyone joins: hex of SHA-256 over a label and the seed."""
    return hashlib.sha256(SEED_LABEL + seed).hexdigest()


def match_key(seed: bytes, words: Sequence[str]) -> bytes:
    """The 32-byte key of a match from its seed and the public words of its seats, in seat order.

    HKDF-SHA-256 with the seed as secret, no salt, and as info a label and the UTF-8 words, each behind its
    length in bytes as a decimal number and a colon (so no two lists of words look alike).
    """
    parts = [word.encode() for word in words]
    info = KEY_LABEL + b"".join(b"%d:%s" % (len(part), part) for part in parts)
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(seed)


def order_commitment(
    salt: bytes, match: str, turn: int, seat: int, version: int, line: str, voice: int = 0
) -> str:
    """What is published of a sealed order: hex of SHA-256 over these bytes, all text in UTF-8.

    ``bidplay order v1\\n``, the 32 salt bytes, then match code, turn, seat and version as decimal numbers,
    and the canonical line, each but the last followed by ``\\n``. For the voice of a team's member the seat
    is followed by ``.`` and the number of the member, counted from 1.
    """
    place = f"{seat}.{voice}" if voice else seat
    text = f"{match}\n{turn}\n{place}\n{version}\n{line}"
    return hashlib.sha256(ORDER_LABEL + salt + text.encode()).hexdigest()


def bot_chance(key: bytes, turn: int, seat: int) -> Chance:
    """The chance a bot may use: apart from the dice of the match, so that it can't foresee them."""
    return Chance(hmac.digest(key, f"bidplay bot v1\n{seat}".encode(), "sha256"), turn)

"""How a state is stored: as JSON, encrypted where it holds what some seat may not know."""

from __future__ import annotations

from typing import Any

import msgspec

from games.rules.game import Game
from games.seals import seal, unseal

_PLAIN = b"{"
"""What a state begins with that is not encrypted."""


def pack(game: Game[Any], state: Any) -> bytes:
    """A state as it is stored."""
    text = msgspec.json.encode(state)
    return seal(text) if game.hides(state) else text


def unpack(game: Game[Any], stored: bytes | memoryview[int]) -> Any:
    """The state that was stored; raises ``BrokenSeal`` if it is encrypted and no key opens it."""
    return msgspec.json.decode(plain(stored), type=game.state)


def plain(stored: bytes | memoryview[int]) -> bytes:
    """A stored state as its JSON text."""
    text = bytes(stored)
    return unseal(text) if is_sealed(text) else text


def is_sealed(stored: bytes) -> bool:
    """Whether something is stored there, and encrypted."""
    return bool(stored) and not stored.startswith(_PLAIN)

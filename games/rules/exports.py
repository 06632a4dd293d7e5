"""A match as a text in the notation of its field, which a game may offer beside the record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec


class Told(msgspec.Struct, frozen=True):
    """A match as anybody may know it now.

    ``view`` is a guest's, of the open turn or of the end; ``events`` are those that a guest may see, by their
    turns. ``site`` and ``match`` say where it is played and what it is called, ``began`` when (a date such as
    ``2030-12-31``).
    """

    site: str
    match: str
    began: str
    names: tuple[str, ...]
    view: Any
    events: tuple[tuple[dict[str, Any], ...], ...]


class Export(msgspec.Struct, frozen=True):
    """One way to write a match: ``name`` ends its address, ``label`` (a message id) is what people read."""

    name: str
    label: str
    media_type: str
    write: Callable[[Told], str]

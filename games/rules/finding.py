"""What the check of a record can say: one thing that does not fit, and where. Nothing is checked here."""

from __future__ import annotations

from typing import Any

import msgspec

from games.rules.game import Seat


class Finding(msgspec.Struct, frozen=True):
    """Something that does not fit: which check, where, and a message id with the values for its gaps."""

    check: str
    message: str
    data: dict[str, Any] = {}
    turn: int | None = None
    seat: Seat | None = None

    def __str__(self) -> str:
        sentence = self.message.format(**self.data)
        place = [f"turn {self.turn}"] if self.turn is not None else []
        place += [f"seat {self.seat}"] if self.seat is not None else []
        return ", ".join(place) + ": " + sentence if place else sentence

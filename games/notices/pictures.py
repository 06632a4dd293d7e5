"""The board as a PNG, since mail programs don't show SVG; drawn once a language."""

from __future__ import annotations

from functools import lru_cache

import resvg_py
import structlog
from django.utils.translation import get_language

from games import drawing
from games.rules.game import Picture

log = structlog.get_logger(__name__)

WIDTH = 480
SMALLEST = 1_000
"""No drawn board is as small as this many bytes; an empty sheet is."""


def png(picture: Picture) -> bytes:
    """The board as PNG bytes, or nothing if it could not be drawn: the mail is complete without it."""
    return _png(picture, get_language() or "")


@lru_cache(maxsize=256)
def _png(picture: Picture, language: str) -> bytes:
    """The board with the words of a language, drawn once for all its readers.

    Standalone drawings bring their own digits, so no font is loaded; fonts took longer than the drawing.
    """
    drawn: bytes = resvg_py.svg_to_bytes(
        svg_string=drawing.svg(picture, standalone=True), width=WIDTH, skip_system_fonts=True
    )
    if len(drawn) < SMALLEST:
        log.error("board_not_drawn", size=len(drawn))
        return b""
    return drawn

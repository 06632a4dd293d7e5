"""What a refusal quotes, as it was written: a notation folds capitals, blanks and signs before it reads."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from games.rules.refusal import IllegalOrder

T = TypeVar("T")
QUOTED = ("word", "words")
"""The gaps of a sentence in which words of an order stand."""
_SIGNS = {"-": "[-−–‐‑]", "<": "(?:<|≤)", ">": "(?:>|≥)", "=": "=?"}
_BETWEEN = r"[\s,:]*"


def quoting(read: Callable[[str], T]) -> Callable[[str], T]:
    """A reader of texts whose refusals quote them in the letters they were written in."""

    @wraps(read)
    def reading(text: str) -> T:
        try:
            return read(text)
        except IllegalOrder as refusal:
            for gap in QUOTED:
                if gap in refusal.data:
                    refusal.data[gap] = as_written(text, str(refusal.data[gap]))
            raise

    return reading


def as_written(text: str, quoted: str) -> str:
    """The part of a text that is meant by its folded form, with single blanks; that form if there is none."""
    cut = quoted.endswith("…")
    letters = [letter for letter in quoted.removesuffix("…") if not letter.isspace()]
    pattern = _BETWEEN.join(_SIGNS.get(letter, re.escape(letter)) for letter in letters)
    found = re.search(rf"(?<!\w){pattern}" + ("" if cut else r"(?!\w)"), text, re.IGNORECASE)
    if not letters or found is None:
        return quoted
    return " ".join(found[0].split()) + "…" * cut

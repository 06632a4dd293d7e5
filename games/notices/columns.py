"""Plain text in columns: paragraphs filled to 72, with letters counted as wide as a terminal shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from unicodedata import combining, east_asian_width

WIDTH = 72


def width(text: str) -> int:
    """How many columns a text takes: letters of East Asia and pictographs take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)


@lru_cache(maxsize=4096)
def fill(text: str, first: str = "", rest: str = "") -> str:
    """The words of a text in lines of at most 72 columns; only an address may be longer."""
    lines, line, used = [], first, width(first)
    empty = True
    for word in _words(text, WIDTH - width(rest)):
        size = width(word)
        if not empty and used + 1 + size > WIDTH:
            lines.append(line)
            line, used, empty = rest, width(rest), True
        line, used, empty = (
            (line + word, used + size, False) if empty else (f"{line} {word}", used + 1 + size, False)
        )
    return "\n".join([*lines, line])


def _words(text: str, most: int) -> Iterator[str]:
    """The words, those cut that fit into no line and are no address."""
    for word in text.split():
        if "://" in word or width(word) <= most:
            yield word
            continue
        piece, used = "", 0
        for letter in word:
            size = width(letter)
            if used + size > most:
                yield piece
                piece, used = "", 0
            piece, used = piece + letter, used + size
        yield piece


def tidy(text: str) -> str:
    """A rendered text without blanks at line ends and without more than one empty line in a row."""
    lines = "\n".join(line.rstrip() for line in text.strip().split("\n"))
    return re.sub(r"\n{3,}", "\n\n", lines) + "\n"

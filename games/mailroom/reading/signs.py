"""Signs that keyboards and mail programs put in the place of those that people meant."""

from __future__ import annotations

import re

SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t"
BREAKS = "\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200d\u200e\u200f"
    "\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff\ufffc"
)
_CLEAN = (
    dict.fromkeys((*range(9), *range(14, 28), 31, *range(127, 133), *range(134, 160)))
    | dict.fromkeys((*range(55296, 57344), *range(917504, 917632)))
    | dict.fromkeys(map(ord, INVISIBLE))
    | dict.fromkeys(map(ord, SPACES), " ")
    | dict.fromkeys(map(ord, BREAKS), "\n")
)
_PLAIN = re.compile(r"[\n -~]*")
_MEANT = (
    dict.fromkeys(map(ord, "‐‑‒–—―−﹣"), "-")
    | dict.fromkeys(map(ord, "“”„‟«»″"), '"')
    | dict.fromkeys(map(ord, "‘’‚‛′`´"), "'")
    | {ord("…"): "...", ord("≤"): "<=", ord("≥"): ">=", ord("×"): "x", ord("⁄"): "/"}
    | {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
)
_LOOKALIKES = str.maketrans("АВЕЅІЈКМНОРСТУХаеѕіјорсух", "ABESIJKMHOPCTYXaesijopcyx")
_ALIKE = re.compile(r"(?<![^\W_])[АВЕЅІЈКМНОРСТУХаеѕіјорсухA-Za-z0-9]+(?![^\W_])")
_BULLET = re.compile(r"^(?:[•·◦▪●‣]\s*|[*]\s+(?=\S))")
_BOLD = re.compile(r"^([*_]{1,2})(\S(?:.*\S)?)\1$")


def clean(text: str) -> str:
    """A text without what nobody sees; every kind of space is a space, every kind of line end one of ours."""
    text = text.replace("\r\n", "\n")
    return text if _PLAIN.fullmatch(text) else text.translate(_CLEAN)


def one_line(text: str) -> str:
    """A text in one clean line."""
    return " ".join(clean(text).split())


def signs(line: str) -> str:
    """A line as the notation of orders has it: plain dashes, quotes and dots, no bullet, nothing that makes
    it bold. Cyrillic letters that look like Latin ones become these, in words that hold no others.

    For orders only; what people say to each other stays as they wrote it.
    """
    line = _BOLD.sub(r"\2", _BULLET.sub("", line.strip())).translate(_MEANT)
    return line if line.isascii() else _ALIKE.sub(lambda word: word[0].translate(_LOOKALIKES), line)

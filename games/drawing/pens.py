"""Words and numbers in a drawing: written for a page, drawn stroke by stroke where there is no font."""

from __future__ import annotations

import unicodedata
from html import escape
from typing import Protocol

DIGITS = {
    "0": "M3 1C1.5 1 1 3 1 5s.5 4 2 4 2-2 2-4-.5-4-2-4z",
    "1": "M1.5 2.8L3.5 1V9",
    "2": "M1 3Q1 1 3 1T5 3Q5 4.5 1 9H5",
    "3": "M1 1H5L3 4.2Q5 4.4 5 6.5T3 9T1 8",
    "4": "M4 9V1L1 6.5H5.2",
    "5": "M5 1H1.5L1.2 4.6Q2 4 3 4Q5 4 5 6.5T3 9T1 8.2",
    "6": "M4.5 1Q1 3 1 6.5Q1 9 3 9T5 6.5T3 4.4T1 6.5",
    "7": "M1 1H5L2.5 9",
    "8": "M3 4.6Q1.2 4.2 1.2 2.8T3 1T4.8 2.8T3 4.6Q1 5 1 6.9T3 9T5 6.9T3 4.6",
    "9": "M5 3.5Q5 1 3 1T1 3.5T3 5.6T5 3.5Q5 7 1.5 9",
}
"""The digits, as strokes in a box of 6 by 10."""
_SIGNS = {
    "A": "M1 9L3 1L5 9M1.8 6H4.2",
    "B": "M1 1V9H3Q5 9 5 6.9T3 4.8H1H2.8Q4.7 4.8 4.7 2.9T2.8 1H1",
    "C": "M5 2.5Q4.4 1 3 1Q1 1 1 5T3 9Q4.4 9 5 7.5",
    "D": "M1 1V9H2.5Q5 9 5 5T2.5 1H1",
    "E": "M5 1H1V9H5M1 5H4",
    "F": "M5 1H1V9M1 5H4",
    "G": "M5 2.5Q4.4 1 3 1Q1 1 1 5T3 9Q5 9 5 6V5.4H3.2",
    "H": "M1 1V9M5 1V9M1 5H5",
    "I": "M3 1V9",
    "J": "M4.6 1V6.8Q4.6 9 2.8 9Q1.2 9 1 7.4",
    "K": "M1 1V9M5 1L1 5.6M2.4 4L5 9",
    "L": "M1 1V9H5",
    "M": "M.8 9V1L3 5.5L5.2 1V9",
    "N": "M1 9V1L5 9V1",
    "O": "M3 1Q1 1 1 5T3 9T5 5T3 1z",
    "P": "M1 9V1H3Q5 1 5 3.2T3 5.4H1",
    "Q": "M3 1Q1 1 1 5T3 9T5 5T3 1zM3.4 6.6L5.2 9.4",
    "R": "M1 9V1H3Q5 1 5 3.2T3 5.4H1M3 5.4L5 9",
    "S": "M5 2.4Q4.5 1 3 1Q1.2 1 1.2 2.9Q1.2 4.5 3 4.9T4.9 7Q4.9 9 3 9Q1.4 9 1 7.5",
    "T": "M.8 1H5.2M3 1V9",
    "U": "M1 1V6.5Q1 9 3 9T5 6.5V1",
    "V": "M1 1L3 9L5 1",
    "W": "M.6 1L1.9 9L3 4L4.1 9L5.4 1",
    "X": "M1 1L5 9M5 1L1 9",
    "Y": "M1 1L3 5L5 1M3 5V9",
    "Z": "M1 1H5L1 9H5",
    "a": "M4.6 4V9M4.6 5.5Q4.2 3.8 2.9 3.8Q1 3.8 1 6.4T2.9 9Q4.2 9 4.6 7.3",
    "b": "M1.2 1V9M1.2 5.5Q1.6 3.8 2.9 3.8Q4.8 3.8 4.8 6.4T2.9 9Q1.6 9 1.2 7.3",
    "c": "M4.7 4.9Q4.1 3.8 2.9 3.8Q1 3.8 1 6.4T2.9 9Q4.1 9 4.7 7.9",
    "d": "M4.8 1V9M4.8 5.5Q4.4 3.8 3 3.8Q1.1 3.8 1.1 6.4T3 9Q4.4 9 4.8 7.3",
    "e": "M1.1 6.3H4.8Q4.8 3.8 3 3.8Q1 3.8 1 6.4T3 9Q4.2 9 4.6 8",
    "f": "M4.8 1.4Q2.6.6 2.6 3V9M1.2 4.2H4.4",
    "g": "M4.6 4V9.2Q4.6 11 2.8 11Q1.6 11 1.2 10.2M4.6 5.5Q4.2 3.8 2.9 3.8Q1 3.8 1 6.2T2.9 8.6Q4.2 8.6 4.6 7",
    "h": "M1.2 1V9M1.2 5.6Q1.8 3.8 3 3.8Q4.7 3.8 4.7 5.8V9",
    "×": "M1.3 4.2L4.7 8.2M4.7 4.2L1.3 8.2",
    "−": "M1 5.2H5",
    "+": "M1 5.2H5M3 3.2V7.2",
    "/": "M4.8 1L1.2 9",
    "?": "M1.2 3Q1.2 1 3 1T4.8 3Q4.8 4.4 3 5.2V6.6M3 8.3V9",
    "$": "M5 2.9Q4.5 2 3 2Q1.2 2 1.2 3.4Q1.2 4.7 3 5T4.9 6.6Q4.9 8 3 8Q1.4 8 1 7M3 .6V9.4",
    "·": "M3 4.7V5.5",
    ",": "M3 8.2V9L2.4 10.2",
    ".": "M3 8.3V9",
    ":": "M3 4.2V4.9M3 8.3V9",
}
_CYRILLIC = dict(zip("АВЕКМНОРСТУХ", "ABEKMHOPCTYX", strict=True))
"""Letters that look like Latin ones."""
_OWN = {
    "Б": "M4.8 1H1V9H3Q5 9 5 6.9T3 4.8H1",
    "Г": "M5 1H1V9",
    "Д": "M1.6 9L3 1L4.4 9M.8 10.2V9H5.2V10.2",
    "Ж": "M3 1V9M0 1L3 5.6M3 4.4L0 9M6 1L3 5.6M3 4.4L6 9",
    "З": "M1 2.4Q1.6 1 3 1Q4.8 1 4.8 2.9T2.6 4.8Q5 4.8 5 6.9T3 9Q1.4 9 1 7.6",
    "И": "M1 1V9L5 1V9",
    "Л": "M.8 9Q2 9 2.1 6.5L2.4 1H5V9",
    "П": "M1 9V1H5V9",
    "Ф": "M3 .6V9.4M3 2.4Q.8 2.4 .8 4.8T3 7.2T5.2 4.8T3 2.4",
    "Ц": "M1 1V9H4.6V1M4.6 9H5.4V10.4",
    "Ч": "M1 1V3.4Q1 5.4 3 5.4Q4.4 5.4 5 4.6M5 1V9",
    "Ш": "M.8 1V9H5.2V1M3 1V9",
    "Щ": "M.7 1V9H4.9V1M2.8 1V9M4.9 9H5.6V10.4",
    "Ъ": "M.6 1H1.8V9H3.2Q5 9 5 7T3.2 5H1.8",
    "Ь": "M1.4 1V9H3Q5 9 5 7T3 5H1.4",
    "Ю": "M.8 1V9M.8 5H2M3.7 1Q2 1 2 5T3.7 9T5.4 5T3.7 1",
    "Я": "M5 9V1H3Q1 1 1 3.2T3 5.4H5M3 5.4L1 9",
    "Ł": "M1.6 1V9H5.4M.5 6.2L3.3 4.2",
}
_ACCENTS = {
    "\u0301": "M2.7 .1L3.9 -1",
    "\u0306": "M2 -.9Q3 .2 4 -.9",
    "\u0307": "M3 -.7V-.2",
    "\u0328": "M4.5 9Q3.5 10.4 4.9 10.6",
}
"""What is written above and below letters in Polish and Bulgarian; other accents are left out."""
FILES = tuple("abcdefgh")
"""Letters that are written small where they stand alone."""
_STROKES = DIGITS | _SIGNS | _OWN | {letter: _SIGNS[twin] for letter, twin in _CYRILLIC.items()}
_STEP, _TALL = 6.6, 11
"""How far apart signs are drawn, and how tall a line of them is."""


class Pen(Protocol):
    """Puts a short text at a point of its base line; ``anchor`` is as in SVG, ``look`` are classes."""

    def __call__(
        self, text: str, x: float, y: float, size: int, anchor: str = "start", look: str = ""
    ) -> str: ...


def written(text: str, x: float, y: float, size: int, anchor: str = "start", look: str = "") -> str:
    """A text in the font of the page; the style sheet knows the sizes."""
    looks = f"t{size} {look}".strip()
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text class="{looks}" x="{x:g}" y="{y:g}"{where}>{escape(text)}</text>'


def drawn(text: str, x: float, y: float, size: int, anchor: str = "start", look: str = "") -> str:
    """A text as strokes, in capitals; what there is no stroke for is left out."""
    strokes = _strokes(text)
    scale = size / _TALL
    width = len(strokes) * _STEP * scale
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    paths = "".join(
        [
            f'<path transform="translate({_STEP * at:g})" d="{path}"/>'
            for at, path in enumerate(strokes)
            if path
        ]
    )
    looks = f"ink {look}".strip()
    where = f"translate({left:.4g} {y - 9 * scale:.4g}) scale({scale:.3g})"
    return f'<g class="{looks}" transform="{where}">{paths}</g>'


def _strokes(text: str) -> list[str]:
    """The path of each letter, accents included; in capitals, but for names: ``d4``, ``h``."""
    signs = unicodedata.normalize("NFKD", text)
    is_name = (len(signs) == 2 and signs[1].isdecimal()) or signs in FILES
    paths: list[str] = []
    for sign in signs if is_name else signs.upper():
        if not unicodedata.combining(sign):
            paths.append(_STROKES.get(sign, ""))
        elif paths and paths[-1]:
            paths[-1] += _ACCENTS.get(sign, "")
    return paths

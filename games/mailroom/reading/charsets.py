"""Bytes as text, also where no charset, an unknown one or a wrong one is declared."""

from __future__ import annotations

import codecs
import re

SHIFTING = re.compile(r"utf-?(16|32)|iso-2022|hz-gb", re.IGNORECASE)
"""Charsets whose bytes may look like ASCII and are not."""
KNOWN = re.compile(
    r"(iso-?8859-?\d+|(windows-?|cp-?)12\d\d|cp(437|85\d|866)|koi8-?[rut]|mac-?\w+|gb(k|2312|18030)|big5(-?hkscs)?"
    r"|shift_?jis|sjis|euc-?(jp|kr)|ks_c_5601-1987|tis-?620|utf-?(16|32)(-?[lb]e)?|iso-2022-(jp|kr)\S*|hz-gb-2312)",
    re.IGNORECASE,
)
SHARES_WITH_WINDOWS = {"iso-8859-1": "cp1252", "iso8859-1": "cp1252", "iso-8859-9": "cp1254"}
"""What programs declare when they mean the Windows charset, which has signs where the other has none."""
_SIGNS_OF_LATIN_2 = re.compile(rb"[\xb1\xb6\xbc\xa1\xa6\xac]")


def decoded(raw: bytes, declared: str) -> str:
    """The text of some bytes; never raises.

    Bytes that make sense as UTF-8 are UTF-8, whatever is declared: in other charsets that is hardly ever so
    by chance. Python's codecs that are no charsets are out of reach.
    """
    declared = declared.strip(" \"'").lower()
    if not SHIFTING.match(declared):
        if raw.isascii():
            return raw.decode("ascii")
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            pass
    return raw.decode(_charset(raw, declared), "replace")


def _charset(raw: bytes, declared: str) -> str:
    if not KNOWN.fullmatch(declared):
        return "utf-8" if declared in ("utf-8", "utf8") else _guess(raw)
    name = SHARES_WITH_WINDOWS.get(declared, declared)
    try:
        codecs.lookup(name)
    except LookupError:
        return _guess(raw)
    return name


def _guess(raw: bytes) -> str:
    """Mostly high letters are Cyrillic, a few among others Polish."""
    high = sum(byte >= 0xC0 for byte in raw)
    low = sum(0x41 <= byte <= 0x5A or 0x61 <= byte <= 0x7A for byte in raw)
    if high > low // 2:
        return "cp1251"
    return "iso-8859-2" if _SIGNS_OF_LATIN_2.search(raw) else "cp1250"

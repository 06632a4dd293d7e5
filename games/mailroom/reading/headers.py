"""The headers of a mail as plain words: addresses, subject, Message-ID. Hostile and broken ones included."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.header import decode_header
from email.message import Message
from typing import Any

from games.mailroom.reading.charsets import decoded
from games.mailroom.reading.signs import one_line

MOST_HEADERS = 300
LONGEST = 4000
"""What stands behind that many characters of a header is not read."""
MOST_RECIPIENTS = 50
LONGEST_SUBJECT = 300
DESTINATIONS = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "resent-to")

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_COMMENT = re.compile(r"\([^()]*\)")
_ANGLED = re.compile(r"<([^<>]*)>")
_ADDRESS = re.compile(r"[^\s<>,;:\"()\[\]@]{1,200}@[^\s<>,;:\"()\[\]@]{1,200}")
_ID = re.compile(r"<[^<>\s]{1,300}>")


@dataclass(frozen=True)
class Headers:
    """All headers by their names in small letters, raw."""

    values: dict[str, list[str]]
    crowded: bool = False
    """Whether there are more than people or servers write; then nothing is believed of them."""

    @classmethod
    def of(cls, message: Message[Any, Any]) -> Headers:
        """The headers of a message, no more than ``MOST_HEADERS`` of them."""
        values: dict[str, list[str]] = {}
        items = list(message.raw_items())
        for name, value in items[:MOST_HEADERS]:
            values.setdefault(name.lower().strip(), []).append(unfolded(value))
        return cls(values, len(items) > MOST_HEADERS)

    def first(self, name: str) -> str:
        """The first header of a name, or nothing."""
        return self.values.get(name, [""])[0]

    def sender(self) -> str:
        """The one address of From; nothing if there are several, so that nobody hides behind another."""
        found = self.values.get("from", [])
        if len(found) != 1 or self.crowded:
            return ""
        bare = _COMMENT.sub(" ", _QUOTED.sub(" ", found[0]))
        angled = _ANGLED.findall(bare)
        addresses = [word.strip() for word in angled] if angled else _ADDRESS.findall(bare)
        if len(addresses) != 1 or not _ADDRESS.fullmatch(addresses[0]):
            return ""
        return addresses[0] if not angled or "@" not in _ANGLED.sub("", bare) else ""

    def recipients(self, message: Message[Any, Any]) -> tuple[str, ...]:
        """Every address that the mail names as going to; a provider may know the envelope's."""
        texts = [value for name in DESTINATIONS for value in self.values.get(name, ())]
        texts.insert(0, str(getattr(message, "envelope_recipient", None) or ""))
        found = dict.fromkeys(address for text in texts for address in _ADDRESS.findall(text))
        return tuple(found)[:MOST_RECIPIENTS]

    def message_id(self) -> str:
        """The Message-ID with its angle brackets, or nothing."""
        found = _ID.search(self.first("message-id"))
        return found[0] if found else ""

    def subject(self) -> str:
        """The subject in one line."""
        return words(self.first("subject"))[:LONGEST_SUBJECT]


def unfolded(value: object) -> str:
    """A header's value in one line, with words still encoded; bare bytes in it are text all the same."""
    known = str(value)[:LONGEST]
    if not known.isascii():
        known = decoded(known.encode("utf-8", "surrogateescape"), "")
    return " ".join(known.replace("\x00", " ").split())


def words(value: str) -> str:
    """A header that people read, decoded."""
    try:
        pieces = decode_header(value)
    except Exception:  # whatever the parser stumbles over, people still see something
        pieces = [(value, None)]
    return one_line("".join(_piece(piece, charset) for piece, charset in pieces))


def _piece(piece: bytes | str, charset: str | None) -> str:
    if isinstance(piece, str):
        piece = piece.encode("utf-8", "surrogateescape")
    return decoded(piece, charset or "")

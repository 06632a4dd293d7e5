"""The body of a mail as text and as HTML, whichever parts and charsets it came in."""

from __future__ import annotations

import re
from binascii import a2b_base64
from collections.abc import Iterator
from email import policy
from email.errors import InvalidBase64LengthDefect
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from typing import Any, NamedTuple, TypeAlias

from games.mailroom.reading.charsets import decoded

Mail: TypeAlias = "Message[Any, Any]"

LARGEST = 256 * 1024
"""What stands behind that many bytes of a mail is not read: texts come before pictures."""
MOST_NESTED = 60
"""A mail that names more parts within parts is read no further than its headers."""
MOST_PARTS = 60
DEEPEST = 10
LONGEST = 64 * 1024
LONGEST_HTML = 192 * 1024

_NESTED = re.compile(rb"boundary|message/|multipart/", re.IGNORECASE)
_META = re.compile(rb"<meta[^<>]{0,200}charset\s*=\s*[\"']?\s*([\w-]{1,40})", re.IGNORECASE)


def parsed(raw: bytes) -> Mail:
    """The mail in these bytes, or in as many of them as are worth it.

    By the older policy of Python's parser: the newer one, which anymail takes, reads headers by a grammar of
    its own, which costs several times as much and falls over broken ones.
    """
    raw = raw[:LARGEST]
    nested = sum(1 for _ in _NESTED.finditer(raw))
    parser = BytesParser if nested <= 2 * MOST_NESTED else BytesHeaderParser
    return parser(policy=policy.compat32).parsebytes(raw)


class Body(NamedTuple):
    """Both ways in which a mail may say what it says; each is empty where there is none."""

    plain: str
    html: str
    flows: bool
    """Whether the lines of the text end where its writer ended them."""


def body(message: Mail) -> Body:
    """All plain text and all HTML of a mail, in the order of the parts."""
    plain: list[Mail] = []
    html: list[Mail] = []
    for part in leaves(message):
        (html if part.get_content_type() == "text/html" else plain).append(part)
    return Body(
        "\n".join(map(_plain, plain))[:LONGEST],
        "\n".join(map(_html, html))[:LONGEST_HTML],
        all(map(_flows, plain)),
    )


def leaves(message: Mail) -> Iterator[Mail]:
    """The parts that hold the body, in their order: no attachments, nothing within other mails."""
    waiting, seen = [(message, 0)], 0
    while waiting and seen < MOST_PARTS:
        part, depth = waiting.pop()
        seen += 1
        kind = part.get_content_type()
        if kind.startswith("multipart/"):
            if depth < DEEPEST:
                inner = children(part)
                signed = kind == "multipart/signed"
                waiting += [(child, depth + 1) for child in reversed(inner[:1] if signed else inner)]
        elif kind in ("text/plain", "text/html") and not _attached(part):
            yield part


def children(part: Mail) -> list[Mail]:
    """The parts within a part."""
    inner: Any = part.get_payload()
    return inner if isinstance(inner, list) else []


def _attached(part: Mail) -> bool:
    return part.get_content_disposition() == "attachment" or bool(part.get_filename())


def _bytes(part: Mail) -> bytes:
    payload = part.get_payload(decode=True)
    raw = payload if isinstance(payload, bytes) else b""
    if any(isinstance(defect, InvalidBase64LengthDefect) for defect in part.defects):
        return a2b_base64(b"".join(raw.split())[: len(b"".join(raw.split())) // 4 * 4])
    return raw


def _charset(part: Mail) -> str:
    declared = part.get_param("charset")
    return declared[2] if isinstance(declared, tuple) else str(declared or "")


def _flows(part: Mail) -> bool:
    return str(part.get_param("format")).lower() == "flowed"


def _plain(part: Mail) -> str:
    words = decoded(_bytes(part)[: 4 * LONGEST], _charset(part))
    if _flows(part):
        return unflowed(words, delsp=str(part.get_param("delsp")).lower() == "yes")
    return words


def _html(part: Mail) -> str:
    raw = _bytes(part)[:LONGEST_HTML]
    meta = _META.search(raw[:4096])
    return decoded(raw, _charset(part) or (meta[1].decode("ascii", "replace") if meta else ""))


def unflowed(text: str, *, delsp: bool) -> str:
    """Text in which a space at the end of a line means that the paragraph goes on (RFC 3676)."""
    lines: list[str] = []
    flows = False
    for line in text.replace("\r\n", "\n").split("\n"):
        if line.startswith(">") or line == "-- ":
            lines.append(line)
            flows = False
            continue
        soft = line.endswith(" ")
        words = line.removeprefix(" ")[: -1 if soft and delsp else None]
        if flows:
            lines[-1] += words
        else:
            lines.append(words)
        flows = soft
    return "\n".join(lines)

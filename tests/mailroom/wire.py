"""Mails as bytes: heads, parts, charsets; and a mail of the corpus with its reading."""

from __future__ import annotations

import base64
import quopri
from dataclasses import dataclass, field

from tests.mailroom import ours
from tests.mailroom.programs import SUBJECTS, Parts


@dataclass
class Case:
    """One mail of the corpus with its reading."""

    name: str
    raw: bytes
    written: tuple[str, ...] = ()
    read: tuple[str, ...] | None = None
    automatic: str = ""
    bounces: list[dict[str, str]] = field(default_factory=list)

    def reading(self) -> dict[str, object]:
        """What stands in ``readings.json``."""
        found: dict[str, object] = {"written": list(self.written)}
        if self.read is not None and self.read != self.written:
            found["read"] = list(self.read)
        if self.automatic:
            found["automatic"] = self.automatic
        if self.bounces:
            found["bounces"] = self.bounces
        return found


def mail(parts: Parts, language: str, charset: str, transfer: str, shape: str) -> bytes:
    """A whole mail: ``both`` parts, only ``plain`` text, or only ``html``."""
    text, html = parts
    if shape == "plain":
        body = part("text/plain", text, charset, transfer)
    elif shape == "html":
        body = part("text/html", html, charset, transfer)
    else:
        body = multipart(
            "alternative",
            part("text/plain", text, charset, transfer),
            part("text/html", html, charset, transfer),
        )
    return head(language) + body


def head(language: str = "en", *more: str) -> bytes:
    """The headers of an answer."""
    subject = base64.b64encode(f"{SUBJECTS[language]}[bidplay] Fourbid · 12".encode()).decode("ascii")
    lines = [
        "Return-Path: <north@example.org>",
        f"Delivered-To: {ours.ADDRESS}",
        "From: North <north@example.org>",
        f"To: bidplay <{ours.ADDRESS}>",
        f"Subject: =?utf-8?B?{subject}?=",
        "Date: Tue, 01 Dec 2026 09:30:00 +0100",
        "Message-ID: <answer-12@example.org>",
        "In-Reply-To: <turn-12@play.example.org>",
        "References: <WXYZ.thread@play.example.org> <turn-12@play.example.org>",
        "MIME-Version: 1.0",
        *more,
    ]
    return "".join(f"{line}\r\n" for line in lines).encode()


def part(kind: str, text: str, charset: str, transfer: str, more: str = "") -> bytes:
    """A part with its headers; signs that the charset lacks are lost as programs lose them."""
    raw = text.replace("\n", "\r\n").encode(charset, "replace")
    if transfer == "base64":
        raw = base64.encodebytes(raw).replace(b"\n", b"\r\n")
    elif transfer == "quoted-printable":
        raw = quopri.encodestring(raw.replace(b"\r\n", b"\n")).replace(b"\n", b"\r\n")
    headers = (
        f'Content-Type: {kind}; charset="{charset}"{more}\r\nContent-Transfer-Encoding: {transfer}\r\n\r\n'
    )
    return headers.encode() + raw


def multipart(kind: str, *parts: bytes, more: str = "") -> bytes:
    """Parts within a part."""
    border = f"=_{kind}_412"
    inner = b"".join(f"--{border}\r\n".encode() + one + b"\r\n" for one in parts)
    return (
        f'Content-Type: multipart/{kind}; boundary="{border}"{more}\r\n\r\n'.encode()
        + inner
        + f"--{border}--\r\n".encode()
    )

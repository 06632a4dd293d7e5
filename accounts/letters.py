"""A mail as the bytes that go over the wire. Assembled by hand, because thousands leave in one go.

Nothing here can break a header: all that people wrote is one line before it is encoded. Every line is short
ASCII, so no server has to be asked what it can take.
"""

from __future__ import annotations

import base64
import binascii
import datetime
import re
from dataclasses import dataclass
from email.utils import format_datetime, formataddr, parseaddr
from functools import cache, lru_cache
from hashlib import blake2b
from urllib.parse import unquote

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from accounts.links import unsubscribe_token
from accounts.models import DIGEST, MAIL_KINDS, Notice

LONGEST_SUBJECT = 200
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,240}>", re.ASCII)
_MINE = re.compile(r"<?(\d{1,18})\.(\d{1,18})\.([0-9a-f]{16})(?:\.\d+)?@([^@<>\s]+?)>?")
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+")


class Undeliverable(Exception):
    """The address is none that mail can be sent to."""


@dataclass(frozen=True)
class Mail:
    """One mail, written. Subjects become one line; mails of one ``thread`` are shown together.

    ``images`` are PNGs with their content ids, for ``<img src="cid:…">``. ``to`` is another address than the
    person's own, for mails that check an address. ``reply_to`` is where answers go, if not to the sender, and
    ``answers`` the Message-ID of the mail that this one answers. ``told`` is what it says before it was laid
    out, for the digest to take its part from; ``covers`` are the keys of other notices that it tells too.
    """

    subject: str
    text: str
    html: str = ""
    thread: str = ""
    images: tuple[tuple[str, bytes], ...] = ()
    to: str = ""
    reply_to: str = ""
    answers: str = ""
    told: object = None
    covers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Letter:
    """A mail with its envelope. Header values are plain ASCII except the subject."""

    to: str
    mail: Mail
    subject: str
    headers: tuple[tuple[str, str], ...]

    def as_bytes(self) -> bytes:
        """The whole message, with network line ends."""
        lines = [f"{name}: {value}" for name, value in self.headers]
        lines.append(f"Subject: {encoded(self.subject)}")
        lines.append("MIME-Version: 1.0")
        head = "\r\n".join(lines).encode("ascii")
        return head + b"\r\n" + _body(self.mail)


def write(notice: Notice, mail: Mail, now: datetime.datetime) -> Letter:
    """Address a mail to the person of a notice. Raises ``Undeliverable``."""
    to = deliverable(mail.to or notice.user.email)
    thread = _UNSAFE.sub("-", mail.thread)
    headers = [
        ("From", sender()),
        ("To", to),
        ("Date", format_datetime(now)),
        ("Message-ID", message_id(notice)),
        ("Auto-Submitted", "auto-replied" if mail.answers else "auto-generated"),
        ("X-Auto-Response-Suppress", "OOF, AutoReply"),
    ]
    if mail.reply_to:
        headers.append(("Reply-To", deliverable(mail.reply_to)))
    headers += _threaded(thread, mail.answers if _MESSAGE_ID.fullmatch(mail.answers) else "")
    if notice.kind in MAIL_KINDS or notice.kind == DIGEST:
        headers += [
            ("List-Id", f"<{notice.kind}.{settings.MAIL_DOMAIN}>"),
            ("List-Unsubscribe", f"<{unsubscribe_url(notice)}>"),
            ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
        ]
    return Letter(to=to, mail=mail, subject=one_line(mail.subject), headers=tuple(headers))


def _threaded(thread: str, answered: str) -> list[tuple[str, str]]:
    """Where a mail stands: in the thread of what it is about, below the mail that it answers."""
    root = f"<{thread}.thread@{settings.MAIL_DOMAIN}>" if thread else ""
    if not (root or answered):
        return []
    references = " ".join(filter(None, [root, answered]))
    return [
        ("In-Reply-To", answered or root),
        ("References", references),
        *([("X-Entity-Ref", thread)] if thread else []),
    ]


def message_id(notice: Notice) -> str:
    """The id of a notice's mail: the same at every try, another one if the person asks for it again.

    It is signed, so that nobody can report as undelivered what they were not sent.
    """
    named = f"{notice.pk}.{int(notice.created_at.timestamp())}"
    again = f".{notice.data['again']}" if notice.data.get("again") else ""
    return f"<{named}.{_mac(named, settings.SECRET_KEY)}{again}@{settings.MAIL_DOMAIN}>"


def named_by(message_id: str) -> int | None:
    """The key of the notice whose mail has this id; None if the id is none of ours."""
    found = _MINE.fullmatch(message_id.strip())
    if found is None or found[4].lower() != settings.MAIL_DOMAIN.lower():
        return None
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    macs = [_mac(f"{found[1]}.{found[2]}", key) for key in keys]
    return int(found[1]) if any(constant_time_compare(found[3], mac) for mac in macs) else None


def _mac(named: str, secret: str) -> str:
    return blake2b(named.encode(), digest_size=8, key=_key(secret)).hexdigest()


@lru_cache(maxsize=8)
def _key(secret: str) -> bytes:
    return blake2b(secret.encode(), digest_size=32, person=b"message-id").digest()


def unsubscribe_url(notice: Notice) -> str:
    """The address that switches this kind of mail off for this person."""
    return _unsubscribe_page().format(unsubscribe_token(notice.user_id, notice.kind))


@cache
def _unsubscribe_page() -> str:
    return str(settings.BASE_URL) + unquote(reverse("unsubscribe", args=["{}"]))


def deliverable(address: str) -> str:
    """The address as mail servers know it. Raises ``Undeliverable``."""
    local, at, domain = address.rpartition("@")
    try:
        address = local + at + domain.encode("idna").decode("ascii")
    except UnicodeError:
        raise Undeliverable(address) from None
    if not _ADDRESS.fullmatch(address) or len(address) > 254:
        raise Undeliverable(address)
    return address


@lru_cache(maxsize=8)
def _encoded_sender(value: str) -> tuple[str, str]:
    name, address = parseaddr(value)
    return formataddr((one_line(name), address)), address


def sender() -> str:
    """The From header."""
    return _encoded_sender(settings.DEFAULT_FROM_EMAIL)[0]


def envelope_sender() -> str:
    """The address that bounces go to."""
    return settings.BOUNCE_ADDRESS or _encoded_sender(settings.DEFAULT_FROM_EMAIL)[1]


def one_line(text: str) -> str:
    """The text on one line, not endlessly long."""
    line = " ".join(_CONTROL.sub(" ", text).split())
    return line if len(line) <= LONGEST_SUBJECT else line[: LONGEST_SUBJECT - 1] + "…"


def encoded(subject: str) -> str:
    """A subject as a header's value: as it is if that is safe, else in encoded words of RFC 2047."""
    if subject.isascii() and len(subject) <= 66 and "=?" not in subject:
        return subject
    words, word, room = [], b"", 39
    for letter in subject:
        data = letter.encode()
        if len(word) + len(data) > room:
            words.append(word)
            word, room = b"", 45
        word += data
    words.append(word)
    return "\r\n ".join(f"=?utf-8?b?{base64.b64encode(word).decode()}?=" for word in words)


# A boundary that quoted-printable and base64 can't contain: "=_" is in neither alphabet.
_ALTERNATIVE, _RELATED = "=_alternative", "=_related"
_OPEN_ALTERNATIVE = f'Content-Type: multipart/alternative; boundary="{_ALTERNATIVE}"\r\n\r\n'.encode()
_OPEN_RELATED = f'Content-Type: multipart/related; boundary="{_RELATED}"; type="text/html"\r\n\r\n'.encode()
_NEXT_ALTERNATIVE, _END_ALTERNATIVE = f"--{_ALTERNATIVE}\r\n".encode(), f"--{_ALTERNATIVE}--\r\n".encode()
_NEXT_RELATED, _END_RELATED = f"--{_RELATED}\r\n".encode(), f"--{_RELATED}--\r\n".encode()


def _body(mail: Mail) -> bytes:
    text = _text("plain", mail.text)
    if not mail.html:
        return text
    html = _text("html", mail.html)
    if mail.images:
        parts = [_NEXT_RELATED + part for part in (html, *(_image(*image) for image in mail.images))]
        html = b"".join((_OPEN_RELATED, *parts, _END_RELATED))
    return b"".join((_OPEN_ALTERNATIVE, _NEXT_ALTERNATIVE, text, _NEXT_ALTERNATIVE, html, _END_ALTERNATIVE))


def _text(subtype: str, text: str) -> bytes:
    plain = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n") + "\n"
    quoted = binascii.b2a_qp(plain.encode("utf-8", "replace"), istext=True).replace(b"\n", b"\r\n")
    return (
        f'Content-Type: text/{subtype}; charset="utf-8"\r\n'
        f"Content-Transfer-Encoding: quoted-printable\r\n\r\n"
    ).encode() + quoted


@lru_cache(maxsize=64)
def _image(cid: str, png: bytes) -> bytes:
    cid = _UNSAFE.sub("-", cid)
    return (
        f"Content-Type: image/png\r\n"
        f"Content-ID: <{cid}>\r\n"
        f'Content-Disposition: inline; filename="{cid}.png"\r\n'
        f"Content-Transfer-Encoding: base64\r\n\r\n"
    ).encode() + base64.encodebytes(png).replace(b"\n", b"\r\n")

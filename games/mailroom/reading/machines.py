"""Mails that no person wrote: auto-replies, lists, and bounces with what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message
from typing import Any, TypeAlias

from games.mailroom.reading.bodies import children, leaves
from games.mailroom.reading.charsets import decoded
from games.mailroom.reading.headers import Headers, unfolded
from games.mailroom.reading.letter import Bounce
from games.mailroom.reading.signs import one_line

Mail: TypeAlias = "Message[Any, Any]"

MOST_BOUNCES = 20
LONGEST_DIAGNOSTIC = 500
STATUSES = ("message/delivery-status", "message/global-delivery-status")
LIST_HEADERS = ("list-id", "list-unsubscribe", "list-post", "list-help", "mailing-list", "x-mailing-list")
REPLY_HEADERS = (
    "x-autoreply",
    "x-autorespond",
    "x-autoresponder",
    "x-auto-reply",
    "x-autoreply-from",
    "x-mail-autoreply",
    "auto-reply",
)
PRECEDENCES = {"bulk": "list", "list": "list", "junk": "machine", "auto_reply": "reply"}

_DAEMONS = re.compile(r"(?:mailer-daemon|postmaster|mail-daemon|mdaemon)@", re.IGNORECASE)
_OUT = re.compile(
    r"(?:re:\s*|odp:\s*|отг:\s*)?(?:automatic reply|auto-?reply|auto(?:matic)? ?response|autoresponder"
    r"|out of (?:the )?office"
    r"|odpowiedź automatyczna|automatyczna odpowiedź|autoodpowiedź|nieobecność w biurze|poza biurem"
    r"|автоматичен отговор|автоматично съобщение|извън офиса|отсъствам)\b",
    re.IGNORECASE,
)
_STATUS = re.compile(r"\b([245]\.\d{1,3}\.\d{1,3})\b")
_PLACE = re.compile(r"^[\w.-]+\s*;\s*")
_ID = re.compile(r"^message-id:\s*(<[^<>\s]{1,300}>)", re.IGNORECASE | re.MULTILINE)
_FAILED = re.compile(r"<?([^\s<>,;:\"()\[\]@]{1,200}@[^\s<>,;:\"()\[\]@]{1,200})>?")


def automatic(message: Mail, headers: Headers, envelope_sender: str | None) -> str:
    """Why no person wrote this mail, as one word; empty if one did."""
    return _report(message, headers) or _returned(headers, envelope_sender) or _announced(headers)


def _report(message: Mail, headers: Headers) -> str:
    kind = message.get_content_type()
    if kind == "multipart/report":
        what = str(message.get_param("report-type") or "").lower()
        return {"disposition-notification": "receipt", "feedback-report": "complaint"}.get(what, "bounce")
    if "x-failed-recipients" in headers.values:
        return "bounce"
    return "machine" if kind in ("message/delivery-status", "text/calendar") else ""


def _returned(headers: Headers, envelope_sender: str | None) -> str:
    """Mail from nobody: a bounce if a mail server wrote it, else an auto-reply."""
    if _DAEMONS.match(headers.sender()):
        return "bounce"
    null = headers.first("return-path") == "<>" or (envelope_sender or "x").strip() == "<>"
    return "reply" if null or envelope_sender == "" else ""


def _announced(headers: Headers) -> str:
    submitted = headers.first("auto-submitted").lower()
    if submitted and not submitted.startswith("no"):
        return "reply" if submitted.startswith("auto-replied") else "machine"
    if any(name in headers.values for name in LIST_HEADERS):
        return "list"
    if any(name in headers.values for name in REPLY_HEADERS):
        return "reply"
    if re.search(r"\b(all|oof|autoreply)\b", headers.first("x-auto-response-suppress").lower()):
        return "reply"
    precedence = headers.first("precedence").strip().lower()
    return PRECEDENCES.get(precedence, "") or ("reply" if _OUT.match(headers.subject()) else "")


def bounces(message: Mail, headers: Headers) -> tuple[Bounce, ...]:
    """What a bounce says of each address. Where it has no part for programs, its words are searched."""
    original = _original(message)
    told = (_bounce(group, original) for group in _groups(message))
    found = [bounce for bounce in told if bounce is not None]
    return tuple(found[:MOST_BOUNCES]) or _from_words(message, headers, original)


def _groups(message: Mail) -> Iterator[Mail]:
    """The groups of fields that tell of one address each."""
    for part in _parts(message):
        if part.get_content_type() in STATUSES:
            yield from children(part)
        elif part.get_content_type() == "message/feedback-report":
            yield from _complaint(part)


def _complaint(part: Mail) -> Iterator[Mail]:
    text = "\n".join(child.as_string() for child in children(part)) or str(part.get_payload())
    group: Mail = Message()
    recipient = re.search(r"^original-rcpt-to:\s*(.+)", text, re.IGNORECASE | re.MULTILINE)
    if recipient:
        group["Final-Recipient"] = unfolded(recipient[1])
        group["Action"] = "complaint"
        yield group


def _parts(message: Mail) -> Iterator[Mail]:
    yield from children(message)[:10]


def _bounce(group: Mail, original: str) -> Bounce | None:
    recipient = _FAILED.search(
        unfolded(group.get("Final-Recipient") or group.get("Original-Recipient") or "")
    )
    if recipient is None:
        return None
    diagnostic = _words(group.get("Diagnostic-Code"))
    status = _STATUS.search(unfolded(group.get("Status") or "")) or _STATUS.search(diagnostic)
    return Bounce(
        recipient=recipient[1],
        status=status[1] if status else "",
        diagnostic=diagnostic,
        message_id=original,
        action=unfolded(group.get("Action") or "failed").split(" ")[0].lower(),
    )


def _words(value: object) -> str:
    return _PLACE.sub("", one_line(unfolded(value or "")))[:LONGEST_DIAGNOSTIC]


def _original(message: Mail) -> str:
    """The Message-ID of the mail that came back."""
    for part in _parts(message):
        kind, inner = part.get_content_type(), children(part)
        if kind in ("message/rfc822", "message/global") and inner:
            found = _ID.search(f"Message-ID: {unfolded(inner[0].get('Message-ID') or '')}")
        elif kind in ("text/rfc822-headers", "message/rfc822-headers", "message/global-headers"):
            found = _ID.search(_text(part))
        else:
            continue
        if found:
            return found[1]
    return ""


def _text(part: Mail) -> str:
    payload = part.get_payload(decode=True)
    return decoded(payload[:65536], "") if isinstance(payload, bytes) else str(part.get_payload())[:65536]


def _from_words(message: Mail, headers: Headers, original: str) -> tuple[Bounce, ...]:
    """What a server says that writes no report: its header, and what its text quotes."""
    text = "\n".join(map(_text, leaves(message)))[:65536]
    status = _STATUS.search(text)
    known = _ID.findall(text)
    said = one_line(text[status.start() : status.start() + LONGEST_DIAGNOSTIC] if status else "")
    failed = [name.strip() for name in headers.first("x-failed-recipients").split(",") if "@" in name]
    return tuple(
        Bounce(name, status[1] if status else "", said, original or (known[-1] if known else ""))
        for name in failed[:MOST_BOUNCES]
    )

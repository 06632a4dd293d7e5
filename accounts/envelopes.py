"""What goes over the wire to a device or a webhook: a message in the form that the other side reads.

Here what people wrote (names of tables and of people) is kept from meaning anything to Discord or Slack.
"""

from __future__ import annotations

import datetime
import hashlib
import hmac
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import msgspec
from django.conf import settings
from django.utils.translation import get_language

from accounts import vapid
from accounts.channels import Channel

LONGEST = 1800
"""Letters of a message at the most; Discord takes 2,000, a push service 4,096 bytes of all."""
LONGEST_PUSH = 300
_MARKDOWN = re.compile(r"([\\`*_~|>\[\]()#<+-])")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]+")
_WEEK = 7 * 24 * 3600


@dataclass(frozen=True)
class Message:
    """One thing to say, in the reader's language: only what anybody may read on a lock screen.

    ``until`` is how long it is worth reading. A later message of the same ``topic`` takes its place.
    ``sentences`` say more to hooks, ``facts`` are for programs.
    """

    title: str
    text: str
    url: str
    topic: str = ""
    until: datetime.datetime | None = None
    urgent: bool = False
    sentences: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


class Target(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a channel leads, and its secrets; this is what is sealed."""

    address: str
    p256dh: str = ""
    auth: str = ""
    secret: str = ""


@dataclass(frozen=True)
class Envelope:
    """A request that is ready to be posted."""

    address: str
    headers: dict[str, str]
    body: bytes


def envelope(form: str, target: Target, message: Message, name: str, now: datetime.datetime) -> Envelope:
    """A message for a channel of this form. ``name`` is the same at every try."""
    if form == Channel.Form.PUSH:
        return _push(target, message, now)
    body = msgspec.json.encode(_BODIES[form](message, name))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"bidplay ({settings.BASE_URL})",
    }
    if form == Channel.Form.JSON:
        stamp = str(int(now.timestamp()))
        headers |= {
            "Bidplay-Delivery": name,
            "Bidplay-Timestamp": stamp,
            "Bidplay-Signature": f"v1={signature(target.secret, stamp, body)}",
        }
    return Envelope(target.address, headers, body)


def signature(secret: str, stamp: str, body: bytes) -> str:
    """HMAC-SHA256, in hex, over the timestamp, a full stop and the body."""
    return hmac.new(secret.encode(), f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()


def _push(target: Target, message: Message, now: datetime.datetime) -> Envelope:
    page = urlsplit(message.url)
    body = {
        "title": plain(message.title, LONGEST_PUSH),
        "body": plain(message.text, LONGEST_PUSH),
        "url": page.path + (f"?{page.query}" if page.query else ""),
        "tag": message.topic,
        "lang": get_language() or "en",
    }
    seconds = int((message.until - now).total_seconds()) if message.until else _WEEK
    keys = {"p256dh": target.p256dh, "auth": target.auth}
    topic = message.topic or "site"
    headers = vapid.headers(target.address, now, seconds, topic, urgent=message.urgent)
    return Envelope(target.address, headers, vapid.sealed_for(keys, msgspec.json.encode(body)))


def _json(message: Message, name: str) -> dict[str, Any]:
    return {
        "id": name,
        **message.facts,
        "title": plain(message.title),
        "text": plain(message.text),
        "sentences": [plain(sentence) for sentence in message.sentences],
        "url": message.url,
    }


def _discord(message: Message, _name: str) -> dict[str, Any]:
    lines = [f"**{unmarked(message.title)}**", unmarked(message.text), *map(unmarked, message.sentences)]
    return {"content": _fitting(lines, f"<{message.url}>"), "allowed_mentions": {"parse": []}}


def _slack(message: Message, _name: str) -> dict[str, Any]:
    lines = [entities(plain(line)) for line in (message.title, message.text, *message.sentences)]
    return {"text": _fitting(lines, entities(message.url)), "mrkdwn": False, "link_names": False}


_BODIES: dict[str, Callable[[Message, str], dict[str, Any]]] = {
    Channel.Form.JSON: _json,
    Channel.Form.DISCORD: _discord,
    Channel.Form.SLACK: _slack,
}


def _fitting(lines: list[str], link: str) -> str:
    """As many whole lines as there is room for, and the link."""
    room, kept = LONGEST - len(link), []
    for line in filter(None, lines):
        room -= len(line) + 1
        if room < 0:
            kept.append("…")
            break
        kept.append(line)
    return "\n".join([*kept, link])


def plain(text: str, most: int = LONGEST) -> str:
    """The text on one line, without letters that turn the line round."""
    line = " ".join(_CONTROL.sub(" ", text).split())
    return line if len(line) <= most else line[: most - 1] + "…"


def unmarked(text: str) -> str:
    """The text with nothing that Discord would take for a mark, a mention or a link."""
    return _MARKDOWN.sub(r"\\\1", plain(text)).replace("@", "@\u200b").replace("://", ":\u200b//")


def entities(text: str) -> str:
    """The text with nothing that Slack would take for a link or a mention."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"@(?=\w)", "@\u200b", escaped)

"""What the writer of a mail wrote: bytes in, values out. Pure: no rows, no settings, no clock, no games.

Whatever comes in, ``read`` never raises and costs little. It would rather lose a line of the writer's than
take a quoted one for new.
"""

from __future__ import annotations

from contextlib import suppress
from email.message import Message
from typing import Any, TypeAlias

from games.mailroom.reading.bodies import Body, body, parsed
from games.mailroom.reading.headers import Headers
from games.mailroom.reading.letter import Bounce, Letter
from games.mailroom.reading.machines import automatic, bounces
from games.mailroom.reading.markup import lines_of, quotes
from games.mailroom.reading.signs import signs
from games.mailroom.reading.stripping import own_lines, shows_quotes

__all__ = ["Bounce", "Letter", "read", "read_message", "signs"]

Mail: TypeAlias = "Message[Any, Any]"


def read(raw: bytes, envelope_sender: str | None = None) -> Letter:
    """Read a mail. ``envelope_sender`` is what MAIL FROM said, if that is known (empty for a bounce)."""
    with suppress(Exception):
        return read_message(parsed(raw), envelope_sender)
    return Letter()


def read_message(message: Mail, envelope_sender: str | None = None) -> Letter:
    """Read a mail that is parsed already, such as one from a provider's webhook."""
    with suppress(Exception):
        return _read(message, envelope_sender)
    return Letter()


def _read(message: Mail, envelope_sender: str | None) -> Letter:
    headers = Headers.of(message)
    why = automatic(message, headers, envelope_sender)
    lines: tuple[str, ...] = ()
    returned: tuple[Bounce, ...] = ()
    with suppress(Exception):
        if why in ("bounce", "complaint"):
            returned = bounces(message, headers)
        elif not why:
            lines = _written(body(message))
    return Letter(
        sender=headers.sender(),
        recipients=headers.recipients(message),
        subject=headers.subject(),
        message_id=headers.message_id(),
        automatic=why,
        lines=lines,
        bounces=returned,
    )


LONG = 60
"""A line at least that long may have been broken in two by the program that sent it."""


def _written(body: Body) -> tuple[str, ...]:
    """The writer's own lines, from the text. HTML is asked where that lacks or hides something."""
    if body.html and not body.plain.strip():
        return own_lines(lines_of(body.html), marked=True)
    if body.html and not shows_quotes(body.plain) and quotes(body.html):
        return own_lines(lines_of(body.html), marked=True)
    lines = own_lines(body.plain, broken=not body.flows)
    if body.html and any(len(line) >= LONG for line in lines):
        whole = own_lines(lines_of(body.html), marked=True)
        return whole if _words(whole) == _words(lines) else lines
    return lines


def _words(lines: tuple[str, ...]) -> list[str]:
    return " ".join(lines).split()

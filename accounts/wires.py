"""How a letter gets to the mail server. Knows no outbox: a wire takes a letter and says what became of it."""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from email.mime.image import MIMEImage
from typing import Protocol

from anymail.exceptions import AnymailRecipientsRefused
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend

from accounts import mailbox
from accounts.letters import Letter, envelope_sender, sender


class Refused(Exception):
    """The server will never take this letter."""


class BadAddress(Refused):
    """The server will never take a letter to this address."""


class Later(Exception):
    """The server does not take this letter now."""


class Down(Exception):
    """There is no server, or it has hung up."""


class Wire(Protocol):
    """An open connection to whatever takes our mail.

    ``local`` tells that a letter is taken by our own database, so taking it and marking it can be one.
    """

    local: bool

    def send(self, letter: Letter, still_ours: Callable[[], bool]) -> None:
        """Hand a letter over; returns when it was taken. Raises Refused, Later or Down.

        Asks ``still_ours``, which may take a while, at the last moment at which a letter can be kept back.
        After Down it is dead.
        """

    def close(self) -> None:
        """Hang up."""


class SmtpWire:
    """One SMTP connection, spoken step by step: cheaper than the library's way, and surer who is to blame."""

    local = False

    def __init__(self, backend: EmailBackend) -> None:
        try:
            backend.open()
            smtp = backend.connection
            assert isinstance(smtp, smtplib.SMTP)  # noqa: S101 - what open() leaves if it raises nothing
            assert smtp.sock is not None  # noqa: S101 - as much as that
            smtp.ehlo_or_helo_if_needed()
            # Else the last word of a mail, which goes out by itself, waits for word that the rest has come.
            smtp.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        except (OSError, smtplib.SMTPException) as error:
            raise Down(_reason(error)) from error
        self._smtp = smtp

    def send(self, letter: Letter, still_ours: Callable[[], bool]) -> None:
        """Hand a letter over."""
        try:
            self._envelope(letter.to)
            self._smtp.send(letter.as_bytes().replace(b"\r\n.", b"\r\n.."))
            if not self._asked(still_ours):
                raise smtplib.SMTPServerDisconnected("the claim on this mail ran out")
            self._smtp.send(b".\r\n")
            self._expect(self._smtp.getreply(), 250)
        except (OSError, smtplib.SMTPException) as error:
            self._smtp.close()
            raise Down(_reason(error)) from error

    def close(self) -> None:
        """Say goodbye."""
        with suppress(OSError, smtplib.SMTPException):
            self._smtp.quit()

    def _asked(self, still_ours: Callable[[], bool]) -> bool:
        """The answer, while the server reads; without one it is hung up on, since it would wait for more."""
        with ExitStack() as unanswered:
            unanswered.callback(self._smtp.close)
            ours = still_ours()
            unanswered.pop_all()
        return ours

    def _envelope(self, to: str) -> None:
        replies = self._replies(f"MAIL FROM:<{envelope_sender()}>", f"RCPT TO:<{to}>", "DATA")
        try:
            self._expect(next(replies), 250)
        except Refused as error:  # that is about us, not about the letter
            raise Later(str(error)) from error
        try:
            self._expect(next(replies), 250, 251)
        except Refused as error:
            raise BadAddress(str(error)) from error
        self._expect(next(replies), 354)

    def _replies(self, *commands: str) -> Iterator[tuple[int, bytes]]:
        """What the server says to each of these, of which the last begins the text.

        All leave together, in one round trip, if it offers that; else each when it is asked for.
        """
        if not self._smtp.has_extn("pipelining"):
            yield from map(self._smtp.docmd, commands)
            return
        self._smtp.send("".join(f"{command}\r\n" for command in commands))
        replies = [self._smtp.getreply() for _command in commands]
        if replies[-1][0] == 354 and any(code >= 400 for code, _answer in replies):
            # It waits for a text although it has refused the rest: a text without a reader ends that.
            self._smtp.send(".\r\n")
            self._smtp.getreply()
        yield from replies

    def _expect(self, reply: tuple[int, bytes], *good: int) -> None:
        code, answer = reply
        if code in good:
            return
        reason = f"{code} {answer.decode('utf-8', 'replace')}"
        if code in (421, -1):
            raise smtplib.SMTPServerDisconnected(reason)
        self._smtp.rset()
        raise (Refused if code >= 500 else Later)(reason)


class MailboxWire:
    """The development mailbox: takes everything."""

    local = True

    def send(self, letter: Letter, still_ours: Callable[[], bool]) -> None:
        """Keep a letter for the page."""
        mailbox.keep(letter.to, letter.subject, letter.as_bytes())

    def close(self) -> None:
        """Nothing to hang up."""


class BackendWire:
    """Any other e-mail backend of Django, such as a provider's API through Anymail."""

    local = False

    def __init__(self, backend: BaseEmailBackend) -> None:
        self._backend = backend
        try:
            backend.open()
        except Exception as error:
            raise Down(_reason(error)) from error

    def send(self, letter: Letter, still_ours: Callable[[], bool]) -> None:
        """Hand a letter over as a message of Django's."""
        if not still_ours():
            raise Down("the claim on this mail ran out")
        try:
            self._backend.send_messages([message(letter)])
        except AnymailRecipientsRefused as error:
            raise BadAddress(_reason(error)) from error
        except Exception as error:
            raise Later(_reason(error)) from error

    def close(self) -> None:
        """Hang up."""
        self._backend.close()


def open_wire() -> Wire:
    """Connect to what the settings name. Raises ``Down``."""
    backend = get_connection()
    if isinstance(backend, mailbox.MailboxBackend):
        return MailboxWire()
    if isinstance(backend, EmailBackend):
        return SmtpWire(backend)
    return BackendWire(backend)


class WithImages(EmailMultiAlternatives):
    """A message whose attachments are images of its text."""

    mixed_subtype = "related"


def message(letter: Letter) -> EmailMultiAlternatives:
    """A letter as a message of Django's."""
    headers = {name: value for name, value in letter.headers if name not in ("From", "To", "Reply-To")}
    answers_to = [value for name, value in letter.headers if name == "Reply-To"]
    make = WithImages if letter.mail.images else EmailMultiAlternatives
    made = make(letter.subject, letter.mail.text, sender(), [letter.to], headers=headers, reply_to=answers_to)
    if letter.mail.html:
        made.attach_alternative(letter.mail.html, "text/html")
    for cid, png in letter.mail.images:
        image = MIMEImage(png, "png")
        image.add_header("Content-ID", f"<{cid}>")
        image.add_header("Content-Disposition", "inline", filename=f"{cid}.png")
        made.attach(image)
    return made


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:500]

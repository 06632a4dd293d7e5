"""How a letter gets to the mail server. Knows no outbox: a wire takes a letter and says what became of it."""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from email.mime.image import MIMEImage
from typing import Protocol

from anymail.exceptions import AnymailRecipientsRefused
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend
from django.db import transaction

from accounts import mailbox
from accounts.letters import Letter, envelope_sender, sender

Sign = Callable[[], AbstractContextManager[bool]]
"""Entered in the last moment before a letter leaves our hands, left when it was taken, by an error if not.

It says whether the letter still is ours to send.
"""


class Refused(Exception):
    """The server will never take this letter."""


class BadAddress(Refused):
    """The server will never take a letter to this address."""


class Later(Exception):
    """The server does not take this letter now."""


class Down(Exception):
    """There is no server, or it has hung up."""


class Taken(Exception):
    """Another sender has the letter."""


class Wire(Protocol):
    """An open connection to whatever takes our mail."""

    def send(self, letter: Letter, sign: Sign) -> None:
        """Hand a letter over; returns when it was taken. Raises Refused, Later, Down or Taken.

        After Down the wire is dead, and after Taken too.
        """

    def close(self) -> None:
        """Hang up."""


class SmtpWire:
    """One SMTP connection, spoken step by step, so that ``sign`` can be entered between the text and its end.

    The server has the whole text by then and only the closing dot is missing: what ``sign`` does costs no
    time, because the server is busy with the text, and a letter that is not ours any more is not sent.
    """

    def __init__(self, backend: EmailBackend) -> None:
        try:
            backend.open()
            smtp = backend.connection
            assert isinstance(smtp, smtplib.SMTP)  # noqa: S101 - what open() leaves if it raises nothing
            smtp.ehlo_or_helo_if_needed()
        except (OSError, smtplib.SMTPException) as error:
            raise Down(_reason(error)) from error
        self._smtp = smtp
        # The closing dot is a small packet of its own; it must not wait until the text is acknowledged.
        smtp.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, letter: Letter, sign: Sign) -> None:
        """Hand a letter over."""
        try:
            self._speak(letter.to, letter.as_bytes().replace(b"\r\n.", b"\r\n.."), sign)
        except (Refused, Later):
            raise
        except BaseException as error:
            self._smtp.close()  # without a word: a text without its dot is not taken by the server
            if isinstance(error, OSError | smtplib.SMTPException):
                raise Down(_reason(error)) from error
            raise

    def close(self) -> None:
        """Say goodbye."""
        with suppress(OSError, smtplib.SMTPException):
            self._smtp.quit()

    def _speak(self, to: str, text: bytes, sign: Sign) -> None:
        self._envelope(to)
        self._smtp.send(text)
        with sign() as ours:
            if not ours:
                raise Taken
            self._smtp.send(b".\r\n")
            self._expect(self._smtp.getreply(), 250)

    def _envelope(self, to: str) -> None:
        try:
            self._expect(self._smtp.mail(envelope_sender()), 250)
        except Refused as error:  # that is about us, not about the letter
            raise Later(str(error)) from error
        try:
            self._expect(self._smtp.rcpt(to), 250, 251)
        except Refused as error:
            raise BadAddress(str(error)) from error
        self._expect(self._smtp.docmd("DATA"), 354)

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

    def send(self, letter: Letter, sign: Sign) -> None:
        """Keep a letter for the page."""
        with transaction.atomic(), sign() as ours:
            if not ours:
                raise Taken
            mailbox.keep(letter.to, letter.subject, letter.as_bytes())

    def close(self) -> None:
        """Nothing to hang up."""


class BackendWire:
    """Any other e-mail backend of Django, such as a provider's API through Anymail."""

    def __init__(self, backend: BaseEmailBackend) -> None:
        self._backend = backend
        try:
            backend.open()
        except Exception as error:
            raise Down(_reason(error)) from error

    def send(self, letter: Letter, sign: Sign) -> None:
        """Hand a letter over as a message of Django's."""
        with sign() as ours:
            if not ours:
                raise Taken
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


def message(letter: Letter) -> EmailMultiAlternatives:
    """A letter as a message of Django's."""
    headers = {name: value for name, value in letter.headers if name not in ("From", "To")}
    made = EmailMultiAlternatives(letter.subject, letter.mail.text, sender(), [letter.to], headers=headers)
    if letter.mail.html:
        made.attach_alternative(letter.mail.html, "text/html")
    for cid, png in letter.mail.images:
        image = MIMEImage(png, "png")
        image.add_header("Content-ID", f"<{cid}>")
        image.add_header("Content-Disposition", "inline", filename=f"{cid}.png")
        made.attach(image)
    if letter.mail.images:
        made.mixed_subtype = "related"
    return made


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:500]

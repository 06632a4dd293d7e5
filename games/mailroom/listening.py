"""The door for mail servers: takes mail by SMTP or LMTP, one recipient at a time.

A mail is answered with 250 only when it is dealt with in the database, and with 4xx when it could not be, so
that the server keeps it. It belongs behind a mail server of one's own: it knows neither TLS nor spam.
"""

from __future__ import annotations

import asyncio
import signal
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone

from games.mailroom.receiving import Outcome, TooMany, is_known, receive

log = structlog.get_logger(__name__)

THREADS = 2
IDLE = 60
"""Seconds after which a silent connection is closed."""
PATIENCE = 15
"""Seconds that a mail which is being dealt with has left when we are told to stop."""
NOBODYS = ("<>", "MAILER-DAEMON")
"""How nobody is written: in SMTP, and by Postfix to a pipe."""
DONE = "250 2.0.0 Dealt with"
NOBODY = "550 5.1.1 There is nobody of that address here"
ONE_BY_ONE = "452 4.5.3 One recipient at a time"
LATER = "451 4.3.0 Not now; come again"
TOO_MANY = "451 4.7.1 Too many mails for now; come again"


def deal(raw: bytes, envelope_from: str | None, envelope_to: str) -> str:
    """Deal with one mail; the reply to whoever brought it."""
    close_old_connections()
    try:
        outcome = receive(raw, envelope_from, envelope_to, timezone.now())
    except TooMany:
        return TOO_MANY
    except Exception as error:
        note_trouble(error)
        return LATER
    finally:
        close_old_connections()
    return NOBODY if outcome is Outcome.UNKNOWN else DONE


def envelope_sender(said: str | None) -> str | None:
    """The sender of an envelope; empty for a bounce, whatever a server calls nobody."""
    return "" if said in NOBODYS else said


def note_trouble(error: Exception) -> None:
    """Log what went wrong and where, without what an error may say of the mail."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    log.error(
        "mail_not_dealt_with", error=type(error).__name__, at=f"{Path(frame.filename).name}:{frame.lineno}"
    )


class Desk:
    """What is said to mail servers."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(max_workers=THREADS)
        self.busy = 0

    async def handle_RCPT(  # noqa: N802 - the name that aiosmtpd calls
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take one recipient that is known here."""
        if envelope.rcpt_tos:
            return ONE_BY_ONE
        if not is_known(address, envelope_sender(envelope.mail_from)):
            return NOBODY
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Deal with the mail before its fate is told."""
        self.busy += 1
        try:
            (to,) = envelope.rcpt_tos
            raw = envelope.original_content or b""
            loop = asyncio.get_running_loop()
            sender = envelope_sender(envelope.mail_from)
            return await loop.run_in_executor(self.pool, deal, raw, sender, to)
        finally:
            self.busy -= 1

    async def handle_exception(self, error: Exception) -> str:
        """Whatever breaks: the mail stays where it is."""
        note_trouble(error)
        return LATER

    async def rest(self) -> None:
        """Wait until no mail is being dealt with, but not for ever."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while self.busy and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.05)


def speaker(scheme: str, desk: Desk) -> Callable[[], SMTP]:
    """What makes the protocol of a connection."""
    spoken: type[Any] = {"smtp": SMTP, "lmtp": LMTP}[scheme]
    # No line of a mail is too long for us as long as the mail is not.
    kind = type(spoken.__name__, (spoken,), {"line_length_limit": settings.MAIL_IN_SIZE})

    def make() -> SMTP:
        made: SMTP = kind(
            desk,
            data_size_limit=settings.MAIL_IN_SIZE,
            enable_SMTPUTF8=True,
            hostname=settings.MAIL_IN.rpartition("@")[2] or "localhost",
            ident="bidplay",
            timeout=IDLE,
            command_call_limit=1000,
        )
        return made

    return make


def parted(listen: str) -> tuple[str, str, int]:
    """Scheme, and either host and port, or the path of a socket and 0. Raises ``ValueError``."""
    scheme, _colon, place = listen.partition(":")
    if scheme not in ("smtp", "lmtp") or not place:
        raise ValueError("It begins with smtp: or lmtp:, then an address and port, or the path of a socket.")
    if place.startswith("/"):
        return scheme, place, 0
    host, _colon, port = place.rpartition(":")
    return scheme, host.strip("[]") or "127.0.0.1", int(port)


async def listen(where: str, ready: Callable[[], None]) -> None:
    """Take mail until a signal says stop; what is begun is finished."""
    scheme, host, port = parted(where)
    desk, loop, told = Desk(), asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, told.set)
    make = speaker(scheme, desk)
    if port:
        server = await loop.create_server(make, host, port)
    else:
        with suppress(FileNotFoundError):
            Path(host).unlink()
        server = await loop.create_unix_server(make, host)
        Path(host).chmod(0o660)
    ready()
    await told.wait()
    server.close()
    await desk.rest()
    desk.pool.shutdown()

"""A mail server that keeps what it gets: what a journey reads instead of an inbox."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.ports import free_port


@dataclass(frozen=True)
class Mail:
    """One mail as it came: to whom, and what."""

    to: str
    message: EmailMessage

    @property
    def subject(self) -> str:
        """The decoded subject."""
        return str(self.message["Subject"])

    @property
    def text(self) -> str:
        """The plain part."""
        body = self.message.get_body(("plain",))
        return str(body.get_content()) if body else ""

    @property
    def html(self) -> str:
        """The HTML part."""
        body = self.message.get_body(("html",))
        return str(body.get_content()) if body else ""


class Sink:
    """An SMTP server on a free port; ``down`` makes it refuse everything for now."""

    def __init__(self) -> None:
        self.mails: list[Mail] = []
        self.down = False
        self.connections = 0
        self.port = free_port()
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)

    @property
    def url(self) -> str:
        """Its address for EMAIL_URL."""
        return f"smtp://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Take mail from now on."""
        self.controller.start()

    def stop(self) -> None:
        """Take no more mail."""
        self.controller.stop()

    def to(self, address: str) -> list[Mail]:
        """The mails that came for an address, the oldest first."""
        return [mail for mail in list(self.mails) if mail.to == address]

    def wait_for(self, wanted: Callable[[Mail], bool], seconds: float = 30) -> Mail:
        """The first mail that is wanted, waiting for it if need be."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for mail in list(self.mails):
                if wanted(mail):
                    return mail
            time.sleep(0.1)
        came = "\n".join(f"  {mail.to}: {mail.subject}" for mail in self.mails)
        raise AssertionError(f"the mail did not come in {seconds:.0f} s; these came:\n{came or '  none'}")

    async def handle_EHLO(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        """Count a connection."""
        self.connections += 1
        session.host_name = hostname
        return responses

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Keep a mail, once for each address it is for."""
        if self.down:
            return "451 not now"
        content: Any = envelope.content
        message = message_from_bytes(content, policy=policy.default)
        self.mails += [Mail(address, message) for address in envelope.rcpt_tos]
        return "250 kept"

"""A mail server for tests that keeps what it is sent, and can refuse, hesitate, hang up and be away."""

from __future__ import annotations

import asyncio
import email
import email.policy
import socket
import threading
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


class Sink:
    """An SMTP server on a free port of this machine."""

    def __init__(self) -> None:
        self.port = free_port()
        self.raw: list[tuple[str, bytes]] = []
        self.connections = 0
        self.answers: dict[str, str] = {}
        """What to say to a recipient instead of yes."""
        self.takes_text_anyway = False
        """Whether to ask for a text although its recipient was refused."""
        self.data_answers: list[str] = []
        """What to say to the next texts instead of yes."""
        self.sender_answer = "250 OK"
        self.pipelining = True
        """Whether commands may come before the ones before them are answered."""
        self.hang_up_after = 0
        self.hesitate = 0.0
        """How long to think about a recipient."""
        self.hold_after: int | None = None
        """How many mails to take before holding the next ones back."""
        self.held = threading.Event()
        self.holding = 0
        """How many mails are being held back."""
        self._controller: Controller | None = None

    def start(self) -> None:
        """Be there."""
        sink = self

        class Handler:
            async def handle_EHLO(  # noqa: N802
                self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
            ) -> list[str]:
                session.host_name = hostname
                return [responses[0], *(["250-PIPELINING"] if sink.pipelining else []), *responses[1:]]

            async def handle_MAIL(  # noqa: N802
                self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
            ) -> str:
                envelope.mail_from = address
                return sink.sender_answer

            async def handle_RCPT(  # noqa: N802 - the name that aiosmtpd calls
                self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
            ) -> str:
                await asyncio.sleep(sink.hesitate)
                if address not in sink.answers or sink.takes_text_anyway:
                    envelope.rcpt_tos.append(address)
                return sink.answers.get(address, "250 OK")

            async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
                return await sink._take(server, envelope)

        class Counting(Controller):
            def factory(self) -> SMTP:
                sink.connections += 1
                return super().factory()

        self._controller = Counting(Handler(), hostname="127.0.0.1", port=self.port)
        self._controller.start()
        self.connections = 0  # the controller itself knocks once to see whether it is up

    def stop(self) -> None:
        """Be away."""
        if self._controller is not None:
            self._controller.stop()
            self._controller = None

    async def _take(self, server: SMTP, envelope: Envelope) -> str:
        self.holding += 1
        while self.hold_after is not None and len(self.raw) >= self.hold_after:
            self.held.set()
            await asyncio.sleep(0.005)
        self.holding -= 1
        if self.data_answers:
            return self.data_answers.pop(0)
        assert isinstance(envelope.original_content, bytes)
        self.raw += [(to, envelope.original_content) for to in envelope.rcpt_tos]
        if self.hang_up_after and len(self.raw) % self.hang_up_after == 0:
            server.transport.close()
        return "250 OK"

    @property
    def mails(self) -> list[EmailMessage]:
        """What was taken, parsed."""
        return [email.message_from_bytes(raw, policy=email.policy.default) for _to, raw in self.raw]

    @property
    def recipients(self) -> list[str]:
        """Who was written to, in order."""
        return [to for to, _raw in self.raw]


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

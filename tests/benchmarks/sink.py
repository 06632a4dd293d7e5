"""A mail server that takes every mail and keeps only the last; in a process of its own.

Each line it is sent is a question; it answers with what it has counted since the last.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.benchmarks.stage import Stage


class Sink:
    """The handle of the sink's process."""

    def __init__(self, stage: Stage) -> None:
        self.port = stage.port()
        self.process = stage.talk(sys.executable, "-m", "tests.benchmarks.sink", str(self.port))
        self.counted()

    def counted(self) -> dict[str, Any]:
        """``mails`` and ``connections`` since the last question, and the ``last`` mail."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(b"?\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


class Handler:
    """Takes every mail."""

    def __init__(self) -> None:
        self.mails = self.connections = 0
        self.last = b""

    async def handle_EHLO(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        """Offer to take commands together, as mail servers do."""
        session.host_name = hostname
        return [responses[0], "250-PIPELINING", *responses[1:]]

    async def handle_DATA(self, server: SMTP, session: object, envelope: Envelope) -> str:  # noqa: N802
        """Count a mail."""
        self.mails += 1
        self.last = envelope.original_content or b""
        return "250 OK"

    def connected(self) -> SMTP:
        """A new connection."""
        self.connections += 1
        return SMTP(self, hostname="127.0.0.1")

    def answer(self) -> str:
        """What was counted since the last answer."""
        told = {"mails": self.mails, "connections": self.connections, "last": self.last.decode("latin-1")}
        self.mails = self.connections = 0
        return json.dumps(told)


async def serve(port: int) -> None:
    """Take mails and answer questions, until there are no more."""
    handler, loop = Handler(), asyncio.get_running_loop()
    server = await loop.create_server(handler.connected, "127.0.0.1", port)
    async with server:
        while await loop.run_in_executor(None, sys.stdin.readline):
            print(handler.answer(), flush=True)


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))

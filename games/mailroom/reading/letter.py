"""What was read of a mail, as values. They know nothing of where the mail came from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Bounce:
    """What a mail server says about one address that it could not deliver to."""

    recipient: str
    status: str = ""
    """The enhanced status code, such as ``5.1.1``; empty if none was given."""
    diagnostic: str = ""
    """What the server said, in one line."""
    message_id: str = ""
    """The Message-ID of the mail that came back, with its angle brackets."""
    action: str = "failed"
    """``failed``, ``delayed``, ``delivered``, ``relayed``, ``expanded``; ``complaint`` of the reader."""

    @property
    def hard(self) -> bool:
        """Whether mail to this address is refused for good."""
        return self.action == "failed" and self.status.startswith("5")


@dataclass(frozen=True)
class Letter:
    """What one mail says. A mail that is beyond reading has an empty ``sender`` and no ``lines``."""

    sender: str = ""
    """The address of From; empty unless there is exactly one."""
    recipients: tuple[str, ...] = ()
    """Every address the mail names as going to, as written, each once."""
    subject: str = ""
    message_id: str = ""
    """With its angle brackets."""
    automatic: str = ""
    """Why no person wrote this, as one word: ``bounce``, ``reply`` (an auto-reply), ``machine``, ``list``,
    ``receipt``, ``complaint``; empty if a person did. What is automatic gets no answer.
    """
    lines: tuple[str, ...] = ()
    """The writer's own lines, without blank ones; nothing that is quoted, signed or added by a program."""
    bounces: tuple[Bounce, ...] = ()

"""E-mail backends of Django that fail as providers do."""

from __future__ import annotations

from collections.abc import Sequence

from anymail.exceptions import AnymailAPIError, AnymailRecipientsRefused
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class RefusingBackend(BaseEmailBackend):
    """Knows no such address."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        raise AnymailRecipientsRefused("nobody lives there")


class BusyBackend(BaseEmailBackend):
    """Has no time."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        raise AnymailAPIError("429 slow down")


class AwayBackend(BaseEmailBackend):
    """Is not there."""

    def open(self) -> None:
        raise ConnectionError("no route")

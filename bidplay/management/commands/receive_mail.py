"""``manage.py receive_mail < message``: takes one mail from a mail server's pipe and plays what it says.

Ends as mail servers expect: 0 when the mail is dealt with, 75 when it must come again later, 67 when there is
nobody of that address, 65 when it is too large.
"""

import os
import sys
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandParser

from games.mailroom.listening import DONE, NOBODY, deal, envelope_sender
from games.mailroom.reading import read
from games.mailroom.receiving import is_known


class Command(BaseCommand):
    """Reads one mail from standard input."""

    help = "Take one mail from standard input and play what it says."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The envelope, where the mail server tells it."""
        parser.add_argument(
            "recipient", nargs="?", default="", help="where it was sent; else the mail says so"
        )
        parser.add_argument("--sender", default=None, help="who sent it, by the envelope; empty for a bounce")

    def handle(self, *args: Any, **options: Any) -> None:
        """Deal with the mail and end with the code that tells what became of it."""
        raw = sys.stdin.buffer.read(settings.MAIL_IN_SIZE + 1)
        if len(raw) > settings.MAIL_IN_SIZE:
            self.stderr.write("This mail is too large.")
            sys.exit(os.EX_DATAERR)
        sender = envelope_sender(options["sender"])
        answer = deal(raw, sender, options["recipient"] or recipient(raw, sender))
        if answer == DONE:
            return
        self.stderr.write(answer)
        sys.exit(os.EX_NOUSER if answer == NOBODY else os.EX_TEMPFAIL)


def recipient(raw: bytes, sender: str | None) -> str:
    """The first address of ours among those that the mail names."""
    return next((address for address in read(raw, sender).recipients if is_known(address, sender)), "")

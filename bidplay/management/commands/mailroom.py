"""``manage.py mailroom``: takes the mails that people answer with, from a mail server, by SMTP or LMTP."""

import asyncio
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from games.mailroom import listening


class Command(BaseCommand):
    """Listens until it is told to stop."""

    help = "Take mail by SMTP or LMTP and play what it says. MAIL_IN names the address it comes to."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to listen."""
        parser.add_argument(
            "--listen",
            default=settings.MAIL_IN_LISTEN,
            metavar="PLACE",
            help="lmtp:127.0.0.1:8024, smtp:127.0.0.1:2525 or lmtp:/run/bidplay/mail.sock; "
            "MAIL_IN_LISTEN if it is not given",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until a signal says stop; that is a good end."""
        if not settings.MAIL_IN:
            raise CommandError("MAIL_IN names no address, so there is no mail to take.")
        where = options["listen"]
        try:
            listening.parted(where)
        except ValueError as error:
            raise CommandError(f"{where} is no place to listen at. {error}") from error
        try:
            asyncio.run(listening.listen(where, lambda: self.stdout.write(f"mail is taken at {where}")))
        except OSError as error:
            raise CommandError(f"Nobody can listen at {where}: {error.strerror}.") from error

"""The connection of the backend; all else of it is Django's own."""

from __future__ import annotations

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A server that goes away says so or hangs up, so nothing need be asked over a link that is silent.

    Asking is a round trip more before each page and each order. A server that vanished without a word is
    found out by the first statement; no link is used for longer than ``CONN_MAX_AGE``.
    """

    def is_usable(self) -> bool:
        """Whether the link holds; after an error, or with anything to be read, the server is asked."""
        if self.connection is not None and not self.errors_occurred and _is_silent(self.connection.fileno()):
            return True
        return super().is_usable()


def _is_silent(link: int) -> bool:
    poll = select.poll()
    poll.register(link, select.POLLIN)  # a hang-up and an error are told unasked
    return not poll.poll(0)

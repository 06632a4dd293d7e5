"""Whom no mail that asks for an order has reached: refused, or tried in vain so far. Reads only.

One plain statement for a batch of turns: composed it takes longer than it runs.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import msgspec
from django.db import connection

from games.models.light import LightMatch, LightSeat, LightTurn

# Mails to an address from which one came back count as lost until it is known to work again. In a team it is
# the mail to the acting captain that counts. Counted, the notices are looked up one by one by their index;
# with EXISTS a database may choose to read the whole outbox at once.
_UNREACHED = """
SELECT v.seat
FROM {asked} JOIN accounts_user u ON u.id = v.reader
WHERE u.mail_failed_at >= v.opened_at
  OR (u.mail_bounced AND u.mail_failed_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM games_clock WHERE mail_down_since < %s)
  OR (
    SELECT COUNT(*) FROM accounts_notice n
    WHERE n.user_id = v.reader AND n.kind IN ('turn', 'start') AND n.subject = v.subject
      AND (n.status = 'failed' OR (n.status = 'pending' AND n.error <> ''))
  ) > 0
"""
_POSTGRESQL = "json_to_recordset(%s) AS v(seat bigint, reader bigint, subject text, opened_at timestamptz)"
_SQLITE = (
    "(SELECT json_extract(value, '$.seat') AS seat, json_extract(value, '$.reader') AS reader, "
    "json_extract(value, '$.subject') AS subject, json_extract(value, '$.opened_at') AS opened_at "
    "FROM json_each(%s)) v"
)


def unreached(
    silent: Sequence[tuple[LightMatch, LightTurn, LightSeat]], mail_down_before: datetime.datetime
) -> set[int]:
    """The keys of those of these silent seats that people hold whom no mail about their turn has reached.

    These are all of them while no mail has left since before an instant.
    """
    moment = connection.ops.adapt_datetimefield_value
    asked = [
        {
            "seat": seat.pk,
            "reader": seat.user_id,
            "subject": f"{match.code}:{turn.number}",
            "opened_at": moment(turn.opened_at),
        }
        for match, turn, seat in silent
    ]
    rows = _POSTGRESQL if connection.vendor == "postgresql" else _SQLITE
    with connection.cursor() as cursor:
        values = [msgspec.json.encode(asked).decode(), moment(mail_down_before)]
        cursor.execute(_UNREACHED.format(asked=rows), values)
        return {seat for (seat,) in cursor.fetchall()}

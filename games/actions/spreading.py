"""Which devices and webhooks hear of an action, written in the action's own transaction; sent after it.

One statement tells who hears at all, and one more is made only where somebody does.

``actions/spreading.py`` writes with the notices of a batch what devices and webhooks are to
be told: ``Delivery`` rows, unique per (channel, kind, subject), one statement to see who hears and one
more if anybody does. A table's webhook hears public happenings, a person's device or webhook their
notices. ``accounts/couriers.py`` claims and marks them as the outbox does, and posts side by side, so a
slow one holds up only itself; ``accounts/addresses.py`` is the only way out to an address that a stranger
named. ``notices/brief.py`` writes what anybody may read on a lock screen. Addresses, keys and secrets are
sealed; feeds are found by a hash.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from django.db import connection
from django.db.models import Model

from accounts.channels import Delivery
from games.actions.storing import insert

if TYPE_CHECKING:
    from games.actions.closing import Closing
    from games.actions.telling import AnyMatch, AnySeat, AnyTurn, LightNotice


class LightDelivery(msgspec.Struct):
    """A delivery on its way to a device or a webhook."""

    model: ClassVar[type[Model]] = Delivery
    channel_id: int
    kind: str
    subject: str
    data: dict[str, object]
    created_at: datetime.datetime
    send_at: datetime.datetime
    pk: int = 0
    status: str = Delivery.Status.PENDING.value
    sent_at: datetime.datetime | None = None
    attempts: int = 0
    error: str = ""


class Happening(msgspec.Struct, frozen=True):
    """Something public at a table; its kind is started, closed, deserted, taken or ended."""

    code: str
    kind: str
    subject: str
    now: datetime.datetime
    data: dict[str, object]


def happened(
    kind: str, match: AnyMatch, turn: AnyTurn, now: datetime.datetime, seat: AnySeat | None = None
) -> Happening:
    """Something public that happened in a turn, to the table or to one of its seats."""
    subject, data = f"{match.code}:{turn.number}", {"match": match.code, "turn": turn.number}
    if seat is None:
        return Happening(match.code, kind, subject, now, data)
    return Happening(match.code, kind, f"{subject}:{seat.index}", now, {**data, "seat": seat.index})


def closed(closing: Closing, now: datetime.datetime) -> list[Happening]:
    """What happened at a table when a turn closed: the turn, who is gone, and whether that was the end."""
    match, turn = closing.table.match, closing.table.turn
    if match.size == 1:
        return []
    ended = closing.outcome is not None
    return [
        happened("ended" if ended else "closed", match, turn, now),
        *(happened("deserted", match, turn, now, seat) for seat in closing.deserted if not ended),
    ]


_HEARING = """
SELECT id, user_id, "table", kinds FROM accounts_channel
WHERE "table" = '' AND off_at IS NULL AND user_id {people}
UNION ALL
SELECT id, user_id, "table", kinds FROM accounts_channel
WHERE "table" <> '' AND off_at IS NULL AND "table" {tables}
"""


def spread(notices: Sequence[LightNotice], happenings: Sequence[Happening]) -> None:
    """Write down what devices and hooks have to be told; what is there already stays the only one."""
    people, codes = {notice.user_id for notice in notices}, {happening.code for happening in happenings}
    if not people and not codes:
        return
    own: dict[int, list[tuple[int, list[str]]]] = defaultdict(list)
    of_tables: dict[str, list[int]] = defaultdict(list)
    for pk, user_id, table, kinds in _hearing(people or {0}, codes or {"-"}):
        if table:
            of_tables[table].append(pk)
        else:
            own[user_id].append((pk, kinds))
    if own or of_tables:
        insert([*_of_people(notices, own), *_of_tables(happenings, of_tables)], once=True)


def _hearing(people: set[int], codes: set[str]) -> Iterator[tuple[int, int, str, list[str]]]:
    """The channels of people and of tables that are on, with the kinds that each gets."""
    asked, values = _asked(people, codes)
    with connection.cursor() as cursor:
        cursor.execute(asked, values)
        rows = cursor.fetchall()
    for pk, user_id, table, kinds in rows:
        yield pk, user_id, table, msgspec.json.decode(kinds)


def _asked(people: set[int], codes: set[str]) -> tuple[str, list[Any]]:
    """The statement and its values; on PostgreSQL always the same text, which is then planned once."""
    if connection.vendor == "postgresql":
        lists: list[Any] = [list(people), list(codes)]
        return _HEARING.format(people="= ANY(%s::bigint[])", tables="= ANY(%s::text[])"), lists
    marks = [", ".join(["%s"] * len(found)) for found in (people, codes)]
    return _HEARING.format(people=f"IN ({marks[0]})", tables=f"IN ({marks[1]})"), [*people, *codes]


def _of_people(
    notices: Sequence[LightNotice], own: dict[int, list[tuple[int, list[str]]]]
) -> Iterator[LightDelivery]:
    for notice in notices:
        for pk, kinds in own.get(notice.user_id, ()):
            if notice.kind in kinds:
                now = notice.created_at
                yield LightDelivery(pk, notice.kind, notice.subject, notice.data, now, now)


def _of_tables(happenings: Sequence[Happening], of_tables: dict[str, list[int]]) -> Iterator[LightDelivery]:
    for one in happenings:
        for pk in of_tables.get(one.code, ()):
            yield LightDelivery(pk, f"table:{one.kind}", one.subject, one.data, one.now, one.now)

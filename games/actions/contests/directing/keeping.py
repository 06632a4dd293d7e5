"""What an act changes of the rows of a contest, and the way back: rows before, rows after, the difference.

Knows no verb. Matches are not among these rows; what stops and opens them takes it back itself.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec
from django.db.models import BinaryField, DateTimeField, F, Field, Model, Q

from games.models import Ask, Berth, Contest, Entrant, Entry, Group, Pairing, Round, Side

Row: TypeAlias = dict[str, Any]
Rows: TypeAlias = dict[str, dict[int, Row]]

TABLES: dict[str, tuple[type[Model], str]] = {
    "contest": (Contest, "pk"),
    "director": (Contest.directors.through, "contest"),
    "entry": (Entry, "contest"),
    "entrant": (Entrant, "contest"),
    "ask": (Ask, "entry__contest"),
    "group": (Group, "contest"),
    "berth": (Berth, "group__contest"),
    "round": (Round, "group__contest"),
    "pairing": (Pairing, "round__group__contest"),
    "side": (Side, "round__group__contest"),
}
"""The rows of a contest and how they belong to it; those that others point to come first."""

APART = {
    "contest": ("step", "sealed_seed", "seed_commitment", "seed", "code", "created_at"),
    "group": ("standings", "stale"),
}
"""What no undo touches: the count of steps, secrets and what was revealed, and what is worked out anew."""

LOOSE = ("wake_at", "trouble")
"""What the clock may have changed since without harm; it is then left as the clock wants it."""


class Difference(msgspec.Struct):
    """How rows differ: keys that were added, whole rows that are gone, fields as they were and are."""

    added: dict[str, list[int]] = {}
    gone: dict[str, dict[int, Row]] = {}
    changed: dict[str, dict[int, dict[str, tuple[Any, Any]]]] = {}

    def plain(self) -> Any:
        """The difference as JSON values."""
        return msgspec.to_builtins(self, str_keys=True)

    @classmethod
    def read(cls, stored: Any) -> Difference:
        """The difference that was stored."""
        return msgspec.convert(stored, cls, strict=False)

    def touches_play(self) -> bool:
        """Whether another step of the clock may come of it: other entries, groups, rounds or results."""
        return bool({*self.added, *self.gone, *self.changed} - {"contest", "director"})

    def touched(self) -> set[tuple[str, int]]:
        """The rows that differ."""
        found = {(table, key) for table, keys in self.added.items() for key in keys}
        for part in (self.gone, self.changed):
            found |= {(table, key) for table, keys in part.items() for key in keys}
        return found


def rows_of(contest: Contest) -> Rows:
    """All rows of a contest as JSON values, in a fixed number of queries."""
    return {table: _rows(table, contest) for table in TABLES}


def _rows(table: str, contest: Contest) -> dict[int, Row]:
    model, owner = TABLES[table]
    names = [field.attname for field in _fields(table)]
    found = model._default_manager.filter(Q((owner, contest.pk))).order_by("pk").values_list("pk", *names)
    return {key: dict(zip(names, map(_plain, values), strict=True)) for key, *values in found}


def _fields(table: str) -> list[Field[Any, Any]]:
    model, _owner = TABLES[table]
    apart = APART.get(table, ())
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    return [field for field in fields if field.name not in apart]


def _plain(value: Any) -> Any:
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    return bytes(value).hex() if isinstance(value, (bytes, memoryview)) else value


def _read(field: Field[Any, Any], value: Any) -> Any:
    if value is not None and isinstance(field, DateTimeField):
        return datetime.datetime.fromisoformat(value)
    return bytes.fromhex(value) if isinstance(field, BinaryField) else value


def difference(before: Rows, after: Rows) -> Difference:
    """What has become of the rows."""
    found = Difference({}, {}, {})
    for table in TABLES:
        was, became = before[table], after[table]
        found.added[table] = [key for key in became if key not in was]
        found.gone[table] = {key: row for key, row in was.items() if key not in became}
        found.changed[table] = {
            key: {name: (row[name], became[key][name]) for name in row if row[name] != became[key][name]}
            for key, row in was.items()
            if key in became and row != became[key]
        }
    return Difference(*(_filled(part) for part in (found.added, found.gone, found.changed)))


def _filled(part: Mapping[str, Any]) -> dict[str, Any]:
    return {table: found for table, found in part.items() if found}


def is_current(found: Difference, rows: Rows) -> bool:
    """Whether nothing of what differs has been changed since."""
    kept = all(key in rows[table] for table, keys in found.added.items() for key in keys)
    missing = all(key not in rows[table] for table, keys in found.gone.items() for key in keys)
    return kept and missing and all(_stands(rows[table], part) for table, part in found.changed.items())


def _stands(rows: Mapping[int, Row], part: Mapping[int, Mapping[str, tuple[Any, Any]]]) -> bool:
    return all(
        key in rows and (name in LOOSE or rows[key][name] == became)
        for key, fields in part.items()
        for name, (_was, became) in fields.items()
    )


def restore(found: Difference) -> None:
    """Bring the rows back to what they were before."""
    before = {table: _before(table, part) for table, part in found.changed.items()}
    for table in reversed(TABLES):
        TABLES[table][0]._default_manager.filter(pk__in=found.added.get(table, [])).delete()
    _loosen(found)
    for table, (model, _owner) in TABLES.items():
        model._default_manager.bulk_create(_gone(table, found.gone.get(table, {})))
    for table, rows in before.items():
        names = {name for fields in found.changed[table].values() for name in fields} | LOOSENED.get(
            table, set()
        )
        TABLES[table][0]._default_manager.bulk_update(rows, sorted(names), batch_size=500)


LOOSENED = {"side": {"live"}, "entry": {"number"}, "berth": {"number"}}
"""What may be there only once, so that rows can exchange it only by way of something else."""


def _before(table: str, part: Mapping[int, Mapping[str, tuple[Any, Any]]]) -> list[Model]:
    """The rows as they were, not yet stored."""
    fields = {field.attname: field for field in _fields(table)}
    rows = TABLES[table][0]._default_manager.in_bulk(part)
    for key, row in rows.items():
        for name, (was, became) in part[key].items():
            if name not in LOOSE or _plain(getattr(row, name)) == became:
                setattr(row, name, _read(fields[name], was))
    return list(rows.values())


def _gone(table: str, part: Mapping[int, Row]) -> list[Model]:
    model, fields = TABLES[table][0], _fields(table)
    return [
        model(pk=key, **{field.attname: _read(field, row[field.attname]) for field in fields})
        for key, row in part.items()
    ]


def _loosen(found: Difference) -> None:
    """Let go of what may be there only once."""
    Side.objects.filter(pk__in=found.changed.get("side", {})).update(live=False)
    Entry.objects.filter(pk__in=found.changed.get("entry", {})).update(number=None)
    Berth.objects.filter(pk__in=found.changed.get("berth", {})).update(number=F("number") + 1_000_000)

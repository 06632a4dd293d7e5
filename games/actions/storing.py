"""Many rows written at once, where turns close by the batch: one statement, one parameter a kind of row.

On PostgreSQL the rows travel as one JSON text, which costs a fraction of a parameter for each value; other
databases get the ORM's own statements. Which rows are written, and why, is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from django.db import connection
from django.db.models import Model

Row = TypeVar("Row", bound=Model)


def insert(rows: Sequence[Row], *, once: bool = False) -> None:
    """Store new rows and give them their keys; with ``once`` one that is there already stays the only one.

    Rows that may have been there get no keys.
    """
    if not rows:
        return
    model = type(rows[0])
    if connection.vendor != "postgresql":
        model._default_manager.bulk_create(rows, ignore_conflicts=once)
        return
    with connection.cursor() as cursor:
        cursor.execute(_inserting(model, once), [_text(rows, _columns(model))])
        if not once:
            for row, (key,) in zip(rows, cursor.fetchall(), strict=True):
                row.pk = key
                row._state.adding, row._state.db = False, connection.alias


def update(rows: Sequence[Row], fields: Sequence[str], *, unset: str = "") -> int:
    """Store these fields of rows; how many that were. A row whose field ``unset`` is set is left alone."""
    if not rows:
        return 0
    model = type(rows[0])
    if connection.vendor != "postgresql":
        return _update_by_orm(rows, fields, unset)
    text = _text(rows, {**_columns(model, fields), "id": "pk"})
    with connection.cursor() as cursor:
        cursor.execute(_updating(model, tuple(fields), unset), [text])
        return int(cursor.rowcount)


def _update_by_orm(rows: Sequence[Row], fields: Sequence[str], unset: str) -> int:
    found = type(rows[0])._default_manager.filter(pk__in=[row.pk for row in rows])
    if unset:
        found = found.filter(**{f"{unset}__isnull": True})
    held = set(found.values_list("pk", flat=True))
    found.model._default_manager.bulk_create(
        [row for row in rows if row.pk in held],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=fields,
    )
    return len(held)


def _columns(model: type[Model], only: Sequence[str] = ()) -> dict[str, str]:
    """The attribute behind each column, without the key's; of all fields or of some."""
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    return {str(field.column): field.attname for field in fields if not only or field.name in only}


def _text(rows: Sequence[Model], columns: dict[str, str]) -> str:
    values = [{column: _plain(getattr(row, name)) for column, name in columns.items()} for row in rows]
    return msgspec.json.encode(values).decode()


def _plain(value: Any) -> Any:
    """A value as JSON can hold it; bytes as PostgreSQL writes them."""
    return "\\x" + bytes(value).hex() if isinstance(value, bytes | memoryview) else value


@lru_cache
def _inserting(model: type[Model], once: bool) -> str:
    table, named = model._meta.db_table, ", ".join(f'"{column}"' for column in _columns(model))
    end = "ON CONFLICT DO NOTHING" if once else 'RETURNING "id"'
    return (
        f'INSERT INTO "{table}" ({named}) '  # noqa: S608 - names of our own tables and columns
        f'SELECT {named} FROM json_populate_recordset(NULL::"{table}", %s) {end}'
    )


@lru_cache
def _updating(model: type[Model], fields: tuple[str, ...], unset: str) -> str:
    table = model._meta.db_table
    changed = ", ".join(f'"{column}" = v."{column}"' for column in _columns(model, fields))
    only = f' AND t."{unset}" IS NULL' if unset else ""
    return (
        f'UPDATE "{table}" t SET {changed} '  # noqa: S608 - names of our own tables and columns
        f'FROM json_populate_recordset(NULL::"{table}", %s) v WHERE t."id" = v."id"{only}'
    )

"""Many rows written at once, where turns close by the batch: one statement, one parameter a kind of row.

A row is a light value that names its model and has an attribute for each column to be written. On PostgreSQL
the rows travel as one JSON text, which costs a fraction of a parameter for each value; other databases get
the ORM's own statements. Which rows are written, and why, is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, ClassVar, Protocol

import msgspec
from django.db import connection
from django.db.models import BinaryField, Field, Model


class Row(Protocol):
    """A row as a light value; ``pk`` is its key once it is stored."""

    model: ClassVar[type[Model]]
    pk: int


def insert(rows: Sequence[Row], *, once: bool = False) -> None:
    """Store new rows and give them their keys; with ``once`` one that is there already stays the only one.

    Rows that may have been there get no keys.
    """
    if not rows:
        return
    model = rows[0].model
    if connection.vendor != "postgresql":
        _insert_by_orm(rows, once)
        return
    with connection.cursor() as cursor:
        cursor.execute(_inserting(model, once), [_text(rows, _columns(model))])
        if not once:
            for row, (key,) in zip(rows, cursor.fetchall(), strict=True):
                row.pk = key


def update(rows: Sequence[Row], fields: Sequence[str], *, unset: str = "") -> int:
    """Store these fields of rows; how many that were. A row whose field ``unset`` is set is left alone."""
    if not rows:
        return 0
    model, only = rows[0].model, tuple(fields)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            text = _text(rows, (*_columns(model, only), "pk"))
            cursor.execute(_updating(model, only, unset), [text, [row.pk for row in rows]])
        else:
            cursor.executemany(_updating_one(model, only, unset), list(_values(rows, only)))
        return int(cursor.rowcount)


def _insert_by_orm(rows: Sequence[Row], once: bool) -> None:
    model = rows[0].model
    names = _columns(model)
    made = [model(**{name: getattr(row, name) for name in names}) for row in rows]
    model._default_manager.bulk_create(made, ignore_conflicts=once)
    if not once:
        for row, stored in zip(rows, made, strict=True):
            row.pk = stored.pk


def _values(rows: Sequence[Row], only: tuple[str, ...]) -> Iterator[list[Any]]:
    """The values of each row as another database takes them, its key last."""
    fields = _fields(rows[0].model, only)
    for row in rows:
        values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
        yield [*values, row.pk]


@lru_cache
def _fields(model: type[Model], only: tuple[str, ...] = ()) -> tuple[Field[Any, Any], ...]:
    """The fields with a column, without the key; all or some."""
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    return tuple(field for field in fields if not only or field.name in only)


@lru_cache
def _columns(model: type[Model], only: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The columns of all fields or of some, without the key's; each is the name of an attribute too."""
    return tuple(field.attname for field in _fields(model, only))


def _text(rows: Sequence[Row], names: tuple[str, ...]) -> str:
    """The rows as one JSON text; bytes as base64."""
    values = attrgetter(*names)
    columns = [name if name != "pk" else "id" for name in names]
    return msgspec.json.encode([dict(zip(columns, values(row), strict=True)) for row in rows]).decode()


def _read(field: Field[Any, Any], prefix: str = "") -> str:
    """How a field's value is read from a row of the JSON text."""
    column = f'{prefix}"{field.column}"'
    return f"decode(encode({column}, 'escape'), 'base64')" if isinstance(field, BinaryField) else column


@lru_cache
def _inserting(model: type[Model], once: bool) -> str:
    table, named = model._meta.db_table, ", ".join(f'"{column}"' for column in _columns(model))
    values = ", ".join(_read(field) for field in _fields(model))
    end = "ON CONFLICT DO NOTHING" if once else 'RETURNING "id"'
    return (
        f'INSERT INTO "{table}" ({named}) '  # noqa: S608 - names of our own tables and columns
        f'SELECT {values} FROM json_populate_recordset(NULL::"{table}", %s) {end}'
    )


@lru_cache
def _updating(model: type[Model], only: tuple[str, ...], unset: str) -> str:
    table = model._meta.db_table
    changed = ", ".join(f'"{field.column}" = {_read(field, "v.")}' for field in _fields(model, only))
    still = f' AND t."{unset}" IS NULL' if unset else ""
    return (
        f'UPDATE "{table}" t SET {changed} '  # noqa: S608 - names of our own tables and columns
        f'FROM json_populate_recordset(NULL::"{table}", %s) v '
        # The keys once more: without them a table of middling size is read as a whole.
        f'WHERE t."id" = v."id" AND t."id" = ANY(%s::bigint[]){still}'
    )


@lru_cache
def _updating_one(model: type[Model], only: tuple[str, ...], unset: str) -> str:
    changed = ", ".join(f'"{column}" = %s' for column in _columns(model, only))
    still = f' AND "{unset}" IS NULL' if unset else ""
    return f'UPDATE "{model._meta.db_table}" SET {changed} WHERE "id" = %s{still}'  # noqa: S608 - our own names

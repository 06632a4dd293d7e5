"""Rows of plain statements as models, for what every page reads: the ORM composes each statement anew."""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from typing import Any, TypeVar

from django.db import connection
from django.db.models import DateTimeField, Field, JSONField, Model

M = TypeVar("M", bound=Model)


def made(model: type[M], fields: Sequence[Field[Any, Any]], values: Sequence[Any]) -> M:
    """A row as a model, its values in the order of the model's fields; the others are read when asked for."""
    read = [
        value if value is None else _read(field, value) for field, value in zip(fields, values, strict=True)
    ]
    return model.from_db(connection.alias, [field.attname for field in fields], read)


def _read(field: Field[Any, Any], value: Any) -> Any:
    if isinstance(field, JSONField):
        return json.loads(value)
    if isinstance(field, DateTimeField) and value.tzinfo is None:
        return value.replace(tzinfo=datetime.UTC)  # SQLite keeps UTC without saying so
    return value


def row(statement: str, parameters: Sequence[Any]) -> Sequence[Any] | None:
    """The first row that a statement finds."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        found: Sequence[Any] | None = cursor.fetchone()
    return found

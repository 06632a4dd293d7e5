"""What all views of the API share: reading a body or a query strictly, answering, describing oneself."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated, UnsupportedMediaType
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import User
from games.api import sent, shapes
from games.api.problems import Problem, json_answer

T = TypeVar("T", bound=msgspec.Struct)
View = TypeVar("View", bound=Callable[..., Any])


class AlwaysJson(BaseContentNegotiation):
    """Answer in JSON, whatever the program says it accepts."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        """The first renderer."""
        renderer: BaseRenderer = renderers[0]
        return renderer, renderer.media_type


class Door(APIView):
    """A view of the API: JSON in and out, problems for everything else; guests may read."""

    content_negotiation_class = AlwaysJson


class PeopleDoor(Door):
    """A view that is of use only to those who sign in."""

    permission_classes = [IsAuthenticated]


def answer(
    shape: msgspec.Struct, status: int = 200, headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """A shape as the answer to a request."""
    return json_answer(msgspec.json.encode(shape), status, headers=headers)


def signed_in(request: Request) -> User:
    """The person who asks, or the refusal to go on without one."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


@lru_cache(maxsize=64)
def _decoder(shape: type[T]) -> msgspec.json.Decoder[T]:
    return msgspec.json.Decoder(shape)


def body(request: Request, shape: type[T]) -> T:
    """The body of a request, exactly of this shape; or a problem that names what is wrong.

    No body at all is as good as an empty object.
    """
    raw = request._request.body
    if rb"\u0000" in raw:
        raise Problem(400, "malformed", gettext("No text here may have the character U+0000 in it."))
    if raw and request._request.content_type != "application/json":
        raise UnsupportedMediaType(request._request.content_type or "")
    try:
        found: T = _decoder(shape).decode(raw or b"{}")
        return found
    except msgspec.ValidationError as error:
        raise _wrong_field(error, shape) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem(400, "malformed", gettext("This is no JSON: {why}.").format(why=error)) from error


def query(request: Request, shape: type[T]) -> T:
    """The query of a request, exactly of this shape; or a problem that names the parameter that is wrong."""
    asked = request.query_params.dict()
    try:
        found: T = msgspec.convert(asked, shape, strict=False)
        return found
    except msgspec.ValidationError as error:
        raise _wrong_field(error, shape) from error


def _wrong_field(error: msgspec.ValidationError, shape: type[msgspec.Struct]) -> Problem:
    """msgspec names the place at the end of its sentence, and a field's name in backquotes."""
    why, _sep, path = str(error).partition(" - at `$")
    place = path.rstrip("`").lstrip(".")
    name = re.search(r"(?:unknown|required) field `(.*)`", why)
    if name is None:
        sentence = gettext("The field “{name}” is wrong: {why}.").format(name=place or "body", why=why)
        return Problem(400, "invalid", sentence, field=place or "body")
    field = f"{place}.{name[1]}" if place else name[1]
    if "required" in why:
        return Problem(
            400, "missing_field", gettext("The field “{name}” is missing.").format(name=field), field=field
        )
    known = ", ".join(shape.__struct_encode_fields__) or "–"
    sentence = gettext("There is no field “{name}” here; there are {names}.").format(name=field, names=known)
    return Problem(400, "unknown_field", sentence, field=field)


def _parameters(shape: type[msgspec.Struct]) -> list[OpenApiParameter]:
    (_ref,), components = msgspec.json.schema_components([shape])
    found = []
    for name, schema in components[shape.__name__]["properties"].items():
        plain = next((kind for kind in schema.get("anyOf", [schema]) if kind.get("type") != "null"), schema)
        kept = {key: value for key, value in plain.items() if key != "default"}
        found.append(OpenApiParameter(name, kept, OpenApiParameter.QUERY))
    return found


def described(
    name: str,
    gives: Any,
    *,
    status: int = 200,
    takes: type[msgspec.Struct] | None = None,
    asks: type[msgspec.Struct] | None = None,
    refuses: tuple[int, ...] = (),
    media: str = "application/json",
    examples: Sequence[OpenApiExample] = (),
) -> Callable[[View], View]:
    """Describe one operation of the API: what it takes, for example, what it gives, how it refuses."""
    refused = {(code, "application/problem+json"): shapes.Problem for code in (*refuses, 429)}
    decorate: Callable[[View], View] = extend_schema(
        operation_id=name,
        request={"application/json": takes} if takes not in (None, sent.Nothing) else None,
        parameters=_parameters(asks) if asks else None,
        examples=list(examples),
        responses={(status, media) if gives else status: gives, **refused},
    )
    return decorate

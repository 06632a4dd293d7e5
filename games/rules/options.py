"""The options of a game: what there is to choose, checked by type, with words for people."""

from __future__ import annotations

import types
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from games.rules.refusal import IllegalOption, gettext_noop

_ = gettext_noop


class _OptionsMeta(msgspec.StructMeta):
    """Turn a keyword that is no option into an ``IllegalOption`` like every other wrong option."""

    def __call__(cls, /, *args: Any, **values: Any) -> Any:  # noqa: N805
        unknown = sorted(set(values) - set(cls.__struct_fields__))
        if args or unknown:
            raise IllegalOption(
                _("There is no option “{name}”; the options are {names}."),
                "unknown_option",
                name=unknown[0] if unknown else args[0],
                names=", ".join(cls.__struct_fields__) or "–",
            )
        return super().__call__(**values)


class Options(msgspec.Struct, metaclass=_OptionsMeta, frozen=True, kw_only=True):
    """The options of a match, each with its default; a wrong value raises ``IllegalOption``.

    Fields are ``Literal`` choices, ``bool``, ``Annotated[int, msgspec.Meta(ge=…, le=…)]``, or a ``str`` whose
    ``Meta`` has a ``pattern`` and a ``description`` that says what is legal.
    """

    def __post_init__(self) -> None:
        values = msgspec.structs.astuple(self)
        try:
            _seen_before(type(self), *values)
        except TypeError:  # a list or the like, which no option takes
            _check_values(type(self), values)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names of the options, in the order of the rules file."""
        return cls.__struct_fields__


@lru_cache(maxsize=256, typed=True)
def _seen_before(kind: type[Options], *values: Any) -> None:
    """Check values once: every stored state that is read brings its options with it."""
    _check_values(kind, values)


def _check_values(kind: type[Options], values: tuple[Any, ...]) -> None:
    """Refuse a value that its option can't take."""
    for field, value in zip(_fields(kind), values, strict=True):
        try:
            msgspec.convert(value, field.type, strict=True)
        except msgspec.ValidationError as error:
            raise IllegalOption(
                _("“{value}” is no value for the option “{name}”: {legal}."),
                "illegal_option",
                name=field.name,
                value=value,
                legal=option_values(field.type),
            ) from error


@cache
def _fields(kind: type[Options]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The options of a game with their types, worked out once."""
    return msgspec.structs.fields(kind)


def option_values(kind: Any) -> str:
    """The legal values of an option's type in words, such as ``may, none, must`` or ``8..16``."""
    meta = next((m for m in getattr(kind, "__metadata__", ()) if isinstance(m, msgspec.Meta)), None)
    if meta is not None:
        return meta.description or f"{meta.ge}..{meta.le}"
    if get_origin(kind) is Literal:
        return ", ".join(str(value) for value in get_args(kind))
    if kind is bool:
        return "true, false"
    if get_origin(kind) in (Union, types.UnionType):
        return ", ".join(option_values(part) for part in get_args(kind))
    return str(getattr(kind, "__name__", kind))


class Label(msgspec.Struct, frozen=True):
    """What an option is called, for people: message ids for a short name and a sentence of help.

    ``values`` words each value of a choice, and those numbers that mean something of their own. ``offers``
    are values that a form may propose for a text: what each is called, and a few words about it. ``section``
    is the part of the rules page that lists them.
    """

    name: str
    help: str
    values: Mapping[Any, str] = {}
    offers: Mapping[str, tuple[str, str]] = {}
    section: str = ""

    def word(self, value: Any) -> str:
        """The message id for a value; a number without one speaks for itself."""
        return self.values.get(value, str(value))

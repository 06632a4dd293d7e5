"""Parts of pages, each made from the values it is given and nothing else, and remembered under them.

Whoever is shown a remembered part gave the same values to get it. What is sealed is never given to a part;
it goes into a gap, and what is in the gaps is remembered nowhere.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.models import Match
from games.pages.memory import Memory

_parts: Memory[SafeString] = Memory(2048)
_frames: Memory[tuple[str, ...]] = Memory(2048)
_lists: Memory[SafeString] = Memory(64)
_EDGE = secrets.token_urlsafe(24)
"""What the name of a gap stands between; nobody can write it into a table's name or talk."""


@dataclass(frozen=True)
class Place:
    """Where a match is: what the forms and links of a part need of it."""

    code: str
    get_absolute_url: str

    @classmethod
    def of(cls, match: Match) -> Place:
        """The place of a match."""
        return _place(match.code)


@lru_cache(4096)
def _place(code: str) -> Place:
    return Place(code, reverse("match", args=[code]))


def part(template: str, more: Callable[[], dict[str, Any]] | None = None, **values: Hashable) -> SafeString:
    """A template filled with these values, and with ``more`` that follows from them alone."""
    return _parts.made(_key(template, values), lambda: fresh(template, **values, **(more() if more else {})))


def long(template: str, **values: Hashable) -> SafeString:
    """The same for a long list, of which few are remembered."""
    return _lists.made(_key(template, values), lambda: fresh(template, **values))


def filled(template: str, gaps: Mapping[str, object], **values: Hashable) -> SafeString:
    """A template of these values, remembered, with gaps for what is long, seldom the same, or secret.

    The template may show a gap and ask whether there is anything in it, and nothing else.
    """
    texts = {name: conditional_escape(str(text)) for name, text in gaps.items()}
    shown = [name for name, text in texts.items() if text]

    def make() -> tuple[str, ...]:
        edges = {name: mark_safe(f"{_EDGE}{name}{_EDGE}") for name in shown}
        return tuple(fresh(template, **{**dict.fromkeys(gaps, ""), **edges}, **values).split(_EDGE))

    pieces = list(_frames.made((*_key(template, values), *shown), make))
    pieces[1::2] = [texts[name] for name in pieces[1::2]]
    return mark_safe("".join(pieces))


def _key(template: str, values: Mapping[str, Hashable]) -> tuple[Hashable, ...]:
    return (template, get_language(), timezone.get_current_timezone_name(), *values.items())


def fresh(template: str, **values: Any) -> SafeString:
    """The same, made now and remembered nowhere."""
    return mark_safe(render_to_string(template, values))

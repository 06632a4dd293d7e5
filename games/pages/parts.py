"""Parts of pages, each made from the values it is given and nothing else, and remembered under them.

Whoever is shown a remembered part gave the same values to get it. What is sealed is never given to a part.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.models import Match
from games.pages.memory import Memory

_parts: Memory[SafeString] = Memory(2048)


@dataclass(frozen=True)
class Place:
    """Where a match is: what the forms and links of a part need of it."""

    code: str
    get_absolute_url: str

    @classmethod
    def of(cls, match: Match) -> Place:
        """The place of a match."""
        return cls(match.code, match.get_absolute_url())


def part(template: str, more: Callable[[], dict[str, Any]] | None = None, **values: Hashable) -> SafeString:
    """A template filled with these values, and with ``more`` that follows from them alone."""
    key = (template, get_language(), timezone.get_current_timezone_name(), *values.items())
    return _parts.made(key, lambda: fresh(template, **values, **(more() if more else {})))


def fresh(template: str, **values: Any) -> SafeString:
    """The same, made now and remembered nowhere."""
    return mark_safe(render_to_string(template, values))

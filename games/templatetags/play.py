"""Emblems for templates: the sprite that the drawings of a page refer to."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from games import drawing

register = template.Library()
_SPRITE = mark_safe(drawing.sprite())


@register.simple_tag
def suits() -> SafeString:
    """The sprite of the emblems, once a page."""
    return _SPRITE

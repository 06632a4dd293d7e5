"""Emblems for templates: the sprite that the drawings of a page refer to."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games import drawing

register = template.Library()
_SPRITE, _MEN = mark_safe(drawing.sprite()), mark_safe(drawing.sprite_of_men())


@register.simple_tag
def suits() -> SafeString:
    """The sprite of the emblems, once a page."""
    return _SPRITE


@register.simple_tag
def men(game: str) -> SafeString:
    """The sprite of the men on a chessboard, once a page of a game that has them."""
    return _MEN if game == "bid_chess" else mark_safe("")


@register.filter
def man(card: str, black: bool) -> SafeString:
    """A man of White or Black, as small as the words beside it."""
    return mark_safe(drawing.man(card, black))


@register.simple_tag
def mark(game: str) -> SafeString:
    """The mark of a game in its own colour, to stand beside its name or that of a match."""
    return format_html(
        '<svg class="mark of-{0}" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">'
        '<use href="{1}#{0}"/></svg>',
        game,
        static("bidplay/marks.svg"),
    )

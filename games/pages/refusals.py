"""The one place where a refusal becomes a sentence on a page."""

from __future__ import annotations

from django.utils.translation import gettext

from games.rules.game import Refusal


def sentence(refusal: Refusal) -> str:
    """What was refused and why, in the reader's language."""
    return gettext(refusal.message).format(**refusal.data)

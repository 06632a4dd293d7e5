"""The one place where a refusal becomes a sentence on a page."""

from __future__ import annotations

from django.utils.translation import gettext

from games.rules.game import IllegalOption, Refusal


def sentence(refusal: Refusal) -> str:
    """What was refused and why, in the reader's language."""
    said = refusal.data
    if isinstance(refusal, IllegalOption) and said.get("legal"):  # some options say in words what is legal
        said = said | {"legal": gettext(str(said["legal"]))}
    return gettext(refusal.message).format(**said)

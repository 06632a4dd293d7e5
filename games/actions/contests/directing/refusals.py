"""What is refused to directors alone; that others may not direct is refused next door."""

from __future__ import annotations

from games.actions.refusals import IllegalTable
from games.rules.game import Refusal


class IllegalAct(IllegalTable):
    """An act can't be done like this; ``field`` names the part that is wrong."""


class NotNow(Refusal):
    """The contest, or the part of it that is meant, is not where this can be done."""


class NotUndone(Refusal):
    """An act can't be undone, or not any more."""

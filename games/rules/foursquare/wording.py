"""What the options of Foursquare are called on pages and in mails. What they do is said in the law."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.game import Label, gettext_noop

_ = gettext_noop

LABELS: Mapping[str, Label] = {
    "flip": Label(
        _("Turning over"),
        _(
            "What turns over in a line. If the card just placed does too, it turns once for its row and "
            "once for its column; a line without other piles never turns."
        ),
        {"others": _("all but the card placed"), "all": _("the card placed as well")},
    ),
    "compare": Label(
        _("Compared with"),
        _("Which top cards of its line a card must be above or below to turn them."),
        {"up": _("face-up cards only"), "all": _("face-down cards as well")},
    ),
    "memory": Label(
        _("Cards out of sight"),
        _(
            "Whether you may look at face-down and covered cards, or have to remember them: then nobody"
            " looks back at earlier turns before the match is over."
        ),
        {"off": _("may be looked at"), "on": _("must be remembered")},
    ),
    "preview": Label(
        _("Cards shown ahead"),
        _("How many cards behind the one drawn are shown as well, which makes the game easier."),
        {0: _("none"), 1: _("one"), 2: _("two"), 3: _("three")},
    ),
    "loss_score": Label(
        _("Score of a loss"),
        _("What a match scores that is played to the end and lost. Any win counts for more than a loss."),
        {"zero": _("nothing"), "faceup": _("the piles that lie face up")},
    ),
}

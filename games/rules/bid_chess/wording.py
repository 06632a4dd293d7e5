"""What the options of Bid Chess are called on pages and in mails. What they do is for the law beside this."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.bid_chess.men import ROWS
from games.rules.game import Label, gettext_noop

_ = gettext_noop

_SWITCH = {"off": _("no"), "on": _("yes")}

LABELS: Mapping[str, Label] = {
    "items": Label(_("Items"), _("How many men or powers are bid for, one after the other.")),
    "pool": Label(
        _("Rows that may come up"),
        _("Numbers of the list such as 7 or 1-10, 23; one number chooses the item; empty for all."),
        {"": _("all")},
        {str(row.number): (row.name, row.words) for row in ROWS},
        "list",
    ),
    "custom": Label(
        _("Rows of your own"),
        _("A name, a movement and copies, parted by semicolons, such as Wizard FC 2; Nightrider NN 1."),
        {"": _("none")},
    ),
    "lot": Label(
        _("Copies"),
        _("How many copies of a man one bid buys."),
        {"list": _("as the list says"), "1": _("one"), "2": _("two"), "3": _("three")},
    ),
    "min_bid": Label(_("Least bid"), _("How far below 0 a bid may go.")),
    "negative": Label(
        _("Bids below 0"),
        _("What a bid below 0 means for the one who wins with it."),
        {
            "add": _("the winner adds men of that value"),
            "opponent": _("the opponent gives up men of that value"),
            "off": _("not allowed"),
        },
    ),
    "pay": Label(
        _("Payment"),
        _("Whether the other side sees what was given up before it sets up."),
        {"open": _("seen before the setup"), "hidden": _("seen at the reveal")},
    ),
    "promote_new": Label(
        _("Promotion to the new man"),
        _("Whose pawns may become a man that was bid for."),
        {"off": _("nobody's"), "owner": _("the owner's"), "both": _("both sides'")},
    ),
    "double_from_3": Label(
        _("Two squares from the third rank"),
        _("Whether pawns that were set up on the third rank may step two squares."),
        _SWITCH,
    ),
    "castling": Label(
        _("Castling"),
        _("Whether a king and a rook that were set up where they usually stand may castle."),
        {"std": _("yes"), "off": _("no")},
    ),
    "first_ban": Label(
        _("White's first move"),
        _("Whether it may capture where nothing else is legal; otherwise it may not."),
        {"lift": _("then it may"), "strict": _("it may not, even so")},
    ),
    "leap": Label(
        _("King's Leap"),
        _("When the king may leap."),
        {"free": _("any time, once"), "unmoved": _("before it has moved, and not out of check")},
    ),
    "lost": Label(
        _("Lost men"),
        _("Which men pawns may become under Restricted Promotion."),
        {"captured": _("those that were captured"), "all": _("captured or given up")},
    ),
    "sacrifice": Label(
        _("Sacrifice"),
        _("How often a checkmated king may be exchanged."),
        {"always": _("as often as it happens"), "once": _("once")},
    ),
    "enlist_promoted": Label(
        _("Captured promoted men"),
        _("What their captor gets under Enlisting Captives."),
        {"keep": _("the man as it stood"), "pawn": _("a pawn")},
    ),
}

"""What the options of Fourbid are called on pages and in mails. What they do is for the law beside this."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.game import Label, gettext_noop

_ = gettext_noop

LABELS: Mapping[str, Label] = {
    "first_roll": Label(
        _("First roll"),
        _("How the queen comes away from space 1."),
        {"from1": _("goes on from space 1"), "onto1": _("counts space 1 first")},
    ),
    "skip": Label(
        _("Claimed spaces"),
        _("Whether a roll counts them. If so, the queen slides from a claimed space to the next free one."),
        {"count": _("not counted"), "land": _("counted, then slid over")},
    ),
    "low_from": Label(
        _("Cards to take"),
        _("Which cards of the auction the lowest bidder may take."),
        {"all": _("any card bid"), "rivals": _("cards of rivals only")},
    ),
    "low_pick": Label(
        _("Lowest bidder"),
        _("Whether the lowest bidder has to take a card."),
        {"must": _("takes a card"), "may": _("may leave the cards")},
    ),
    "out_of_pieces": Label(
        _("No pieces left"),
        _("What becomes of a winner who has all pieces on a board with free spaces."),
        {"may": _("may move a piece"), "none": _("gets nothing"), "must": _("has to move a piece")},
    ),
    "empty_at": Label(
        _("Empty hands"),
        _("When it is looked whether somebody has no card left."),
        {"bid": _("right after the bids"), "resolve": _("after the lowest took a card")},
    ),
    "bonus5": Label(
        _("Lead of five"),
        _(
            "What a lead of five cards or more may claim while spaces are free. "
            "A rival’s piece goes back to its owner."
        ),
        {"free": _("a free space"), "any": _("any space")},
    ),
    "bonus_roll": Label(
        _("Bonus roll"),
        _("How the queen moves when a smaller lead is rewarded."),
        {"all": _("counts every space"), "skip": _("like any other roll")},
    ),
    "check": Label(
        _("Lines count"),
        _("When four in a line are looked for: at the end of a turn, or before a bonus can break them."),
        {"turn": _("at the end of a turn"), "instant": _("after each change")},
    ),
    "auction_cap": Label(
        _("Most auctions"),
        _("After so many the match ends without a winner; 0 is never."),
        {0: _("no limit")},
    ),
    "pieces": Label(_("Pieces each"), _("More than 8 are for two players only.")),
}

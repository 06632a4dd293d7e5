"""What the options of Bid N' Bet are called for people. What they do is for the law beside this."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.game import Label, gettext_noop

_ = gettext_noop

LABELS: Mapping[str, Label] = {
    "layout": Label(
        _("Ring"),
        _(
            "ring36, or one side of your own as nine letters, corner first: S stop bid, A advance, B must "
            "bet, G gamble, F free card, C cash in, K back, U buy card."
        ),
    ),
    "start_corner": Label(
        _("START corner"),
        _("Whether the corner START is a STOP BID like the other three corners."),
        {"stop": _("stops the bid"), "plain": _("does nothing")},
    ),
    "track": Label(
        _("Length of the track"), _("Lengths from the start line to the finish: 6 is short, 15 long.")
    ),
    "extra_horses": Label(
        _("Horses without owner"),
        _("Whether they run, may be moved and bet on. If one of them crosses the line, nobody wins."),
        {"off": _("stay away"), "on": _("run too")},
    ),
    "bet_colours": Label(
        _("Must bet"),
        _("On how many horses one may bet at a time."),
        {"one": _("on one horse"), "many": _("on several horses")},
    ),
    "auction": Label(
        _("Auction"),
        _("How those tied for most Bid Cards bid for the two lengths."),
        {
            "sealed": _("sealed bids, exact"),
            "proxy5": _("sealed limits in steps of $5"),
            "open5": _("open raises in steps of $5"),
        },
    ),
    "auction_tie": Label(
        _("Equal sealed bids"),
        _("Who wins: the first clockwise from whoever landed, or those who tied bid once more."),
        {"order": _("the first clockwise"), "rebid": _("bid once more")},
    ),
    "dq_bets": Label(
        _("Bets on a removed horse"),
        _("Whether the others get them back at their face."),
        {"refund": _("refunded"), "lose": _("lost")},
    ),
    "last_horse": Label(
        _("Last owner"), _("The last owner left in the race wins it."), {"wins": _("wins the race")}
    ),
    "turn_cap": Label(
        _("Most rounds"), _("After so many the leader’s owner wins; 0 is never."), {0: _("no limit")}
    ),
}

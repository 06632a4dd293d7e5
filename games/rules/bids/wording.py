"""What the options of Bids are called on pages and in mails. What they do is for the law beside this."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.game import Label, gettext_noop

_ = gettext_noop

_IN = {"off": _("not in"), "on": _("in")}
_SWITCH = {"off": _("no"), "on": _("yes")}

LABELS: Mapping[str, Label] = {
    "rounds": Label(
        _("Rounds"),
        _("Rounds of ten tricks. As many as there are players is fairest, since each leads first once."),
    ),
    "bidding": Label(
        _("Bidding"),
        _(
            "Whether the cards of a trick are bid in turn or together. Together a trick takes one turn, and "
            "the order from the leader on decides who was last to play."
        ),
        {"open": _("in turn, all see the cards before"), "sealed": _("all at once")},
    ),
    "ally": Label(
        _("Ally"),
        _("The white card that lets two players share the points of a round. Six players always have it."),
        {"auto": _("with five and six players"), "on": _("in"), "off": _("not in")},
    ),
    "lowest": Label(
        _("Lowest"),
        _("A black card that makes the lowest bid win from its trick to the end of the round."),
        _IN,
    ),
    "surprise": Label(
        _("Surprise"), _("A black card that lets all bid for a card that lies face down."), _IN
    ),
    "thief": Label(
        _("Thief"),
        _("A black card that lets its winner steal a card from a lowest bidder, once in the round."),
        _IN,
    ),
    "minus5_bonus": Label(
        _("Bonus for the −5"),
        _(
            "Whether 30 points are shared at the end among those who took the −5 in most rounds, by winning "
            "or stealing it."
        ),
        _SWITCH,
    ),
    "colour": Label(
        _("Color Bids"),
        _("Whether only the colours that lie most often on the table can win, the middle included."),
        _SWITCH,
    ),
    "lucky_growth": Label(
        _("Lucky points"),
        _(
            "What later rounds without black points pay. Rising, avoiding black cards becomes a plan of its "
            "own; staying the same, they are a consolation."
        ),
        {
            "rising": _("twice as much for the second round, three times for the third"),
            "linear": _("the same for every round"),
        },
    ),
    "lucky_strict": Label(
        _("What spoils luck"),
        _("Which black cards end the hope for lucky points."),
        {"off": _("black cards with points"), "on": _("any black card")},
    ),
    "double_scope": Label(
        _("What the 2x doubles"),
        _("Which points of its winner the 2x doubles."),
        {"round": _("the points of the round"), "game": _("the points of the whole match")},
    ),
    "double_order": Label(
        _("When the 2x doubles"),
        _("Whether the other points of the same trick are doubled too."),
        {"after": _("after they are added"), "before": _("before they are added")},
    ),
    "specials_in_hands": Label(
        _("Black cards in hands"),
        _("Which black cards can be dealt into the hands."),
        {"yes": _("any"), "no": _("only numbers from 1 up")},
    ),
}

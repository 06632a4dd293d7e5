"""What a view of Bid N' Bet looks like: the ring as a frame, the track inside it, what each owner holds."""

from __future__ import annotations

import msgspec

from games.rules.bid_n_bet.choices import letter_at
from games.rules.bid_n_bet.ring import CARDS, COLOURS, PLACES, SPACES, STEPS
from games.rules.bid_n_bet.seeing import seen
from games.rules.bid_n_bet.state import BidNBetOptions, BidNBetState, BidNBetView, running
from games.rules.game import Cell, Hand, Picture, Seat, gettext_noop

_ = gettext_noop

MONEY = _("dollars")
BID_CARDS = _("Bid Cards")
LENGTHS = _("lengths run")
SPACE = _("token on space")
ON_HORSE = (
    _("dollars on red"),
    _("dollars on blue"),
    _("dollars on green"),
    _("dollars on yellow"),
    _("dollars on black"),
)
OUT = _("place of the horse taken out")

_LANE, _RUN = 1, 7
"""Where a lane begins, and how far a horse goes in it from the start line to the finish."""


def picture(view: BidNBetView) -> Picture:
    """The ring with the active token ``here`` and the spaces it may choose ``open``; a lane for each horse.

    A horse stands in its lane as far as it has run, and is marked ``line`` over the finish.
    """
    open_spaces: set[int] = set()
    if view.stage == "move":
        open_spaces = {(view.token[view.active] + steps) % 36 for steps in STEPS}
    ring = tuple(_space(view, space, space in open_spaces) for space in range(36))
    lanes = tuple(_lane(view, colour) for colour in running(view))
    hands = tuple(Hand(seat, facts=_facts(view, seat)) for seat in range(len(view.money)))
    return Picture(10, 10, ring + lanes, hands, "race")


def _space(view: BidNBetView, space: int, may_be_chosen: bool) -> Cell:
    men = [seat for seat in view.order if seat not in view.out and view.token[seat] == space]
    if view.active in men:
        men.remove(view.active)
        men.insert(0, view.active)
    marks = ("here",) if men[:1] == [view.active] else ("open",) if may_be_chosen else ()
    word = SPACES[letter_at(view, space)].word
    return Cell(str(space), *PLACES[space], men[0] if men else None, marks, tuple(men[1:]), word=word)


def _lane(view: BidNBetView, colour: int) -> Cell:
    at, track = view.horse[colour], view.options.track
    along = _LANE + round(_RUN * min(at, track) / track, 3)
    owner = colour if colour < len(view.money) else None
    return Cell(
        COLOURS[colour], along, 2.5 + colour, owner, ("line",) if at >= track else (), word=f"{at}/{track}"
    )


def _facts(view: BidNBetView, seat: Seat) -> tuple[tuple[str, int], ...]:
    bets = [(ON_HORSE[colour], dollars) for colour, dollars in enumerate(view.tickets[seat]) if dollars]
    if seat in view.out:
        return ((OUT, len(view.money) - view.out.index(seat)), (MONEY, view.money[seat]))
    return (
        (MONEY, view.money[seat]),
        (BID_CARDS, view.bidcards[seat]),
        (LENGTHS, view.horse[seat]),
        (SPACE, view.token[seat]),
        *bets,
    )


def worked_example() -> tuple[Picture, Picture]:
    """Two pictures for the rules page: red is to move with most Bid Cards, five spaces before a corner; and
    the same after red stopped the bid and moved its horse two lengths."""
    before = BidNBetState(
        options=BidNBetOptions(),
        order=(0, 1, 2),
        active=0,
        money=(180, 220, 140),
        bidcards=(3, 1, 1),
        token=(14, 17, 20),
        horse=(4, 5, 3, 0, 0),
        tickets=((0, 40, 0, 0, 0), (0, 0, 0, 0, 0), (0, 0, 20, 0, 0)),
        deck=CARDS,
    )
    after = msgspec.structs.replace(
        before, active=1, bidcards=(0, 0, 0), token=(18, 17, 20), horse=(6, 5, 3, 0, 0)
    )
    return picture(seen(before, None)), picture(seen(after, None))

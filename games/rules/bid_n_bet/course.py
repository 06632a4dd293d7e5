"""What can be drawn of the course of a match of Bid N' Bet: the race, the money, bets, bids and spaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.rules.bid_n_bet.ring import COLOURS, SPACES
from games.rules.bid_n_bet.state import BidNBetView, running
from games.rules.course import Facts, Gauge, Sheet, Tally, filled, found
from games.rules.game import gettext_noop

_ = gettext_noop


def gauges(view: BidNBetView) -> tuple[Gauge, ...]:
    """The race, as far as each seat's horse is in it; money, dollars on horses, and Bid Cards."""
    seats = range(len(view.money))
    run = [None if seat in view.out else view.horse[seat] for seat in seats]
    return (
        Gauge("lengths", _("The race"), tuple(run), goal=view.options.track),
        Gauge("money", _("Money in hand"), view.money),
        Gauge("bets", _("Dollars on horses"), tuple([sum(row) for row in view.tickets])),
        Gauge("cards", _("Bid Cards held"), view.bidcards),
    )


def sheets(view: BidNBetView, turns: Sequence[Facts]) -> tuple[Sheet, ...]:
    """What each seat has bet on each horse, what was bid at each STOP BID, and which spaces were chosen."""
    seats = range(len(view.money))
    bets: Counter[tuple[int, str]] = Counter()
    for bet in found(turns, "bet"):
        bets[bet["seat"], bet["horse"]] += bet["dollars"]
    ran = {*running(view), *seats}
    horses = [colour for number, colour in enumerate(COLOURS) if number in ran]
    landed = Counter((move["seat"], move["word"]) for move in found(turns, "move"))
    words = [space.word for space in SPACES.values() if any(landed[seat, space.word] for seat in seats)]
    return (
        Tally(
            "bets",
            _("Bets by horse"),
            _("All that each seat has bet on each horse so far, in dollars."),
            _("Horse"),
            "heat",
            tuple(horses),
            filled([[bets[seat, colour] for seat in seats] for colour in horses]),
        ),
        _bids(turns),
        Tally(
            "spaces",
            _("Spaces chosen"),
            _("How often each seat has gone to each kind of space."),
            _("Space"),
            "heat",
            tuple(words),
            filled([[landed[seat, word] for seat in seats] for word in words]),
        ),
    )


def _bids(turns: Sequence[Facts]) -> Tally:
    """The sealed bids, all of those opened at once in a row that is called by its turn."""
    rows = [
        (str(number), bids["bids"])
        for number, facts in enumerate(turns, start=1)
        for bids in found([facts], "bids")
    ]
    return Tally(
        "bids",
        _("Bids for two lengths"),
        _("What was bid at each STOP BID, in dollars; each row is named by its turn."),
        _("Turn"),
        "bars",
        tuple([name for name, _bids_ in rows]),
        filled([bids for _name, bids in rows]),
    )

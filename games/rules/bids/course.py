"""What can be drawn of the course of a match of Bids: scores, black cards and tricks; rounds and colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.rules.bids import scoring
from games.rules.bids.cards import ALLY, BLACK, COLOURS
from games.rules.bids.state import BidsView
from games.rules.course import Facts, Gauge, Sheet, Tally, filled, found
from games.rules.game import gettext_noop

_ = gettext_noop

NAMES = {
    "R": _("red cards"),
    "G": _("green cards"),
    "Y": _("yellow cards"),
    "B": _("blue cards"),
    BLACK: _("black cards"),
    ALLY: _("the Ally"),
}


def gauges(view: BidsView) -> tuple[Gauge, ...]:
    """The score with the points of the round that goes on, tricks won and black cards held in this round."""
    over = view.result is not None
    score = [
        scoring.points(halves + (0 if over else 2 * points))
        for halves, points in zip(view.score, view.points, strict=True)
    ]
    return (
        Gauge("score", _("Score so far"), tuple(score)),
        Gauge("tricks", _("Tricks won in the round"), view.won),
        Gauge("blacks", _("Black cards held in the round"), tuple(map(len, view.taken))),
    )


def sheets(view: BidsView, turns: Sequence[Facts]) -> tuple[Sheet, ...]:
    """What each round brought, tricks won by round, and which colours each seat bid."""
    seats = range(len(view.counts))
    counted = found(turns, "counted")
    played = Counter((bid["seat"], bid["card"][0]) for bid in found(turns, "bid"))
    colours = [
        *COLOURS[len(view.counts)],
        BLACK,
        *([ALLY] if any(played[seat, ALLY] for seat in seats) else []),
    ]
    won = _tricks(turns)
    return (
        Tally(
            "rounds",
            _("Points by round"),
            _("What each round brought, with lucky and shared points."),
            _("Round"),
            "bars",
            tuple([str(number) for number, _fact in enumerate(counted, start=1)]),
            filled([[scoring.points(halves) for halves in fact["halves"]] for fact in counted]),
        ),
        Tally(
            "tricks",
            _("Tricks by round"),
            _("How many tricks each seat won in each round."),
            _("Round"),
            "heat",
            tuple([str(number) for number in range(1, len(won) + 1)]),
            filled([[row[seat] for seat in seats] for row in won]),
        ),
        Tally(
            "colours",
            _("Colours that were bid"),
            _("How many cards of each colour each seat has played."),
            _("Colour"),
            "heat",
            tuple([NAMES[colour] for colour in colours]),
            filled([[played[seat, colour] for seat in seats] for colour in colours]),
        ),
    )


def _tricks(turns: Sequence[Facts]) -> list[Counter[int]]:
    """The tricks won by seat, for each round that is over."""
    rounds: list[Counter[int]] = []
    running: Counter[int] = Counter()
    for facts in turns:
        for fact in facts:
            if fact["kind"] == "won":
                running[fact["data"]["seat"]] += 1
            elif fact["kind"] == "counted":
                rounds.append(running)
                running = Counter()
    return rounds

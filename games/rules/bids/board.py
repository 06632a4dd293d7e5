"""What a view of Bids looks like: the trick, the one before it, and the black cards taken, as data.

The left column shows the middle of the table, then comes a column for each seat: on top its card in this
trick, below it the one of the last trick, and then the black cards it holds.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.bids import scoring
from games.rules.bids.cards import THIEF
from games.rules.bids.state import BidsOptions, BidsState, BidsView, Trick, seen, to_play
from games.rules.game import Cell, Hand, Picture, Seat, gettext_noop

_ = gettext_noop

LAST_TRICK = _("last trick")
LOWEST_WINS = _("lowest wins")
ALLIES = _("allies")
POINTS = _("points this round")
SCORE = _("score")
BLACKS = _("black cards")
TRICKS_WON = _("tricks won")
ZEROS = _("rounds without black points")
FIVES = _("rounds with the −5")


def picture(view: BidsView) -> Picture:
    """The table with ``here`` on who is to play and ``line`` on the card that won the last trick."""
    cells = (*_middle(view), *(cell for seat in range(len(view.counts)) for cell in _column(view, seat)))
    hands = tuple(_hand(view, seat) for seat in range(len(view.counts)))
    return Picture(len(view.counts) + 1, 2 + max(map(len, view.taken)), cells, hands, "trick")


def _bidding(view: BidsView) -> bool:
    return view.stage == "bid" and view.result is None


def _middle(view: BidsView) -> Iterator[Cell]:
    """The centre card with the round and the trick, and the centre card of the last trick."""
    marks = ("down",) if view.hidden else ()
    card = view.centre if _bidding(view) else ""
    yield Cell("centre", 0, 0, marks=marks, card=card, word=f"{view.round_no}/{view.trick_no}")
    word = LOWEST_WINS if view.low else LAST_TRICK if view.last else ""
    yield Cell("last", 0, 1, card=view.last.centre if view.last else "", word=word)


def _column(view: BidsView, seat: Seat) -> Iterator[Cell]:
    waiting = to_play(view, len(view.counts)) if _bidding(view) else []
    asked = waiting[:1] if view.options.bidding == "open" else waiting
    thief = view.stage == "steal" and view.thief == seat and view.result is None
    here = ("here",) if seat in asked or thief else ()
    word = ALLIES if seat in view.allies else ""
    x = seat + 1
    yield Cell(f"bid {x}", x, 0, seat, here, card=dict(view.plays).get(seat, ""), word=word)
    last = view.last or Trick("", ())
    line = ("line",) if last.winner == seat else ()
    yield Cell(f"last {x}", x, 1, None, line, card=dict(last.plays).get(seat, ""))
    for number, card in enumerate(view.taken[seat]):
        open_ = ("open",) if card == THIEF and not view.thief_used else ()
        yield Cell(f"taken {x}.{number + 1}", x, 2 + number, None, open_, card=card)


def _hand(view: BidsView, seat: Seat) -> Hand:
    cards = view.hand if seat == view.viewer else ()
    facts: list[tuple[str, float]] = [
        (POINTS, view.points[seat]),
        (SCORE, scoring.points(view.score[seat])),
        (BLACKS, len(view.taken[seat])),
        (TRICKS_WON, view.won[seat]),
    ]
    if view.zeros[seat]:
        facts.append((ZEROS, view.zeros[seat]))
    if view.options.minus5_bonus == "on":
        facts.append((FIVES, view.fives[seat]))
    return Hand(seat, cards, view.counts[seat] - len(cards), tuple(facts))


def worked_example() -> tuple[Picture, Picture]:
    """Two pictures for the rules page: a trick for the black 5 before its last card, and after it."""
    plays, won = ((0, "R5"), (1, "G4")), (*((0, "R5"), (1, "G4")), (2, "K7"))
    hands = (("R2", "Y8"), ("G1", "R9"), ("G3", "Y6", "K7"))
    before = _worked(1, "K5", plays, hands)
    after = _worked(2, "K3", (), (*hands[:2], ("G3", "Y6")), Trick("K5", won, 2))
    return picture(seen(before, 2)), picture(seen(after, 2))


def _worked(
    trick: int,
    centre: str,
    plays: tuple[tuple[Seat, str], ...],
    hands: tuple[tuple[str, ...], ...],
    last: Trick | None = None,
) -> BidsState:
    """A table of three after some tricks, or before the first was taken."""
    mine = () if last is None else ("K5", "K7")
    return BidsState(
        options=BidsOptions(),
        round_no=1,
        trick_no=7 + trick,
        leader=0 if last is None else 2,
        first=0,
        centre=centre,
        plays=plays,
        last=last,
        hand=hands,
        stack=(),
        out=(),
        taken=((), (), mine),
        points=(0, 0, 12 if mine else 0),
        score=(0, 0, 0),
        spoiled=(False, False, bool(mine)),
        zeros=(0, 0, 0),
        fives=(0, 0, 0),
        won=(0, 0, 1 if mine else 0),
    )

"""What the points of Bids come to: lucky points, shared points, the −5 bonus, places. All in half points."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.bids.cards import LUCKY
from games.rules.game import Outcome, Seat

BONUS = 60
"""The half points that those share who took the −5 most often; one to six seats divide it exactly."""


def lucky(seats: int, growth: str, zeros: int) -> int:
    """What a round without black points pays that is the ``zeros``-th of its seat; whole points."""
    return LUCKY[seats] * (zeros if growth == "rising" else 1)


def shared(halves: Sequence[int], allies: Sequence[Seat]) -> list[int]:
    """The half points of a round after two allies have shared theirs; they are even before."""
    half = sum(halves[seat] for seat in allies) // 2
    return [half if seat in allies else mine for seat, mine in enumerate(halves)]


def with_bonus(
    score: Sequence[int], fives: Sequence[int], left: Sequence[Seat]
) -> tuple[list[int], tuple[Seat, ...]]:
    """The scores with the −5 bonus, and who got a share; nobody if nobody who stayed ever took the −5."""
    counts = {seat: count for seat, count in enumerate(fives) if count and seat not in left}
    most = tuple(seat for seat in counts if counts[seat] == max(counts.values()))
    return [mine + (BONUS // len(most) if seat in most else 0) for seat, mine in enumerate(score)], most


def points(halves: int) -> int | float:
    """So many half points in points."""
    return halves / 2 if halves % 2 else halves // 2


def ended(score: Sequence[int], left: tuple[Seat, ...]) -> Outcome:
    """The outcome: by score those who stayed, equal scores share a place; behind them those who left, the
    last to leave before the first."""
    seats = len(score)
    stayed = [seat for seat in range(seats) if seat not in left]
    places = [1 + sum(score[other] > score[seat] for other in stayed) for seat in range(seats)]
    for number, seat in enumerate(left):
        places[seat] = seats - number
    winners = tuple(seat for seat in stayed if places[seat] == 1)
    reason = "resigned" if len(stayed) == 1 else "rounds"
    return Outcome(
        places=tuple(places),
        reason=reason,
        winners=winners,
        scores=tuple([points(halves) for halves in score]),
    )

"""Who wins a trick of Bids, who leads the next one, and whom a thief may rob. Cards only, no match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from games.rules.bids.cards import ALLY, BLACK, VALUE
from games.rules.bids.state import Play
from games.rules.game import Seat


class Verdict(NamedTuple):
    """``why`` is ``won``, ``tie``, ``centre`` (the centre card is the best one) or ``no_value``.

    ``best`` are the seats with the best card of a player, in the order they played; the last of them leads
    the next trick. It is empty where no card counts: then the leader stays.
    """

    why: str
    best: tuple[Seat, ...] = ()
    value: int | None = None

    @property
    def winner(self) -> Seat | None:
        """Who wins the trick, if anybody does."""
        return self.best[0] if self.why == "won" else None


def racing(plays: Sequence[Play], centre: str) -> set[str]:
    """The colour or colours that lie most on the table, the centre card included."""
    count = Counter(card[0] for card in (centre, *(card for _seat, card in plays)) if card != ALLY)
    most = max(count.values())
    return {colour for colour, number in count.items() if number == most}


def verdict(plays: Sequence[Play], centre: str, *, low: bool, colour: bool) -> Verdict:
    """How a trick ends when all cards lie on the table."""
    race = racing(plays, centre) if colour else None
    bids = [
        (VALUE[card], seat) for seat, card in plays if card in VALUE and (race is None or card[0] in race)
    ]
    if not bids:
        return Verdict("no_value")
    values = [value for value, _seat in bids]
    value = min(values) if low else max(values)
    best = tuple([seat for other, seat in bids if other == value])
    if race and BLACK in race and centre in VALUE and not _beats(value, VALUE[centre], low=low):
        return Verdict("centre", best, value)
    return Verdict("won" if len(best) == 1 else "tie", best, value)


def _beats(value: int, other: int, *, low: bool) -> bool:
    return value < other if low else value > other


def lowest_bidders(plays: Sequence[Play]) -> list[Seat]:
    """Who made the numerically lowest bid; cards without bid value are no bids."""
    bids = [(VALUE[card], seat) for seat, card in plays if card in VALUE]
    least = min((value for value, _seat in bids), default=0)
    return [seat for value, seat in bids if value == least]


def prey(
    plays: Sequence[Play], taken: Sequence[Sequence[str]], barred: Sequence[Seat | None]
) -> dict[str, Seat]:
    """The cards that a thief may take after a trick, and from whom; ``barred`` are the thief and who left."""
    return {
        card: seat
        for seat in lowest_bidders(plays)
        if seat not in barred
        for card in taken[seat]
        if card in VALUE
    }
